import { readHistoryFilters } from '../../history/history.server.ts';
import { readInvoiceFilters } from '../../invoices/list/invoice-filters.ts';
import { readPendingFilters } from '../../pending-work-logs/pending-list.server.ts';
import { NO_FILTERS, readFilters } from '../../work-logs/list/filters.ts';
import { listWorkLogs } from '../../work-logs/list/list.server.ts';
import type { CellKind } from '../../lib/record-fields.ts';
import { writeCell, writeLine } from '../cells.ts';
import { checked } from '../../lib/checked.ts';
import { COLUMNS, OF_HARDWARE, type FileKind, type FileRow } from '../columns.ts';
import {
  clientPages,
  historyPages,
  invoicePages,
  pendingPages,
  workLogPages,
  workTypePages,
  type Pages,
  type RecordServices,
} from './records.server.ts';
import {
  toClientRow,
  toHistoryRow,
  toInvoiceRows,
  toItemRows,
  toLogRow,
  toPendingRow,
  toTypeRow,
} from './rows.ts';

/** Tells programs that the file is UTF-8; without it some spreadsheets read another encoding. */
export const MARK = '\uFEFF';

/** The rows of a file of one kind, by the query of an address, page by page. */
type Reader<Kind extends FileKind> = (
  services: RecordServices,
  search: URLSearchParams,
) => Pages<FileRow<Kind>>;

/** How each file is read. Filters are those of the list's screen and API; throws their 400. */
const READERS: { [Kind in FileKind]: Reader<Kind> } = {
  'work-logs': (services, search) =>
    rowsOf(workLogPages(services, checked(readFilters(search))), (log) => [toLogRow(log)]),
  'hardware-items': (services, search) =>
    rowsOf(workLogPages(services, checked(readFilters(search)), 'hardware'), toItemRows),
  clients: (services) => rowsOf(clientPages(services), (client) => [toClientRow(client)]),
  'work-types': (services) => rowsOf(workTypePages(services), (type) => [toTypeRow(type)]),
  'pending-work-logs': (services, search) =>
    rowsOf(pendingPages(services, checked(readPendingFilters(search))), (entry) => [
      toPendingRow(entry),
    ]),
  invoices: (services, search) =>
    rowsOf(invoicePages(services, checked(readInvoiceFilters(search))), toInvoiceRows),
  history: (services, search) =>
    rowsOf(historyPages(services, checked(readHistoryFilters(search))), (entry) => [
      toHistoryRow(entry),
    ]),
};

function* rowsOf<Record, Row>(pages: Pages<Record>, toRows: (record: Record) => Row[]): Pages<Row> {
  for (const page of pages) yield page.flatMap(toRows);
}

/**
 * A file of one kind as text, in parts: its mark and header, then page by page the rows that an
 * address's query asks for. Throws 400 for a filter that cannot be read.
 */
export function fileParts(
  kind: FileKind,
  services: RecordServices,
  search: URLSearchParams,
): Generator<string, void> {
  const rows: Pages<Readonly<Record<string, CellValue>>> = READERS[kind](services, search);
  const columns = Object.entries<CellKind>(COLUMNS[kind]);
  const shown =
    kind === 'work-logs' && !hasHardware(services, search)
      ? columns.filter(([name]) => !OF_HARDWARE.includes(name))
      : columns;
  return textOf(shown, rows, services.config.timeZone);
}

/**
 * Whether a hardware log may be among those that a query asks for: one of the same clients and days is
 * there. Words, types and people are not looked at, since that would read every log that has them.
 */
function hasHardware(services: RecordServices, search: URLSearchParams): boolean {
  const { clientId, startDate, endDate, isInvoiced } = checked(readFilters(search));
  const filters = { ...NO_FILTERS, clientId, startDate, endDate, isInvoiced };
  return listWorkLogs(services, filters, { limit: 1 }, 'hardware').logs.length > 0;
}

type CellValue = Parameters<typeof writeCell>[1];

function* textOf(
  columns: [name: string, cell: CellKind][],
  pages: Pages<Readonly<Record<string, CellValue>>>,
  timeZone: string,
): Generator<string, void> {
  yield MARK + writeLine(columns.map(([name]) => name));
  for (const rows of pages) {
    const lines = rows.map((row) =>
      writeLine(columns.map(([name, cell]) => writeCell(cell, row[name] ?? null, timeZone))),
    );
    yield lines.join('');
  }
}
