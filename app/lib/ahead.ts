/** How far the clocks of a machine may differ from one hour to the next, in milliseconds. */
const DRIFT = 5 * 60_000;

/**
 * Whether a recorded moment is of the future, by more than clocks drift: then it was recorded under a wrong
 * clock, and says nothing about when anything was.
 */
export function isAhead(moment: Date, now: Date): boolean {
  return moment > latestKnown(now);
}

/** The latest moment that {@link isAhead} does not call the future. */
export function latestKnown(now: Date): Date {
  return new Date(now.getTime() + DRIFT);
}

/** The latest of these moments that is not of the future, in milliseconds since 1970; 0 when there is none. */
export function latestBy(now: Date, moments: (Date | null | undefined)[]): number {
  const past = moments.filter((moment) => moment && !isAhead(moment, now));
  return Math.max(0, ...past.map((moment) => moment?.getTime() ?? 0));
}

/** Whether a moment is less than so many milliseconds ago; never for one that was noted under a wrong clock. */
export function isYounger(moment: Date | null | undefined, age: number, now: Date): boolean {
  return moment ? !isAhead(moment, now) && now.getTime() - moment.getTime() < age : false;
}
