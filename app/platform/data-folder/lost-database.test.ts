import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/connection.server.ts';
import { workLogs } from '#db/schema.ts';
import { addLogs, backUp, SCHEMA, useDataFolder } from '#tests/support/data/data-folder.ts';
import { listBackups } from '../backups/backup-files.server.ts';
import { restoreBackup } from '../backups/restore.server.ts';
import { refuseLostDatabase } from './open-data-folder.server.ts';

const folderOf = useDataFolder();

/** The sentence of a start that is refused; null for one that is not. */
function refusal(): string | null {
  const { folder: dataDir, databaseFile } = folderOf();
  try {
    refuseLostDatabase({ dataDir, databaseFile });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Loses the database, as a copy that was cut short does, and leaves what `names` says beside it. */
function lose(...names: string[]): void {
  const { db, folder, databaseFile } = folderOf();
  db.$client.close();
  rmSync(databaseFile);
  for (const name of names) writeFileSync(join(folder, name), 'left');
}

test('a folder with a database, or with nothing, is not refused', () => {
  expect(refusal()).toBeNull();
  lose();
  expect(refusal()).toBeNull();
});

test.each(['app-secret', 'database.sqlite-wal', 'database.sqlite-shm'])(
  'a folder with only %s has lost its database',
  (name) => {
    lose(name);
    const { folder } = folderOf();
    expect(refusal()).toBe(
      `DATA_DIR (${folder}) has lost its database: ${name} is there, but database.sqlite is missing or empty. No changes were made: put the file back, and start again. For a new beginning, set DATA_DIR to an empty folder.`,
    );
    writeFileSync(join(folder, 'database.sqlite'), '');
    expect(refusal()).toContain('has lost its database');
    expect(readFileSync(join(folder, name), 'utf8')).toBe('left');
  },
);

test('the newest backup is named, but none of the future, and brings everything back, also the log', async () => {
  const data = folderOf();
  mkdirSync(join(data.folder, 'backups'));
  const backups = ['2026-11-20T09-00-00-000Z', '2026-11-21T09-00-00-000Z'].map((instant) =>
    join(data.folder, 'backups', `${instant}-daily.sqlite`),
  );
  for (const file of backups) await backUp({ ...data, file });
  const ahead = join(data.folder, 'backups', '2100-01-01T09-00-00-000Z-daily.sqlite');
  copyFileSync(backups[0] ?? '', ahead);
  utimesSync(ahead, new Date('2100-01-01'), new Date('2100-01-01'));
  expect(listBackups(data.folder)).toHaveLength(3);
  addLogs(data.db, 3);
  lose('app-secret', 'database.sqlite-wal');
  expect(refusal()).toContain(
    'app-secret, database.sqlite-wal and backups are there, but database.sqlite',
  );
  const [, named = ''] = /“npm run restore -- (.+?)”/.exec(refusal() ?? '') ?? [];
  expect(named).toBe(backups[1]);
  const { kept } = restoreBackup({
    dataDir: data.folder,
    file: named,
    schema: SCHEMA,
    now: new Date(),
  });
  expect(readFileSync(join(kept ?? '', 'database.sqlite-wal'), 'utf8')).toBe('left');
  expect(existsSync(join(data.folder, 'database.sqlite-wal'))).toBe(false);
  expect(refusal()).toBeNull();
  data.db = openDatabase(data.databaseFile);
  expect(data.db.select().from(workLogs).all()).toHaveLength(20);
});
