import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from './connection.server.ts';
import { createLogCopy } from './log-copy.server.ts';

let folder: string;
let file: string;
let db: Database;
let other: SqliteDatabase.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-log-'));
  file = join(folder, 'database.sqlite');
  db = openDatabase(file);
  db.$client.pragma('wal_autocheckpoint = 0');
  db.$client.exec('create table lines (text text)');
  other = new SqliteDatabase(file);
});

afterEach(() => {
  other.close();
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (count: number) => {
  const insert = db.$client.prepare('insert into lines values (?)');
  for (let line = 0; line < count; line += 1) insert.run('x'.repeat(3_000));
};
const logSize = () => statSync(`${file}-wal`).size;

test('a log that was copied begins anew instead of growing', () => {
  const copyLog = createLogCopy(file);
  write(100);
  const size = logSize();
  for (let time = 0; time < 5; time += 1) {
    copyLog();
    write(100);
  }
  expect(logSize()).toBeLessThan(size * 1.5);
  // The control: without a copy it grows.
  write(100);
  expect(logSize()).toBeGreaterThan(size * 1.5);
});

test('who reads an older state keeps it, and is not waited for', () => {
  const copyLog = createLogCopy(file);
  write(3);
  other.exec('begin');
  const count = other.prepare('select count(*) from lines').pluck();
  expect(count.get()).toBe(3);
  write(3);
  copyLog();
  expect(count.get()).toBe(3);
  other.exec('commit');
  expect(count.get()).toBe(6);
});

test('who writes is not held up, and holds nothing up', () => {
  const copyLog = createLogCopy(file);
  other.exec('begin immediate');
  other.exec(`insert into lines values ('under way')`);
  copyLog();
  other.exec('commit');
  expect(db.$client.prepare('select count(*) from lines').pluck().get()).toBe(1);
});
