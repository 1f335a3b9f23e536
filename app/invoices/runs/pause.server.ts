import { LONGEST_PAUSE } from '../../lib/retry-after.ts';
import { LedgerError, reasonOf } from '../ledger.ts';
import type { InvoiceRun } from '#db/schema.ts';
import { type RunServices, invoicesOf, markFailed, noteTrouble } from './steps.server.ts';

/** A pause of a run: how long it lasts, and what people are told. */
export type Pause = { until: Date; message: string };

const SHORTEST_PAUSE = 20_000;

/** The end of the longest pause that begins now. */
export const longestPause = (now: Date) => new Date(now.getTime() + LONGEST_PAUSE);

/** A pause until the ledger says that it can be asked again, but of 20 seconds at least, and a day at most. */
export function waitFor(
  { clock }: { clock: () => Date },
  { retryAt, message }: { retryAt: Date | null; message: string },
): Pause {
  const now = clock();
  const soon = now.getTime() + SHORTEST_PAUSE;
  const wanted = Math.min(retryAt?.getTime() ?? 0, longestPause(now).getTime());
  return { until: new Date(Math.max(soon, wanted)), message };
}

const LIMITS = {
  day: 'Today’s limit of calls to Xero is reached. This continues by itself once Xero takes calls again.',
  minute: 'Xero takes sixty calls a minute. The rest is sent in a minute.',
};

/** A pause after a call that failed, {@link waitFor} so long. A limit of calls ends by itself, and says so. */
export function waitAfter(services: { clock: () => Date }, error: LedgerError): Pause {
  const { retryAt, limit } = error;
  const message = limit === null ? error.message : LIMITS[limit === 'day' ? 'day' : 'minute'];
  return waitFor(services, { retryAt, message });
}

/** How long a run waits that only a person can help, in milliseconds; connecting again ends the wait. */
const FOR_A_PERSON = 60 * 60_000;

/** A pause until a person has done something, which is looked at once an hour. */
export function waitForPerson({ clock }: { clock: () => Date }, message: string): Pause {
  return { until: new Date(clock().getTime() + FOR_A_PERSON), message };
}

/** Tells a pause from the other results of a step. */
export function isPause(next: object): next is Pause {
  return 'until' in next;
}

/**
 * Handles an error that leaves the claimed invoices certainly not made. Gives a pause for a rate
 * limit; otherwise marks them as failed with the reason, which frees their logs. Rethrows what is
 * no LedgerError.
 */
export function refuseClaims(services: RunServices, run: InvoiceRun, error: unknown): Pause | null {
  if (!(error instanceof LedgerError)) throw error;
  if (error.kind === 'rate-limited') return waitAfter(services, error);
  const ids = invoicesOf(services, run.id, 'claimed').map(({ id }) => id);
  markFailed(services, ids, reasonOf(error));
  noteTrouble(services, run.id, error.message);
  return null;
}
