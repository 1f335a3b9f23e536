import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { dateBounds, type Condition, type Page } from '../../lib/paging.ts';
import type { WorkLogFilters } from './filters.ts';
import { listItemsOf } from '../hardware/items.server.ts';
import { fromRow, selectWorkLogs, type WorkLogRow } from './row.server.ts';
import type { NamedWorkLog } from '../work-logs.ts';

type ListServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

type Query = { text: string; values: number[] };

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

/**
 * The query for a page and one more row, newest first (oldest first on the way to newer logs).
 * Pages start from a row's date and id, so the last page costs as little as the first. The text
 * depends only on which filters are set, not on their values, so each is compiled once.
 */
export function listQuery(filters: WorkLogFilters, page: Page, timeZone: string): Query {
  const conditions = conditionsOf(filters, page, timeZone);
  const where = conditions.map(([text]) => text).join(' and ');
  const direction = page.newer ? 'asc' : 'desc';
  return {
    text: `${selectWorkLogs(indexFor(filters))} ${where && `where ${where}`} order by w.date ${direction}, w.id ${direction} limit ?`,
    values: [...conditions.flatMap(([, values]) => values), page.limit + 1],
  };
}

/**
 * The logs of a page with their items, newest first, and whether there are more in its direction.
 */
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
