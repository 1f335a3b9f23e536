import { and, eq, sql } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { invoices, invoiceTakeBacks, IS_ENDED } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import type { InvoiceStatus } from '../../lib/invoice-status.ts';
import { keepWorth } from '../../work-logs/hardware/items.server.ts';

/**
 * Frees the logs of an invoice that was deleted, voided or credited in full in Xero, so that they can be
 * invoiced again: the trigger `invoices_settled` does so when the state becomes 'released'. Where the invoice had no
 * VAT, their prices may include it again. A second call changes nothing. Throws 404, and 409 when the invoice is none of that.
 */
export function releaseInvoice({ db, clock }: Pick<Services, 'db' | 'clock'>, id: number): void {
  write(db, () => {
    const invoice = db.select().from(invoices).where(eq(invoices.id, id)).get();
    if (!invoice) throw notFound('The invoice');
    db.delete(invoiceTakeBacks).where(eq(invoiceTakeBacks.invoiceId, id)).run();
    if (invoice.state === 'released') return;
    const withoutVat = prepared<number>(db, WITHOUT_VAT).pluck().all(id);
    const { changes } = db
      .update(invoices)
      .set({ state: 'released', updatedAt: clock() })
      .where(and(eq(invoices.id, id), eq(invoices.state, 'created'), sql.raw(IS_ENDED)))
      .run();
    if (changes === 0) throw conflict('This invoice is still in Xero, so its logs stay on it.');
    for (const logId of withoutVat) keepWorth(db, logId);
  });
}

/** The same for one that ended while somebody takes it back; to be called in the transaction that stores its end. */
export function releaseTakenBack(services: Pick<Services, 'db' | 'clock'>, id: number): void {
  if (prepared(services.db, TAKEN_BACK).get(id) !== undefined) releaseInvoice(services, id);
}

const TAKEN_BACK = 'select 1 from invoice_take_backs where invoice_id = ? and look_at is not null';

const WITHOUT_VAT = `select work_log_id from invoice_logs
  where invoice_id = ? and is_live and not has_vat`;

/** SQL for the ids of the invoices whose logs can be released. */
export const ENDED = `select id from invoices where state = 'created' and ${IS_ENDED}`;

const ENDED_OF = `select l.work_log_id as logId, i.id, coalesce(i.xero_invoice_number, i.reference) as number, i.status
  from invoice_logs l join invoices i on i.id = l.invoice_id
  where l.is_live and l.work_log_id in (select value from json_each(?)) and i.id in (${ENDED}) order by i.id`;

/** An invoice whose logs can be released. */
export type EndedInvoice = { id: number; number: string; status: InvoiceStatus };

/** The invoice that has ended of each of these logs that is on one, by the log's id. */
export function endedInvoicesOf({ db }: Pick<Services, 'db'>, logIds: readonly number[]) {
  const rows = prepared<EndedInvoice & { logId: number }>(db, ENDED_OF).all(JSON.stringify(logIds));
  return new Map(rows.map(({ logId, ...invoice }) => [logId, invoice]));
}

/** Whether the logs of an invoice can be released. */
export function isReleasable({ db }: Pick<Services, 'db'>, id: number): boolean {
  return prepared(db, `${ENDED} and id = ?`).get(id) !== undefined;
}
