/** From `since`, included, to `until`, not included. */
export type ReadingPeriod = { since: Date; until: Date };

const DAY = 86_400_000;

/**
 * Todoist refuses more than three months; the shortest three months have 89 days. In milliseconds.
 */
const LONGEST_PART = 88 * DAY;

/** How far back the free plan's activity log goes, in milliseconds. */
const FREE_LOG = 7 * DAY;

/** Time for the calls to arrive before their earliest entry leaves the log, in milliseconds. */
const FREE_LOG_MARGIN = 60_000;

/** Cuts a period into parts that Todoist accepts in one call, oldest first, without gaps. */
export function splitPeriod({ since, until }: ReadingPeriod): ReadingPeriod[] {
  const parts: ReadingPeriod[] = [];
  for (let start = since.getTime(); start < until.getTime(); start += LONGEST_PART) {
    const end = Math.min(start + LONGEST_PART, until.getTime());
    parts.push({ since: new Date(start), until: new Date(end) });
  }
  return parts;
}

/** The period, longer by this many milliseconds at both ends. */
export function widen({ since, until }: ReadingPeriod, milliseconds: number): ReadingPeriod {
  return {
    since: new Date(since.getTime() - milliseconds),
    until: new Date(until.getTime() + milliseconds),
  };
}

/** Whether the instant lies in the period. */
export function contains({ since, until }: ReadingPeriod, instant: Date): boolean {
  return instant >= since && instant < until;
}

/** The instant before which the free plan's activity log holds nothing. */
export function startOfFreeLog(now: Date): Date {
  return new Date(now.getTime() - FREE_LOG + FREE_LOG_MARGIN);
}
