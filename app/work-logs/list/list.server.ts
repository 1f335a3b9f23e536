import { prepared, type Database } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { dateBounds, type Condition, type Page } from '../../lib/paging.ts';
import type { WorkLogFilters } from './filters.ts';
import { listItemsOf } from '../hardware/items.server.ts';
import { fromRow, selectWorkLogs, type WorkLogRow } from './row.server.ts';
import { LOGS_BY_WORDS, needsWords, wordConditions } from './search.server.ts';
import type { NamedWorkLog } from '../work-logs.ts';

type ListServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

type Query = { text: string; values: (number | bigint | string)[] };

function conditionsOf(filters: WorkLogFilters, page: Page, timeZone: string): Condition[] {
  const { clientId, isInvoiced } = filters;
  const equal: Condition[] = [];
  if (clientId !== null) equal.push(['w.client_id = ?', [clientId]]);
  if (isInvoiced !== null) equal.push(['w.is_invoiced = ?', [Number(isInvoiced)]]);
  const bounds = dateBounds(filters, page, { timeZone, date: 'w.date', id: 'w.id' });
  return [...equal, ...bounds];
}

/** The index that holds the matching logs in the order of the list. */
function indexFor({ clientId, isInvoiced }: WorkLogFilters): string {
  if (clientId === null) return isInvoiced === null ? 'work_logs_date' : 'work_logs_invoiced_date';
  return isInvoiced === null ? 'work_logs_client_date' : 'work_logs_client_invoiced_date';
}

/** Which logs of a list: all of them, or those of hardware, found without going through the others. */
export type Listed = 'all' | 'hardware';

/**
 * The query for a page and one more row, newest first (oldest first on the way to newer logs).
 * Pages start from a row's date and id, so the last page costs as little as the first. The text
 * depends only on which filters are set, not on their values, so each is compiled once. Null when no
 * log can match.
 */
export function listQuery(
  db: Database,
  filters: WorkLogFilters,
  page: Page,
  timeZone: string,
  listed: Listed = 'all',
): Query | null {
  const direction = page.newer ? 'asc' : 'desc';
  if (needsWords(filters)) {
    const conditions = wordConditions(db, filters, page, timeZone);
    if (conditions === null) return null;
    // The index numbers its places from the newest log on.
    return queryOf(LOGS_BY_WORDS, conditions, `f.rowid ${page.newer ? 'desc' : 'asc'}`, page);
  }
  const isHardware = listed === 'hardware';
  const index = isHardware ? 'work_logs_hardware' : indexFor(filters);
  const source = `work_logs w indexed by ${index}`;
  const conditions = conditionsOf(filters, page, timeZone);
  if (isHardware) conditions.push(['w.is_hardware = 1', []]);
  return queryOf(source, conditions, `w.date ${direction}, w.id ${direction}`, page);
}

function queryOf(
  source: string,
  conditions: Condition<Query['values'][number]>[],
  order: string,
  page: Page,
): Query {
  const where = conditions.map(([text]) => text).join(' and ');
  return {
    text: `${selectWorkLogs(source)} ${where && `where ${where}`} order by ${order} limit ?`,
    values: [...conditions.flatMap(([, values]) => values), page.limit + 1],
  };
}

/**
 * The logs of a page with their items, newest first, and whether there are more in its direction. With
 * filters that the index of words answers, those of time are among them in any case.
 */
export function listWorkLogs(
  { db, config }: ListServices,
  filters: WorkLogFilters,
  page: Page,
  listed: Listed = 'all',
): { logs: NamedWorkLog[]; hasMore: boolean } {
  const query = listQuery(db, filters, page, config.timeZone, listed);
  if (query === null) return { logs: [], hasMore: false };
  const rows = prepared<WorkLogRow>(db, query.text).all(...query.values);
  const hasMore = rows.length > page.limit;
  if (hasMore) rows.pop();
  if (page.newer) rows.reverse();
  const items = listItemsOf(
    db,
    rows.filter((row) => row.isHardware === 1).map(({ id }) => id),
  );
  return { logs: rows.map((row) => fromRow(db, row, items.get(row.id) ?? [])), hasMore };
}
