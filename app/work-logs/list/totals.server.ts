import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { WorkLogFilters } from './filters.ts';

/** How many logs match, their minutes, and their total in pence. */
export type WorkLogSummary = { count: number; minutes: number; totalPence: number };

type Range = { unit: 'day' | 'month'; from: string; to: string };

/** Texts that sort before and after every day and month. */
const BEFORE_ALL = '';
const AFTER_ALL = '~';

/**
 * Splits a range of days, first and last included, into whole months and the days left over at each
 * end; null sets no limit. A month's totals are one row, so years cost no more than weeks.
 */
export function splitRange(startDate: string | null, endDate: string | null): Range[] {
  const startMonth = startDate?.slice(0, 7);
  const endMonth = endDate?.slice(0, 7);
  if (startDate && endDate && startDate > endDate) return [];
  if (startDate && endDate && startMonth === endMonth) {
    return [{ unit: 'day', from: startDate, to: endDate }];
  }
  const ranges: Range[] = [];
  if (startDate) ranges.push({ unit: 'day', from: startDate, to: `${startMonth ?? ''}-31` });
  // The whole months: after the month of the start and before the month of the end.
  ranges.push({
    unit: 'month',
    from: startMonth ? `${startMonth}~` : BEFORE_ALL,
    to: endMonth ? monthBefore(endMonth) : AFTER_ALL,
  });
  if (endDate) ranges.push({ unit: 'day', from: `${endMonth ?? ''}-01`, to: endDate });
  return ranges;
}

/** The month before a month, both as `yyyy-MM`. */
function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const date = new Date(Date.UTC(year, number - 2, 1));
  return date.toISOString().slice(0, 7);
}

const SUM = `
  select coalesce(sum(logs), 0) as count, coalesce(sum(minutes), 0) as minutes,
    coalesce(sum(total_pence), 0) as totalPence
  from work_log_totals
  where client_id = ? and unit = ? and period between ? and ? and is_invoiced between ? and ?`;

/**
 * Count, minutes and pence of all matching logs, not only those on the page. The triggers
 * `work_log_totals_…` keep the sums up to date with every write to a log.
 */
export function summariseWorkLogs(
  { db }: Pick<Services, 'db'>,
  filters: WorkLogFilters,
): WorkLogSummary {
  const { clientId, startDate, endDate, isInvoiced } = filters;
  const statement = prepared<WorkLogSummary>(db, SUM);
  const lowest = isInvoiced === true ? 1 : 0;
  const highest = isInvoiced === false ? 0 : 1;
  const sums = splitRange(startDate, endDate).map(({ unit, from, to }) =>
    statement.get(clientId ?? 0, unit, from, to, lowest, highest),
  );
  return sums.reduce<WorkLogSummary>(
    (total, sum) => ({
      count: total.count + (sum?.count ?? 0),
      minutes: total.minutes + (sum?.minutes ?? 0),
      totalPence: total.totalPence + (sum?.totalPence ?? 0),
    }),
    { count: 0, minutes: 0, totalPence: 0 },
  );
}
