import { describe, expect, test } from 'vitest';
import { todoistImports } from '#db/schema.ts';
import { pendingRows } from '../../support/data/pending-work-logs.ts';
import { accountOf } from '../../support/server/todoist.ts';
import { countsOf, startImporting } from '../../support/server/todoist-server.ts';

describe('the range of a sync', () => {
  const BOTH = 'Both start and end dates are required';
  const FORMAT = 'Dates must be in YYYY-MM-DD format';
  const INVALID = 'Invalid date values';
  const ORDER = 'Start date must be before or equal to end date';
  const DAY = '2026-06-25';

  test('must be two real days in order, or is refused without asking Todoist', async () => {
    const { visitor, todoist, server } = await startImporting({ account: accountOf([], []) });
    const calls = todoist.calls();
    for (const [body, message, ...paths] of [
      [{}, BOTH, 'startDate', 'endDate'],
      [{ startDate: '', endDate: null }, BOTH, 'startDate', 'endDate'],
      [{ startDate: DAY }, BOTH, 'endDate'],
      [{ endDate: DAY }, BOTH, 'startDate'],
      [{ startDate: '25/06/2026', endDate: DAY }, FORMAT, 'startDate'],
      [{ startDate: DAY, endDate: '2026-6-25' }, FORMAT, 'endDate'],
      [{ startDate: `${DAY}T00:00:00Z`, endDate: DAY }, FORMAT, 'startDate'],
      [{ startDate: 20_260_625, endDate: DAY }, FORMAT, 'startDate'],
      [{ startDate: '2026-02-30', endDate: DAY }, INVALID, 'startDate'],
      [{ startDate: DAY, endDate: '2026-13-01' }, INVALID, 'endDate'],
      [{ startDate: '2026-06-26', endDate: DAY }, ORDER, 'startDate'],
    ] as const) {
      const refused = await visitor.api('POST', '/api/todoist/sync-completed', body);
      expect([body, refused.status, refused.json()]).toEqual([
        body,
        400,
        { message, issues: paths.map((path) => ({ path, message })) },
      ]);
    }
    expect(todoist.calls()).toEqual(calls);
    expect(server.services.db.select().from(todoistImports).all()).toEqual([]);
  });

  test('has whole days in London, both included', async () => {
    const instants = {
      before: '2026-06-23T22:59:59Z',
      first: '2026-06-23T23:00:00Z',
      last: '2026-06-24T22:59:59Z',
      after: '2026-06-24T23:00:00Z',
    };
    const account = accountOf(
      Object.keys(instants).map((id) => ({ id })),
      Object.entries(instants),
    );
    const started = await startImporting({ account });
    countsOf(await started.sync('2026-06-24', '2026-06-24'));
    expect(pendingRows(started.server).map((row) => row.todoistTaskId)).toEqual(
      expect.arrayContaining(['first', 'last']),
    );
    expect(pendingRows(started.server)).toHaveLength(2);
  });

  test('of Sync Now is from 24 hours ago to today, as whole days', async () => {
    const account = accountOf(
      [{ id: 'before' }, { id: 'first' }, { id: 'now' }],
      [
        ['before', '2026-06-24T22:59:59Z'],
        ['first', '2026-06-24T23:00:00Z'],
        ['now', '2026-06-26T10:59:00Z'],
      ],
    );
    const started = await startImporting({ account });
    const answer = await started.visitor.api('POST', '/api/todoist/sync');
    expect(countsOf(answer)).toMatchObject({ tasksProcessed: 2, newPendingLogs: 2 });
    expect(pendingRows(started.server).map((row) => row.todoistTaskId)).not.toContain('before');
    // This call has no body; one that names a range is not passed over.
    const again = await started.visitor.api('POST', '/api/todoist/sync', { startDate: 'x' });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('“startDate”')]);
  });
});

