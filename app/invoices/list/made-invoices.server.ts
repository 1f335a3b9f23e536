import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared } from '#db/connection.server.ts';
import { invoices } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { NamedInvoice } from './made-invoices.ts';

const COLUMNS = columnsOf(invoices, 'i', ['contents', 'status']);

// The plus stops SQLite from using the index on state, after which it would have to sort.
const INVOICES = `
  select ${COLUMNS.text}, coalesce(i.status, 'unknown') as status, c.name as clientName
  from invoices i cross join clients c on c.id = i.client_id
  where +i.state in ('created', 'released')
  order by i.id desc limit ?`;

/** SQLite's way to write "no limit". */
const ALL = -1;

/** The invoices that were made in Xero, the newest first. */
export function listInvoices({ db }: Pick<Services, 'db'>, limit = ALL): NamedInvoice[] {
  const rows = prepared<Stored<NamedInvoice>>(db, INVOICES).all(limit);
  return rows.map((row) => COLUMNS.read(row));
}
