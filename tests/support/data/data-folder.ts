import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { makeBackup } from '#app/platform/backups/make-backup.server.ts';
import { openDatabase, type Database } from '#db/connection.server.ts';
import { programSchema } from '#db/schema-version.server.ts';
import { clients, workLogs, workTypes } from '#db/schema.ts';

/** The migrations that this program knows. */
export const SCHEMA = programSchema(join(import.meta.dirname, '../../../db/migrations'));
export const MADE_AT = new Date('2026-11-22T09:00:00Z');

/** A data folder with a database of 20 logs, and the file its backup goes to. */
export type DataFolder = {
  folder: string;
  databaseFile: string;
  file: string;
  /** The open database; a test that closes it may put another one here. */
  db: Database;
};

/** A data folder for each test; its database is closed and the folder removed after it. */
export function useDataFolder(): () => DataFolder {
  let data: DataFolder | null = null;

  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'tallyhour-backup-'));
    const databaseFile = join(folder, 'database.sqlite');
    copyFileSync(process.env.EMPTY_DATABASE ?? '', databaseFile);
    const db = openDatabase(databaseFile);
    data = { folder, databaseFile, file: join(folder, 'backups', 'one.sqlite'), db };
    const now = { createdAt: MADE_AT, updatedAt: MADE_AT };
    db.insert(clients)
      .values({ name: 'Acme', standardRatePence: 6_000, premiumRatePence: 9_000, ...now })
      .run();
    db.insert(workTypes)
      .values({ name: 'Support', hourlyRatePence: 0, ...now })
      .run();
    addLogs(db, 20);
  });

  afterEach(() => {
    data?.db.$client.close();
    if (data) rmSync(data.folder, { recursive: true, force: true });
    data = null;
  });

  return () => {
    if (!data) throw new Error('There is a data folder only within a test');
    return data;
  };
}

/** Adds logs of an hour and £60.01 each. */
export function addLogs(db: Database, count: number): void {
  const log = {
    clientId: 1,
    workTypeId: 1,
    duration: 60,
    hourlyRatePence: 6_000,
    totalPence: 6_001,
  };
  const at = { date: MADE_AT, day: '2026-11-22', createdAt: MADE_AT, updatedAt: MADE_AT };
  const description = 'Looked into the slow printer on the second floor. '.repeat(20);
  for (let index = 0; index < count; index++) {
    db.insert(workLogs)
      .values({ ...log, ...at, description })
      .run();
  }
}

/** Makes the backup of a data folder. */
export function backUp({ databaseFile, file }: DataFolder, isThorough = false) {
  return makeBackup({ databaseFile, file, kind: 'manual', madeAt: MADE_AT, isThorough });
}
