import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import { includedVatByDay } from '../../work-logs/list/included-vat.server.ts';
import { periodsAround, span, weeksUntil, type Days } from './periods.ts';
import {
  figuresOf,
  revenueOf,
  type DayTotals,
  type Statistics,
  type WeekRevenue,
} from './stats.ts';

/** The services that the statistics need; the time zone says where a day ends. */
export type StatisticsServices = Pick<Services, 'db' | 'clock'> & {
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
