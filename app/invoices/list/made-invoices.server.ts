import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { NamedInvoice } from './made-invoices.ts';

const INVOICES = `
  select i.id, i.client_id as clientId, c.name as clientName, i.month,
    i.total_minutes as totalMinutes, i.total_pence as totalPence,
    i.work_type_name as workTypeName, coalesce(i.status, 'unknown') as status, i.xero_invoice_id as xeroInvoiceId,
    i.xero_invoice_number as xeroInvoiceNumber, i.reference
  from invoices i join clients c on c.id = i.client_id
  where i.state in ('created', 'released')
  order by i.id desc limit ?`;

/** More than anybody looks at; SQLite's own way to say "all". */
const ALL = -1;

/** The invoices that were made in Xero, the newest first. */
export function listInvoices({ db }: Pick<Services, 'db'>, limit = ALL): NamedInvoice[] {
  return prepared<NamedInvoice>(db, INVOICES).all(limit);
}
