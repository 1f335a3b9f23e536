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

function conditionsOf(filters: WorkLogFilters, page: Page, timeZone: string): [string, number[]][] {
  const { clientId, startDate, endDate, isInvoiced } = filters;
  const { older, newer } = page;
  const conditions: ([string, number[]] | null)[] = [
    clientId === null ? null : ['w.client_id = ?', [clientId]],
    isInvoiced === null ? null : ['w.is_invoiced = ?', [Number(isInvoiced)]],
    startDate === null
      ? null
      : ['w.date >= ?', [startOfBusinessDay(startDate, timeZone).getTime()]],
    endDate === null ? null : ['w.date < ?', [endOfBusinessDay(endDate, timeZone).getTime()]],
    older ? ['(w.date, w.id) < (?, ?)', [older.date, older.id]] : null,
    newer ? ['(w.date, w.id) > (?, ?)', [newer.date, newer.id]] : null,
  ];
  return conditions.filter((condition) => condition !== null);
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
