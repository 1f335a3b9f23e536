import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { WorkLogFilters } from './filters.ts';
import { wordConditions } from './search.server.ts';

type TotalsServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

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

/** The sums of kept totals: of all their logs, of the billable ones, or of the others. */
const SUMS = {
  all: ['logs', 'minutes', 'total_pence'],
  billable: ['billable_logs', 'billable_minutes', 'billable_pence'],
  others: ['logs - billable_logs', 'minutes - billable_minutes', 'total_pence - billable_pence'],
} as const;

function sumOfKept({ workTypeId, billable }: WorkLogFilters): string {
  const [logs, minutes, pence] = SUMS[billable === null ? 'all' : billable ? 'billable' : 'others'];
  return `
    select coalesce(sum(${logs}), 0) as count, coalesce(sum(${minutes}), 0) as minutes,
      coalesce(sum(${pence}), 0) as totalPence
    from ${workTypeId === null ? 'work_log_totals where' : 'work_type_totals where work_type_id = ? and'}
      client_id = ? and unit = ? and period between ? and ? and is_invoiced between ? and ?`;
}

/**
 * How many logs that match a search are added up for every look at the list, at most: a millisecond
 * or two.
 */
export const ADDED_UP_AT_ONCE = 3_000;

/** How many are added up, at most, when somebody asks for it: some hundredths of a second. */
export const MOST_ADDED_UP = 50_000;

/**
 * Count, minutes and pence of all matching logs, not only those on the page. The triggers
 * `work_log_totals_…` keep the sums up to date with every write to a log; those of a search are added
 * up, and so are those of a person. Null when a search matches more than {@link MOST_ADDED_UP} logs.
 */
export function summariseWorkLogs(
  services: TotalsServices,
  filters: WorkLogFilters,
  most = MOST_ADDED_UP,
): WorkLogSummary | null {
  const isKept = filters.q === null && filters.person === null;
  return isKept ? readKept(services, filters) : addUp(services, filters, most);
}

function readKept({ db }: TotalsServices, filters: WorkLogFilters): WorkLogSummary {
  const { clientId, workTypeId, startDate, endDate, isInvoiced } = filters;
  const statement = prepared<WorkLogSummary>(db, sumOfKept(filters));
  const lowest = isInvoiced === true ? 1 : 0;
  const highest = isInvoiced === false ? 0 : 1;
  const ofType = workTypeId === null ? [] : [workTypeId];
  const sums = splitRange(startDate, endDate).map(({ unit, from, to }) =>
    statement.get(...ofType, clientId ?? 0, unit, from, to, lowest, highest),
  );
  return sums.reduce<WorkLogSummary>(
    (total, sum) => ({
      count: total.count + (sum?.count ?? 0),
      minutes: total.minutes + (sum?.minutes ?? 0),
      totalPence: total.totalPence + (sum?.totalPence ?? 0),
    }),
    NOTHING,
  );
}

const NOTHING: WorkLogSummary = { count: 0, minutes: 0, totalPence: 0 };

function addUp(
  { db, config }: TotalsServices,
  filters: WorkLogFilters,
  most: number,
): WorkLogSummary | null {
  const conditions = wordConditions(db, filters, {}, config.timeZone);
  if (conditions === null) return NOTHING;
  const text = `
    select count(*) as count, coalesce(sum(minutes), 0) as minutes,
      coalesce(sum(total_pence), 0) as totalPence
    from (
      select p.minutes, p.total_pence
      from work_log_words f cross join work_log_places p on p.place = f.rowid
      where ${conditions.map(([condition]) => condition).join(' and ')} limit ?)`;
  const values = conditions.flatMap(([, some]) => some);
  const sum = prepared<WorkLogSummary>(db, text).get(...values, most + 1) ?? NOTHING;
  return sum.count > most ? null : sum;
}
