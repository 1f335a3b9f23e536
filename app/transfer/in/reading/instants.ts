import { instantsOf, startOfBusinessDay, endOfBusinessDay } from '../../../lib/calendar.ts';

const DAY = 86_400_000;
/** Days that are remembered: a file has many lines of the same few. */
const MOST_DAYS = 5_000;

/**
 * Gives the instants of times of day, in seconds since midnight, in the business time zone: none of one
 * that the clocks skipped, two of one that they showed twice. Quick for many lines of the same days.
 */
export function createInstants(timeZone: string): (day: string, seconds: number) => Date[] {
  const starts = new Map<string, number | null>();
  const startOf = (day: string): number | null => {
    const known = starts.get(day);
    if (known !== undefined) return known;
    const start = startOfBusinessDay(day, timeZone).getTime();
    const isUsual = endOfBusinessDay(day, timeZone).getTime() - start === DAY;
    if (starts.size >= MOST_DAYS) starts.clear();
    starts.set(day, isUsual ? start : null);
    return isUsual ? start : null;
  };
  return (day, seconds) => {
    const start = startOf(day);
    if (start !== null) return [new Date(start + seconds * 1_000)];
    const pad = (number: number) => String(number).padStart(2, '0');
    const time = `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}`;
    return instantsOf(day, time, timeZone).map(
      (instant) => new Date(instant.getTime() + (seconds % 60) * 1_000),
    );
  };
}
