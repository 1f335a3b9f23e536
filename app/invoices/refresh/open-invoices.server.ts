import { inArray } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { invoices, type Invoice } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { storeReading } from './store-reading.server.ts';

type ReadServices = Pick<Services, 'db' | 'clock' | 'ledger'>;

/** The most invoices that are read in one call. */
export const INVOICES_AT_ONCE = 40;

/** An open invoice that was not read for so long is read by its id. */
const LONGEST_UNREAD = 24 * 60 * 60_000;

/** Of the rows only those of open invoices are read: the others hold long contents, too. */
const UNREAD = `
  select i.id from invoices i
  where i.id in (select s.id from invoices s indexed by invoices_sums
      where s.state in ('created', 'released') and s.state = 'created'
        and (s.status is null or s.status in ('draft', 'ready', 'sent')))
    and i.tenant_id = :tenantId and (i.updated_at <= :before or i.updated_at > :now)
  order by i.updated_at, i.id limit ${INVOICES_AT_ONCE}`;

/**
 * Reads those open invoices of an organisation by their ids that were not read for a day, in at most so many calls: the
 * time of change does not tell of every change, an email to the customer for one. When each was read is stored with it,
 * so a restart or a failure reads none twice. Throws LedgerError.
 */
export async function readUnread(
  services: ReadServices,
  tenantId: string,
  { calls, signal }: { calls: number; signal: AbortSignal },
): Promise<void> {
  const { db, clock } = services;
  for (let count = 0; count < calls && !signal.aborted; count += 1) {
    const now = clock().getTime();
    const rows = prepared<{ id: number }>(db, UNREAD).all({
      tenantId,
      before: now - LONGEST_UNREAD,
      now,
    });
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await readByIds(
      services,
      tenantId,
      db.select().from(invoices).where(inArray(invoices.id, ids)).all(),
    );
  }
}

/**
 * Reads at most {@link INVOICES_AT_ONCE} invoices of an organisation in one call, and stores what it says. Gives those
 * that changed, and those that it does not know. Throws LedgerError.
 */
export async function readByIds(
  services: ReadServices,
  tenantId: string,
  batch: Invoice[],
): Promise<{ changed: Invoice[]; missing: Invoice[] }> {
  const { db, clock, ledger } = services;
  const found = await ledger.readInvoices(
    tenantId,
    batch.map(({ xeroInvoiceId }) => xeroInvoiceId ?? ''),
  );
  return write(db, () => {
    const changed: Invoice[] = [];
    const missing: Invoice[] = [];
    for (const invoice of batch) {
      const match = found.find(({ invoiceId }) => invoiceId === invoice.xeroInvoiceId);
      if (!match) missing.push(invoice);
      else if (storeReading(services, invoice, match)) changed.push(invoice);
    }
    // Asked about, also where the answer was older than what is stored, or had none.
    const ids = batch.map(({ id }) => id);
    db.update(invoices).set({ updatedAt: clock() }).where(inArray(invoices.id, ids)).run();
    return { changed, missing };
  });
}
