import { describe, expect, test } from 'vitest';
import { todoistImports } from '#db/schema.ts';
import { pendingRows } from '../../support/data/pending-work-logs.ts';
import { accountOf, manyCompletions } from '../../support/server/todoist.ts';
import {
  countsOf,
  NOW,
  startImporting,
  type ImportingServer,
} from '../../support/server/todoist-server.ts';

const keysOf = ({ server }: ImportingServer) =>
  pendingRows(server)
    .map(({ todoistTaskId, completedAt }) => `${todoistTaskId} ${completedAt.toISOString()}`)
    .sort();
const importsOf = ({ server }: ImportingServer) =>
  server.services.db.select().from(todoistImports).all();

describe('an import loses nothing and doubles nothing', () => {
  const options = { count: 1_200, recurring: 200, months: 5, until: NOW };
  const account = manyCompletions(options);
  const expected = account.completions
    .map(({ taskId, at }) => ({ taskId, second: Math.floor(at.getTime() / 1_000) * 1_000 }))
    .map(({ taskId, second }) => `${taskId} ${new Date(second).toISOString()}`)
    .sort();

  test('1,200 completions over five months, 200 of them recurring, are 1,200 entries, once', async () => {
    expect(new Set(expected).size).toBe(1_200);
    const started = await startImporting({ account });
    expect((await started.sync('2026-01-01', '2026-06-26')).json()).toEqual({
      message: 'Found 1,200 new tasks.',
      tasksProcessed: 1_200,
      newPendingLogs: 1_200,
      skippedDuplicates: 0,
    });
    expect(keysOf(started)).toEqual(expected);
    expect((await started.sync('2026-01-01', '2026-06-26')).json()).toEqual({
      message: 'Nothing new: all 1,200 tasks were imported before.',
      tasksProcessed: 1_200,
      newPendingLogs: 0,
      skippedDuplicates: 1_200,
    });
    expect(keysOf(started)).toEqual(expected);
  });

  test('overlapping ranges give the same 1,200 entries', async () => {
    const started = await startImporting({ account });
    const added: number[] = [];
    for (const [start, end] of [
      ['2026-05-20', '2026-06-26'],
      ['2026-01-01', '2026-02-28'],
      ['2026-02-28', '2026-04-15'],
      ['2026-04-16', '2026-05-31'],
    ] as const) {
      const counts = countsOf(await started.sync(start, end));
      expect(counts.newPendingLogs + counts.skippedDuplicates).toBe(counts.tasksProcessed);
      added.push(counts.newPendingLogs);
    }
    expect(added.every((count) => count > 0)).toBe(true);
    expect(added.reduce((sum, count) => sum + count)).toBe(1_200);
    expect(keysOf(started)).toEqual(expected);
  });

  test('two imports of overlapping periods at once double nothing', async () => {
    const started = await startImporting({ account });
    const answers = await Promise.all([
      started.sync('2026-05-01', '2026-06-26'),
      started.sync('2026-04-01', '2026-06-10'),
      started.visitor.api('POST', '/api/todoist/sync'),
    ]);
    const added = answers.map((answer) => countsOf(answer).newPendingLogs);
    const keys = keysOf(started);
    expect(new Set(keys).size).toBe(keys.length);
    expect(added.reduce((sum, count) => sum + count)).toBe(keys.length);
    const from = '2026-03-31T23:00:00';
    expect(keys).toEqual(expected.filter((key) => (key.split(' ')[1] ?? '') >= from));
  });

  test('a request joins a running import of the same period, and Todoist is asked once', async () => {
    const started = await startImporting({ account });
    const PATH = '/tasks/completed/by_completion_date';
    const range = ['2026-06-01', '2026-06-26'] as const;
    const alone = countsOf(await started.sync('2026-06-01', '2026-06-25'));
    const calls = started.todoist.calls()[PATH] ?? 0;
    expect(alone.tasksProcessed).toBeGreaterThan(0);
    const answers = await Promise.all(Array.from({ length: 5 }, () => started.sync(...range)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(started.todoist.calls()[PATH]).toBe(2 * calls);
    expect(importsOf(started)).toHaveLength(2);
    // Once that import has ended, the next one reads again.
    await started.sync(...range);
    expect(started.todoist.calls()[PATH]).toBe(3 * calls);
  });

  test('what was rejected, archived, confirmed or changed is left alone by the next import', async () => {
    const started = await startImporting({
      account: accountOf(
        ['rejected', 'archived', 'confirmed', 'changed'].map((id) => ({ id })),
        ['rejected', 'archived', 'confirmed', 'changed'].map((id) => [id, '2026-06-26T09:00:00Z']),
      ),
    });
    const { visitor, server, sync } = started;
    await sync('2026-06-26', '2026-06-26');
    const path = (taskId: string) => {
      const row = pendingRows(server).find((entry) => entry.todoistTaskId === taskId);
      return `/api/pending-worklogs/${row?.id ?? 0}`;
    };
    const id = async (of: string, body: object) =>
      ((await visitor.api('POST', of, body)).json() as { id: number }).id;
    const clientId = await id('/api/clients', { name: 'Acme' });
    const workTypeId = await id('/api/work-types', { name: 'Support' });
    await visitor.api('DELETE', path('rejected'));
    await visitor.api('POST', `${path('archived')}/archive`);
    await visitor.api('PUT', path('confirmed'), { clientId, workTypeId, duration: 30 });
    await visitor.api('POST', `${path('confirmed')}/confirm`);
    await visitor.api('PUT', path('changed'), { taskName: 'Renamed', duration: 15 });
    const before = pendingRows(server);
    expect(before.map(({ status }) => status).sort()).toEqual([
      'archived',
      'confirmed',
      'pending_review',
      'rejected',
    ]);
    expect(countsOf(await sync('2026-06-26', '2026-06-26')).skippedDuplicates).toBe(4);
    expect(pendingRows(server)).toEqual(before);
  });
});
