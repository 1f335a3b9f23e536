import { beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, write, type Database } from '../connection.server.ts';
import { dropEntries, verifyChain, type Noted } from './chain.server.ts';
import { recordAct } from './record-changes.server.ts';

let db: Database;

const DAY = 86_400_000;
const run = (sql: string) => db.$client.exec(sql);
const verify = (noted: Noted | null = null) => verifyChain(db.$client, noted);
/** Does what somebody does who has the file and knows SQL. */
function bend(sql: string): void {
  run('drop trigger history_entries_stay; drop trigger history_entries_kept');
  run('drop trigger history_entries_grow');
  run(sql);
}
const approve = (email: string) =>
  run(`insert into approved_emails (email, created_at) values ('${email}', 0)`);

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    write(db, () => {
      approve(`${name}@example.com`);
      approve(`${name}@other.example`);
    });
  }
  write(db, () => {
    const after = { device: 'Firefox', odd: '\ud800 "quoted" \u0000' };
    recordAct(db.$client, { kind: 'sign-in', action: 'signed in', after });
  });
  return () => db.$client.close();
});

const head = (): Noted => {
  const verdict = verify();
  if (!verdict.isWhole) throw new Error(verdict.why);
  return verdict.last;
};

describe('The chain is whole', () => {
  test('after changes and acts, of one entry or several at a time', () => {
    expect(verify()).toEqual({
      isWhole: true,
      entries: 11,
      first: 1,
      dropped: 0,
      last: { id: 11, hash: expect.stringMatching(/^[\w-]{43}$/) as unknown },
    });
    expect(verify(head())).toMatchObject({ isWhole: true });
  });

  test('where there are no entries', () => {
    const empty = openDatabase(':memory:');
    migrateDatabase(empty);
    expect(verifyChain(empty.$client, null)).toMatchObject({ isWhole: true, entries: 0 });
    empty.$client.close();
  });

  test('after a change that fails, and one outside the product', () => {
    expect(() => {
      write(db, () => {
        approve('x@example.com');
        throw new Error('Failed');
      });
    }).toThrow('Failed');
    approve('y@example.com');
    write(db, () => undefined);
    expect(verify()).toMatchObject({ isWhole: true, entries: 12 });
  });

  test('after many at once, made and deleted', () => {
    write(db, () => {
      run(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
        insert into approved_emails (email, created_at) select 'n' || i || '@example.com', 0 from n`);
      approve('z@example.com');
    });
    write(db, () => {
      run('delete from approved_emails where id > 10');
    });
    expect(verify()).toMatchObject({ isWhole: true, entries: 11 + 5_001 + 5_001 });
  });
});

describe('The chain is broken, and says where,', () => {
  test.each([
    ['by another time', `update history_entries set at = at + 1 where id = 4`, 4],
    ['by another person', `update history_entries set user_id = 7 where id = 4`, 4],
    ['by another name', `update history_entries set by = 'nobody' where id = 4`, 4],
    ['by another kind', `update history_entries set kind = 'user' where id = 4`, 4],
    ['by another record', `update history_entries set record_id = 99 where id = 4`, 4],
    ['by another action', `update history_entries set action = 'deleted' where id = 4`, 4],
    ['by other contents', `update history_entries set after = '{}' where id = 4`, 4],
    ['by contents from before', `update history_entries set before = '{}' where id = 4`, 4],
    ['by another hash', `update history_entries set hash = 'x' where id = 4`, 4],
    ['by no hash', `update history_entries set hash = null where id = 4`, 4],
    ['by an entry that is gone', 'delete from history_entries where id = 4', 5],
    ['by the first, which is gone', 'delete from history_entries where id = 1', 2],
    [
      'by two in each other’s place',
      `update history_entries set id = -1 where id = 4; update history_entries set id = 4 where id = 5;
        update history_entries set id = 5 where id = -1`,
      4,
    ],
    [
      'by one that was put in',
      `insert into history_entries (id, at, by, kind, action) values (12, 0, 'x', 'user', 'deleted')`,
      12,
    ],
    ['by the last, which is gone', 'delete from history_entries where id = 11', 10],
    ['by all of them gone', 'delete from history_entries', 0],
    ['by its beginning, which is gone', 'delete from history_seals', 0],
  ])('%s', (_, sql, at) => {
    expect(verify()).toMatchObject({ isWhole: true });
    bend('drop trigger history_entries_seals_kept');
    run(sql);
    expect(verify()).toMatchObject({ isWhole: false, at });
  });

  test('even if every hash after the change is worked out anew, by one that was noted', () => {
    const noted = head();
    const other = openDatabase(':memory:');
    migrateDatabase(other);
    write(other, () => {
      other.$client.exec(
        `insert into approved_emails (email, created_at) values ('m@m.example', 0)`,
      );
    });
    expect(verifyChain(other.$client, null)).toMatchObject({ isWhole: true });
    expect(verifyChain(other.$client, noted)).toMatchObject({ isWhole: false });
    other.$client.close();
  });
});

test('An entry that was put in between is not hidden by what is written after it', () => {
  bend(`insert into history_entries (at, by, kind, action) values (0, 'x', 'user', 'deleted')`);
  write(db, () => {
    approve('later@example.com');
  });
  expect(verify()).toMatchObject({ isWhole: false, at: 12 });
});

describe('Entries from before there was a chain', () => {
  /** A database as an earlier version left it: entries without hashes, and no beginning. */
  function before(): void {
    bend(`drop trigger history_entries_seals_kept; update history_entries set hash = null;
      delete from history_seals`);
    migrateDatabase(db);
    write(db, () => {
      approve('after@example.com');
    });
  }

  test('are sealed as a whole, and the chain goes on from them', () => {
    before();
    expect(verify()).toMatchObject({ isWhole: true, entries: 12 });
    // Once more, as at every start.
    migrateDatabase(db);
    expect(verify()).toMatchObject({ isWhole: true, entries: 12 });
  });

  test.each([
    `update history_entries set by = 'x' where id = 4`,
    'delete from history_entries where id = 4',
    'delete from history_entries where id = 11',
    'delete from history_entries where id < 12',
  ])('cannot be bent either: %s', (sql) => {
    before();
    run(sql);
    expect(verify()).toMatchObject({ isWhole: false, at: 11 });
  });

  test('can be dropped in part, and then all of them', () => {
    before();
    run('update history_entries set at = 0');
    run('delete from history_seals');
    run('update history_entries set hash = null');
    migrateDatabase(db);
    write(db, () => {
      approve('last@example.com');
    });
    for (const [most, left] of [
      [5, 8],
      [100, 1],
    ] as const) {
      write(db, () => dropEntries(db.$client, new Date(DAY), most));
      expect(verify()).toMatchObject({ isWhole: true, entries: left });
    }
  });
});

describe('Old entries', () => {
  test('are dropped from the beginning, and the rest is still whole', () => {
    bend(`update history_entries set at = id * ${DAY}`);
    run('update history_entries set hash = null; drop trigger history_entries_seals_kept');
    run('delete from history_seals');
    migrateDatabase(db);
    const drop = (day: number) =>
      write(db, () => dropEntries(db.$client, new Date(day * DAY), 100));
    expect(drop(1)).toBe(0);
    expect(drop(5)).toBe(4);
    expect(verify()).toMatchObject({ isWhole: true, entries: 7, first: 5 });
    expect(drop(5)).toBe(0);
    expect(drop(50)).toBe(7);
    expect(verify()).toMatchObject({ isWhole: true, entries: 0 });
    write(db, () => {
      approve('new@example.com');
    });
    expect(verify()).toMatchObject({ isWhole: true, entries: 1, first: 12 });
  });

  test('can be dropped by nothing else', () => {
    write(db, () => dropEntries(db.$client, new Date(Date.now() + DAY), 3));
    expect(verify()).toMatchObject({ isWhole: true, first: 4 });
    for (const sql of [
      'delete from history_entries where id = 4',
      'delete from history_seals',
      `update history_seals set entry_id = 1 where reason = 'dropped'`,
    ]) {
      expect(() => run(sql)).toThrow('of the history');
    }
  });
});
