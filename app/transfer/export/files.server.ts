import {
  listHistory,
  readHistoryFilters,
  type HistoryFilters,
} from '../../history/history.server.ts';
import { readInvoiceFilters, type InvoiceFilters } from '../../invoices/list/invoice-filters.ts';
import {
  listPendingLogs,
  readPendingFilters,
  type PendingFilters,
} from '../../pending-work-logs/pending-list.server.ts';
import { NO_FILTERS, readFilters, type WorkLogFilters } from '../../work-logs/list/filters.ts';
import { listWorkLogs, type Listed } from '../../work-logs/list/list.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import { checked } from '../../lib/checked.ts';
import type { FileColumns } from '../../lib/record-fields.ts';
import { writeCell, writeLine } from '../cells.ts';
import { COLUMNS, columnsOf, type FileKind } from '../columns.ts';
import { pagesOf, ROWS_A_TURN } from '../../http/api-list.server.ts';
import type { Services } from '../../context.server.ts';
import { listClients } from '../../clients/clients.server.ts';
import { listInvoices } from '../../invoices/list/made-invoices.server.ts';
import { explainInvoice } from '../../invoices/one/explained-invoice.server.ts';
import { listJobs, listNamedJobs } from '../../jobs/jobs.server.ts';
import { listWorkTypes } from '../../work-types/work-types.server.ts';

/** Tells programs that the file is UTF-8; without it some spreadsheets read another encoding. */
const MARK = '\uFEFF';

/** How the records of a kind are read; throws 400 for a filter that cannot be read. */
export type Read<Record> = (services: RecordServices, search: URLSearchParams) => Pages<Record>;

/** How every record of a kind is read. Filters are those of the list's screen and API; throws their 400. */
export const RECORDS = {
  'work-logs': (services, search) => workLogPages(services, checked(readFilters(search))),
  clients: clientPages,
  jobs: jobPages,
  'work-types': workTypePages,
  'pending-work-logs': (services, search) =>
    pendingPages(services, checked(readPendingFilters(search))),
  invoices: (services, search) => invoicePages(services, checked(readInvoiceFilters(search))),
  history: (services, search) => historyPages(services, checked(readHistoryFilters(search))),
} satisfies Record<string, Read<unknown>>;

/** How the rows of a file are written, page by page. */
const file =
  <Row>(columns: FileColumns<Row>, read: Read<Row>) =>
  (services: RecordServices, search: URLSearchParams) =>
    textOf(columns, read(services, search), services.config.timeZone);

/** The files of each kind as text, page by page. They throw 400 for a filter that cannot be read. */
export const FILES: Readonly<Record<FileKind, ReturnType<typeof file>>> = {
  'work-logs': (services, search) => {
    const columns = columnsOf('work-logs', {
      hardware_items: hasHardware(services, search),
      job: listJobs(services).length > 0,
    });
    return file(columns, RECORDS['work-logs'])(services, search);
  },
  'hardware-items': file(COLUMNS['hardware-items'], (services, search) =>
    rowsOf(workLogPages(services, checked(readFilters(search)), 'hardware'), (log) =>
      log.hardwareItems.map((item) => ({ item, log })),
    ),
  ),
  clients: file(COLUMNS.clients, RECORDS.clients),
  jobs: file(COLUMNS.jobs, RECORDS.jobs),
  'work-types': file(COLUMNS['work-types'], RECORDS['work-types']),
  'pending-work-logs': (services, search) => {
    const columns = columnsOf('pending-work-logs', { job: listJobs(services).length > 0 });
    return file(columns, RECORDS['pending-work-logs'])(services, search);
  },
  // An invoice has a row for each of its lines, and one where it has none.
  invoices: file(COLUMNS.invoices, (services, search) =>
    rowsOf(RECORDS.invoices(services, search), (of) =>
      (of.lines.length === 0 ? [null] : of.lines).map((line, at) => ({ of, at, line })),
    ),
  ),
  history: file(COLUMNS.history, RECORDS.history),
};

function* rowsOf<Record, Row>(pages: Pages<Record>, toRows: (record: Record) => Row[]): Pages<Row> {
  for (const page of pages) yield page.flatMap(toRows);
}

/** Whether a hardware log may be among those asked for. Words, types and people would take reading every log. */
function hasHardware(services: RecordServices, search: URLSearchParams): boolean {
  const { clientId, startDate, endDate, isInvoiced } = checked(readFilters(search));
  const filters = { ...NO_FILTERS, clientId, startDate, endDate, isInvoiced };
  return listWorkLogs(services, filters, { limit: 1 }, 'hardware').logs.length > 0;
}

/** The headers of a file that a browser saves; its name has the day in it. */
export function savedAs({ clock, config }: RecordServices, what: string, end: string) {
  const day = dayOf(clock(), config.timeZone);
  return {
    'Content-Disposition': `attachment; filename="${what}-${day}.${end}"`,
    'Cache-Control': 'no-store',
  };
}

function* textOf<Row>(
  columns: FileColumns<Row>,
  pages: Pages<Row>,
  timeZone: string,
): Generator<string, void> {
  const cells = Object.values(columns);
  yield MARK + writeLine(Object.keys(columns));
  for (const rows of pages) {
    const lines = rows.map((row) =>
      writeLine(cells.map(([holds, valueOf]) => writeCell(holds, valueOf(row), timeZone))),
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
    const older = last && { date: last.completedAt.getTime(), id: last.id };
    return listPendingLogs(services, filters, { limit: ROWS_A_TURN, older });
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
    const older = last && { date: last.at.getTime(), id: last.id };
    return listHistory(services, filters, { limit: ROWS_A_TURN, older });
  });
}

/** All clients, active before inactive. */
export function* clientPages(services: RecordServices) {
  yield listClients(services);
}

/** All jobs, by client. */
function* jobPages(services: RecordServices) {
  yield listNamedJobs(services);
}

/** All work types, deleted ones last. */
export function* workTypePages(services: RecordServices) {
  yield [...listWorkTypes(services), ...listWorkTypes(services, false)];
}
