import type { FormCase, Sent } from './form-case.ts';
import type { World } from './world.ts';

/** What somebody does who sent a form and sees an error page of the browser instead of an answer. */
export type Act = 'reload' | 'back';

/** What somebody is told in the end. */
export type Told = {
  status: number;
  page: string;
  toast: string | null;
  /** After Back, the page had no such form any more, or it was said that this is saved. */
  isGone?: boolean;
};

/** A form on its way over a line. */
export type Sending = {
  world: World;
  line: { url: string };
  of: FormCase;
  sent: Sent;
  /** What the person does at each error page. */
  act: () => Act;
};

export type Driver = (sending: Sending) => Promise<Told>;
