import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { WorkLogFilters } from './filters.ts';

/** How many logs match, how many minutes they took, and what they come to in pence. */
export type WorkLogSummary = { count: number; minutes: number; totalPence: number };

type Range = { unit: 'day' | 'month'; from: string; to: string };

/** Below and above every day and month. */
const FIRST = '';
const LAST = '~';

/**
 * The months and the odd days at their ends that make up a range of days, both included;
 * null is no limit. A month's totals stand in one row, so years cost no more than weeks.
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
  // Whole months lie strictly between the month of the start and the month of the end.
  ranges.push({
    unit: 'month',
    from: startMonth ? `${startMonth}~` : FIRST,
    to: endMonth ? before(endMonth) : LAST,
  });
  if (endDate) ranges.push({ unit: 'day', from: `${endMonth ?? ''}-01`, to: endDate });
  return ranges;
}

/** The month before a month, `yyyy-MM`. */
function before(month: string): string {
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
 * Count, minutes and pence of everything that matches, not only of the page shown. The triggers
 * `work_log_totals_…` keep them, whoever writes a log.
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
