import { addToDay } from '../lib/calendar.ts';

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

/** The first Monday from a day on. */
const mondayFrom = (day: string) => addToDay(day, (8 - weekdayOf(day)) % 7);

const isWeekend = (day: string) => weekdayOf(day) % 6 === 0;

/**
 * The day on which a holiday is kept: the next one that is neither in a weekend nor `taken` by another
 * holiday.
 */
function observed(day: string, taken: string[] = []): string {
  return isWeekend(day) || taken.includes(day) ? observed(addToDay(day, 1), taken) : day;
}

const known = new Map<number, Set<string>>();

/** The usual bank holidays of England and Wales in a year; extra ones, such as a coronation, are not known. */
export function bankHolidaysOf(year: number): Set<string> {
  const made = known.get(year);
  if (made) return made;
  const easter = easterOf(year);
  // Boxing Day on a Sunday is kept on Tuesday, after Christmas; on a Monday it stays, and Christmas moves.
  const boxing = observed(`${year}-12-26`);
  const christmas = observed(`${year}-12-25`, [boxing]);
  const holidays = new Set([
    observed(`${year}-01-01`),
    addToDay(easter, -2),
    addToDay(easter, 1),
    mondayFrom(`${year}-05-01`),
    mondayFrom(`${year}-05-25`),
    mondayFrom(`${year}-08-25`),
    christmas,
    boxing,
  ]);
  known.set(year, holidays);
  return holidays;
}

/** Whether a day is a usual bank holiday of England and Wales. */
export function isBankHoliday(day: string): boolean {
  return bankHolidaysOf(Number(day.slice(0, 4))).has(day);
}
