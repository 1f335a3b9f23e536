import { isDay } from '../../../lib/day.ts';
import { plainCell } from './values.ts';
import { instantsOf } from '../../../lib/calendar.ts';

/** Dates as other products have them. Whether `03/04/2026` is in March is judged over the whole file, never guessed. */

/** Which number of a date comes first where both may: the day or the month. */
export type DayOrder = 'day-first' | 'month-first';

/** The day of a date by either order, the same where that does not matter; null: it is none by this one. */
type Reading = { dayFirst: string | null; monthFirst: string | null };

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const IN_WORDS = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/;
const MONTH_IN_FRONT = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long' });
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  MONTH.format(new Date(2000, month)).toLowerCase(),
);

function toDay(year: string, month: number, date: string): string | null {
  const day = `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

function monthOf(name: string): number {
  return name.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(name)) + 1;
}

function read(text: string): Reading | null {
  const plain = plainCell(text).toLowerCase();
  const [, year = '', , month = '', date = ''] = YEAR_FIRST.exec(plain) ?? [];
  if (year !== '') return certain(toDay(year, Number(month), date));
  const [, first = '', sign, second = '', last = ''] = YEAR_LAST.exec(plain) ?? [];
  if (last !== '') {
    const dayFirst = toDay(last, Number(second), first);
    // With dots the day comes first wherever dates are written so.
    if (sign === '.') return certain(dayFirst);
    const monthFirst = toDay(last, Number(first), second);
    return dayFirst === null && monthFirst === null ? null : { dayFirst, monthFirst };
  }
  const [, ofMonth = '', name = '', ofYear = ''] = IN_WORDS.exec(plain) ?? [];
  if (ofYear !== '') return certain(toDay(ofYear, monthOf(name), ofMonth));
  const [, inFront = '', behind = '', inYear = ''] = MONTH_IN_FRONT.exec(plain) ?? [];
  return inYear === '' ? null : certain(toDay(inYear, monthOf(inFront), behind));
}

const certain = (day: string | null) => (day === null ? null : { dayFirst: day, monthFirst: day });

/** What the dates of a file say about the order of day and month. */
export type DateVotes = { dayFirst: number; monthFirst: number; both: number };

/** Counts a date of the file, for {@link dayOrderOf}. */
export function countDate(votes: DateVotes, text: string): void {
  const reading = read(splitMoment(text).date);
  if (reading === null) return;
  const { dayFirst, monthFirst } = reading;
  if (dayFirst === monthFirst) return;
  if (dayFirst === null) votes.monthFirst += 1;
  else if (monthFirst === null) votes.dayFirst += 1;
  else votes.both += 1;
}

/** The order that the dates of a whole file have: `ask` where both fit, `mixed` where none does. */
export function dayOrderOf({ dayFirst, monthFirst, both }: DateVotes): DayOrder | 'ask' | 'mixed' {
  if (dayFirst > 0 && monthFirst > 0) return 'mixed';
  if (monthFirst > 0) return 'month-first';
  return dayFirst > 0 || both === 0 ? 'day-first' : 'ask';
}

/** A date's day, or a sentence that says why it has none. */
export function readDate(
  text: string,
  order: DayOrder | 'ask' | 'mixed',
): { day: string } | { problem: string } {
  const reading = read(text);
  if (reading === null) return { problem: `“${text}” is not a date.` };
  const { dayFirst, monthFirst } = reading;
  if (dayFirst !== null && dayFirst === monthFirst) return { day: dayFirst };
  if (order === 'mixed') return { problem: `${sayOrders(text, reading)} ${MIXED}` };
  if (order === 'ask') return { problem: `${sayOrders(text, reading)} Choose which comes first.` };
  const day = order === 'day-first' ? dayFirst : monthFirst;
  return day === null ? { problem: `“${text}” is no date that is ${order}.` } : { day };
}

const MIXED = 'The file has dates of both kinds: correct those of one kind.';

function sayOrders(text: string, { dayFirst, monthFirst }: Reading): string {
  if (monthFirst === null) return `“${text}” begins with the day.`;
  if (dayFirst === null) return `“${text}” begins with the month.`;
  return `“${text}” may begin with the day or with the month.`;
}

/** A cell that may hold a date and a time of day, in its parts; `time` is empty without one. */
export function splitMoment(text: string): { date: string; time: string } {
  const plain = plainCell(text);
  const [, date = plain, time = ''] = /^(.*?\d{2,4})[T,\s]+(\d{1,2}:.*)$/i.exec(plain) ?? [];
  return { date, time };
}

const TIME =
  /^(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** A time of day: seconds since midnight, and minutes east of UTC where it says so. */
export type TimeOfDay = { seconds: number; offset: number | null };

/** A time of day such as `10:00`, `12:02:17`, `11:00:00 AM`; null for anything else. */
export function readTime(text: string): TimeOfDay | null {
  const match = TIME.exec(plainCell(text));
  if (!match) return null;
  const [, hours = '', minutes = '', seconds = '0', half, zone] = match;
  const hour = Number(hours);
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return null;
  const offset = offsetOf(zone);
  if (offset === 'none') return null;
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return {
    seconds: ofDay * 3_600 + Number(minutes) * 60 + Number(seconds),
    offset,
  };
}

/** How far clocks are from UTC, in hours: West of it at most, and East. */
const FARTHEST = { west: 12, east: 14 };

/** Minutes east of UTC; null where nothing is said, `none` for a distance that no clock has. */
function offsetOf(zone: string | undefined): number | null | 'none' {
  if (zone === undefined) return null;
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  const isWest = zone.startsWith('-');
  const farthest = (isWest ? FARTHEST.west : FARTHEST.east) * 60;
  if (Number(zone.slice(-2)) > 59 || minutes > farthest) return 'none';
  return isWest ? -minutes : minutes;
}

/** The instants of a time of day, in seconds: none that the clocks skipped, two that they showed twice. */
export function instantsAt(day: string, seconds: number, timeZone: string): Date[] {
  const pad = (number: number) => String(number).padStart(2, '0');
  const time = `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}`;
  return instantsOf(day, time, timeZone).map(
    (instant) => new Date(instant.getTime() + (seconds % 60) * 1_000),
  );
}
