import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { pendingWorkLogs } from '#db/schema.ts';
import { startTodoist, type RunningTodoist } from '#sandbox/todoist.ts';
import { cases } from '#tests/support/cases.ts';
import { accountOf } from '#tests/support/server/todoist.ts';
import { startImport } from '../../pending-work-logs/import/import.server.ts';
import { createBackground } from '../../platform/background.server.ts';
import { createLogger } from '../../platform/logger.server.ts';
import { connectTodoist } from './todoist.server.ts';

/**
 * Each completion is one entry, however it was imported: in parts, twice, overlapping, cut off at any
 * call, with tasks that were renamed, completed again, ended for good, taken up again and deleted in between.
 * The real import reads the stand-in for Todoist.
 */

const START = Date.UTC(2026, 5, 1, 9);
const HOUR = 3_600_000;
const TASKS = ['plain', 'other', 'daily', 'weekly'] as const;
const isRecurring = (task: string) => task === 'daily' || task === 'weekly';

const task = fc.constantFrom(...TASKS);
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('complete' as const),
        task,
        after: fc.constantFrom(2, 9, 40, 3_600, 86_400),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('end' as const),
        task,
        after: fc.constantFrom(40, 3_600),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), task }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), task }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), task }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('import' as const),
        // Hours before now: where it begins, and where it ends.
        from: fc.integer({ min: 1, max: 200 }),
        to: fc.integer({ min: -2, max: 60 }),
        fault: fc.option(
          fc.record({
            kind: fc.constantFrom(
              'html' as const,
              'cut' as const,
              '401' as const,
              'no-list' as const,
            ),
            afterCalls: fc.integer({ min: 0, max: 8 }),
          }),
        ),
      }),
    },
  ),
  { minLength: 4, maxLength: 30 },
);
const schedule = fc.record({
  steps,
  delaySeconds: fc.integer({ min: 0, max: 8 }),
  tellsRecurring: fc.boolean(),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

type World = { standIn: RunningTodoist; clock: { now: Date }; db: Database };

/** Runs a schedule; gives what was completed and what was imported, by task. */
async function run({ standIn, clock, db }: World, { steps: all, ...log }: Schedule) {
  const { account } = standIn;
  account.completions.length = 0;
  account.tasks.length = 0;
  account.tasks.push(
    ...accountOf(
      TASKS.map((id) => ({ id, repeats: isRecurring(id) ? 'every day' : null })),
      [],
    ).tasks,
  );
  standIn.heal();
  standIn.setActivityLog(log);
  clock.now = new Date(START);
  db.$client.exec('delete from pending_work_logs; delete from todoist_imports');
  const logger = createLogger({ destination: { write: () => undefined } });
  const background = createBackground(logger);
  const todoist = connectTodoist({
    apiUrl: standIn.url,
    clock: () => clock.now,
    patience: { wait: () => Promise.resolve() },
  });
  const services = {
    db,
    clock: () => clock.now,
    logger,
    background,
    taskSource: {
      open: () => (query: Parameters<typeof todoist.readCompletions>[1]) =>
        todoist.readCompletions(standIn.token, query),
    },
  };
  const load = async (from: number, to: number) => {
    const now = clock.now.getTime();
    const since = new Date(now - from * HOUR);
    const until = new Date(now - to * HOUR);
    return (await startImport(services, { userId: null, since, until }).finished).status;
  };
  const found = (id: string) => account.tasks.find((one) => one.id === id);
  const complete = (id: string, seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    account.completions.push({ taskId: id, at: clock.now });
    // The log tells it later than it was.
    clock.now = new Date(clock.now.getTime() + log.delaySeconds * 1_000);
  };
  let cut = 0;
  for (const step of all) {
    switch (step.kind) {
      case 'complete': {
        const one = found(step.task);
        // A task that was ended for good cannot be completed before it is taken up again.
        if (one && !one.isFinished && !one.isDeleted) complete(step.task, step.after);
        break;
      }
      case 'end': {
        const one = found(step.task);
        if (one && isRecurring(step.task) && !one.isFinished && !one.isDeleted) {
          complete(step.task, step.after);
          one.isFinished = true;
        }
        break;
      }
      case 'reopen': {
        const one = found(step.task);
        if (one) one.isFinished = false;
        break;
      }
      case 'rename': {
        const one = found(step.task);
        if (one) one.content = `${one.content}, renamed`;
        break;
      }
      case 'delete': {
        const one = found(step.task);
        if (one) one.isDeleted = true;
        break;
      }
      case 'import': {
        if (step.fault) standIn.fail({ ...step.fault, times: 1 });
        if ((await load(step.from, Math.min(step.to, step.from - 1))) === 'failed') cut += 1;
        standIn.heal();
      }
    }
  }
  const whole = (clock.now.getTime() - START) / HOUR + 24;
  const ends = [await load(whole, -1), await load(whole, -1)];
  await background.close();
  const entries = db.select().from(pendingWorkLogs).all();
  const instants = (list: { id: string; at: Date }[], id: string) =>
    list.flatMap((one) => (one.id === id ? [one.at.getTime()] : [])).sort((a, b) => a - b);
  const completed = account.completions.map(({ taskId, at }) => ({ id: taskId, at }));
  const imported = entries.map(({ todoistTaskId, completedAt }) => ({
    id: todoistTaskId,
    at: completedAt,
  }));
  return {
    ends,
    cut,
    tasks: TASKS.map((id) => ({
      id,
      isDeleted: found(id)?.isDeleted === true,
      completed: instants(completed, id),
      imported: instants(imported, id),
    })),
  };
}

test('every completion is one entry, in parts, twice, overlapping and cut at any call', async () => {
  const clock = { now: new Date(START) };
  const account = accountOf([], []);
  const standIn = await startTodoist({ account, clock: () => clock.now, mostCalls: Infinity });
  onTestFinished(standIn.close);
  const db = openDatabase(':memory:');
  migrateDatabase(db);
  let [imports, cuts, entries, again, deleted] = [0, 0, 0, 0, 0];
  await fc.assert(
    fc.asyncProperty(schedule, async (one) => {
      const { ends, cut, tasks } = await run({ standIn, clock, db }, one);
      expect(ends).toEqual(['done', 'done']);
      imports += one.steps.filter(({ kind }) => kind === 'import').length + 2;
      cuts += cut;
      for (const { id, isDeleted, completed, imported } of tasks) {
        entries += imported.length;
        deleted += isDeleted ? completed.length : 0;
        // The log has each completion of a task that recurs, and of one that is deleted.
        if (isRecurring(id) || isDeleted) {
          expect(imported, id).toHaveLength(completed.length);
          // The first with the first, and so on: each is told when it was, or a little later.
          const apart = imported.map((at, index) => at - (completed[index] ?? 0));
          for (const by of apart) {
            expect(by, id).toBeGreaterThanOrEqual(0);
            expect(by, id).toBeLessThanOrEqual(one.delaySeconds * 1_000);
          }
        } else {
          // Todoist tells of a task that is done again its last completion only.
          again += completed.length > 1 ? 1 : 0;
          expect(new Set(imported).size, id).toBe(imported.length);
          expect(completed, id).toEqual(expect.arrayContaining(imported));
          if (completed.length > 0) expect(imported, id).toContain(completed.at(-1));
        }
      }
    }),
    { numRuns: cases(400) },
  );
  process.stdout.write(
    `Imports: ${imports}, of which cut ${cuts}; entries: ${entries}; tasks that were completed again: ${again}; completions of deleted tasks: ${deleted}\n`,
  );
  // The controls: imports were cut, tasks were completed again, and some deleted.
  expect(cuts).toBeGreaterThan(5);
  expect(again).toBeGreaterThan(3);
  expect(deleted).toBeGreaterThan(3);
});
