import { ProductError } from '../../lib/errors.ts';

/** What a batch rewrites the description of, as it is now, with the texts that people know it by. */
export type Entry = {
  title: string;
  details: string;
  text: string;
  /** A sentence that says why it cannot be changed; null when it can. */
  closed: string | null;
};

/**
 * An entry as `read` gives it; null where that throws that there is none. Whether it can be changed says `check`, which
 * throws the reason.
 */
export function entryOf(read: () => Omit<Entry, 'closed'>, check: () => unknown): Entry | null {
  try {
    return { ...read(), closed: refusalOf(check) };
  } catch (error) {
    if (error instanceof ProductError && error.status === 404) return null;
    throw error;
  }
}

function refusalOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof ProductError) return error.message;
    throw error;
  }
}
