import { describe, expect, test } from 'vitest';

import {
  accountOf,
  connectToStandIn,
  keysOf,
  manyCompletions,
} from '#tests/support/server/todoist.ts';

const NOW = new Date('2026-06-30T18:00:00Z');
const JUNE = new Date('2026-06-01T00:00:00Z');
const JULY = new Date('2026-07-01T00:00:00Z');

describe('1,200 completions over five months, 200 of them of recurring tasks', () => {
  const settings = { count: 1_200, recurring: 200, months: 5, until: NOW };
  const since = new Date(NOW.getTime() - 150 * 86_400_000);

  test('come each once, and under the same keys the next time', async () => {
    const account = manyCompletions(settings);
    const { read, standIn } = await connectToStandIn({ account, now: NOW });

    const first = await read(since, JULY);
    const second = await read(since, JULY);

    expect(first).toMatchObject({ fault: null, notes: [] });
    expect(first.tasks).toHaveLength(1_200);
    expect(first.tasks.filter((task) => task.isRecurring)).toHaveLength(200);
    expect(new Set(keysOf(first.tasks)).size).toBe(1_200);
    expect(keysOf(second.tasks)).toEqual(keysOf(first.tasks));
    expect(keysOf(first.tasks)).toEqual(
      account.completions
        .map(({ taskId, at }) => `${taskId} ${at.toISOString().slice(0, 19)}.000Z`)
        .sort(),
    );
    expect(first.batches.length).toBeGreaterThan(8);
    // Each recurring task is looked up once an import, however often it was completed.
    expect(standIn.calls()['/tasks/{id}']).toBe(2 * 8);
  });

  test('come without the recurring ones when the activity log may not be read', async () => {
    const account = manyCompletions(settings);
    const { read, standIn } = await connectToStandIn({ account, now: NOW });
    standIn.setActivityLog({ access: 'refused' });

    const { tasks, notes, fault } = await read(since, JULY);

    expect(fault).toBeNull();
    expect(tasks).toHaveLength(1_000);
    expect(tasks.some((task) => task.isRecurring)).toBe(false);
    expect(notes).toEqual([
      'Completions of recurring tasks are missing: this Todoist account may not read its activity log.',
    ]);
  });

  test('come in pieces that fit together without gaps and overlaps', async () => {
    const { read } = await connectToStandIn({ account: manyCompletions(settings), now: NOW });
    const middle = new Date('2026-04-11T09:13:07Z');

    const before = await read(since, middle);
    const after = await read(middle, JULY);
    const whole = await read(since, JULY);

    expect([...keysOf(before.tasks), ...keysOf(after.tasks)].sort()).toEqual(keysOf(whole.tasks));
    expect(before.tasks.length).toBeGreaterThan(0);
    expect(after.tasks.length).toBeGreaterThan(0);
  });
});

