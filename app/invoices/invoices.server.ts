import { prepared } from '#db/connection.server.ts';
import type { Services } from '../context.server.ts';
import type { NamedInvoice } from './invoices.ts';

type Row = Omit<NamedInvoice, 'isSentToContact'> & { isSentToContact: number };

// The plus keeps SQLite from the index of states, from which it would have to sort.
const INVOICES = `
  select i.id, i.client_id as clientId, c.name as clientName, i.month,
    i.total_minutes as totalMinutes, i.total_pence as totalPence,
    i.work_type_name as workTypeName, i.xero_status as xeroStatus,
    i.is_sent_to_contact as isSentToContact, i.xero_invoice_id as xeroInvoiceId,
    i.xero_invoice_number as xeroInvoiceNumber, i.reference
  from invoices i cross join clients c on c.id = i.client_id
  where +i.state in ('created', 'released')
  order by i.id desc limit ?`;

/** More than anybody looks at; SQLite's own way to say "all". */
const ALL = -1;

/** The invoices that were made in Xero, the newest first. */
export function listInvoices({ db }: Pick<Services, 'db'>, limit = ALL): NamedInvoice[] {
  const rows = prepared<Row>(db, INVOICES).all(limit);
  return rows.map((row) => ({ ...row, isSentToContact: row.isSentToContact === 1 }));
}
