import type { Days, PeriodName } from './periods.ts';

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
export type DayVat = { day: string; pence: number };

/** The sums over the days of a period. */
export function figuresOf(totals: DayTotals[], period: Days, vat: DayVat[] = []): Figures {
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
