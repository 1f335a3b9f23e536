import type { Client, WorkType } from '#db/schema.ts';
import { formatRecord, toEntryView, type ReadEntry } from '../history/history.ts';
import type { ExplainedInvoice } from '../invoices/one/explained-invoice.server.ts';
import { fileColumnsOf, type FileColumns } from '../lib/record-fields.ts';
import type { NamedJob } from '../jobs/jobs.server.ts';
import type { NamedPendingLog } from '../pending-work-logs/pending-work-logs.ts';
import { CLIENT_FIELDS } from '../records/client-fields.ts';
import { WORK_TYPE_FIELDS } from '../records/work-type-fields.ts';
import { toItemView, type StoredItem } from '../work-logs/hardware/hardware-items.ts';
import { placesText } from '../lib/money.ts';
import { itemTotal, itemVat } from '../work-logs/hardware/item-prices.ts';
import type { NamedWorkLog } from '../work-logs/work-logs.ts';

/** A line of an invoice as a row, its first being 0; null: the invoice has none. */
type LineRow = { of: ExplainedInvoice; at: number; line: InvoiceLine | null };
type InvoiceLine = ExplainedInvoice['lines'][number];

/** What a row of each kind of file is made of. */
export type Rows = {
  'work-logs': NamedWorkLog;
  'hardware-items': { item: StoredItem; log: NamedWorkLog };
  clients: Client;
  jobs: NamedJob;
  'work-types': WorkType;
  'pending-work-logs': NamedPendingLog;
  invoices: LineRow;
  history: ReadEntry;
};

/** A kind of file: its address is `/<kind>.csv`. */
export type FileKind = keyof Rows;

const kindOf = ({ isHardware }: { isHardware: boolean }) => (isHardware ? 'hardware' : 'time');

/** The sums of an invoice stand only in the first of its lines, so that a column adds up. */
const first = (value: (invoice: ExplainedInvoice['invoice']) => number | null) => (row: LineRow) =>
  row.at === 0 ? value(row.of.invoice) : null;

const json = (contents: unknown) => (contents === null ? null : JSON.stringify(contents));

/**
 * The columns of every kind of file that goes out, with what their cells hold and its value in a record. Work logs,
 * clients and work types come in again by the same ones.
 *
 * Of a work log, `total` is net of VAT or with it, as its items have it; `hardware_items` is JSON in the words of the
 * API, by which they come in again: those of `hardware-items` are for spreadsheets.
 */
