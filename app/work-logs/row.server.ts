import type { NamedWorkLog } from './work-logs.ts';
import type { StoredItem } from './hardware-items.ts';

/**
 * The select of work logs with the names they are shown with. Written out, since it is read on
 * every screen: a query builder's mapping costs ten times the query. The logs are found first,
 * by an index where one is named, whatever SQLite knows of the tables.
 */
export const selectWorkLogs = (index?: string) => `
  select w.id, w.client_id as clientId, w.work_type_id as workTypeId, w.duration, w.description,
    w.hourly_rate_pence as hourlyRatePence, w.total_pence as totalPence, w.billable, w.date,
    w.is_invoiced as isInvoiced, w.xero_invoice_id as xeroInvoiceId,
    w.xero_invoice_number as xeroInvoiceNumber, c.name as clientName, t.name as workTypeName,
    w.duration = 0 as isHardware, k.invoice_id is not null as isClaimed,
    o.short_code as xeroShortCode
  from work_logs w ${index ? `indexed by ${index}` : ''}
  cross join clients c on c.id = w.client_id
  cross join work_types t on t.id = w.work_type_id
  left join invoice_logs k on k.work_log_id = w.id and k.is_live
  left join invoices i on i.id = k.invoice_id
  left join xero_organisations o on o.tenant_id = i.tenant_id`;

/** What a row of that select looks like. */
export type WorkLogRow = {
  id: number;
  clientId: number;
  workTypeId: number;
  duration: number;
  description: string;
  hourlyRatePence: number;
  totalPence: number;
  billable: number;
  date: number;
  isInvoiced: number;
  xeroInvoiceId: string | null;
  xeroInvoiceNumber: string | null;
  clientName: string;
  workTypeName: string;
  /** Only hardware logs have no duration. */
  isHardware: number;
  /** Whether it is on an invoice, or on one that is being made. */
  isClaimed: number;
  xeroShortCode: string | null;
};

/** A row as the rest of the product knows it. */
export function fromRow(row: WorkLogRow, hardwareItems: StoredItem[]): NamedWorkLog {
  return {
    ...row,
    billable: row.billable === 1,
    isInvoiced: row.isInvoiced === 1,
    isHardware: row.isHardware === 1,
    isClaimed: row.isClaimed === 1,
    date: new Date(row.date),
    hardwareItems,
  };
}
