import { beforeEach, describe, expect, test } from 'vitest';
import { getTableColumns } from 'drizzle-orm';
import { migrateDatabase, openDatabase, write, type Database } from '../connection.server.ts';
import { clients, historyEntries, workLogs, workTypes } from '../schema.ts';
import { actingAs } from './acting.server.ts';
import { RECORD_KINDS } from './records.ts';

let db: Database;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  const stamps = { createdAt: new Date(0), updatedAt: new Date(0) };
  write(db, () => {
    const rates = { standardRatePence: 6_000, premiumRatePence: 9_000 };
    db.insert(clients)
      .values({ name: 'Acme', ...rates, ...stamps })
      .run();
    db.insert(workTypes)
      .values({ name: 'Hardware', hourlyRatePence: 0, ...stamps })
      .run();
    db.insert(workLogs)
      .values({
        ...{ clientId: 1, workTypeId: 1, duration: 0, hourlyRatePence: 0, totalPence: 100 },
        ...{ date: new Date(0), day: '1970-01-01', isHardware: true, ...stamps },
      })
      .run();
    addItem('Cable');
  });
  return () => db.$client.close();
});

const addItem = (name: string) =>
  db.$client
    .prepare(
      `insert into hardware_items (work_log_id, item_name, quantity_in_places, unit_price_in_places, vat_included,
        vat_rate_hundredths, tax_code, created_at, updated_at)
      values (1, ?, 10000, 10000, 1, 2050, 'OUTPUT2', 0, 0)`,
    )
    .run(name);
const addPerson = (id: number) =>
  write(db, () =>
    run(
      `insert into users (id, email, created_at, updated_at) values (${id}, 'ann@example.com', 0, 0)`,
    ),
  );
const run = (sql: string) => db.$client.exec(sql);
const entries = () => db.select().from(historyEntries).orderBy(historyEntries.id).all();
const newest = () => {
  const entry = entries().at(-1);
  if (!entry) throw new Error('There is no entry');
  const read = (json: string | null) => (json === null ? null : (JSON.parse(json) as object));
  return { ...entry, before: read(entry.before), after: read(entry.after) };
};

describe('a transaction leaves an entry', () => {
  test('for each record that it made, whole, in the words of the API', () => {
    expect(entries().map(({ kind, recordId, action }) => [kind, recordId, action])).toEqual([
      ['client', 1, 'created'],
      ['work-type', 1, 'created'],
      ['work-log', 1, 'created'],
    ]);
    expect(newest()).toMatchObject({
      by: 'system',
      before: null,
      after: {
        clientId: 1,
        client: { name: 'Acme' },
        hourlyRate: '0.00',
        totalAmount: '1.00',
        billable: true,
        date: '1970-01-01T00:00:00.000Z',
        hardwareItems: [{ itemName: 'Cable', unitPrice: '1.00', vatRate: 20.5 }],
      },
    });
  });

  test('for a log and its items once, with what changed', () => {
    addPerson(7);
    actingAs({ userId: 7, name: 'Ann Lee' }, () => {
      write(db, () => {
        run(`update work_logs set description = 'Switch'`);
        run('update hardware_items set quantity_in_places = 30000');
        addItem('Plug');
        run('update work_logs set total_pence = 400');
      });
    });
    expect(entries()).toHaveLength(5);
    expect(newest()).toMatchObject({
      userId: 7,
      by: 'Ann Lee',
      action: 'changed',
      before: { description: '', totalAmount: '1.00', hardwareItems: [{ quantity: 1 }] },
      after: {
        description: 'Switch',
        totalAmount: '4.00',
        hardwareItems: [{ quantity: 3 }, { itemName: 'Plug' }],
      },
    });
    expect(newest().before).not.toHaveProperty('billable');
  });

  test('without the name of a person who was deleted since the work of theirs began', () => {
    addPerson(7);
    actingAs({ userId: 7, name: 'Ann Lee' }, () => {
      write(db, () => run(`update clients set name = 'B'`));
      expect(newest()).toMatchObject({ userId: 7, by: 'Ann Lee' });
      actingAs({ userId: null, name: 'the operator' }, () =>
        write(db, () => run('delete from users')),
      );
      write(db, () => run(`update clients set name = 'C'`));
    });
    expect(newest()).toMatchObject({ userId: 7, by: 'a removed person', after: { name: 'C' } });
  });

  test('for what was deleted and for what came back', () => {
    const { changes } = db.$client.prepare('delete from work_logs').run();
    expect(changes).toBe(1);
    write(db, () => undefined);
    expect(newest()).toMatchObject({ action: 'deleted', after: null, by: 'outside the product' });
    expect(newest().before).toMatchObject({ hardwareItems: [{ itemName: 'Cable' }] });
  });
});

