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
export type Page = { limit: number; older?: Cursor; newer?: Cursor };

/** How many logs match, how many minutes they took, and what they come to in pence. */
export type WorkLogSummary = { count: number; minutes: number; totalPence: number };

function conditions(filters: WorkLogFilters, timeZone: string): SQL[] {
  const { clientId, startDate, endDate, isInvoiced } = filters;
  return [
    clientId === null ? null : eq(workLogs.clientId, clientId),
    isInvoiced === null ? null : eq(workLogs.isInvoiced, isInvoiced),
    startDate === null ? null : gte(workLogs.date, startOfBusinessDay(startDate, timeZone)),
    endDate === null ? null : lt(workLogs.date, endOfBusinessDay(endDate, timeZone)),
  ].filter((condition) => condition !== null);
}

function pageCondition({ older, newer }: Page): SQL | undefined {
  const place = sql`(${workLogs.date}, ${workLogs.id})`;
  if (older) return sql`${place} < (${older.date}, ${older.id})`;
  if (newer) return sql`${place} > (${newer.date}, ${newer.id})`;
  return undefined;
}

/**
 * The logs of a page, newest first, and whether more follow in the direction that was
 * asked for. Paged by key: the last page costs as little as the first.
 */
export function listWorkLogs(
  { db, config }: ListServices,
  filters: WorkLogFilters,
  page: Page,
): { logs: NamedWorkLog[]; hasMore: boolean } {
  const order = page.newer
    ? [asc(workLogs.date), asc(workLogs.id)]
    : [desc(workLogs.date), desc(workLogs.id)];
  const rows = db
    .select({
      ...getTableColumns(workLogs),
      clientName: clients.name,
      workTypeName: workTypes.name,
    })
    .from(workLogs)
    .innerJoin(clients, eq(clients.id, workLogs.clientId))
    .innerJoin(workTypes, eq(workTypes.id, workLogs.workTypeId))
    .where(and(...conditions(filters, config.timeZone), pageCondition(page)))
    .orderBy(...order)
    .limit(page.limit + 1)
    .all();
  const logs = rows.slice(0, page.limit);
  if (page.newer) logs.reverse();
  return { logs, hasMore: rows.length > page.limit };
}

/** Count, minutes and pence of everything that matches, not only of the page shown. */
export function summariseWorkLogs(
  { db, config }: ListServices,
  filters: WorkLogFilters,
): WorkLogSummary {
  const row = db
    .select({
      count: count(),
      minutes: sum(workLogs.duration).mapWith(Number),
      totalPence: sum(workLogs.totalPence).mapWith(Number),
    })
    .from(workLogs)
    .where(and(...conditions(filters, config.timeZone)))
    .get();
  return { count: row?.count ?? 0, minutes: row?.minutes ?? 0, totalPence: row?.totalPence ?? 0 };
}
