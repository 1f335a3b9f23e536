import type { InvoiceRun } from '#db/schema.ts';
import { LedgerError, reasonOf } from '../ledger.ts';
import { waitFor, type Pause } from './pause.ts';
import type { RunServices } from './run-services.ts';
import { invoicesOf, markFailed, noteTrouble } from './steps.server.ts';

const IN_A_MINUTE =
  'Xero takes sixty calls a minute, and they are used up. The rest is sent in a minute; nothing is lost.';

/**
 * Handles an error that leaves the claimed invoices certainly not made. Gives a pause for a rate
 * limit; otherwise marks them as failed with the reason, which frees their logs. Rethrows what is
 * no LedgerError.
 */
export function refuseClaims(services: RunServices, run: InvoiceRun, error: unknown): Pause | null {
  if (!(error instanceof LedgerError)) throw error;
  const { kind, limit, retryAt, message } = error;
  if (kind === 'rate-limited') {
    return waitFor(services, { retryAt, message: limit === 'day' ? message : IN_A_MINUTE });
  }
  const ids = invoicesOf(services, run.id, 'claimed').map(({ id }) => id);
  markFailed(services, ids, reasonOf(error));
  noteTrouble(services, run.id, message);
  return null;
}
