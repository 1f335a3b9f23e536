import { copyFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { guardWrites, migrateDatabase, openDatabase, write } from '#db/connection.server.ts';
import { workLogs } from '#db/schema.ts';
import { addLogs, useDataFolder } from '#tests/support/data/data-folder.ts';
import { BackupError } from '../backups/backup-files.server.ts';
import { watchDatabase, type DatabaseWatch } from './database.server.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations');
const folderOf = useDataFolder();

let watch: DatabaseWatch;

beforeEach(() => {
  const { db, databaseFile: file } = folderOf();
  migrateDatabase(db);
  watch = watchDatabase(db, { file, migrations: MIGRATIONS, isHeldByUs: () => false });
});

afterEach(() => {
  vi.useRealTimers();
});

/** The logs in a copy of the database file alone, as most backups at home are made, and as it is after a crash without its log. */
function inCopy(): number {
  const file = join(folderOf().folder, 'copy.sqlite');
  copyFileSync(folderOf().databaseFile, file);
  const copy = openDatabase(file);
  const found = copy.select().from(workLogs).all().length;
  copy.$client.close();
  return found;
}

const logs = () => folderOf().db.select().from(workLogs).all().length;
const save = () => {
  write(folderOf().db, () => {
    addLogs(folderOf().db, 1);
  });
};
const health = async () =>
  (await Promise.all(watch.checks.map(async (check) => check())))
    .filter((problem) => problem !== null)
    .map(({ sentence }) => sentence);

/** What can be lost of the files under a running server, and what is then said. */
const LOST: Record<string, { lose: (file: string) => void; said: RegExp }> = {
  'the database is removed': {
    lose: (file) => {
      rmSync(file);
    },
    said: /removed or replaced/,
  },
  'the database is replaced by a copy': {
    lose: (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
    said: /what was saved until then is in the file that was there\. Put it back, or restore/,
  },
  'the database is cut short': {
    lose: (file) => {
      truncateSync(file, 8192);
    },
    said: /cut short/,
  },
  'the log beside it is removed': {
    lose: (file) => {
      rmSync(`${file}-wal`);
    },
    said: /what was saved until then is written into the database itself\. Stop the server/,
  },
  'the index of the log is removed': {
    lose: (file) => {
      rmSync(`${file}-shm`);
    },
    said: /-shm\) was removed or replaced/,
  },
};

describe.each(Object.entries(LOST))('when %s', (_, { lose, said }) => {
  test('nothing more is saved, and health says the same', async () => {
    const { db, databaseFile } = folderOf();
    guardWrites(db, watch.refuseWrites);
    save();
    db.$client.pragma('wal_checkpoint(PASSIVE)');
    watch.refuseWrites();
    expect(await health()).toEqual([]);
    lose(databaseFile);
    expect(save).toThrow(said);
    expect(await health()).toEqual([expect.stringMatching(said) as unknown]);
  });
});

test('what was saved before the log was lost is in the database', async () => {
  const { db, databaseFile } = folderOf();
  guardWrites(db, watch.refuseWrites);
  save();
  rmSync(`${databaseFile}-wal`);
  expect(save).toThrow(/-wal/);
  await new Promise(setImmediate);
  expect(inCopy()).toBe(21);
});

test('without the look at the files such a save is acknowledged, and gone with a crash: the control', () => {
  const { db, databaseFile } = folderOf();
  db.$client.pragma('wal_checkpoint(PASSIVE)');
  rmSync(`${databaseFile}-wal`);
  save();
  expect(logs()).toBe(21);
  expect(inCopy()).toBe(20);
});

test('a later version that has changed the database, and damage that was met, refuse writes too', async () => {
  const { db } = folderOf();
  guardWrites(db, watch.refuseWrites);
  db.$client.exec(`insert into __drizzle_migrations (hash, created_at) values ('later', 9e14)`);
  expect(save).toThrow('Start the later version.');
  db.$client.exec(`delete from __drizzle_migrations where hash = 'later'`);
  save();
  watch.noteError(new BackupError('There is too little room.'));
  save();
  watch.noteError(new BackupError('The database is damaged.', 'Tree 4 page 4: btreeInitPage'));
  expect(save).toThrow('The database is damaged (Tree 4 page 4: btreeInitPage). No changes were');
  expect(await health()).toHaveLength(1);
  expect(logs()).toBe(22);
});

test('a file that another program made smaller in order is not cut short', () => {
  const { db, databaseFile } = folderOf();
  guardWrites(db, watch.refuseWrites);
  addLogs(db, 100);
  db.$client.pragma('wal_checkpoint(PASSIVE)');
  watch.refuseWrites();
  db.delete(workLogs).run();
  const other = openDatabase(databaseFile);
  other.$client.exec('vacuum');
  other.$client.pragma('wal_checkpoint(PASSIVE)');
  other.$client.close();
  save();
});

test('a copy of the file alone, made a minute after the last save, is whole', () => {
  vi.useFakeTimers();
  const stop = watch.keepWrittenBack();
  vi.advanceTimersByTime(60_000);
  addLogs(folderOf().db, 3);
  expect(inCopy()).toBe(20);
  vi.advanceTimersByTime(60_000);
  expect(inCopy()).toBe(23);
  stop();
});
