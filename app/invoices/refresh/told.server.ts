import { inArray } from 'drizzle-orm';
import { prepared, type Database } from '#db/connection.server.ts';
import { invoices } from '#db/schema.ts';
import { callsLeft, LedgerError } from '../ledger.ts';
import { STATUSES_LANE, type ChangesServices } from './changes.server.ts';
import { INVOICES_AT_ONCE, readByIds } from './open-invoices.server.ts';

/** An invoice in the ledger, by its id there. */
export type ToldInvoice = { organisationId: string; invoiceId: string };

/**
 * The calls of a day that are left to people and to the hourly reading: with no more than these, that reading finds what
 * the ledger tells of.
 */
const KEPT_CALLS = 200;

/** The invoices that are to be read, by our ids. After a restart all that changed is read anyway. */
const waiting = new WeakMap<Database, Set<number>>();

const OURS =
  "select id from invoices where tenant_id = ? and xero_invoice_id = ? and state = 'created'";

/**
 * Reads in the background, by their ids, those of these invoices that were made here: the ledger says that they changed,
 * and is believed nothing else, so it may say so twice, late or in any order. Gives the promise of its end, and never
 * throws for what the ledger answers: what cannot be read now, the hourly reading finds.
 */
export function readTold(services: ChangesServices, told: ToldInvoice[]): Promise<void> {
  const { db, background } = services;
  const ids = waiting.get(db) ?? new Set<number>();
  waiting.set(db, ids);
  for (const { organisationId, invoiceId } of told) {
    const known = prepared<{ id: number }>(db, OURS).get(organisationId, invoiceId);
    if (known) ids.add(known.id);
  }
  if (ids.size === 0) return Promise.resolve();
  return background.run(STATUSES_LANE, (signal) => readWaiting(services, ids, signal));
}

async function readWaiting(
  services: ChangesServices,
  ids: Set<number>,
  signal: AbortSignal,
): Promise<void> {
  const { db, ledger, logger } = services;
  while (ids.size > 0 && !signal.aborted) {
    const next = [...ids].slice(0, INVOICES_AT_ONCE);
    // Before the call: what is told of meanwhile is read once more.
    for (const id of next) ids.delete(id);
    const rows = db.select().from(invoices).where(inArray(invoices.id, next)).all();
    for (const [tenantId, batch] of Map.groupBy(rows, (invoice) => invoice.tenantId)) {
      if (!ledger.isConnected(tenantId)) continue;
      if (callsLeft(ledger.callsToday(tenantId)) <= KEPT_CALLS) continue;
      try {
        await readByIds(services, tenantId, batch);
      } catch (error) {
        if (!(error instanceof LedgerError)) throw error;
        logger.warn({ error }, 'Invoices that Xero told of could not be read');
      }
    }
  }
}
