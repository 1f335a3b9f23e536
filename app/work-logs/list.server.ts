import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  lt,
  sql,
  sum,
  type SQL,
} from 'drizzle-orm';
import { clients, workLogs, workTypes } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { endOfBusinessDay, startOfBusinessDay } from '../lib/calendar.ts';
import type { Cursor, WorkLogFilters } from './filters.ts';
import type { NamedWorkLog } from './work-logs.ts';

type ListServices = Pick<Services, 'db' | 'config'>;

/** How many rows a page of the list has. */
export const PAGE_SIZE = 50;

/** Where a page begins: after a row (older logs), before one (newer logs), or at the newest. */
export type Page = { limit: number } & Cursors;
type Cursors = { older?: Cursor; newer?: Cursor };

/** How many logs match, how many minutes they took, and what they come to in pence. */
export type WorkLogSummary = { count: number; minutes: number; totalPence: number };

const place = sql`(${workLogs.date}, ${workLogs.id})`;

/**
 * Where the rows lie in the order of the list. Of a filter's end and a cursor the nearer
 * one counts for both, since SQLite walks an index from one bound only.
 */
function bounds(filters: WorkLogFilters, timeZone: string, { older, newer }: Cursors): SQL[] {
  const { startDate, endDate } = filters;
  const start = startDate === null ? null : startOfBusinessDay(startDate, timeZone);
  const end = endDate === null ? null : endOfBusinessDay(endDate, timeZone);
  const found: SQL[] = [];
  if (newer && (start === null || newer.date >= start.getTime())) {
    found.push(sql`${place} > (${newer.date}, ${newer.id})`);
  } else if (start) found.push(gte(workLogs.date, start));
  if (older && (end === null || older.date < end.getTime())) {
    found.push(sql`${place} < (${older.date}, ${older.id})`);
  } else if (end) found.push(lt(workLogs.date, end));
  // By client and status SQLite would expect too few rows to prefer the index of both.
  const isNarrow = filters.clientId !== null && filters.isInvoiced !== null;
  return isNarrow ? found.map((bound) => sql`likely(${bound})`) : found;
}

function conditions(filters: WorkLogFilters, timeZone: string, cursors: Cursors = {}): SQL[] {
  const { clientId, isInvoiced } = filters;
  return [
    clientId === null ? null : eq(workLogs.clientId, clientId),
    isInvoiced === null ? null : eq(workLogs.isInvoiced, isInvoiced),
    ...bounds(filters, timeZone, cursors),
  ].filter((condition) => condition !== null);
}

/** The query of a page and one row more, in the direction that is asked for; not run yet. */
export function pageQuery({ db, config }: ListServices, filters: WorkLogFilters, page: Page) {
  const order = page.newer
    ? [asc(workLogs.date), asc(workLogs.id)]
    : [desc(workLogs.date), desc(workLogs.id)];
  return db
    .select({
      ...getTableColumns(workLogs),
      clientName: clients.name,
      workTypeName: workTypes.name,
    })
    .from(workLogs)
    .innerJoin(clients, eq(clients.id, workLogs.clientId))
    .innerJoin(workTypes, eq(workTypes.id, workLogs.workTypeId))
    .where(and(...conditions(filters, config.timeZone, page)))
    .orderBy(...order)
    .limit(page.limit + 1);
}

/**
 * The logs of a page, newest first, and whether more follow in the direction that was
 * asked for. Paged by key: the last page costs as little as the first.
 */
export function listWorkLogs(
  services: ListServices,
  filters: WorkLogFilters,
  page: Page,
): { logs: NamedWorkLog[]; hasMore: boolean } {
  const rows = pageQuery(services, filters, page).all();
  const logs = rows.slice(0, page.limit);
  if (page.newer) logs.reverse();
  return { logs, hasMore: rows.length > page.limit };
}

/** The query of {@link summariseWorkLogs}; not run yet. */
export function summaryQuery({ db, config }: ListServices, filters: WorkLogFilters) {
  return db
    .select({
      count: count(),
      minutes: sum(workLogs.duration).mapWith(Number),
      totalPence: sum(workLogs.totalPence).mapWith(Number),
    })
    .from(workLogs)
    .where(and(...conditions(filters, config.timeZone)));
}

/** Count, minutes and pence of everything that matches, not only of the page shown. */
export function summariseWorkLogs(services: ListServices, filters: WorkLogFilters): WorkLogSummary {
  const row = summaryQuery(services, filters).get();
  return { count: row?.count ?? 0, minutes: row?.minutes ?? 0, totalPence: row?.totalPence ?? 0 };
}