describe('a transaction leaves none', () => {
  test.each([
    [
      'when it fails',
      () => {
        run(`update clients set name = 'B'`);
        throw new Error('Failed');
      },
    ],
    [
      'when nothing is other than before',
      () => {
        run('update clients set name = name');
      },
    ],
    [
      'when a change is taken back',
      () => {
        run(`update clients set name = 'B'`);
        run(`update clients set name = 'Acme'`);
      },
    ],
    [
      'for a version, a time, a day or a total alone',
      () => {
        run('update clients set version = 9, updated_at = 9');
        run(
          `update work_logs set day = '1970-01-02', total_pence = 7, version = 9, updated_at = 9`,
        );
      },
    ],
    [
      'for what was made and deleted',
      () => {
        run(`insert into approved_emails (email, created_at) values ('a@example.com', 0)`);
        run('delete from approved_emails');
      },
    ],
    [
      'for the settings of the product itself',
      () => {
        run(`insert into settings values ('key.check', 'x'), ('time_zone', 'x')`);
      },
    ],
  ])('%s', (_, change) => {
    try {
      write(db, change);
    } catch (error) {
      expect(String(error)).toContain('Failed');
    }
    expect(entries()).toHaveLength(3);
    expect(db.$client.prepare('select * from history_touched').all()).toEqual([]);
  });

  test('of an inner transaction that fails, while the outer one goes on', () => {
    write(db, () => {
      expect(() =>
        write(db, () => {
          run(`update clients set name = 'B'`);
          throw new Error('x');
        }),
      ).toThrow('x');
      run(`update work_types set name = 'Things'`);
    });
    expect(
      entries()
        .slice(3)
        .map(({ kind }) => kind),
    ).toEqual(['work-type']);
  });
});

test('Of a secret the history says only that it was set, replaced and removed', () => {
  write(db, () => run(`insert into settings values ('ai.key', 'v1:aaa'), ('ai.prompt', 'Short')`));
  expect(newest().after).toEqual({ 'ai.key': 'set', 'ai.prompt': 'Short' });
  write(db, () => run(`update settings set value = 'v1:bbb' where name = 'ai.key'`));
  expect(newest().after).toEqual({ 'ai.key': 'set anew' });
  write(db, () => run(`delete from settings where name = 'ai.key'`));
  expect(newest()).toMatchObject({ before: { 'ai.key': 'set' }, after: { 'ai.key': null } });
});

test.each([
  `update history_entries set by = 'nobody' where id = 1`,
  'delete from history_entries where id = 1',
  `insert or replace into history_entries (id, at, by, kind, action) values (1, 0, 'x', 'x', 'x')`,
  `insert into history_entries (id, at, by, kind, action) values (-5, 0, 'x', 'x', 'x')`,
])('An entry stays as it is: %s', (sql) => {
  const before = entries();
  expect(() => run(sql)).toThrow('an entry of the history');
  expect(entries()).toEqual(before);
});

test.each([
  [-50, '-0.50'],
  [-1_050, '-10.50'],
  [-1_000, '-10.00'],
  [0, '0.00'],
  [5, '0.05'],
  [123_456, '1234.56'],
])('An amount of %i pence is %s in the history', (pence, text) => {
  write(db, () =>
    run(`insert into invoice_runs (id, tenant_id, status, started_at) values (1, 't', 'running', 0);
      insert into invoices (run_id, tenant_id, client_id, month, state, reference, contents, total_minutes,
        total_pence, vat_pence, created_at, updated_at)
      values (1, 't', 1, '2026-10', 'claimed', 'r', '{}', 0, ${pence}, ${pence}, 0, 0)`),
  );
  expect(newest().after).toMatchObject({ vat: text, totalAmount: text });
});

test('A person who is deleted stays in the history by name', () => {
  run(`insert into users (email, created_at, updated_at) values ('ann@example.com', 0, 0)`);
  actingAs({ userId: 1, name: 'Ann' }, () => write(db, () => run(`update clients set name = 'B'`)));
  write(db, () => run('delete from users'));
  expect(entries().find(({ userId }) => userId === 1)).toMatchObject({ by: 'Ann' });
});

test('Every column of a record is in its JSON, or named as left out', () => {
  const [client] = RECORD_KINDS;
  const columns = Object.values(getTableColumns(clients)).map(({ name }) => name);
  expect(columns.filter((name) => !client?.columns.includes(name))).toEqual([
    'id',
    'version',
    'created_at',
    'updated_at',
  ]);
});

test('The triggers are made once, and again when they are not those of this program', () => {
  const names = () =>
    db.$client
      .prepare(
        `select name, rootpage, rowid from sqlite_schema where name like 'history%' order by 1`,
      )
      .all();
  const before = names();
  migrateDatabase(db);
  expect(names()).toEqual(before);
  run('drop trigger history_client_changed');
  migrateDatabase(db);
  write(db, () => run(`update clients set name = 'B'`));
  expect(newest()).toMatchObject({ kind: 'client', before: { name: 'Acme' } });
});
