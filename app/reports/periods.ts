import {
  addToDay,
  dayOf,
  daysBetween,
  formatBritishDay,
  isDay,
  mondayOf,
} from '../lib/calendar.ts';
import { FIRST_DAY, LAST_DAY } from '../lib/day.ts';
import { NOBODY, type ReportQuery } from './reports.ts';

/** A range of business days, both included. */
export type Days = { from: string; to: string };

/** A range that may be open on either side. */
type OpenDays = Pick<ReportQuery, 'from' | 'to'>;

/** A range of days with the name of its link. */
export type NamedDays = Days & { name: string };

/** The UK tax year begins on 6 April. */
const TAX_YEAR = '04-06';

/** The same day of the month, so many months later; the day must be one that every month has. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
}

function monthsFrom(from: string, months: number): Days {
  return { from, to: addToDay(addMonths(from, months), -1) };
}

/** The tax year (6 April to 5 April) that a day is in. */
export function taxYearOf(day: string): Days {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < TAX_YEAR ? 1 : 0);
  return monthsFrom(`${year}-${TAX_YEAR}`, 12);
}

/** The periods that reports offer by link; quarters are those of the calendar. */
export function reportPeriods(now: Date, timeZone: string): NamedDays[] {
  const today = dayOf(now, timeZone);
  const month = `${today.slice(0, 7)}-01`;
  const quarter = addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3));
  const taxYear = taxYearOf(today);
  return [
    { name: 'This month', ...monthsFrom(month, 1) },
    { name: 'Last month', ...monthsFrom(addMonths(month, -1), 1) },
    { name: 'This quarter', ...monthsFrom(quarter, 3) },
    { name: 'Last quarter', ...monthsFrom(addMonths(quarter, -3), 3) },
    { name: 'This tax year', ...taxYear },
    { name: 'Last tax year', ...monthsFrom(addMonths(taxYear.from, -12), 12) },
  ];
}

/** Every month has this day. A range that begins later in a month cannot be counted in whole months. */
const LAST_COMMON_DAY = 28;

/** How many whole months a range is; 0 when it is none. */
function wholeMonths({ from, to }: Days): number {
  if (Number(from.slice(8)) > LAST_COMMON_DAY) return 0;
  const next = addToDay(to, 1);
  if (next.slice(8) !== from.slice(8)) return 0;
  const [year = 0, month = 0] = from.split('-').map(Number);
  const [nextYear = 0, nextMonth = 0] = next.split('-').map(Number);
  return (nextYear - year) * 12 + nextMonth - month;
}

/** The period before a range: as many months where it is whole months, else as many days. */
export function periodBefore(days: Days): NamedDays {
  const months = wholeMonths(days);
  const to = addToDay(days.from, -1);
  if (months > 0) {
    const from = addMonths(days.from, -months);
    return { name: nameMonths(days.from, months), from, to };
  }
  const count = daysBetween(days.from, days.to) + 1;
  const isWeek = count === 7 && mondayOf(days.from) === days.from;
  return {
    name: isWeek ? 'the week before' : count === 1 ? 'the day before' : `the ${count} days before`,
    from: addToDay(days.from, -count),
    to,
  };
}

/** What a report of these days is compared with; null for an open range, and before 1970. */
export function comparedWith({ from, to }: OpenDays): NamedDays | null {
  if (from === null || to === null) return null;
  const before = periodBefore({ from, to });
  return isDay(before.from) ? before : null;
}

function nameMonths(from: string, months: number): string {
  const isQuarter = months === 3 && from.endsWith('-01') && Number(from.slice(5, 7)) % 3 === 1;
  if (isQuarter) return 'the quarter before';
  if (months === 12 && from.endsWith(TAX_YEAR)) return 'the tax year before';
  if (months === 12) return 'the year before';
  return months === 1 ? 'the month before' : `the ${months} months before`;
}

/** A period in words: `6 Apr 2025 to 5 Apr 2026`, `until 5 Apr 2026`, `all time`. */
export function sayPeriod({ from, to }: OpenDays): string {
  if (from === null && to === null) return 'all time';
  if (from === null) return `until ${formatBritishDay(to ?? '')}`;
  if (to === null) return `from ${formatBritishDay(from)}`;
  if (from === to) return formatBritishDay(from);
  return `${formatBritishDay(from)} to ${formatBritishDay(to)}`;
}

/** The figures that lead to logs. */
export type LinkedFigure = 'all' | 'billable' | 'invoiced';

/** The days of a report that belong to a row: those of its month or week, else all. */
function daysOfRow({ by, from, to }: ReportQuery, key: string) {
  if (by !== 'month' && by !== 'week') return { from, to };
  const ends = by === 'month' ? monthsFrom(`${key}-01`, 1) : { from: key, to: addToDay(key, 6) };
  return {
    from: [from ?? '', ends.from, FIRST_DAY].sort().at(-1) ?? null,
    to: [to ?? LAST_DAY, ends.to, LAST_DAY].sort()[0] ?? null,
  };
}

/** The address of the logs behind a figure of a row, or of the total (null); null where no filter finds them. */
export function logsBehind(
  query: ReportQuery,
  key: string | null,
  figure: LinkedFigure,
): string | null {
  const { by } = query;
  if (key === NOBODY) return null;
  const days = key === null ? query : daysOfRow(query, key);
  const own = (isBy: boolean, filter: number | null) => (isBy && key !== null ? key : filter);
  const values = {
    clientId: own(by === 'client', query.clientId),
    jobId: own(by === 'job', query.jobId),
    workTypeId: own(by === 'work-type', query.workTypeId),
    person: own(by === 'person', query.person),
    billable: figure === 'billable' ? true : query.billable,
    isInvoiced: figure === 'invoiced' ? true : query.isInvoiced,
    startDate: days.from,
    endDate: days.to,
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) search.set(name, String(value));
  }
  return search.size === 0 ? '/work-logs' : `/work-logs?${search.toString()}`;
}