describe('a task that both sources have', () => {
  test.each([0, 1, 7])('comes once when the log is %i seconds later', async (delaySeconds) => {
    const account = accountOf(
      [{ id: 'plain' }, { id: 'ended', repeats: 'every day', isFinished: true }],
      [
        ['plain', '2026-06-10T09:00:00.873Z'],
        ['ended', '2026-06-10T10:00:00.120Z'],
        ['ended', '2026-06-11T10:00:00.999Z'],
      ],
    );
    const { read, standIn } = await connectToStandIn({ account, now: NOW });
    standIn.setActivityLog({ delaySeconds });

    const { tasks } = await read(JUNE, JULY);

    expect(keysOf(tasks)).toEqual([
      `ended 2026-06-10T10:00:0${delaySeconds}.000Z`,
      'ended 2026-06-11T10:00:00.000Z',
      'plain 2026-06-10T09:00:00.000Z',
    ]);
    expect(standIn.calls()['/activities']).toBe(1);
  });

  test('comes on one side only of a boundary that lies between the two instants', async () => {
    const account = accountOf(
      [{ id: 'ended', repeats: 'every day', isFinished: true }],
      [['ended', '2026-06-10T23:59:58Z']],
    );
    const { read, standIn } = await connectToStandIn({ account, now: NOW });
    standIn.setActivityLog({ delaySeconds: 4 });
    const midnight = new Date('2026-06-11T00:00:00Z');

    expect((await read(JUNE, midnight)).tasks).toHaveLength(1);
    expect((await read(midnight, JULY)).tasks).toHaveLength(0);
  });

  test('keeps its key when the log fails and is there again the next time', async () => {
    const account = accountOf(
      [{ id: 'ended', repeats: 'every day', isFinished: true }, { id: 'plain' }],
      [
        ['ended', '2026-06-10T09:00:00Z'],
        ['plain', '2026-06-10T09:00:01Z'],
      ],
    );
    const { read, standIn } = await connectToStandIn({ account, now: NOW });
    standIn.setActivityLog({ delaySeconds: 3 });
    standIn.fail({ kind: 'html', path: '/api/v1/activities', times: 1 });

    const broken = await read(JUNE, JULY);
    const whole = await read(JUNE, JULY);

    expect(broken.fault).toMatchObject({ kind: 'unreadable' });
    expect(keysOf(broken.tasks)).toHaveLength(2);
    expect(keysOf(whole.tasks)).toEqual(keysOf(broken.tasks));
  });

  test('never comes from the log alone when the list failed', async () => {
    const account = accountOf([{ id: 'plain' }], [['plain', '2026-06-10T09:00:00Z']]);
    const { read, standIn } = await connectToStandIn({ account, now: NOW });
    standIn.fail({ kind: 'html', path: '/api/v1/tasks/completed' });

    const { tasks, fault } = await read(JUNE, JULY);

    expect(fault).toMatchObject({ kind: 'unreadable' });
    expect(tasks).toEqual([]);
    expect(standIn.calls()['/activities']).toBeUndefined();
  });
});

describe('a recurring task', () => {
  const thrice: [string, string][] = [
    ['backups', '2026-06-10T09:00:00Z'],
    ['backups', '2026-06-10T09:00:02Z'],
    ['backups', '2026-06-10T09:00:04Z'],
  ];
  const backups = {
    id: 'backups',
    content: 'Check backups',
    description: 'Both servers',
    labels: ['support'],
    duration: { amount: 15, unit: 'minute' as const },
    repeats: 'every weekday',
  };

  test('that was completed three times in a row comes three times, with what the task says', async () => {
    const { read } = await connectToStandIn({ account: accountOf([backups], thrice), now: NOW });

    const { tasks } = await read(JUNE, JULY);

    expect(tasks).toHaveLength(3);
    expect(tasks[0]).toEqual({
      taskId: 'backups',
      completedAt: new Date('2026-06-10T09:00:04Z'),
      content: 'Check backups',
      description: 'Both servers',
      projectId: 'p1',
      projectName: 'Harbour View Dental',
      sectionName: null,
      labels: ['support'],
      durationMinutes: 15,
      isRecurring: true,
      isRetold: true,
      raw: {
        source: 'Todoist: activity log',
        taskId: 'backups',
        completedAt: '2026-06-10T09:00:04.000651Z',
        project: 'Harbour View Dental',
        labels: ['support'],
        duration: '15 minute',
        due: 'every weekday',
        priority: 'p4',
        addedAt: '2026-01-05T08:00:00.000000Z',
      },
    });
  });

  test('that was then ended for good comes three times too', async () => {
    const account = accountOf([{ ...backups, isFinished: true }], thrice);
    const { read } = await connectToStandIn({ account, now: NOW });

    expect(keysOf((await read(JUNE, JULY)).tasks)).toEqual([
      'backups 2026-06-10T09:00:00.000Z',
      'backups 2026-06-10T09:00:02.000Z',
      'backups 2026-06-10T09:00:04.000Z',
    ]);
  });

  test.each([
    ['shown as deleted', [{ ...backups, isDeleted: true }], 'Check backups', 'Harbour View Dental'],
    ['not found any more', [], 'A deleted task', null],
  ])('that is deleted, and %s, comes with what the log still knows', async (...row) => {
    const [, existing, content, projectName] = row;
    const { read } = await connectToStandIn({ account: accountOf(existing, thrice), now: NOW });

    const { tasks } = await read(JUNE, JULY);

    expect(tasks).toHaveLength(3);
    expect(tasks[0]).toMatchObject({
      content,
      durationMinutes: null,
      projectName,
      raw: { taskStillExists: false },
    });
  });

  test('is told from others by the task where the log does not say it', async () => {
    const account = accountOf(
      [backups, { id: 'plain' }],
      [...thrice, ['plain', '2026-06-12T09:00:00Z'], ['plain', '2026-06-13T09:00:00Z']],
    );
    const { read, standIn } = await connectToStandIn({ account, now: NOW });
    standIn.setActivityLog({ tellsRecurring: false });

    const { tasks } = await read(JUNE, JULY);

    expect(tasks.filter((task) => task.taskId === 'backups')).toHaveLength(3);
    // It was taken up again after its first completion, so only the last one counts.
    expect(keysOf(tasks.filter((task) => task.taskId === 'plain'))).toEqual([
      'plain 2026-06-13T09:00:00.000Z',
    ]);
  });
});

