import {
  addToDay,
  dayOf,
  endOfBusinessDay,
  mondayOf,
  startOfBusinessDay,
} from '#app/lib/calendar.ts';

/** From `start` (included) to `end` (excluded), both instants. */
export type Period = { start: Date; end: Date };

const between = (first: string, last: string, timeZone: string): Period => ({
  start: startOfBusinessDay(first, timeZone),
  end: endOfBusinessDay(last, timeZone),
});

/** The whole day that `now` falls on; `daysBack` 1 gives the day before. */
export function dayPeriod(now: Date, timeZone: string, daysBack = 0): Period {
  const day = addToDay(dayOf(now, timeZone), -daysBack);
  return between(day, day, timeZone);
}

/** The whole week of `now`, from Monday (en-GB); `weeksBack` 1 gives the week before. */
export function weekPeriod(now: Date, timeZone: string, weeksBack = 0): Period {
  const monday = addToDay(mondayOf(dayOf(now, timeZone)), -7 * weeksBack);
  return between(monday, addToDay(monday, 6), timeZone);
}

/** The whole calendar month of `now`; `monthsBack` 1 gives the month before. */
export function monthPeriod(now: Date, timeZone: string, monthsBack = 0): Period {
  const [year = 0, month = 0] = dayOf(now, timeZone).split('-').map(Number);
  const firstAfter = (months: number) =>
    new Date(Date.UTC(year, month - 1 - monthsBack + months, 1)).toISOString().slice(0, 10);
  return between(firstAfter(0), addToDay(firstAfter(1), -1), timeZone);
}
