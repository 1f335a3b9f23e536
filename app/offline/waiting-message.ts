import type { WaitingTimer } from '../ui/scripts/waiting-event.ts';

/** What the service worker tells the pages. */
export type WaitingMessage = {
  /** How many forms wait. */
  number: number;
  /** What stands in the frame of every page: HTML, empty while nothing waits. */
  count: string;
  /** The timer as what waits leaves it; undefined where nothing waits for it. */
  timer: WaitingTimer | null | undefined;
  /** How many forms were sent just now. */
  sent: number;
};

/** What a page tells the service worker. */
export type PageMessage =
  /** Somebody looks at a page, which loaded these files of the build. */
  | { kind: 'hello'; person: number; address: string; assets: string[] }
  /** A script went on to another page. */
  | { kind: 'seen'; address: string }
  /** There may be a line again. */
  | { kind: 'send' };
