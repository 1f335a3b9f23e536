import type { Control } from './life.ts';
import { runSchedule, type Place, type Result } from './run-schedule.ts';
import { makeSchedule } from './schedule.ts';

export type Many = {
  /** Of the first; each next one has the next. */
  seed: number;
  count: number;
  control: Control;
};

/** As many at once as keep the machine busy while some of them wait for a time-out. */
const AT_ONCE = 4;

/** Runs schedules, some at once, each in a world of its own. */
export async function runMany(place: Place, { seed, count, control }: Many): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      const schedule = makeSchedule(seed + index);
      // A control needs no real processes: what it looks for is the same.
      const isKilled = schedule.isKilled && control === 'none';
      results.push(await runSchedule({ ...schedule, isKilled }, place, control));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
