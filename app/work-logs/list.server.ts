import { prepared } from '#db/connection.server.ts';
import type { Services } from '../context.server.ts';
import { endOfBusinessDay, startOfBusinessDay } from '../lib/calendar.ts';
import type { Cursor, WorkLogFilters } from './filters.ts';
import { listItemsOf } from './items.server.ts';
import { fromRow, NAMED_WORK_LOGS, type WorkLogRow } from './row.server.ts';
import type { NamedWorkLog } from './work-logs.ts';

type ListServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

/** How many rows a page of the list has. */
export const PAGE_SIZE = 50;

/** Where a page begins: after a row (older logs), before one (newer logs), or at the newest. */
export type Page = { limit: number; older?: Cursor; newer?: Cursor };

type Query = { text: string; values: number[] };

type Condition = [text: string, values: number[]];

/**
 * One bound above and one below: of a day and a cursor, only the narrower is asked for. Given
 * both, SQLite would walk from the day, and far down a list that is a long way.
 */
function boundsOf(filters: WorkLogFilters, page: Page, timeZone: string): Condition[] {
  const { startDate, endDate } = filters;
  const { older, newer } = page;
  const start = startDate === null ? -Infinity : startOfBusinessDay(startDate, timeZone).getTime();
  const end = endDate === null ? Infinity : endOfBusinessDay(endDate, timeZone).getTime();
  const bounds: Condition[] = [];
  if (newer && newer.date >= start) {
    bounds.push(['(w.date, w.id) > (?, ?)', [newer.date, newer.id]]);
  } else if (startDate !== null) bounds.push(['w.date >= ?', [start]]);
  if (older && older.date < end) {
    bounds.push(['(w.date, w.id) < (?, ?)', [older.date, older.id]]);
  } else if (endDate !== null) bounds.push(['w.date < ?', [end]]);
  // By client and status SQLite would expect too few rows to prefer the index of both.
  const isNarrow = filters.clientId !== null && filters.isInvoiced !== null;
  return isNarrow ? bounds.map(([text, values]): Condition => [`likely(${text})`, values]) : bounds;
}

function conditionsOf(filters: WorkLogFilters, page: Page, timeZone: string): Condition[] {
  const { clientId, isInvoiced } = filters;
  const equal: Condition[] = [];
  if (clientId !== null) equal.push(['w.client_id = ?', [clientId]]);
  if (isInvoiced !== null) equal.push(['w.is_invoiced = ?', [Number(isInvoiced)]]);
  return [...equal, ...boundsOf(filters, page, timeZone)];
}

/**
 * The query for a page and one row more, newest first (or, for newer logs, oldest first).
 * Paged by key: the last page costs as little as the first. The text depends only on which
 * filters are set, so that it is compiled once.
 */
export function listQuery(filters: WorkLogFilters, page: Page, timeZone: string): Query {
  const conditions = conditionsOf(filters, page, timeZone);
  const where = conditions.map(([text]) => text).join(' and ');
  const direction = page.newer ? 'asc' : 'desc';
  return {
    text: `${NAMED_WORK_LOGS} ${where && `where ${where}`} order by w.date ${direction}, w.id ${direction} limit ?`,
    values: [...conditions.flatMap(([, values]) => values), page.limit + 1],
  };
}

/** The logs of a page with their items, newest first, and whether more follow that way. */
export function listWorkLogs(
  { db, config }: ListServices,
  filters: WorkLogFilters,
  page: Page,
): { logs: NamedWorkLog[]; hasMore: boolean } {
  const { text, values } = listQuery(filters, page, config.timeZone);
  const rows = prepared<WorkLogRow>(db, text).all(...values);
  const hasMore = rows.length > page.limit;
  if (hasMore) rows.pop();
  if (page.newer) rows.reverse();
  const items = listItemsOf(
    db,
    rows.filter((row) => row.isHardware === 1).map(({ id }) => id),
  );
  return { logs: rows.map((row) => fromRow(row, items.get(row.id) ?? [])), hasMore };
}
