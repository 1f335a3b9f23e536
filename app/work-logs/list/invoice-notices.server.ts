import { prepared } from '#db/connection.server.ts';
import { IS_ENDED } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { sayEnded, type InvoiceStatus } from '../../lib/invoice-status.ts';

/**
 * Notices about invoices on Work Logs: invoices deleted, voided or credited in full in Xero, and
 * invoice runs that have not finished.
 */
export type InvoiceNotices = ReturnType<typeof listInvoiceNotices>;

/** An invoice that ended, as it is read. */
export type EndedInvoice = {
  id: number;
  number: string;
  clientName: string;
  status: InvoiceStatus;
  logs: number;
};

const ENDED_INVOICES = `
  select i.id, coalesce(i.xero_invoice_number, substr(i.xero_invoice_id, 1, 8)) as number,
    c.name as clientName, i.status,
    (select count(*) from invoice_logs l where l.invoice_id = i.id) as logs
  from invoices i indexed by invoices_ended cross join clients c on c.id = i.client_id
  where i.state = 'created' and ${IS_ENDED} order by i.id`;

const OPEN_RUNS = `
  select id, status from invoice_runs indexed by invoice_runs_status
  where status in ('running', 'paused') order by id`;

/** Reads the notices. It runs with every Work Logs screen, so it reads two small indexes. */
export function listInvoiceNotices({ db }: Pick<Services, 'db'>) {
  return {
    ended: prepared<EndedInvoice>(db, ENDED_INVOICES)
      .all()
      .map(({ status, ...invoice }) => ({ ...invoice, how: sayEnded(status) })),
    runs: prepared<{ id: number; status: 'running' | 'paused' }>(db, OPEN_RUNS).all(),
  };
}
