import type { Days, PeriodName } from './periods.ts';

/** What was done on one day, on invoices or not yet. */
export type DayTotals = {
  day: string;
  isInvoiced: boolean;
  /** Of every log, billable or not. */
  minutes: number;
  /** Of the billable ones. */
  pence: number;
};

/** Hours count every log, revenue the billable ones. */
export type Figures = { minutes: number; pence: number };

export type Statistics = Record<PeriodName, Figures>;

/** What the billable work of one week comes to, in pence. */
export type WeekRevenue = Days & { invoicedPence: number; openPence: number };

function isIn({ day }: DayTotals, { first, last }: Days): boolean {
  return day >= first && day <= last;
}

/** The sums of the days of a period. */
export function figuresOf(totals: DayTotals[], period: Days): Figures {
  const inside = totals.filter((total) => isIn(total, period));
  return {
    minutes: inside.reduce((sum, { minutes }) => sum + minutes, 0),
    pence: inside.reduce((sum, { pence }) => sum + pence, 0),
  };
}

/** The revenue of a week, by whether it is on an invoice. */
export function revenueOf(totals: DayTotals[], week: Days): WeekRevenue {
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
