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

/** The addresses, and the places in a page, that the server and the service worker both know. */
export const WAITING_PATH = '/waiting';
/** The service worker fills these elements, in every page that it hands on or kept. */
export const NOTICE_ID = 'offline-notice';
export const COUNT_ID = 'waiting-count';
export const LIST_ID = 'waiting-list';
