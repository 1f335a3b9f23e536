import { readHistoryFilters, type HistoryFilters } from '../../history/history.server.ts';
import { readInvoiceFilters, type InvoiceFilters } from '../../invoices/list/invoice-filters.ts';
import {
  readPendingFilters,
  type PendingFilters,
} from '../../pending-work-logs/pending-list.server.ts';
import { NO_FILTERS, readFilters, type WorkLogFilters } from '../../work-logs/list/filters.ts';
import { listWorkLogs, type Listed } from '../../work-logs/list/list.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import type { CellKind } from '../../lib/record-fields.ts';
import {
  writeCell,
  writeLine,
  COLUMNS,
  OF_HARDWARE,
  type FileKind,
  type FileRow,
} from '../columns.ts';
import { checked } from '../../lib/checked.ts';
import {
  toClientRow,
  toHistoryRow,
  toInvoiceRows,
  toItemRows,
  toLogRow,
  toPendingRow,
  toTypeRow,
} from './rows.ts';
import { pagesOf, ROWS_A_TURN } from '../../http/api-list.server.ts';
import type { Services } from '../../context.server.ts';
import { listClients } from '../../clients/clients.server.ts';
import { listHistory } from '../../history/history.server.ts';
import { listInvoices } from '../../invoices/list/made-invoices.server.ts';
import { explainInvoice } from '../../invoices/one/explained-invoice.server.ts';
import { listPendingLogs } from '../../pending-work-logs/pending-list.server.ts';
import { listWorkTypes } from '../../work-types/work-types.server.ts';

/** Tells programs that the file is UTF-8; without it some spreadsheets read another encoding. */
const MARK = '\uFEFF';

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

/** A file of one kind as text, page by page. Throws 400 for a filter that cannot be read. */
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

/** Whether a hardware log may be among those asked for. Words, types and people would take reading every log. */
function hasHardware(services: RecordServices, search: URLSearchParams): boolean {
  const { clientId, startDate, endDate, isInvoiced } = checked(readFilters(search));
  const filters = { ...NO_FILTERS, clientId, startDate, endDate, isInvoiced };
  return listWorkLogs(services, filters, { limit: 1 }, 'hardware').logs.length > 0;
}

/** The headers of a file that a browser saves; its name has the day in it. */
export function savedAs(
  { clock, config }: Pick<RecordServices, 'clock' | 'config'>,
  what: string,
  end: string,
) {
  const day = dayOf(clock(), config.timeZone);
  return {
    'Content-Disposition': `attachment; filename="${what}-${day}.${end}"`,
    'Cache-Control': 'no-store',
  };
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

/** What reading records needs; the database may be a copy. */
export type RecordServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

/** Every record of a kind that matches, page by page: each page is read when it is asked for. */
export type Pages<Record> = Generator<Record[], void>;

/** An invoice has some queries of its own, so a turn takes fewer of them. */
const INVOICES_A_TURN = 20;

/** The work logs that match, newest first; at least those of hardware, if no others are needed. */
export function workLogPages(services: RecordServices, filters: WorkLogFilters, listed?: Listed) {
  return pagesOf((last: { date: Date; id: number } | undefined) => {
    const older = last && { date: last.date.getTime(), id: last.id };
    const page = { limit: ROWS_A_TURN, older };
    const { logs, hasMore } = listWorkLogs(services, filters, page, listed);
    return { rows: logs, hasMore };
  });
}

/** The completed tasks that match, newest first. */
export function pendingPages(services: RecordServices, filters: PendingFilters) {
  return pagesOf((last: { completedAt: Date; id: number } | undefined) => {
    return listPendingLogs(services, filters, {
      limit: ROWS_A_TURN,
      older: last && { date: last.completedAt.getTime(), id: last.id },
    });
  });
}

/** The invoices that match, newest first, each with its lines. */
export function* invoicePages(services: RecordServices, filters: InvoiceFilters) {
  const pages = pagesOf((last: { id: number } | undefined) =>
    listInvoices(services, filters, { limit: INVOICES_A_TURN, older: last?.id }),
  );
  for (const page of pages) yield page.map(({ id }) => explainInvoice(services, id));
}

/** The entries of the trail that match, newest first. */
export function historyPages(services: RecordServices, filters: HistoryFilters) {
  return pagesOf((last: { at: Date; id: number } | undefined) => {
    return listHistory(services, filters, {
      limit: ROWS_A_TURN,
      older: last && { date: last.at.getTime(), id: last.id },
    });
  });
}

/** All clients, active before inactive. */
export function* clientPages(services: RecordServices) {
  yield listClients(services);
}

/** All work types, deleted ones last. */
export function* workTypePages(services: RecordServices) {
  yield [...listWorkTypes(services), ...listWorkTypes(services, false)];
}
