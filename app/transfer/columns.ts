import { fileColumnsOf, type CellKind } from '../lib/record-fields.ts';
import { CLIENT_FIELDS } from '../records/client-fields.ts';

/**
 * The columns of every kind of file that goes out, in their order, each with what its cells hold
 * (`cells.ts`). Work logs, clients and work types come in again by the same columns.
 */

/** The columns of a kind of file, by name, in their order. */
export type Columns = Readonly<Record<string, CellKind>>;

/**
 * The files. Of a work log, `kind` is `time` or `hardware`, `total` net of VAT or with it as its items
 * have it, `logged_by` a name, and `hardware_items` the items of a hardware log as JSON, in the words of
 * the API, by which they come in again: those of `hardware-items` are for spreadsheets. An invoice has a row for each of its lines, and its own sums only in
 * the first of them (`line` 1), so that a column adds up.
 */
export const COLUMNS = {
  'work-logs': {
    id: 'id',
    date: 'moment',
    client: 'text',
    work_type: 'text',
    kind: 'text',
    minutes: 'minutes',
    description: 'text',
    billable: 'flag',
    hourly_rate: 'money',
    total: 'money',
    invoiced: 'flag',
    invoice_number: 'text',
    logged_by: 'text',
    hardware_items: 'text',
  },
  'hardware-items': {
    id: 'id',
    /** The `id` of its log in the file of work logs. */
    work_log_id: 'id',
    date: 'moment',
    client: 'text',
    work_type: 'text',
    item_name: 'text',
    description: 'text',
    quantity: 'count',
    unit_price: 'money',
    total: 'money',
    vat_included: 'flag',
    vat_rate: 'rate',
    tax_code: 'text',
    net: 'money',
    vat: 'money',
    gross: 'money',
  },
  clients: fileColumnsOf(CLIENT_FIELDS),
  'work-types': {
    id: 'id',
    name: 'text',
    hourly_rate: 'money',
    description: 'text',
    /** `time` or `hardware`. */
    kind: 'text',
    /** `false`: deleted, and kept for the logs that use it. */
    active: 'flag',
  },
  'pending-work-logs': {
    id: 'id',
    completed_at: 'moment',
    task_name: 'text',
    project: 'text',
    labels: 'text',
    description: 'text',
    minutes: 'minutes',
    client: 'text',
    work_type: 'text',
    billable: 'flag',
    hourly_rate: 'money',
    status: 'text',
    work_log_id: 'id',
  },
  invoices: {
    id: 'id',
    number: 'text',
    reference: 'text',
    client: 'text',
    /** The month of its work, `YYYY-MM`; of several, the last. */
    month: 'text',
    issued: 'day',
    due: 'day',
    status: 'text',
    minutes: 'minutes',
    /** That of its amounts in Xero, such as GBP. */
    currency: 'text',
    net: 'money',
    vat: 'money',
    total: 'money',
    /** What is left to pay; empty until it was read. */
    left: 'money',
    line: 'count',
    description: 'text',
    quantity: 'decimal',
    unit_amount: 'decimal',
    line_net: 'money',
    line_vat: 'money',
    /** The `id`s of the logs behind the line, with spaces between. */
    work_log_ids: 'text',
  },
  history: {
    id: 'id',
    at: 'moment',
    by: 'text',
    record: 'text',
    action: 'text',
    /** JSON, as `GET /api/history` has it. */
    before: 'text',
    after: 'text',
  },
} as const satisfies Record<string, Columns>;

/** A kind of file: its address is `/<kind>.csv`. */
export type FileKind = keyof typeof COLUMNS;

/** What a cell of each kind holds in the program. */
type Held = {
  id: number;
  count: number;
  minutes: number;
  money: number;
  rate: number;
  flag: boolean;
  moment: Date;
  day: string;
  decimal: string;
  text: string;
};

/** A row of a file: a value for each of its columns, null where the cell is empty. */
export type FileRow<Kind extends FileKind> = {
  -readonly [Name in keyof (typeof COLUMNS)[Kind]]:
    | ((typeof COLUMNS)[Kind][Name] extends CellKind ? Held[(typeof COLUMNS)[Kind][Name]] : never)
    | null;
};

/** The columns of work logs that only a file with hardware has: programs that read the others know no more. */
export const OF_HARDWARE: readonly string[] = ['hardware_items'];

/** The names of a file's columns, in their order: its header. */
export function headerOf(kind: FileKind): string[] {
  return Object.keys(COLUMNS[kind]);
}
