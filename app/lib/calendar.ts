import { TZDate } from '@date-fns/tz';

// Each function by its own path: loading the package's index takes half a second.
import { addDays } from 'date-fns/addDays';
import { startOfDay } from 'date-fns/startOfDay';

export { isDay } from './day.ts';

/**
 * Days, weeks and months in the business time zone. Instants are UTC; a *day* is
 * the text `yyyy-MM-dd` as a person in that zone would write it.
 */

function inZone(day: string, timeZone: string, hour: number): TZDate {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new TZDate(year, month - 1, date, hour, 0, 0, timeZone);
}

function toInstant(date: Date): Date {
  return new Date(date.getTime());
}

const HALF_A_DAY = 43_200_000;

/**
 * The first instant of a date's day. Where midnight comes twice it is the first one; where midnight is
 * skipped, what comes then.
 */
function firstOf(date: TZDate): Date {
  const start = startOfDay(date);
  const before = new TZDate(start.getTime() - HALF_A_DAY, start.timeZone);
  const minutesBack = start.getTimezoneOffset() - before.getTimezoneOffset();
  // `startOfDay` takes the second of two midnights in some zones; the other is as much earlier as the clocks went back.
  const earlier = new TZDate(start.getTime() - minutesBack * 60_000, start.timeZone);
  const isSameDay = minutesBack > 0 && earlier.getDate() === start.getDate();
  return toInstant(isSameDay ? earlier : start);
}

/** The first instant of a day in the business time zone. */
export function startOfBusinessDay(day: string, timeZone: string): Date {
  return firstOf(inZone(day, timeZone, 12));
}

/** The first instant after a day in the business time zone: 23, 24 or 25 hours after its start. */
export function endOfBusinessDay(day: string, timeZone: string): Date {
  return firstOf(addDays(inZone(day, timeZone, 12), 1));
}

/** Noon of a day in the business time zone: the instant stored for a log with only a date. */
export function noonOf(day: string, timeZone: string): Date {
  return toInstant(inZone(day, timeZone, 12));
}

/**
 * The instants of a time of day, `HH:MM`, in the business time zone: none when the clocks went
 * forward over it, two when they went back over it.
 */
export function instantsOf(day: string, time: string, timeZone: string): Date[] {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const near = inZone(day, timeZone, hour).getTime() + minute * 60_000;
  // No clock has been moved by more than three hours; each half hour around may be meant.
  const around = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map(
    (halves) => new Date(near + halves * 1_800_000),
  );
  return around.filter((instant) => toLocalText(instant, timeZone) === `${day}T${time}`);
}

/** The instant at an instant's time of day on another day; its noon when the clocks went forward over that. */
export function movedTo(day: string, instant: Date, timeZone: string): Date {
  const [found] = instantsOf(day, clockFormatter(timeZone).format(instant), timeZone);
  if (found === undefined) return noonOf(day, timeZone);
  return new Date(found.getTime() + (instant.getTime() % 60_000));
}

/** An instant as `2026-11-21T14:05` in the business time zone: what a date and time field holds. */
export function toLocalText(instant: Date, timeZone: string): string {
  return `${dayOf(instant, timeZone)}T${clockFormatter(timeZone).format(instant)}`;
}

/** An instant as `14:05` in the business time zone. */
export function formatTime(instant: Date, timeZone: string): string {
  return clockFormatter(timeZone).format(instant);
}

/** Keeps one formatter for each time zone: building one costs far more than using it. */
function keepFormatters(locale: string, options: Intl.DateTimeFormatOptions) {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const known = formatters.get(timeZone);
    if (known) return known;
    const made = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formatters.set(timeZone, made);
    return made;
  };
}

const listFormatter = keepFormatters('en-US', { year: 'numeric', month: 'short', day: '2-digit' });

const timeFormatter = keepFormatters('en-US', {
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The locale en-CA writes days as yyyy-MM-dd. */
const dayFormatter = keepFormatters('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** An instant as `Nov 21, 2026` (MMM dd, yyyy) in the business time zone. */
export function formatListDate(instant: Date, timeZone: string): string {
  return listFormatter(timeZone).format(instant);
}

const clockFormatter = keepFormatters('en-GB', { hour: '2-digit', minute: '2-digit' });

/** An instant as `Nov 21, 14:30` (MMM dd, HH:mm) in the business time zone. */
export function formatDayAndTime(instant: Date, timeZone: string): string {
  return timeFormatter(timeZone).format(instant);
}

const britishFormatter = keepFormatters('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** A day as `21 Nov 2026`. */
export function formatBritishDay(day: string): string {
  // Not made when the module loads: a page that only uses `isDay` would pay for it, too.
  return britishFormatter('UTC').format(utcOf(day));
}

/** An instant as `21 Nov 2026, 14:05` in the business time zone. */
export function formatBritishMoment(instant: Date, timeZone: string): string {
  return `${britishFormatter(timeZone).format(instant)}, ${clockFormatter(timeZone).format(instant)}`;
}

/** A day's midnight in UTC, in milliseconds: days are counted in UTC, where each has 24 hours. */
function utcOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

const MILLISECONDS_OF_DAY = 86_400_000;

/** The day that comes `days` days after a day; before it when `days` is negative. */
export function addToDay(day: string, days: number): string {
  return new Date(utcOf(day) + days * MILLISECONDS_OF_DAY).toISOString().slice(0, 10);
}

/** The number of days from one day to another; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return (utcOf(to) - utcOf(from)) / MILLISECONDS_OF_DAY;
}

/** The Monday of a day's week (en-GB). */
export function mondayOf(day: string): string {
  return addToDay(day, -((new Date(utcOf(day)).getUTCDay() + 6) % 7));
}

/** The day, `yyyy-MM-dd`, that an instant falls on in the business time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  return dayFormatter(timeZone).format(instant);
}

/** Whether an instant falls on a day more than a year after today, in the business time zone. */
export function isOverAYearAhead(instant: Date, now: Date, timeZone: string): boolean {
  const today = dayOf(now, timeZone);
  // A year after 29 February there is no such day, but the text still sorts correctly.
  return dayOf(instant, timeZone) > `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
}
