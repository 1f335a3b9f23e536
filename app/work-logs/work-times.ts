import type { WorkLog } from '#db/schema.ts';
import { dayOf, formatBritishDay, instantsOf, movedTo } from '../lib/calendar.ts';
import { readSpan } from '../lib/duration.ts';
import { invalid } from '../lib/errors.ts';
import type { WorkLogChange } from './work-logs.ts';

/** From when to when a log was done; both null where that is not known. */
export type WorkTimes = Pick<WorkLog, 'startedAt' | 'endedAt'>;

const NO_TIMES: WorkTimes = { startedAt: null, endedAt: null };

/** The times that a new log has, or a change leaves (`before`). Throws 400 for one without the other, or an end that comes first. */
export function timesOf(change: WorkLogChange, before: WorkTimes = NO_TIMES): WorkTimes {
  const { startedAt = before.startedAt, endedAt = before.endedAt } = change;
  if (startedAt === null && endedAt === null) return NO_TIMES;
  if (startedAt === null) throw invalid('startedAt', 'Enter the start, too, or no end.');
  if (endedAt === null) throw invalid('endedAt', 'Enter the end, too, or no start.');
  if (endedAt <= startedAt) throw invalid('endedAt', 'The end comes before the start.');
  return { startedAt, endedAt };
}

/** The minutes between them, half up; null where they are not known. */
export function minutesOfTimes({ startedAt, endedAt }: WorkTimes): number | null {
  if (startedAt === null || endedAt === null) return null;
  return Math.floor((endedAt.getTime() - startedAt.getTime() + 30_000) / 60_000);
}

/**
 * The times on the day of a log's date. Those that it had already (`before`) go with it to another day, at the same time
 * of day. Throws 400 for others of another day.
 */
export function timesOnDay(
  times: WorkTimes,
  date: Date,
  timeZone: string,
  before: WorkTimes = NO_TIMES,
): WorkTimes {
  const { startedAt, endedAt } = times;
  if (startedAt === null || endedAt === null) return times;
  const day = dayOf(date, timeZone);
  if (dayOf(startedAt, timeZone) === day) return times;
  const isAsBefore =
    startedAt.getTime() === before.startedAt?.getTime() &&
    endedAt.getTime() === before.endedAt?.getTime();
  if (!isAsBefore) {
    throw invalid('startedAt', `The work is dated ${formatBritishDay(day)}. Start it on that day.`);
  }
  const moved = movedTo(day, startedAt, timeZone);
  const lasted = endedAt.getTime() - startedAt.getTime();
  return { startedAt: moved, endedAt: new Date(moved.getTime() + lasted) };
}

/**
 * The times on a day that a text typed for a duration says, such as `9:15-10:40`; none for other texts, and where the
 * clocks skip one of them.
 */
export function typedTimes(typed: unknown, day: string, timeZone: string): Partial<WorkTimes> {
  const span = typeof typed === 'string' ? readSpan(typed) : null;
  const [startedAt, endedAt] = [span?.from, span?.to].map((minutes = 0) => {
    const text = new Date(Date.parse(day) + minutes * 60_000).toISOString();
    return instantsOf(text.slice(0, 10), text.slice(11, 16), timeZone)[0];
  });
  return span && startedAt && endedAt ? { startedAt, endedAt } : {};
}
