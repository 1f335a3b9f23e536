import { addToDay, daysBetween } from '../lib/calendar.ts';

const LOOKED_BACK_DAYS = 365;

/** A day is compared with the same weekday in so many weeks before and after. */
const WEEKS_AROUND = 13;
/** How many days are read: those that are judged, and the weeks before them, to know what was usual. */
export const READ_DAYS = LOOKED_BACK_DAYS + WEEKS_AROUND * 7;

/** A weekday's usual is known where it was worked so often, and in this share of the weeks. */
const LEAST_WORKED = 6;
const LEAST_SHARE = 0.6;
/** A short day has less than this share of the usual, and lies so many deviations below it. */
const SHORT_SHARE = 0.5;
const DEVIATIONS = 2;
/** Makes a standard deviation of a median one, for numbers that vary normally. */
const TO_STANDARD = 1.4826;

/** A day with far fewer minutes than usual. */
type ShortDay = { day: string; minutes: number; usual: number };

/** The middle of some numbers; halves are rounded down. 0 for none. */
export function medianOf(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.floor(((sorted[half - 1] ?? 0) + upper) / 2);
}

/** A day on which work is looked for. Days stand in a row without gaps, so an index in it tells the day. */
type Day = { day: string; minutes: number; isHoliday: boolean };

/** The minutes of the same weekday in the weeks around, where it is usually worked; else null. */
function workedAround(days: Day[], at: number): number[] | null {
  const worked: number[] = [];
  let weeks = 0;
  for (let week = -WEEKS_AROUND; week <= WEEKS_AROUND; week += 1) {
    const other = week === 0 ? undefined : days[at + 7 * week];
    if (other === undefined || other.isHoliday) continue;
    weeks += 1;
    if (other.minutes > 0) worked.push(other.minutes);
  }
  return worked.length < LEAST_WORKED || worked.length < weeks * LEAST_SHARE ? null : worked;
}

/** Whether the next day in a direction that is usually worked, or is a holiday, has no work. */
function isOffBeside(days: Day[], at: number, step: 1 | -1): boolean {
  for (let far = 1; far <= 7; far += 1) {
    const other = days[at + step * far];
    // Beyond the end of the row is today, a day of work, since somebody is looking. Before its beginning
    // there was none.
    if (other === undefined) return step === -1;
    if (other.isHoliday) return true;
    if (other.minutes > 0) return false;
    if (workedAround(days, at + step * far) !== null) return true;
  }
  return true;
}

type LoggedDays = {
  /** The minutes of each day that has any. */
  minutesOf: ReadonlyMap<string, number>;
  today: string;
  isHoliday: (day: string) => boolean;
};

/**
 * The days before `today`, newest first, with far fewer minutes than is usual on their weekday: less than
 * half of the usual, and further below it than days vary. A day without any work is listed only where the
 * working days beside it have work and are no holidays; longer gaps are taken for time off.
 */
export function findShortDays({ minutesOf, today, isHoliday }: LoggedDays): ShortDay[] {
  const first = [...minutesOf.keys()].reduce((one, other) => (other < one ? other : one), today);
  const days = Array.from({ length: daysBetween(first, today) }, (_, index) => {
    const day = addToDay(first, index);
    const minutes = minutesOf.get(day) ?? 0;
    return { day, minutes, isHoliday: isHoliday(day) };
  });
  const found: ShortDay[] = [];
  const oldest = Math.max(0, days.length - LOOKED_BACK_DAYS);
  for (let at = days.length - 1; at >= oldest; at -= 1) {
    const one = days[at];
    const worked = one && !one.isHoliday ? workedAround(days, at) : null;
    if (!one || worked === null) continue;
    const usual = medianOf(worked);
    if (one.minutes >= usual * SHORT_SHARE) continue;
    const deviation = medianOf(worked.map((minutes) => Math.abs(minutes - usual))) * TO_STANDARD;
    if (one.minutes >= usual - DEVIATIONS * deviation) continue;
    const isTimeOff = isOffBeside(days, at, 1) || isOffBeside(days, at, -1);
    if (one.minutes === 0 && isTimeOff) continue;
    found.push({ day: one.day, minutes: one.minutes, usual });
  }
  return found;
}

/** The weekday of a day: 0 is Sunday, 1 Monday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

const two = (number: number) => String(number).padStart(2, '0');

/** Easter Sunday of a year (the Gregorian computus, after Meeus). */
export function easterOf(year: number): string {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const leaps = century - Math.floor(century / 4);
  const moon = (19 * golden + leaps - Math.floor((8 * century + 13) / 25) + 15) % 30;
  const late = Math.floor((golden + 11 * moon) / 319);
  const rest = year % 100;
  const toSunday =
    (2 * (century % 4) + 2 * Math.floor(rest / 4) - (rest % 4) - moon + late + 32) % 7;
  const sum = moon - late + toSunday;
  const month = Math.floor((sum + 90) / 25);
  return `${year}-${two(month)}-${two((sum + month + 19) % 32)}`;
}

const mondayFrom = (day: string) => addToDay(day, (8 - weekdayOf(day)) % 7);

const isWeekend = (day: string) => weekdayOf(day) % 6 === 0;

/** The day on which a holiday is kept: the next that is neither in a weekend nor `taken`. */
function observed(day: string, taken: string[] = []): string {
  return isWeekend(day) || taken.includes(day) ? observed(addToDay(day, 1), taken) : day;
}

/** The usual bank holidays of England and Wales in a year; extra ones, such as a coronation, are not known. */
export function bankHolidaysOf(year: number): Set<string> {
  const easter = easterOf(year);
  // Boxing Day on a Sunday is kept on Tuesday, after Christmas; on a Monday it stays, and Christmas moves.
  const boxing = observed(`${year}-12-26`);
  const christmas = observed(`${year}-12-25`, [boxing]);
  return new Set([
    observed(`${year}-01-01`),
    addToDay(easter, -2),
    addToDay(easter, 1),
    mondayFrom(`${year}-05-01`),
    mondayFrom(`${year}-05-25`),
    mondayFrom(`${year}-08-25`),
    christmas,
    boxing,
  ]);
}

/** Whether a day is a usual bank holiday of England and Wales. */
export function isBankHoliday(day: string): boolean {
  return bankHolidaysOf(Number(day.slice(0, 4))).has(day);
}
