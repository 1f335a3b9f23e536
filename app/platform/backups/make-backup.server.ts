import {
  chmodSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  statSync,
  statfsSync,
  utimesSync,
} from 'node:fs';
import { dirname, join, basename } from 'node:path';
import { openFile } from '#db/open-file.server.ts';
import { databaseSchema, compareSchema, programSchema } from '#db/schema-version.server.ts';
import { makeOwnFile, makeOwnFolder, renameDurably, sync } from '#db/own-files.server.ts';
import {
  BackupError,
  removeCopy,
  UNFINISHED,
  type BackupKind,
  backupFolder,
  backupName,
} from './backup-files.server.ts';
import {
  findFault,
  readContents,
  type Contents,
  writeChecksum,
  writeManifest,
} from './contents.server.ts';
import type SqliteDatabase from 'better-sqlite3';
import type { Config } from '../env.server.ts';
import { StartRefusal } from '../command.ts';

/** What to back up, and where to; plain data, since it goes to another thread. */
export type BackupOrder = {
  databaseFile: string;
  /** The finished file; it gets its name when it is whole. */
  file: string;
  kind: BackupKind;
  madeAt: Date;
  /** Also compare every index with its table; takes five times as long. */
  isThorough: boolean;
};

/** A finished backup. */
export type MadeBackup = { size: number; contents: Contents };

/**
 * Pages that are copied, and then waited for until they are on the disk: a mebibyte at a time, so
 * that a request that writes meanwhile never waits for all of them.
 */
const PAGES_A_STEP = 256;

/** What stays free on the disk for everybody else, in bytes. */
const ROOM_LEFT = 16 * 1024 * 1024;

/**
 * Makes a backup: copies the database as it is at one instant, while others write to it, checks the
 * copy, and gives it its name when it is whole and on the disk. Throws a BackupError, and leaves
 * nothing behind.
 *
 * It may use this thread for a second or more, so a server runs it in a thread of its own.
 */
export async function makeBackup(order: BackupOrder): Promise<MadeBackup> {
  const { databaseFile, file, madeAt } = order;
  if (!existsSync(databaseFile)) {
    throw new BackupError(`There is nothing to back up yet: ${databaseFile} is not there.`);
  }
  const folder = dirname(file);
  const unfinished = join(folder, `.${basename(file)}.${process.pid}${UNFINISHED}`);
  try {
    makeOwnFolder(folder);
    checkRoom(databaseFile, folder);
    makeOwnFile(unfinished);
    await copyDatabase(databaseFile, unfinished);
    const contents = seal(unfinished, order);
    chmodSync(unfinished, 0o600);
    utimesSync(unfinished, madeAt, madeAt);
    sync(unfinished);
    renameDurably(unfinished, file);
    return { size: statSync(file).size, contents };
  } catch (error) {
    throw explained(error, folder);
  } finally {
    removeCopy(unfinished);
  }
}

/**
 * Copies a database in steps. The source holds one read transaction all the while: otherwise SQLite
 * would begin again whenever somebody else writes, and never end under load.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  // A reader leaves the log of a running or a killed server as it is; where there is no log, one that
  // may write clears its own away.
  const readonly = existsSync(`${from}-wal`);
  const source = openFile(from, { readonly, fileMustExist: true });
  const written = openSync(to, 'r+');
  try {
    source.pragma('cache_size = -1000');
    source.exec('begin');
    // A transaction begins to see the database with its first read.
    source.prepare('select count(*) from sqlite_master').get();
    await source.backup(to, {
      progress: () => {
        fdatasyncSync(written);
        return PAGES_A_STEP;
      },
    });
  } finally {
    closeSync(written);
    source.close();
  }
}

/** Makes one plain file of a copy, checks it, and writes into it what it is. */
function seal(file: string, { databaseFile, kind, madeAt, isThorough }: BackupOrder): Contents {
  const copy = openFile(file, { fileMustExist: true });
  let contents: Contents;
  try {
    // Out of WAL mode; the file is synced as a whole in the end.
    copy.pragma('journal_mode = MEMORY');
    copy.pragma('synchronous = OFF');
    copy.pragma('cache_size = -4000');
    const fault = findFault(copy, isThorough ? 'integrity_check' : 'quick_check');
    if (fault !== null) throw damaged(fault);
    const schema = databaseSchema(copy);
    if (schema === null) throw new BackupError(`${databaseFile} is no database of this product.`);
    contents = readContents(copy);
    writeManifest(copy, {
      madeAt: madeAt.toISOString(),
      kind,
      schema: Math.max(...schema),
      contents,
    });
  } finally {
    copy.close();
  }
  writeChecksum(file);
  return contents;
}

function checkRoom(databaseFile: string, folder: string): void {
  const needed = statSync(databaseFile).size + ROOM_LEFT;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= needed) return;
  throw new BackupError(
    `There is too little room in ${folder}: a backup needs ${Math.ceil(needed / 1e6)} MB. No backup was made; free some room, then try again.`,
  );
}

/** An error of the file system or of SQLite, in words. */
function explained(error: unknown, folder: string): unknown {
  if (error instanceof BackupError || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/.test(code)) {
    return new BackupError(
      `There is too little room in ${folder}. No backup was made; free some room, then try again.`,
    );
  }
  if (/^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST)$/.test(code)) {
    return new BackupError(
      `${folder} cannot be written (${code}). No backup was made; give the program the right to write there.`,
    );
  }
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) {
    return damaged(error.message);
  }
  return error;
}

function damaged(what: string): BackupError {
  return new BackupError(
    `The database is damaged (${what}). No backup was made; earlier ones are kept: restore the newest that is whole.`,
    what,
  );
}

/**
 * Backs a database up when the start is about to migrate it. Does nothing for a new one, and with
 * `BACKUPS=off`. Gives the name of the backup, or null. Throws a StartRefusal.
 */
export async function backUpBeforeMigration(
  sqlite: SqliteDatabase.Database,
  config: Pick<Config, 'dataDir' | 'databaseFile' | 'backups'>,
  migrations: string,
  madeAt: Date,
): Promise<string | null> {
  if (config.backups === 'off') return null;
  const schema = databaseSchema(sqlite);
  if (schema === null || compareSchema(schema, programSchema(migrations)) === 'same') return null;
  const kind = 'before-migration';
  const name = backupName(kind, madeAt);
  const file = join(backupFolder(config.dataDir), name);
  try {
    const { databaseFile } = config;
    await makeBackup({ databaseFile, file, kind, madeAt, isThorough: true });
    return name;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new StartRefusal(
      `This version changes the database, and the backup before that failed: ${error.message} No changes were made. To go on without a backup, set BACKUPS=off.`,
    );
  }
}
