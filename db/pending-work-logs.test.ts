import { beforeEach, describe, expect, test } from 'vitest';
import { PENDING_STATUSES, type PendingStatus } from '#db/words.ts';
import { migrateDatabase, openDatabase, type Database } from './connection.server.ts';

/**
 * The database itself enforces the states of pending work logs, against errors in the product's
 * code and against changes by hand.
 */

let db: Database;
let logs = 0;
let tasks = 0;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  run(`insert into clients (id, name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
    values (1, 'Acme', 6000, 9000, 0, 0)`);
  run(`insert into work_types (id, name, hourly_rate_pence, created_at, updated_at)
    values (1, 'Support', 6000, 0, 0)`);
});

function run(text: string, ...values: unknown[]): number {
  return db.$client.prepare(text).run(...values).changes;
}

function addLog(): number {
  logs += 1;
  run(
    `insert into work_logs (id, client_id, work_type_id, duration, hourly_rate_pence, total_pence,
      date, day, created_at, updated_at) values (?, 1, 1, 60, 6000, 6000, 0, '1970-01-01', 0, 7)`,
    logs,
  );
  return logs;
}

/** Inserts an entry with these columns; gives its id. */
function insert(columns: Record<string, unknown> = {}): number {
  tasks += 1;
  const row = {
    id: tasks,
    todoist_task_id: `task-${tasks}`,
    completed_at: 0,
    task_name: 'Task',
    estimated_hourly_rate_pence: 6_000,
    created_at: 0,
    updated_at: 0,
    ...columns,
  };
  const names = Object.keys(row).join(', ');
  const places = Object.keys(row).map(() => '?');
  run(`insert into pending_work_logs (${names}) values (${places.join()})`, ...Object.values(row));
  return tasks;
}

const hasLog = (status: PendingStatus) => status === 'confirmed' || status === 'converted';

/** Moves an entry to a state, with a work log if the state needs one. */
function move(id: number, status: PendingStatus, workLogId = hasLog(status) ? addLog() : null) {
  const text = 'update pending_work_logs set status = ?, work_log_id = ? where id = ?';
  return run(text, status, workLogId, id);
}

/** Makes an entry and brings it to this state by allowed steps. */
function entryIn(status: PendingStatus): number {
  const id = insert();
  if (status === 'converted') {
    const log = addLog();
    move(id, 'confirmed', log);
    move(id, 'converted', log);
  } else if (status !== 'pending_review') move(id, status);
  return id;
}

function rowOf(id: number) {
  return db.$client.prepare('select * from pending_work_logs where id = ?').get(id) as {
    status: PendingStatus;
    work_log_id: number | null;
    updated_at: number;
  };
}

const ALLOWED = new Set([
  'pending_review → confirmed',
  'pending_review → rejected',
  'pending_review → archived',
  'rejected → pending_review',
  'archived → pending_review',
  'confirmed → converted',
  'confirmed → pending_review',
  'converted → confirmed',
]);
const STEPS = PENDING_STATUSES.flatMap((from) =>
  PENDING_STATUSES.filter((to) => to !== from).map((to) => [from, to] as const),
);
const isAllowed = ([from, to]: (typeof STEPS)[number]) => ALLOWED.has(`${from} → ${to}`);

describe('the database', () => {
  test('is asked for all twenty steps between two states', () => {
    expect(STEPS).toHaveLength(20);
    expect(STEPS.filter(isAllowed)).toHaveLength(ALLOWED.size);
  });

  test.each(STEPS.filter(isAllowed))('lets an entry go from %s to %s', (from, to) => {
    const id = entryIn(from);
    const log = rowOf(id).work_log_id ?? undefined;
    expect(move(id, to, hasLog(to) ? log : null)).toBe(1);
    expect(rowOf(id).status).toBe(to);
  });

  test.each(STEPS.filter((step) => !isAllowed(step)))(
    'lets no entry go from %s to %s',
    (from, to) => {
      const id = entryIn(from);
      const before = rowOf(id);
      expect(() => move(id, to)).toThrow(/cannot go from this state to that one/);
      expect(rowOf(id)).toEqual(before);
    },
  );

  test('takes no state that it does not know', () => {
    const id = insert();
    expect(() => run(`update pending_work_logs set status = 'done' where id = ?`, id)).toThrow(
      /cannot go from this state/,
    );
    expect(() => insert({ status: 'done' })).toThrow(/starts in review/);
  });

  test.each(PENDING_STATUSES.filter((status) => status !== 'pending_review'))(
    'takes no new entry that is %s from the start',
    (status) => {
      expect(() => insert({ status, work_log_id: hasLog(status) ? addLog() : null })).toThrow(
        /starts in review/,
      );
    },
  );
});

