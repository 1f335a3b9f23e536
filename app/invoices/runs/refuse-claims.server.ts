import type { InvoiceRun } from '#db/schema.ts';
import { LedgerError, reasonOf } from '../ledger.ts';
import { waitFor, type Pause } from './pause.ts';
import type { RunServices } from './run-services.ts';
import { invoicesOf, markFailed, noteTrouble } from './steps.server.ts';

const IN_A_MINUTE =
  'Xero takes sixty calls a minute, and they are used up. The rest is sent then; nothing is lost.';

/**
 * The ledger has certainly not made what is still claimed. A limit of calls is waited for;
 * anything else frees the logs, and says why. Throws what is no trouble with the ledger.
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
