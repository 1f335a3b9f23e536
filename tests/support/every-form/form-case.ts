import type { World } from './world.ts';

/** A form as it is to be sent. */
export type Sent = {
  /** The page that it stands on. */
  page: string;
  /** The path that it is sent to, where it is not that of the page. */
  to?: string;
  /** What is typed and chosen, by the names of the fields; of boxes, the values of those that are ticked. */
  typed?: Record<string, string | string[]>;
  /** A hidden field by which the form is known among others that are sent there. */
  having?: [name: string, value: string];
  /** The name and the value of the button; without it, the form's own first one. */
  press?: [name: string, value: string];
  /** A file, for the field `file`. */
  file?: { name: string; text: string };
};

/** A form of the product, which can be sent any number of times, each time for something else. */
export type FormCase = {
  /** The address that takes it, as `mutatingForms` names it. */
  address: string;
  /** What of the address is pressed, where there are several. */
  what?: string;
  /** Prepares, on a good line, what the form with this number (from 1 on) is about. */
  at: (world: World, number: number) => Sent | Promise<Sent>;
  /** Whether records are changed; else only something beside them, or nothing. Null: not each time. */
  changes: boolean | null;
  /**
   * Where a form is shown only once, as Undo in a toast is, a reload sends it again, and Back does not
   * show it any more.
   */
  isShownOnce?: boolean;
  /** Why no page has this form as it is; then only its fields are sent. */
  noPage?: string;
  /** Why no browser of today shows it. */
  notInBrowser?: string;
  /** Why it may well be carried out again: then it is only compared what the records hold in the end. */
  mayRunAgain?: string;
  /** Why one may be told something else when it is sent again. */
  isToldOtherwise?: string;
};

export function titleOf({ address, what }: FormCase): string {
  return what === undefined ? address : `${address}, ${what}`;
}

type Options = Partial<Omit<FormCase, 'address' | 'at'>>;

/** A form that changes records, unless `options` say otherwise. */
export function form(path: string, at: FormCase['at'], options: Options = {}): FormCase {
  return { address: `POST ${path}`, at, changes: true, ...options };
}
