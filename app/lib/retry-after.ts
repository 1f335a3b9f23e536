const DAY = 24 * 3_600_000;

/** The longest pause that another service is believed to ask for, in milliseconds. */
export const LONGEST_PAUSE = DAY;

/**
 * The seconds that a service asks to wait, a day at most: from a number, or from a date of HTTP's.
 * Null for anything else, a negative number and none at all: the caller's own wait counts then.
 */
export function readRetryAfter(value: unknown, now: Date): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  const seconds = /^\s*\d/.test(text) ? Number(text) : secondsUntil(text.trim(), now);
  return Number.isNaN(seconds) ? null : Math.min(seconds, LONGEST_PAUSE / 1_000);
}

/** Each of HTTP's three forms of a date begins with the day of the week; one names no time zone. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** None for a date that is over; NaN for what is no date. */
function secondsUntil(text: string, now: Date): number {
  if (!DATE.test(text)) return NaN;
  const instant = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Math.max(0, (instant - now.getTime()) / 1_000);
}

/**
 * Whether a pause that was kept until `until` still counts. One that ends later than any service may
 * ask for was noted while the clock was wrong: how much of it is left, nobody can say, and the service
 * says it again when it is asked.
 */
export function isPausedUntil(until: number, now: number, longest = LONGEST_PAUSE): boolean {
  return until > now && until <= now + longest;
}
