import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { count } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, write, type Database } from './connection.server.ts';
import { approvedEmails } from './schema.ts';

let folder: string;
let file: string;
const opened: Database[] = [];

/** Opens the test's database; it is closed when the test ends. */
function open(): Database {
  const db = openDatabase(file);
  opened.push(db);
  return db;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-db-'));
  file = join(folder, 'not', 'there', 'yet', 'database.sqlite');
});

afterEach(() => {
  for (const db of opened.splice(0)) db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert = (db: Pick<Database, 'insert'>, email: string) =>
  db
    .insert(approvedEmails)
    .values({ email, createdAt: new Date(0) })
    .run();
const emails = (db: Database) =>
  db
    .select()
    .from(approvedEmails)
    .all()
    .map(({ email }) => email);

describe('an opened database', () => {
  test('is made where there is none, folder and all', () => {
    expect(existsSync(file)).toBe(false);
    open();
    expect(existsSync(file)).toBe(true);
  });

  test.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2], // FULL: an acknowledged commit survives a power cut.
    ['foreign_keys', 1],
    ['busy_timeout', 5_000],
  ])('has the pragma %s = %s on every connection', (name, value) => {
    open();
    expect(open().$client.pragma(name, { simple: true })).toBe(value);
  });

  test('migrates once, and a second time does nothing', () => {
    const db = open();
    migrateDatabase(db);
    insert(db, 'alex@example.com');
    const schema = () => db.$client.prepare('select * from sqlite_schema order by name').all();
    const before = schema();
    migrateDatabase(db);
    migrateDatabase(open());
    expect(schema()).toEqual(before);
    expect(emails(db)).toEqual(['alex@example.com']);
  });

  test('keeps what was written when it is opened again', () => {
    const db = openDatabase(file);
    migrateDatabase(db);
    insert(db, 'alex@example.com');
    db.$client.close();
    expect(emails(open())).toEqual(['alex@example.com']);
  });
});

describe('a write', () => {
  test('gives what its callback gives', () => {
    const db = open();
    migrateDatabase(db);
    expect(write(db, () => insert(db, 'alex@example.com').changes)).toBe(1);
  });

  test('leaves nothing behind when it fails half-way', () => {
    const db = open();
    migrateDatabase(db);
    const failing = () => {
      write(db, () => {
        insert(db, 'first@example.com');
        insert(db, 'first@example.com');
      });
    };
    expect(failing).toThrow(/UNIQUE constraint failed/);
    expect(emails(db)).toEqual([]);
    // The lock is free again.
    write(db, () => insert(db, 'second@example.com'));
    expect(emails(db)).toEqual(['second@example.com']);
  });

  test('holds the lock from its start, where a plain transaction is overtaken', () => {
    const db = open();
    migrateDatabase(db);
    const other = open();
    other.$client.pragma('busy_timeout = 0');
    const readThenWrite = (behavior: 'deferred' | 'immediate') => {
      db.transaction(
        (transaction) => {
          transaction.select({ total: count() }).from(approvedEmails).get();
          insert(other, `other-${behavior}@example.com`);
          insert(transaction, `${behavior}@example.com`);
        },
        { behavior },
      );
    };
    // A plain transaction: the other writer gets in between, and ours fails.
    expect(() => {
      readThenWrite('deferred');
    }).toThrow(/database is locked/);
    expect(emails(db)).toEqual(['other-deferred@example.com']);
    // `write`: the other writer has to wait.
    expect(() => {
      write(db, () => {
        db.select({ total: count() }).from(approvedEmails).get();
        insert(other, 'other-immediate@example.com');
      });
    }).toThrow(/database is locked/);
    write(db, () => insert(db, 'ours@example.com'));
    expect(emails(db)).toEqual(['other-deferred@example.com', 'ours@example.com']);
  });

  test('never fails while another process writes at the same time', async () => {
    const db = open();
    migrateDatabase(db);
    const script = join(import.meta.dirname, '../tests/support/server/database-writer.ts');
    const finished = ['left', 'right'].map(async (name) => {
      const writer = spawn(process.execPath, [script, file, name, '250']);
      const [errors] = await Promise.all([text(writer.stderr), once(writer, 'close')]);
      return { errors, code: writer.exitCode };
    });
    for (const { errors, code } of await Promise.all(finished)) {
      expect(errors).toBe('');
      expect(code).toBe(0);
    }
    const numbers = emails(db).map((email) => Number.parseInt(email, 10));
    // Each transaction saw all earlier ones: no number was counted twice.
    expect(numbers).toEqual(Array.from({ length: 500 }, (_, index) => index));
  });
});