describe('an entry that was imported', () => {
  test('says what Todoist said of the task, and waits for review', async () => {
    const task = {
      id: 'a',
      content: 'Mend the printer',
      description: 'On the first floor',
      labels: ['urgent', 'onsite'],
      duration: { amount: 45, unit: 'minute' as const },
    };
    const { sync, visitor } = await startImporting({
      account: accountOf([task], [['a', '2026-06-26T09:15:30Z']]),
    });
    await sync('2026-06-26', '2026-06-26');
    const [entry] = (await visitor.api('GET', '/api/pending-worklogs')).json() as unknown[];
    expect(entry).toMatchObject({
      taskName: 'Mend the printer',
      description: 'On the first floor',
      projectName: 'Harbour View Dental',
      completedAt: '2026-06-26T09:15:30.000Z',
      duration: 45,
      status: 'pending_review',
      billable: true,
      workLogId: null,
      metadata: { taskId: 'a', labels: ['urgent', 'onsite'], duration: '45 minute' },
    });
  });

  test.each([
    [{ amount: 1, unit: 'day' as const }, null],
    [{ amount: 6_001, unit: 'minute' as const }, null],
    [{ amount: 6_000, unit: 'minute' as const }, 6_000],
    [null, null],
  ])('with the duration %j has %j minutes', async (duration, minutes) => {
    const started = await startImporting({
      account: accountOf([{ id: 'a', duration }], [['a', '2026-06-26T09:15:30Z']]),
    });
    await started.sync('2026-06-26', '2026-06-26');
    expect(pendingRows(started.server).map((row) => row.duration)).toEqual([minutes]);
  });
});

describe('what a sync answers', () => {
  const account = accountOf(
    [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'daily', repeats: 'every day' }],
    [
      ['a', '2026-06-22T09:00:00Z'],
      ['b', '2026-06-23T09:00:00Z'],
      ['c', '2026-06-24T09:00:00Z'],
      ['daily', '2026-06-23T10:00:00Z'],
      ['daily', '2026-06-24T10:00:00Z'],
    ],
  );

  test('says in a sentence and in numbers what it found', async () => {
    const { sync } = await startImporting({ account });
    const counts = (tasksProcessed: number, newPendingLogs: number) => ({
      tasksProcessed,
      newPendingLogs,
      skippedDuplicates: tasksProcessed - newPendingLogs,
    });
    for (const [start, end, expected] of [
      [
        '2026-06-20',
        '2026-06-21',
        { message: 'No completed tasks found in this date range.', ...counts(0, 0) },
      ],
      ['2026-06-22', '2026-06-22', { message: 'Found 1 new task.', ...counts(1, 1) }],
      [
        '2026-06-22',
        '2026-06-22',
        { message: 'Nothing new: the one task was imported before.', ...counts(1, 0) },
      ],
      [
        '2026-06-22',
        '2026-06-23',
        { message: 'Found 2 new tasks, skipped 1 duplicate.', ...counts(3, 2) },
      ],
      [
        '2026-06-22',
        '2026-06-24',
        { message: 'Found 2 new tasks, skipped 3 duplicates.', ...counts(5, 2) },
      ],
      [
        '2026-06-22',
        '2026-06-24',
        { message: 'Nothing new: all 5 tasks were imported before.', ...counts(5, 0) },
      ],
    ] as const) {
      const answer = await sync(start, end);
      expect([start, end, answer.status, answer.json()]).toEqual([start, end, 200, expected]);
    }
  });

  test('adds a note on what Todoist does not keep on its free plan', async () => {
    const { sync, todoist } = await startImporting({ account });
    todoist.setActivityLog({ access: 'seven-days-only' });
    expect(countsOf(await sync('2026-06-01', '2026-06-24')).message).toBe(
      'Found 5 new tasks. Completions of recurring tasks before 19 June 2026 are not kept by Todoist on its free plan.',
    );
    todoist.setActivityLog({ access: 'refused' });
    expect(countsOf(await sync('2026-06-22', '2026-06-24')).message).toBe(
      'Nothing new: all 3 tasks were imported before. Completions of recurring tasks are missing: this Todoist account may not read its activity log.',
    );
  });
});