describe('a task that was done once', () => {
  test('and deleted comes from the log, which does not say that it does not recur', async () => {
    const { read, standIn } = await connectToStandIn({
      account: accountOf(
        [{ id: 'deleted', content: 'Quote for the office', isDeleted: true }, { id: 'kept' }],
        [
          ['deleted', '2026-06-10T09:00:00Z'],
          ['kept', '2026-06-11T09:00:00Z'],
        ],
      ),
      now: NOW,
    });

    const { tasks, notes, fault } = await read(JUNE, JULY);

    expect([fault, notes]).toEqual([null, []]);
    expect(keysOf(tasks)).toEqual([
      'deleted 2026-06-10T09:00:00.000Z',
      'kept 2026-06-11T09:00:00.000Z',
    ]);
    expect(tasks.find(({ taskId }) => taskId === 'deleted')).toMatchObject({
      content: 'Quote for the office',
      projectName: 'Harbour View Dental',
      isRecurring: false,
      isRetold: true,
    });
    // Only what the list does not have is asked for.
    expect(standIn.calls()['/tasks/{id}']).toBe(1);
  });

  test('and is deleted counts, whatever an event says of it', async () => {
    const account = accountOf([{ id: 'a', isDeleted: true }], [['a', '2026-06-10T09:00:00Z']]);
    const { read, standIn } = await connectToStandIn({ account, now: NOW });
    standIn.setActivityLog({ tellsRecurring: false });
    expect((await read(JUNE, JULY)).tasks).toHaveLength(1);
  });
});

describe('the range', () => {
  const account = accountOf(
    [{ id: 'first' }, { id: 'last' }, { id: 'early' }, { id: 'late' }],
    [
      ['early', '2026-05-31T23:59:59.999Z'],
      ['first', '2026-06-01T00:00:00Z'],
      ['last', '2026-06-19T23:59:59.999Z'],
      ['late', '2026-06-20T00:00:00Z'],
    ],
  );

  test('has its beginning and leaves out its end', async () => {
    const { read } = await connectToStandIn({ account, now: NOW });
    const { tasks } = await read(JUNE, new Date('2026-06-20T00:00:00Z'));
    expect(tasks.map((task) => task.taskId).sort()).toEqual(['first', 'last']);
  });

  test('asks for nothing when it is empty', async () => {
    const { read, standIn } = await connectToStandIn({ account, now: NOW });
    expect((await read(JULY, JUNE)).tasks).toEqual([]);
    expect(standIn.calls()).toEqual({});
  });

  test('does not ask for what lies far ahead', async () => {
    const { read, standIn } = await connectToStandIn({ account, now: NOW });
    expect((await read(JUNE, new Date('2099-01-01T00:00:00Z'))).tasks).toHaveLength(3);
    expect(standIn.calls()['/tasks/completed/by_completion_date']).toBe(1);
  });
});

