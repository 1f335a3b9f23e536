import { addToDay, mondayOf } from '../../lib/calendar.ts';

/** A range of days `yyyy-MM-dd`, the first and the last included. */
export type Days = { first: string; last: string };

/** How many weeks Revenue by week shows, the current week included. */
export const WEEKS_SHOWN = 12;

/**
 * The periods that the Dashboard compares, by their names in the API; this week lasts until Sunday.
 */
export type PeriodName =
  'today' | 'yesterday' | 'thisWeek' | 'lastWeek' | 'thisMonth' | 'lastMonth';

function week(monday: string): Days {
  return { first: monday, last: addToDay(monday, 6) };
}

/** The month of a day. Days compare as text, so the 31st can be the end of every month. */
function month(day: string): Days {
  return { first: `${day.slice(0, 7)}-01`, last: `${day.slice(0, 7)}-31` };
}

/** The periods around a day; weeks start on Monday (docs/specification.md, "Dashboard"). */
export function periodsAround(today: string): Record<PeriodName, Days> {
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
export function weeksUntil(today: string): Days[] {
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