export const COLUMNS: { readonly [Kind in FileKind]: FileColumns<Rows[Kind]> } = {
  'work-logs': {
    id: ['id', (log) => log.id],
    date: ['moment', (log) => log.date],
    client: ['text', (log) => log.clientName],
    work_type: ['text', (log) => log.workTypeName],
    kind: ['text', kindOf],
    minutes: ['minutes', (log) => log.duration],
    description: ['text', (log) => log.description],
    billable: ['flag', (log) => log.billable],
    hourly_rate: ['money', (log) => log.hourlyRatePence],
    total: ['money', (log) => log.totalPence],
    invoiced: ['flag', (log) => log.isInvoiced],
    invoice_number: ['text', (log) => log.xeroInvoiceNumber],
    logged_by: ['text', (log) => log.loggedBy],
    hardware_items: ['text', (log) => (log.isHardware ? writeItems(log.hardwareItems) : null)],
    job: ['text', (log) => log.jobName],
  },
  'hardware-items': {
    id: ['id', ({ item }) => item.id],
    work_log_id: ['id', ({ log }) => log.id],
    date: ['moment', ({ log }) => log.date],
    client: ['text', ({ log }) => log.clientName],
    work_type: ['text', ({ log }) => log.workTypeName],
    item_name: ['text', ({ item }) => item.itemName],
    description: ['text', ({ item }) => item.description],
    quantity: ['decimal', ({ item }) => placesText(item.quantityInPlaces, 0)],
    unit_price: ['decimal', ({ item }) => placesText(item.unitPriceInPlaces, 2)],
    total: ['money', ({ item }) => itemTotal(item)],
    vat_included: ['flag', ({ item }) => item.vatIncluded],
    vat_rate: ['rate', ({ item }) => item.vatRateHundredths],
    tax_code: ['text', ({ item }) => item.taxCode],
    net: ['money', ({ item, log }) => itemVat(item, log.hasVat).net],
    vat: ['money', ({ item, log }) => itemVat(item, log.hasVat).vat],
    gross: ['money', ({ item, log }) => itemVat(item, log.hasVat).gross],
  },
  clients: fileColumnsOf<Client>(CLIENT_FIELDS),
  jobs: {
    id: ['id', (job) => job.id],
    client: ['text', (job) => job.clientName],
    name: ['text', (job) => job.name],
    po_number: ['text', (job) => job.poNumber],
    hourly_rate: ['money', (job) => job.hourlyRatePence],
    budget_minutes: ['minutes', (job) => job.budgetMinutes],
    /** `false`: done. */
    open: ['flag', (job) => job.isOpen],
  },
  /** One that is not `active` is deleted, and kept for the logs that use it. */
  'work-types': { ...fileColumnsOf<WorkType>(WORK_TYPE_FIELDS), kind: ['text', kindOf] },
  'pending-work-logs': {
    id: ['id', (task) => task.id],
    completed_at: ['moment', (task) => task.completedAt],
    task_name: ['text', (task) => task.taskName],
    project: ['text', (task) => task.projectName],
    labels: ['text', (task) => task.labels.join(', ')],
    description: ['text', (task) => task.description],
    minutes: ['minutes', (task) => task.duration],
    client: ['text', (task) => task.clientName],
    work_type: ['text', (task) => task.workTypeName],
    billable: ['flag', (task) => task.billable],
    hourly_rate: ['money', (task) => task.estimatedHourlyRatePence],
    status: ['text', (task) => task.status],
    work_log_id: ['id', (task) => task.workLogId],
    job: ['text', (task) => task.jobName],
  },
  invoices: {
    id: ['id', ({ of }) => of.invoice.id],
    number: ['text', ({ of }) => of.invoice.xeroInvoiceNumber],
    reference: ['text', ({ of }) => of.invoice.reference],
    client: ['text', ({ of }) => of.invoice.clientName],
    /** The month of its work, `YYYY-MM`; of several, the last. */
    month: ['text', ({ of }) => of.invoice.month],
    issued: ['day', ({ of }) => of.invoice.issuedDay || null],
    due: ['day', ({ of }) => of.invoice.dueDay],
    status: ['text', ({ of }) => of.invoice.status],
    minutes: ['minutes', first(({ totalMinutes }) => totalMinutes)],
    /** That of its amounts in Xero, such as GBP. */
    currency: ['text', ({ of }) => of.invoice.currency],
    net: ['money', first(({ netPence }) => netPence)],
    vat: ['money', first(({ vatPence }) => vatPence)],
    total: ['money', first(({ totalPence }) => totalPence)],
    /** What is left to pay; empty until it was read. */
    left: ['money', first(({ amountDuePence }) => amountDuePence)],
    line: ['count', ({ line, at }) => line && at + 1],
    description: ['text', ({ line }) => line?.description ?? null],
    quantity: ['decimal', ({ line }) => line?.quantity ?? null],
    unit_amount: ['decimal', ({ line }) => line?.unitPrice ?? null],
    line_net: ['money', ({ line }) => line?.netPence ?? null],
    line_vat: ['money', ({ line }) => line?.vatPence ?? null],
    /** The `id`s of the logs behind the line, with spaces between. */
    work_log_ids: ['text', ({ line }) => line?.logIds.join(' ') ?? null],
  },
  history: {
    id: ['id', (entry) => entry.id],
    at: ['moment', (entry) => entry.at],
    by: ['text', (entry) => entry.by],
    record: ['text', ({ kind, recordId: id }) => formatRecord({ kind, id })],
    action: ['text', (entry) => entry.action],
    /** JSON, as `GET /api/history` has it. */
    before: ['text', (entry) => json(toEntryView(entry).before)],
    after: ['text', (entry) => json(entry.after)],
  },
};

function writeItems(items: StoredItem[]): string {
  const texts = items.map((item) => JSON.stringify({ ...toItemView(item), ...DERIVED }));
  return `[${texts.join(',\n')}]`;
}

/** What is left out of an item's JSON: another installation gives another id, and the total follows. */
const DERIVED = { id: undefined, totalPrice: undefined };

/** The columns of a file without those of what it has not: programs that read the others know no more. */
export function columnsOf<Kind extends FileKind>(kind: Kind, has: Record<string, boolean>) {
  const columns = Object.entries(COLUMNS[kind]).filter(([name]) => has[name] ?? true);
  return Object.fromEntries(columns) as FileColumns<Rows[Kind]>;
}

/** The names of a file's columns, in their order: its header. */
export function headerOf(kind: FileKind): string[] {
  return Object.keys(COLUMNS[kind]);
}
