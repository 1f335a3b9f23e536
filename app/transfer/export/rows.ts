import type { Client, WorkType } from '#db/schema.ts';
import type { ReadEntry } from '../../history/history.ts';
import { toEntryView } from '../../history/history.ts';
import type { ExplainedInvoice } from '../../invoices/one/explained-invoice.server.ts';
import { toFileRow } from '../../lib/record-fields.ts';
import type { NamedPendingLog } from '../../pending-work-logs/pending-work-logs.ts';
import { CLIENT_FIELDS } from '../../records/client-fields.ts';
import { toItemView, type StoredItem } from '../../work-logs/hardware/hardware-items.ts';
import { itemTotal, itemVat } from '../../work-logs/hardware/item-prices.ts';
import type { NamedWorkLog } from '../../work-logs/work-logs.ts';
import type { FileRow } from '../columns.ts';

/** Records as rows of their files (`columns.ts`). */

const kindOf = ({ isHardware }: { isHardware: boolean }) => (isHardware ? 'hardware' : 'time');

/** A work log as a row. */
export function toLogRow(log: NamedWorkLog): FileRow<'work-logs'> {
  return {
    id: log.id,
    date: log.date,
    client: log.clientName,
    work_type: log.workTypeName,
    kind: kindOf(log),
    minutes: log.duration,
    description: log.description,
    billable: log.billable,
    hourly_rate: log.hourlyRatePence,
    total: log.totalPence,
    invoiced: log.isInvoiced,
    invoice_number: log.xeroInvoiceNumber,
    logged_by: log.loggedBy,
    hardware_items: log.isHardware ? writeItems(log.hardwareItems) : null,
  };
}

function writeItems(items: StoredItem[]): string {
  const texts = items.map((item) => JSON.stringify({ ...toItemView(item), ...DERIVED }));
  return `[${texts.join(',\n')}]`;
}

/** What is left out of an item's JSON: another installation gives another id, and the total follows. */
const DERIVED = { id: undefined, totalPrice: undefined };

/** The items of a work log as rows. */
export function toItemRows(log: NamedWorkLog): FileRow<'hardware-items'>[] {
  return log.hardwareItems.map((item) => ({
    id: item.id,
    work_log_id: log.id,
    date: log.date,
    client: log.clientName,
    work_type: log.workTypeName,
    item_name: item.itemName,
    description: item.description,
    quantity: item.quantity,
    unit_price: item.unitPricePence,
    total: itemTotal(item),
    vat_included: item.vatIncluded,
    vat_rate: item.vatRateHundredths,
    tax_code: item.taxCode,
    ...itemVat(item, log.hasVat),
  }));
}

/** A client as a row. */
export function toClientRow(client: Client): FileRow<'clients'> {
  return toFileRow<Client>(CLIENT_FIELDS, client) as FileRow<'clients'>;
}

/** A work type as a row. */
export function toTypeRow(workType: WorkType): FileRow<'work-types'> {
  return {
    id: workType.id,
    name: workType.name,
    hourly_rate: workType.hourlyRatePence,
    description: workType.description,
    kind: kindOf(workType),
    active: workType.isActive,
  };
}

/** A completed task as a row. */
export function toPendingRow(entry: NamedPendingLog): FileRow<'pending-work-logs'> {
  return {
    id: entry.id,
    completed_at: entry.completedAt,
    task_name: entry.taskName,
    project: entry.projectName,
    labels: entry.labels.join(', '),
    description: entry.description,
    minutes: entry.duration,
    client: entry.clientName,
    work_type: entry.workTypeName,
    billable: entry.billable,
    hourly_rate: entry.estimatedHourlyRatePence,
    status: entry.status,
    work_log_id: entry.workLogId,
  };
}

/** The lines of an invoice as rows; an invoice without lines has one row, too. */
export function toInvoiceRows({ invoice, lines }: ExplainedInvoice): FileRow<'invoices'>[] {
  const invoiceCells = {
    id: invoice.id,
    number: invoice.xeroInvoiceNumber,
    reference: invoice.reference,
    client: invoice.clientName,
    month: invoice.month,
    issued: invoice.issuedDay || null,
    due: invoice.dueDay,
    status: invoice.status,
    currency: invoice.currency,
  };
  const sums = {
    minutes: invoice.totalMinutes,
    net: invoice.netPence,
    vat: invoice.vatPence,
    total: invoice.totalPence,
    left: invoice.amountDuePence,
  };
  const noSums = { minutes: null, net: null, vat: null, total: null, left: null };
  if (lines.length === 0) return [{ ...invoiceCells, ...sums, ...NO_LINE }];
  return lines.map((line, index) => ({
    ...invoiceCells,
    ...(index === 0 ? sums : noSums),
    line: index + 1,
    description: line.description,
    quantity: line.quantity,
    unit_amount: line.unitPrice,
    line_net: line.netPence,
    line_vat: line.vatPence,
    work_log_ids: line.logIds.join(' '),
  }));
}

const NO_LINE = {
  line: null,
  description: null,
  quantity: null,
  unit_amount: null,
  line_net: null,
  line_vat: null,
  work_log_ids: null,
};

/** An entry of the trail as a row; before and after are JSON, as the API has them. */
export function toHistoryRow(entry: ReadEntry): FileRow<'history'> {
  const { id, record, by, action, before, after } = toEntryView(entry);
  const json = (contents: unknown) => (contents === null ? null : JSON.stringify(contents));
  return { id, at: entry.at, by, record, action, before: json(before), after: json(after) };
}
