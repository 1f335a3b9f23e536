import { addToDay } from '../lib/calendar.ts';
import { weekdayOf } from './bank-holidays.ts';

/** How many days back short days are looked for. */
export const LOOKED_BACK_DAYS = 365;

/** The usual of a day is that of the same weekday in so many weeks before and after it. */
const WEEKS_AROUND = 13;
/** How many days before the first judged one are read, for its usual. */
export const READ_DAYS = LOOKED_BACK_DAYS + WEEKS_AROUND * 7;

/** A weekday has a usual when it was worked so often, and in so large a part of the weeks. */
const LEAST_WORKED = 6;
const LEAST_SHARE = 0.6;
/** A day is short below this share of the usual, and so many deviations under it. */
const SHORT_SHARE = 0.5;
const DEVIATIONS = 2.5;
/** The median deviation of numbers that vary normally is so much smaller than the standard one. */
const TO_STANDARD = 1.4826;

/** A day with far fewer minutes than usual. */
export type ShortDay = { day: string; minutes: number; usual: number };

/** The middle of some numbers; halves are rounded down. 0 for none. */
export function medianOf(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.floor(((sorted[half - 1] ?? 0) + upper) / 2);
}

type Usual = { minutes: number; deviation: number };

/** What is usual on a day, from the same weekday around it; null where nothing is. */
function usualOn(day: string, work: Work): Usual | null {
  const worked: number[] = [];
  let weeks = 0;
  for (let week = -WEEKS_AROUND; week <= WEEKS_AROUND; week += 1) {
    const other = addToDay(day, 7 * week);
    if (week === 0 || other < work.first || other >= work.today || work.isHoliday(other)) continue;
    weeks += 1;
    const minutes = work.minutesOf.get(other) ?? 0;
    if (minutes > 0) worked.push(minutes);
  }
  if (worked.length < LEAST_WORKED || worked.length < weeks * LEAST_SHARE) return null;
  const minutes = medianOf(worked);
  const deviation = medianOf(worked.map((one) => Math.abs(one - minutes))) * TO_STANDARD;
  return { minutes, deviation };
}

type Work = {
  /** The minutes of each day that has any. */
  minutesOf: ReadonlyMap<string, number>;
  today: string;
  /** The first day that has any. */
  first: string;
  isHoliday: (day: string) => boolean;
};

/**
 * The days before `today`, the newest first, with far fewer minutes than is usual on their weekday:
 * under half of it, and more below it than days vary. A day without any is listed only where the
 * working days beside it have work and are no holidays: longer gaps are taken for time off.
 */
export function findShortDays(work: Omit<Work, 'first'>): ShortDay[] {
  const { minutesOf, today, isHoliday } = work;
  const first = [...minutesOf.keys()].sort()[0] ?? today;
  const usuals = new Map<string, Usual | null>();
  const usualOf = (day: string) => {
    const known = usuals.get(day);
    if (known !== undefined) return known;
    const usual = usualOn(day, { ...work, first });
    usuals.set(day, usual);
    return usual;
  };
  const isDayOff = (day: string) => isHoliday(day) || (minutesOf.get(day) ?? 0) === 0;
  /** The next day in a direction that is usually worked, or is a holiday. */
  const neighbour = (day: string, step: 1 | -1): string | null => {
    for (let far = 1; far <= 7; far += 1) {
      const other = addToDay(day, step * far);
      const isWeekend = weekdayOf(other) % 6 === 0;
      if (isHoliday(other) || (other === today ? !isWeekend : usualOf(other) !== null))
        return other;
    }
    return null;
  };
  const found: ShortDay[] = [];
  for (let back = 1; back <= LOOKED_BACK_DAYS; back += 1) {
    const day = addToDay(today, -back);
    if (day < first) break;
    const minutes = minutesOf.get(day) ?? 0;
    if (isHoliday(day)) continue;
    const usual = usualOf(day);
    if (usual === null || minutes >= usual.minutes * SHORT_SHARE) continue;
    if (minutes >= usual.minutes - DEVIATIONS * usual.deviation) continue;
    if (minutes === 0) {
      const beside = ([1, -1] as const).map((step) => neighbour(day, step));
      if (beside.some((other) => other === null || isDayOff(other))) continue;
    }
    found.push({ day, minutes, usual: usual.minutes });
  }
  return found;
}
