import type { InvoiceRun } from '#db/schema.ts';
import { LedgerError, reasonOf } from '../ledger.ts';
import { waitAfter, type Pause } from './pause.ts';
import type { RunServices } from './run-services.ts';
import { invoicesOf, markFailed, noteTrouble } from './steps.server.ts';

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