describe('an entry and its work log', () => {
  test.each(['confirmed', 'converted'] as const)('one that is %s must have one', (status) => {
    const id = entryIn(status);
    expect(() => run('update pending_work_logs set work_log_id = null where id = ?', id)).toThrow(
      /CHECK constraint failed: pending_work_logs_work_log/,
    );
    if (status === 'confirmed') {
      expect(() => move(insert(), status, null)).toThrow(/pending_work_logs_work_log/);
    }
  });

  test.each(['pending_review', 'rejected', 'archived'] as const)(
    'one that is %s cannot have one',
    (status) => {
      const id = entryIn(status);
      expect(() =>
        run('update pending_work_logs set work_log_id = ? where id = ?', addLog(), id),
      ).toThrow(/pending_work_logs_work_log/);
    },
  );

  test('a work log comes from one entry at most', () => {
    const log = addLog();
    move(insert(), 'confirmed', log);
    expect(() => move(insert(), 'confirmed', log)).toThrow(/UNIQUE constraint failed/);
  });

  test('a work log that does not exist confirms nothing', () => {
    expect(() => move(insert(), 'confirmed', 999_999)).toThrow(/FOREIGN KEY constraint failed/);
  });

  test('the entry follows its log onto an invoice and off it, and takes over its time', () => {
    const id = entryIn('confirmed');
    const log = rowOf(id).work_log_id;
    const other = entryIn('confirmed');
    run('update work_logs set is_invoiced = 1, updated_at = 42 where id = ?', log);
    expect(rowOf(id)).toMatchObject({ status: 'converted', work_log_id: log, updated_at: 42 });
    run('update work_logs set is_invoiced = 0 where id = ?', log);
    expect(rowOf(id)).toMatchObject({ status: 'confirmed', work_log_id: log });
    expect(rowOf(other).status).toBe('confirmed');
  });

  test('an invoice on a log that came from no task moves no entry', () => {
    const ids = PENDING_STATUSES.map((status) => entryIn(status));
    run('update work_logs set is_invoiced = 1 where id = ?', addLog());
    expect(ids.map((id) => rowOf(id).status)).toEqual(PENDING_STATUSES);
  });

  test('the entry returns to review when its log is deleted', () => {
    const id = entryIn('confirmed');
    const other = entryIn('confirmed');
    expect(run('delete from work_logs where id = ?', rowOf(id).work_log_id)).toBe(1);
    expect(rowOf(id)).toMatchObject({ status: 'pending_review', work_log_id: null });
    expect(rowOf(other).status).toBe('confirmed');
  });

  test('a log that is invoiced cannot be deleted from under its entry', () => {
    const id = entryIn('confirmed');
    const log = rowOf(id).work_log_id;
    run('update work_logs set is_invoiced = 1 where id = ?', log);
    expect(() => run('delete from work_logs where id = ?', log)).toThrow(/cannot go from/);
    expect(rowOf(id)).toMatchObject({ status: 'converted', work_log_id: log });
  });
});

describe('what an entry says', () => {
  const CHANGES = {
    task_name: 'Other',
    description: 'Other',
    duration: 45,
    client_id: 1,
    work_type_id: 1,
    billable: 0,
    estimated_hourly_rate_pence: 1,
  };
  const columns = Object.entries(CHANGES);
  const change = (id: number, name: string, value: unknown) =>
    run(`update pending_work_logs set ${name} = ? where id = ?`, value, id);

  test.each(columns)('its %s can be changed in review', (name, value) => {
    const id = insert();
    expect(change(id, name, value)).toBe(1);
    expect(rowOf(id)).toMatchObject({ [name]: value });
  });

  test.each(PENDING_STATUSES.filter((status) => status !== 'pending_review'))(
    'nothing of it can be changed once it is %s',
    (status) => {
      const id = entryIn(status);
      const before = rowOf(id);
      for (const [name, value] of columns) {
        expect(() => change(id, name, value), name).toThrow(/in review can be changed/);
      }
      expect(rowOf(id)).toEqual(before);
      // The control: what is not the entry's own words may be.
      expect(change(id, 'updated_at', 99)).toBe(1);
    },
  );

  test('is changed and confirmed in one statement, but not changed on its way back', () => {
    const id = insert();
    const text =
      'update pending_work_logs set duration = ?, status = ?, work_log_id = ? where id = ?';
    expect(run(text, 30, 'confirmed', addLog(), id)).toBe(1);
    expect(() => run(text, 45, 'pending_review', null, id)).toThrow(/in review can be changed/);
    expect(rowOf(id)).toMatchObject({ status: 'confirmed', duration: 30 });
  });

  test.each([
    ['a duration of nothing', { duration: 0 }],
    ['a duration over 6,000 minutes', { duration: 6_001 }],
    ['a rate below 0', { estimated_hourly_rate_pence: -1 }],
  ])('has no %s', (_, wrong) => {
    expect(() => insert(wrong)).toThrow(/CHECK constraint failed/);
    const [name = '', value] = Object.entries(wrong)[0] ?? [];
    const id = insert();
    expect(() => change(id, name, value)).toThrow(/CHECK constraint failed/);
  });

  test('may be without a duration, or have one of 1 to 6,000 minutes, at a rate from 0', () => {
    for (const duration of [null, 1, 6_000]) {
      expect(insert({ duration, estimated_hourly_rate_pence: 0 })).toBe(tasks);
    }
  });

  test.each(['client_id', 'work_type_id'])('has no %s that does not exist', (name) => {
    expect(() => insert({ [name]: 99 })).toThrow(/FOREIGN KEY constraint failed/);
  });

  test('is there once for each task and instant, whatever became of the first', () => {
    for (const status of PENDING_STATUSES) {
      const id = entryIn(status);
      const same = { todoist_task_id: `task-${id}` };
      expect(() => insert({ ...same, completed_at: 0 })).toThrow(/UNIQUE constraint failed/);
      // The control: the same task, completed at another time.
      expect(insert({ ...same, completed_at: 1_000 })).toBe(tasks);
    }
  });
});

test('an import is running, done or failed', () => {
  const add = (status: string) =>
    run(
      'insert into todoist_imports (since, until, status, started_at) values (0, 1, ?, 0)',
      status,
    );
  for (const status of ['running', 'done', 'failed']) expect(add(status)).toBe(1);
  expect(() => add('lost')).toThrow(/CHECK constraint failed: todoist_imports_status/);
});