describe('what a task says', () => {
  test('its duration counts when it is in minutes and a work log can have it', async () => {
    const account = accountOf(
      [
        { id: 'minutes', duration: { amount: 45, unit: 'minute' } },
        { id: 'day', duration: { amount: 1, unit: 'day' } },
        { id: 'none' },
        { id: 'endless', duration: { amount: 6_001, unit: 'minute' } },
      ],
      ['minutes', 'day', 'none', 'endless'].map((id) => [id, '2026-06-10T09:00:00Z']),
    );
    const { read } = await connectToStandIn({ account, now: NOW });

    const { tasks } = await read(JUNE, JULY);

    expect(Object.fromEntries(tasks.map((task) => [task.taskId, task.durationMinutes]))).toEqual({
      minutes: 45,
      day: null,
      none: null,
      endless: null,
    });
  });

  test('its project has a name, archived or not, unless Todoist does not show it', async () => {
    const account = accountOf(
      [
        { id: 'open' },
        { id: 'archived', projectId: 'p2' },
        { id: 'unknown', projectId: 'p3' },
        { id: 'none', projectId: null },
      ],
      ['open', 'archived', 'unknown', 'none'].map((id) => [id, '2026-06-10T09:00:00Z']),
    );
    account.projects.push({ id: 'p2', name: 'Quayside Yoga', isArchived: true });
    const { read, standIn } = await connectToStandIn({ account, now: NOW });

    const { tasks } = await read(JUNE, JULY);
    standIn.fail({ kind: '404', path: '/api/v1/projects/archived' });
    const withoutArchived = await read(JUNE, JULY);

    const names = (list: typeof tasks) =>
      Object.fromEntries(list.map((task) => [task.taskId, task.projectName]));
    expect(names(tasks)).toEqual({
      open: 'Harbour View Dental',
      archived: 'Quayside Yoga',
      unknown: null,
      none: null,
    });
    expect(names(withoutArchived.tasks)).toMatchObject({
      open: 'Harbour View Dental',
      archived: null,
    });
  });

  test('one that cannot be read is left out, counted, and keeps nothing else back', async () => {
    const account = accountOf(
      [{ id: 'good' }, { id: '' }],
      [
        ['good', '2026-06-10T09:00:00Z'],
        ['', '2026-06-10T09:00:00Z'],
      ],
    );
    const { read } = await connectToStandIn({ account, now: NOW });

    const { tasks, notes } = await read(JUNE, JULY);

    expect(tasks.map((task) => task.taskId)).toEqual(['good']);
    expect(notes).toEqual(['One entry from Todoist could not be read and was left out.']);
  });
});

describe('on a plan that keeps the activity log for seven days', () => {
  const account = accountOf(
    [{ id: 'daily', repeats: 'every day' }, { id: 'plain' }],
    [
      ['plain', '2026-06-02T09:00:00Z'],
      ['daily', '2026-06-02T09:00:00Z'],
      ['daily', '2026-06-28T09:00:00Z'],
    ],
  );
  const note =
    'Completions of recurring tasks before 23 June 2026 are not kept by Todoist on its free plan.';

  test.each(['seven-days', 'seven-days-only'] as const)(
    'the rest comes and a note says what is missing (%s)',
    async (access) => {
      const { read, standIn } = await connectToStandIn({ account, now: NOW });
      standIn.setActivityLog({ access });

      const { tasks, notes, fault } = await read(JUNE, JULY);

      expect(fault).toBeNull();
      expect(keysOf(tasks)).toEqual([
        'daily 2026-06-28T09:00:00.000Z',
        'plain 2026-06-02T09:00:00.000Z',
      ]);
      expect(notes).toEqual([note]);
    },
  );

  test.each(['seven-days', 'seven-days-only'] as const)(
    'a range before those days brings the note (%s)',
    async (access) => {
      const { read, standIn } = await connectToStandIn({ account, now: NOW });
      standIn.setActivityLog({ access });
      const { tasks, notes } = await read(JUNE, new Date('2026-06-10T00:00:00Z'));
      expect(keysOf(tasks)).toEqual(['plain 2026-06-02T09:00:00.000Z']);
      expect(notes).toEqual([note]);
    },
  );

  test('a range within those days brings no note', async () => {
    const { read, standIn } = await connectToStandIn({ account, now: NOW });
    standIn.setActivityLog({ access: 'seven-days-only' });
    const { tasks, notes } = await read(new Date('2026-06-25T00:00:00Z'), JULY);
    expect(tasks).toHaveLength(1);
    expect(notes).toEqual([]);
  });
});
