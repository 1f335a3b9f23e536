import { fileColumnsOf, type CellKind } from '../lib/record-fields.ts';
import { CLIENT_FIELDS } from '../records/client-fields.ts';
import { dayOf, formatTime } from '../lib/calendar.ts';
import { toDecimalString } from '../lib/money.ts';

/**
 * The columns of every kind of file that goes out. Work logs, clients and work types come in again by the same ones.
 */

type Columns = Readonly<Record<string, CellKind>>;

/**
 * Of a work log, `total` is net of VAT or with it, as its items have it; `hardware_items` is JSON in the words of the
 * API, by which they come in again: those of `hardware-items` are for spreadsheets. An invoice has a row for each of
 * its lines, and its sums only in the first of them (`line` 1), so that a column adds up.
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

/** How values stand in cells: a text that a spreadsheet would take for a formula has an apostrophe before it. */

/**
 * What a spreadsheet may run: a text that begins with one of its signs, the wide ones too, whatever space is before
 * it, or with a tab or the end of a line. Apostrophes before it belong to it, so that ours can be told from typed
 * ones.
 */
const RUNS = /^['\s]*[=+\-@＝＋－＠]|^'*[\t\r\n]/u;

/** A text as a cell that no spreadsheet runs. {@link unguard} gives the text again. */
export function guard(text: string): string {
  return RUNS.test(text) ? `'${text}` : text;
}

/** The text of a cell: without our apostrophe, if {@link guard} put one there; else as it stands. */
export function unguard(cell: string): string {
  return cell.startsWith("'") && RUNS.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/**
 * An instant as `2026-11-21 14:05` here. Of two that the clocks showed alike the second says how far it is from UTC:
 * `2026-10-25 01:30 +00:00`.
 */
export function writeMoment(instant: Date, timeZone: string): string {
  const [day, time] = [dayOf(instant, timeZone), formatTime(instant, timeZone)];
  const isSecond = BACK.some((minutes) => {
    const before = new Date(instant.getTime() - minutes * MINUTE);
    return formatTime(before, timeZone) === time && dayOf(before, timeZone) === day;
  });
  if (!isSecond) return `${day} ${time}`;
  const sinceUtc = Date.parse(`${day}T${time}Z`) / MINUTE - Math.floor(instant.getTime() / MINUTE);
  return `${day} ${time} ${writeOffset(sinceUtc)}`;
}

const MINUTE = 60_000;
/** By how many minutes clocks have ever gone back. */
const BACK = [30, 60, 120];

function writeOffset(minutes: number): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** Hundredths of a per cent as per cent: 2000 → `20`, 1750 → `17.5`. */
function writeRate(hundredths: number): string {
  return toDecimalString(hundredths).replace(/\.?0+$/, '');
}

/** A value as the text of its cell, not yet quoted; null is empty. */
export function writeCell(
  kind: CellKind,
  value: string | number | boolean | Date | null,
  timeZone: string,
): string {
  if (value === null) return '';
  if (value instanceof Date) return writeMoment(value, timeZone);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  // No program reads a file with NUL in it, and texts from before may have some.
  if (typeof value === 'string')
    return kind === 'decimal' ? value : guard(value.replaceAll('\0', ''));
  if (kind === 'money') return toDecimalString(value);
  if (kind === 'rate') return writeRate(value);
  return String(value);
}

/** Cells as one line of a file: comma, quotes where they are needed, CRLF. */
export function writeLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

/** Spaces at an end are kept by quotes, since some programs cut them off. */
function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
