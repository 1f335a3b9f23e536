import type { InvoiceRun } from '#db/schema.ts';
import { LedgerError } from '../ledger.ts';
import { readChangesOf } from '../refresh/changes.server.ts';
import { closedClients } from '../unmatched/closed.server.ts';
import { waitFor, type Pause } from './pause.ts';
import { refuseClaims } from './refuse-claims.server.ts';
import type { RunServices } from './run-services.ts';
import { invoicesOf, markFailed } from './steps.server.ts';

const STILL_READING =
  'Xero is being read for what was invoiced there meanwhile. These invoices are sent after that; nothing is lost.';

/**
 * Looks, before anything of a run is sent, for invoices with our mark that this database does not know: it may be a
 * restored one, or a copy of which another installation has made them since. What is claimed for their clients fails
 * with that reason, which frees its logs. Gives a pause when Xero asks for one.
 */
export async function lookBefore(
  services: RunServices,
  run: InvoiceRun,
  signal: AbortSignal,
): Promise<Pause | null> {
  if (invoicesOf(services, run.id, 'claimed').length === 0) return null;
  const answer = await readChangesOf(services, run.tenantId, signal);
  if (answer instanceof LedgerError) return refuseClaims(services, run, answer);
  if (answer === 'more') {
    return waitFor(services, { retryAt: null, message: STILL_READING });
  }
  services.checkpoint('looked before');
  const closed = closedClients(services, run.tenantId);
  for (const { id, clientId } of invoicesOf(services, run.id, 'claimed')) {
    const reason = closed(clientId);
    if (reason !== null) markFailed(services, [id], reason);
  }
  return null;
}
