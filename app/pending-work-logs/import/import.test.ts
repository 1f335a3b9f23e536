import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { clients, pendingWorkLogs } from '#db/schema.ts';
import { createBackground } from '../../platform/background.server.ts';
import { createLogger } from '../../platform/logger.server.ts';
import { keepSuggesting } from '../suggest/suggest.server.ts';
import { findImport, lastImport, startImport, type ImportServices } from './import.server.ts';
import {
  TaskSourceError,
  type CompletedTask,
  type TaskSource,
  type TasksQuery,
} from './task-source.ts';

/** The import, with a list that somebody keeps by hand as the source of completed tasks. */

const NOW = new Date('2026-06-26T11:00:00Z');
const JUNE = { since: new Date('2026-06-01T00:00:00Z'), until: new Date('2026-07-01T00:00:00Z') };

let db: Database;
let logged: string[];

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  keepSuggesting({ db, clock: () => NOW });
  logged = [];
});

/** A page of the list: tasks, or what goes wrong instead of it. */
type Leaf = CompletedTask[] | Error | 'never comes';

/** A list of so many pages. It writes down what it was asked for. */
function keepList(leaves: Leaf[]) {
  const asked: TasksQuery[] = [];
  const source: TaskSource = {
    open: () =>
      async function* read(query) {
        asked.push(query);
        for (const leaf of leaves) {
          if (leaf instanceof Error) throw leaf;
          if (leaf === 'never comes') await new Promise(() => undefined);
          else yield await Promise.resolve(leaf);
        }
        query.onNote?.('The last page is torn.');
      },
  };
  return { source, asked };
}

function task(taskId: string, more: Partial<CompletedTask> = {}): CompletedTask {
  return {
    taskId,
    completedAt: new Date('2026-06-25T09:00:00Z'),
    content: `Task ${taskId}`,
    description: '',
    projectId: null,
    projectName: null,
    labels: [],
    durationMinutes: null,
    isRecurring: false,
    raw: { source: 'A list on paper' },
    ...more,
  };
}

function servicesWith(taskSource: TaskSource): ImportServices {
  const logger = createLogger({ destination: { write: (line) => logged.push(line) } });
  const background = createBackground(logger);
  onTestFinished(() => background.close());
  return { db, clock: () => NOW, taskSource, background, logger };
}

const run = (services: ImportServices, period = JUNE) =>
  startImport(services, { userId: null, ...period }).finished;
const entries = () => db.select().from(pendingWorkLogs).all();

describe('Tasks of any source', () => {
  test('become entries in review, once, with what can be suggested for them', async () => {
    db.insert(clients)
      .values({
        id: 7,
        name: 'Acme',
        standardRatePence: 6_000,
        premiumRatePence: 9_000,
        createdAt: NOW,
        updatedAt: NOW,
      })
      .run();
    const known = task('a', { projectName: 'acme', durationMinutes: 45, description: 'By phone' });
    const { source, asked } = keepList([
      [known, task('b')],
      [task('c'), known],
    ]);
    const services = servicesWith(source);

    expect(await run(services)).toMatchObject({
      status: 'done',
      tasksProcessed: 4,
      newPendingLogs: 3,
      skippedDuplicates: 1,
      note: 'The last page is torn.',
    });
    expect(asked).toMatchObject([JUNE]);
    expect(entries()).toMatchObject([
      { taskName: 'Task a', description: 'By phone', clientId: 7, duration: 45 },
      { taskName: 'Task b', clientId: null, duration: null, status: 'pending_review' },
      { taskName: 'Task c', metadata: '{"source":"A list on paper"}' },
    ]);
    expect(await run(services)).toMatchObject({ newPendingLogs: 0, skippedDuplicates: 4 });
    expect(entries()).toHaveLength(3);
  });

  test('are read once for two who ask at the same time', async () => {
    const { source, asked } = keepList([[task('a')]]);
    const services = servicesWith(source);
    const [one, other] = await Promise.all([run(services), run(services)]);
    expect(one.id).toBe(other.id);
    expect(asked).toHaveLength(1);
  });
});

describe('An import', () => {
  test('says in the words of its source what failed, and keeps what was read before', async () => {
    const { source } = keepList([[task('a')], new TaskSourceError('The list is under the tea.')]);
    expect(await run(servicesWith(source))).toMatchObject({
      status: 'failed',
      failure:
        'The list is under the tea. Tasks already read are kept; the next sync completes the import.',
    });
    expect(entries()).toHaveLength(1);
    expect(logged, 'it is no fault of ours').toEqual([]);
  });

  test('keeps to itself what is no failure of its source, and logs it', async () => {
    const { source } = keepList([new RangeError('a detail that nobody should read')]);
    expect(await run(servicesWith(source))).toMatchObject({
      status: 'failed',
      failure: 'Failed to sync with Todoist.',
    });
    expect(logged.join()).toContain('a detail that nobody should read');
  });

  test('ends at once when the server closes, whatever its source waits for', async () => {
    const { source, asked } = keepList([[task('a')], 'never comes']);
    const services = servicesWith(source);
    const { id, finished } = startImport(services, { userId: null, ...JUNE });
    await expect.poll(() => findImport({ db }, id)?.tasksProcessed).toBe(1);
    await services.background.close();
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(await finished).toMatchObject({ status: 'failed', newPendingLogs: 1 });
    expect((await finished).failure).toContain('The server stopped during this import');
  });

  test('is not begun while its source is not connected', () => {
    const services = servicesWith({ open: () => null });
    expect(() => startImport(services, { userId: null, ...JUNE })).toThrow(
      expect.objectContaining({ status: 409 }),
    );
    expect(lastImport({ db })).toBeNull();
  });
});
