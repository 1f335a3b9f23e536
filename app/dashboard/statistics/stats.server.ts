import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { dayOf, addToDay, mondayOf } from '../../lib/calendar.ts';
import { includedVatByDay } from '../../work-logs/list/totals.server.ts';

/** The services that the statistics need; the time zone says where a day ends. */
type StatisticsServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

type Row = Omit<DayTotals, 'isInvoiced'> & { isInvoiced: number };

const DAYS = `
  select period as day, is_invoiced as isInvoiced, minutes, billable_pence as pence
  from work_log_totals
  where client_id = 0 and unit = 'day' and period between ? and ?`;

/** The totals of each day in a range, which the triggers `work_log_totals_…` keep. */
function readDays({ db }: Pick<Services, 'db'>, { first, last }: Days): DayTotals[] {
  return prepared<Row>(db, DAYS)
    .all(first, last)
    .map((row) => ({ ...row, isInvoiced: row.isInvoiced === 1 }));
}

/** Minutes and pence of the six periods, and pence by week, the oldest week first. */
export function loadStatistics(services: StatisticsServices): {
  statistics: Statistics;
  weeks: WeekRevenue[];
} {
  const today = dayOf(services.clock(), services.config.timeZone);
  const periods = periodsAround(today);
  const weeks = weeksUntil(today);
  const days = readDays(services, span([...Object.values(periods), ...weeks]));
  const vat = includedVatByDay(services, span(Object.values(periods)));
  return {
    statistics: {
      today: figuresOf(days, periods.today, vat),
      yesterday: figuresOf(days, periods.yesterday, vat),
      thisWeek: figuresOf(days, periods.thisWeek, vat),
      lastWeek: figuresOf(days, periods.lastWeek, vat),
      thisMonth: figuresOf(days, periods.thisMonth, vat),
      lastMonth: figuresOf(days, periods.lastMonth, vat),
    },
    weeks: weeks.map((week) => revenueOf(days, week)),
  };
}

/** The totals of one day's logs, either of those on invoices or of the others. */
export type DayTotals = {
  day: string;
  isInvoiced: boolean;
  /** The minutes of all logs, billable or not. */
  minutes: number;
  /** The pence of the billable logs. */
  pence: number;
};

/** The minutes of all logs, and the pence of the billable ones. */
export type Figures = {
  minutes: number;
  pence: number;
  /** The VAT that is part of the pence, since hardware prices include it. */
  includedVatPence: number;
};

/** The figures of each period. */
export type Statistics = Record<PeriodName, Figures>;

/** The revenue of one week from billable work, invoiced and not, in pence. */
export type WeekRevenue = Days & { invoicedPence: number; openPence: number };

function isIn({ day }: DayTotals, { first, last }: Days): boolean {
  return day >= first && day <= last;
}

/** The VAT that is part of a day's billable pence. */
type DayVat = { day: string; pence: number };

/** The sums over the days of a period. */
function figuresOf(totals: DayTotals[], period: Days, vat: DayVat[] = []): Figures {
  const inside = totals.filter((total) => isIn(total, period));
  return {
    minutes: inside.reduce((sum, { minutes }) => sum + minutes, 0),
    pence: inside.reduce((sum, { pence }) => sum + pence, 0),
    includedVatPence: vat
      .filter(({ day }) => day >= period.first && day <= period.last)
      .reduce((sum, { pence }) => sum + pence, 0),
  };
}

/** The revenue of a week, invoiced and not, in pence. */
function revenueOf(totals: DayTotals[], week: Days): WeekRevenue {
  const sum = (isInvoiced: boolean) =>
    figuresOf(
      totals.filter((total) => total.isInvoiced === isInvoiced),
      week,
    ).pence;
  return { ...week, invoicedPence: sum(true), openPence: sum(false) };
}

/** The statistics as the API gives them: hours and pounds as numbers. */
export function toStatisticsView(statistics: Statistics): Record<string, number> {
  return Object.fromEntries(
    Object.entries(statistics).flatMap(([name, { minutes, pence }]) => [
      [`${name}Hours`, minutes / 60],
      [`${name}Revenue`, pence / 100],
    ]),
  );
}

/** A range of days `yyyy-MM-dd`, the first and the last included. */
type Days = { first: string; last: string };

/** How many weeks Revenue by week shows, the current week included. */
const WEEKS_SHOWN = 12;

/**
 * The periods that the Dashboard compares, by their names in the API; this week lasts until Sunday.
 */
type PeriodName = 'today' | 'yesterday' | 'thisWeek' | 'lastWeek' | 'thisMonth' | 'lastMonth';

function week(monday: string): Days {
  return { first: monday, last: addToDay(monday, 6) };
}

/** The month of a day. Days compare as text, so the 31st can be the end of every month. */
function month(day: string): Days {
  return { first: `${day.slice(0, 7)}-01`, last: `${day.slice(0, 7)}-31` };
}

/** The periods around a day; weeks start on Monday (docs/specification.md, "Dashboard"). */
function periodsAround(today: string): Record<PeriodName, Days> {
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

/** Twelve weeks, the oldest first; the last one contains `today`. */
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

/** The colour of a change: `better` if higher or equal, `worse`, `neutral` if both are 0. */
export type ChangeTone = 'better' | 'worse' | 'neutral';

/** A change as text, and its colour. */
export type Change = { text: string; tone: ChangeTone };

/**
 * The change of a figure against the period before: `+12.5%`, `-3.0%`, `New` or a dash
 * (docs/specification.md, "Dashboard"). Both figures are whole numbers from 0, in minutes or in
 * pence.
 */
export function changeOf(current: number, previous: number): Change {
  if (previous === 0) {
    return current > 0 ? { text: 'New', tone: 'better' } : { text: '–', tone: 'neutral' };
  }
  const isLower = current < previous;
  const tenths = Math.floor((Math.abs(current - previous) * 2000 + previous) / (previous * 2));
  const percent = `${Math.floor(tenths / 10)}.${tenths % 10}%`;
  return { text: `${isLower ? '-' : '+'}${percent}`, tone: isLower ? 'worse' : 'better' };
}
