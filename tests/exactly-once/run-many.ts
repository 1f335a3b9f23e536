import type { Control } from './life.ts';
import { runSchedule } from './run-schedule.ts';
import type { Place, Result } from './story.ts';
import { makeSchedule } from './schedule.ts';

export type Many = {
  /** The seed of the first schedule; each further one has the next number. */
  seed: number;
  count: number;
  control: Control;
};

/** How many schedules run at once: some keep the machine busy while others wait for a time-out. */
const AT_ONCE = 4;

/** Runs schedules, several at once, each in a world of its own. */
export async function runMany(place: Place, { seed, count, control }: Many): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      const schedule = makeSchedule(seed + index);
      // Simulated processes are enough for a control.
      const isKilled = schedule.isKilled && control === 'none';
      results.push(await runSchedule({ ...schedule, isKilled }, place, control));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
