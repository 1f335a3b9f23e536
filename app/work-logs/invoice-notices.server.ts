import { and, eq, inArray } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { invoices } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { conflict, notFound } from '../lib/errors.ts';

/** Invoices that Xero has deleted or voided: their logs can be released. */
const ENDED = ['DELETED', 'VOIDED'];

/** What Work Logs says of invoices: which ended in Xero, and which are still being made. */
export type InvoiceNotices = ReturnType<typeof listInvoiceNotices>;

type Ended = { id: number; number: string; clientName: string; xeroStatus: string; logs: number };

const ENDED_INVOICES = `
  select i.id, coalesce(i.xero_invoice_number, substr(i.xero_invoice_id, 1, 8)) as number,
    c.name as clientName, i.xero_status as xeroStatus,
    (select count(*) from invoice_logs l where l.invoice_id = i.id) as logs
  from invoices i indexed by invoices_ended cross join clients c on c.id = i.client_id
  where i.state = 'created' and i.xero_status in ('DELETED', 'VOIDED') order by i.id`;

const OPEN_RUNS = `
  select id, status from invoice_runs indexed by invoice_runs_status
  where status in ('running', 'paused') order by id`;

/** What needs a look: read with every Work Logs screen, from two small indexes. */
export function listInvoiceNotices({ db }: Pick<Services, 'db'>) {
  return {
    ended: prepared<Ended>(db, ENDED_INVOICES).all(),
    runs: prepared<{ id: number; status: 'running' | 'paused' }>(db, OPEN_RUNS).all(),
  };
}

/**
 * Frees the logs of an invoice that was deleted or voided in Xero, so that they can be
 * invoiced again. Doing it twice changes nothing more. Throws 404, and 409 when it stands.
 */
export function releaseInvoice({ db, clock }: Pick<Services, 'db' | 'clock'>, id: number): void {
  write(db, () => {
    const invoice = db.select().from(invoices).where(eq(invoices.id, id)).get();
    if (!invoice) throw notFound('The invoice');
    if (invoice.state === 'released') return;
    const { changes } = db
      .update(invoices)
      .set({ state: 'released', updatedAt: clock() })
      .where(
        and(
          eq(invoices.id, id),
          eq(invoices.state, 'created'),
          inArray(invoices.xeroStatus, ENDED),
        ),
      )
      .run();
    if (changes === 0) throw conflict('This invoice stands in Xero, so its logs stay on it.');
  });
}
