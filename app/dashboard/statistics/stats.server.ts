import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { addToDay, dayOf, mondayOf } from '../../lib/calendar.ts';
import type { ListServices } from '../../work-logs/list/search.server.ts';
import { includedVatByDay } from '../../work-logs/list/totals.server.ts';

/** A range of days `yyyy-MM-dd`, the first and the last included. */
type Days = { first: string; last: string };

const WEEKS_SHOWN = 12;

const week = (monday: string): Days => ({ first: monday, last: addToDay(monday, 6) });

/** The month of a day. Days compare as text, so the 31st can be the end of every month. */
const month = (day: string): Days => ({
  first: `${day.slice(0, 7)}-01`,
  last: `${day.slice(0, 7)}-31`,
});

/** The periods that the Dashboard compares, by their names in the API; weeks begin on Monday. */
function periodsAround(today: string) {
  const yesterday = addToDay(today, -1);
  const monday = mondayOf(today);
  const thisMonth = month(today);
  return {
    today: { first: today, last: today },
    yesterday: { first: yesterday, last: yesterday },
    thisWeek: week(monday),
    lastWeek: week(addToDay(monday, -7)),
    thisMonth,
    lastMonth: month(addToDay(thisMonth.first, -1)),
  };
}

function weeksUntil(today: string): Days[] {
  const monday = mondayOf(today);
  return Array.from({ length: WEEKS_SHOWN }, (_, index) =>
    week(addToDay(monday, 7 * (index + 1 - WEEKS_SHOWN))),
  );
}

/** The smallest range of days that contains all the periods. */
export function span(periods: Days[]): Days {
  const first = periods.map((period) => period.first).sort();
  const last = periods.map((period) => period.last).sort();
  return { first: first[0] ?? '', last: last.at(-1) ?? '' };
}

/** The totals of one day's logs, of those on invoices (1) or of the others: all minutes, the billable pence. */
export type DayTotals = { day: string; isInvoiced: number; minutes: number; pence: number };

/** Read from the totals of each day, which the triggers `work_log_totals_…` keep. */
const DAYS = `
  select period as day, is_invoiced as isInvoiced, minutes, billable_pence as pence
  from work_log_totals
  where client_id = 0 and unit = 'day' and period between ? and ?`;

/** The sum of some numbers. */
export const sumOf = (numbers: number[]) => numbers.reduce((sum, some) => sum + some, 0);

/** The figures of the six periods, and the revenue by week in pence, the oldest week first. */
export function loadStatistics(services: ListServices & Pick<Services, 'clock'>) {
  const today = dayOf(services.clock(), services.config.timeZone);
  const periods = periodsAround(today);
  const weeks = weeksUntil(today);
  const { first, last } = span([...Object.values(periods), ...weeks]);
  const days = prepared<DayTotals>(services.db, DAYS).all(first, last);
  const vat = includedVatByDay(services, span(Object.values(periods)));
  const within = <Of extends { day: string }>(all: Of[], period: Days) =>
    all.filter(({ day }) => day >= period.first && day <= period.last);
  const figures = Object.entries(periods).map(([name, period]) => {
    const inside = within(days, period);
    return [
      name,
      {
        minutes: sumOf(inside.map(({ minutes }) => minutes)),
        pence: sumOf(inside.map(({ pence }) => pence)),
        includedVatPence: sumOf(within(vat, period).map(({ pence }) => pence)),
      },
    ];
  });
  return {
    statistics: Object.fromEntries(figures) as Statistics,
    weeks: weeks.map((one) => {
      const inside = within(days, one);
      const sum = (isInvoiced: number) =>
        sumOf(inside.filter((day) => day.isInvoiced === isInvoiced).map(({ pence }) => pence));
      return { ...one, invoicedPence: sum(1), openPence: sum(0) };
    }),
  };
}

/** The figures of one period. */
export type Figures = { minutes: number; pence: number; includedVatPence: number };
/** The figures of each period. */
export type Statistics = Record<keyof ReturnType<typeof periodsAround>, Figures>;
/** The revenue of one week from billable work, invoiced and not, in pence. */
export type WeekRevenue = ReturnType<typeof loadStatistics>['weeks'][number];

/** The statistics as the API gives them: hours and pounds as numbers. */
export function toStatisticsView(statistics: Statistics): Record<string, number> {
  return Object.fromEntries(
    Object.entries(statistics).flatMap(([name, { minutes, pence }]) => [
      [`${name}Hours`, minutes / 60],
      [`${name}Revenue`, pence / 100],
    ]),
  );
}

/** A change as text, and its colour: `better` if higher or equal, `worse`, `neutral` if both are 0. */
export type Change = { text: string; tone: 'better' | 'worse' | 'neutral' };

/** The change of a whole number from 0 against the one before: `+12.5%`, `-3.0%`, `New` or a dash. */
export function changeOf(current: number, previous: number): Change {
  if (previous === 0) {
    return current > 0 ? { text: 'New', tone: 'better' } : { text: '–', tone: 'neutral' };
  }
  const isLower = current < previous;
  const tenths = Math.floor((Math.abs(current - previous) * 2000 + previous) / (previous * 2));
  const percent = `${Math.floor(tenths / 10)}.${tenths % 10}%`;
  return { text: `${isLower ? '-' : '+'}${percent}`, tone: isLower ? 'worse' : 'better' };
}
