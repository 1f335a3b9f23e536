import { listHistory, readHistoryFilters } from '../../history/history.server.ts';
import { readInvoiceFilters, type InvoiceFilters } from '../../invoices/list/invoice-filters.ts';
import {
  listPendingLogs,
  readPendingFilters,
} from '../../pending-work-logs/pending-list.server.ts';
import { NO_FILTERS, readFilters, type WorkLogFilters } from '../../work-logs/list/filters.ts';
import { listWorkLogs, type Listed } from '../../work-logs/list/list.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import { checked } from '../../lib/checked.ts';
import type { FileColumns } from '../../lib/record-fields.ts';
import { writeCell, writeLine } from '../cells.ts';
import { columnsOf, type FileKind, type Rows } from '../columns.ts';
import { pagesOf, ROWS_A_TURN } from '../../http/api-list.server.ts';
import type { Services } from '../../context.server.ts';
import type { Cursor } from '../../lib/cursor.ts';
import { listClients } from '../../clients/clients.server.ts';
import { listInvoices } from '../../invoices/list/made-invoices.server.ts';
import { explainInvoice } from '../../invoices/one/explained-invoice.server.ts';
import { listJobs, listNamedJobs } from '../../jobs/jobs.server.ts';
import { listWorkTypes } from '../../work-types/work-types.server.ts';

/** Tells programs that the file is UTF-8; without it some spreadsheets read another encoding. */
const MARK = '\uFEFF';

/** How the records of a kind are read; throws 400 for a filter that cannot be read. */
export type Read<Record> = (services: RecordServices, search: URLSearchParams) => Pages<Record>;

/** A list that is read at once. */
const wholeList = <Record>(read: (services: RecordServices) => Record[]) =>
  function* (services: RecordServices): Pages<Record> {
    yield read(services);
  };

/** How every record of a kind is read. Filters are those of the list's screen and API; throws their 400. */
export const RECORDS = {
  'work-logs': (services, search) => workLogPages(services, checked(readFilters(search))),
  clients: wholeList(listClients),
  jobs: wholeList(listNamedJobs),
  'work-types': wholeList((services) => [
    ...listWorkTypes(services),
    ...listWorkTypes(services, false),
  ]),
  'pending-work-logs': (services, search) => {
    const filters = checked(readPendingFilters(search));
    return newestFirst('completedAt', (page) => listPendingLogs(services, filters, page));
  },
  invoices: (services, search) => invoicePages(services, checked(readInvoiceFilters(search))),
  history: (services, search) => {
    const filters = checked(readHistoryFilters(search));
    return newestFirst('at', (page) => listHistory(services, filters, page));
  },
} satisfies Record<string, Read<unknown>>;

/** How the rows of a file are written, page by page; `has`: which columns it has that it may lack. */
const file =
  <Kind extends FileKind>(kind: Kind, read: Read<Rows[Kind]>, has: Has = () => ({})) =>
  (services: RecordServices, search: URLSearchParams) =>
    textOf(
      columnsOf(kind, has(services, search)),
      read(services, search),
      services.config.timeZone,
    );

type Has = (services: RecordServices, search: URLSearchParams) => Record<string, boolean>;

const hasJobs: Has = (services) => ({ job: listJobs(services).length > 0 });

/** The files of each kind as text, page by page. They throw 400 for a filter that cannot be read. */
export const FILES: Readonly<Record<FileKind, ReturnType<typeof file>>> = {
  'work-logs': file('work-logs', RECORDS['work-logs'], (services, search) => ({
    ...hasJobs(services, search),
    hardware_items: hasHardware(services, search),
  })),
  'hardware-items': file('hardware-items', (services, search) =>
    rowsOf(workLogPages(services, checked(readFilters(search)), 'hardware'), (log) =>
      log.hardwareItems.map((item) => ({ item, log })),
    ),
  ),
  clients: file('clients', RECORDS.clients),
  jobs: file('jobs', RECORDS.jobs),
  'work-types': file('work-types', RECORDS['work-types']),
  'pending-work-logs': file('pending-work-logs', RECORDS['pending-work-logs'], hasJobs),
  // An invoice has a row for each of its lines, and one where it has none.
  invoices: file('invoices', (services, search) =>
    rowsOf(RECORDS.invoices(services, search), (of) =>
      (of.lines.length === 0 ? [null] : of.lines).map((line, at) => ({ of, at, line })),
    ),
  ),
  history: file('history', RECORDS.history),
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

/** A list by a date and id, newest first. */
function newestFirst<Field extends string, Row extends { id: number } & Record<Field, Date>>(
  date: Field,
  read: (page: { limit: number; older?: Cursor }) => { rows: Row[]; hasMore: boolean },
): Pages<Row> {
  return pagesOf((last: Row | undefined) => {
    const older = last && { date: last[date].getTime(), id: last.id };
    return read({ limit: ROWS_A_TURN, older });
  });
}

/** The work logs that match, newest first; at least those of hardware, if no others are needed. */
export function workLogPages(services: RecordServices, filters: WorkLogFilters, listed?: Listed) {
  return newestFirst('date', (page) => {
    const { logs, hasMore } = listWorkLogs(services, filters, page, listed);
    return { rows: logs, hasMore };
  });
}

/** The invoices that match, newest first, each with its lines. */
function* invoicePages(services: RecordServices, filters: InvoiceFilters) {
  const pages = pagesOf((last: { id: number } | undefined) =>
    listInvoices(services, filters, { limit: INVOICES_A_TURN, older: last?.id }),
  );
  for (const page of pages) yield page.map(({ id }) => explainInvoice(services, id));
}
