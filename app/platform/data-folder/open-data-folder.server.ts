import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder, hasCode, makeOwnFile } from '#db/own-files.server.ts';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import {
  compareSchema,
  DatabaseRefusal,
  databaseSchema,
  programSchema,
  type SchemaState,
} from '#db/schema-version.server.ts';
import { codeOf, damagedSentence, isDamage } from '#db/soundness.server.ts';
import { listBackups } from '../backups/backup-files.server.ts';
import { refuseUnfinishedRestore } from '../backups/restore.server.ts';
import { ConfigError, type Config } from '../env.server.ts';
import { KEY_FILE } from '../secrets/app-secret.server.ts';
import { asCalled, StartRefusal } from '../command.ts';
import { openFile } from '#db/open-file.server.ts';

/** A disk without room: the product starts all the same, and its health says so. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

/**
 * Makes sure that the data folder and the database can be written, and takes them for this process
 * alone. Throws StartRefusal.
 */
export function openDataFolder({ dataDir, databaseFile }: Config): DataFolderLock {
  makeDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    // Nobody has it open yet, so that closing it drops no lock of SQLite's.
    if (existsSync(databaseFile)) closeSync(openSync(databaseFile, 'r+'));
  } catch (error) {
    lock.release();
    throw unwritable(databaseFile, error);
  }
  return lock;
}

/** Makes the data folder where there is none. Throws StartRefusal where it cannot be written. */
export function makeDataFolder(dataDir: string): void {
  try {
    makeOwnFolder(dataDir);
    tryToWrite(dataDir);
  } catch (error) {
    if (!NO_ROOM.includes(codeOf(error))) throw unwritable(dataDir, error);
  }
}

/** Rights alone do not tell: the file system may be read-only. */
function tryToWrite(folder: string): void {
  const file = join(folder, `write-check-${process.pid}`);
  try {
    const descriptor = openSync(file, 'w', 0o600);
    fsyncSync(descriptor);
    closeSync(descriptor);
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Throws StartRefusal where a data folder has what only an installation has, but no database, as a copy that was cut
 * short has not: a new one would begin at nothing, and write over the log that may still hold work.
 */
export function refuseLostDatabase({ dataDir, databaseFile }: DatabasePlace): void {
  if (statSync(databaseFile, { throwIfNoEntry: false })?.size) return;
  const backups = listBackups(dataDir);
  const there = [KEY_FILE, 'database.sqlite-wal', 'database.sqlite-shm'].filter((name) =>
    existsSync(join(dataDir, name)),
  );
  if (backups.length > 0) there.push('backups');
  if (there.length === 0) return;
  // One that a clock ahead has dated may be older than the others.
  const newest = backups.find(({ madeAt }) => madeAt <= new Date()) ?? backups[0];
  const restore = newest
    ? ` or restore the newest backup with “${asCalled('restore', join(dataDir, 'backups', newest.name))}”`
    : '';
  throw new StartRefusal(
    `DATA_DIR (${dataDir}) has lost its database: ${LIST.format(there)} ${there.length === 1 ? 'is' : 'are'} there, but database.sqlite is missing or empty. No changes were made: put the file back${restore}, and start again. For a new beginning, set DATA_DIR to an empty folder.`,
  );
}

/**
 * Whether a database came without its log, as a copy of some of its files does: SQLite removes the index of the log
 * (`-shm`) before the log itself, and makes it after. To be asked before the database is opened.
 */
export function lacksItsLog({ databaseFile }: Pick<Config, 'databaseFile'>): boolean {
  return existsSync(`${databaseFile}-shm`) && !existsSync(`${databaseFile}-wal`);
}

/** What the operator reads of a database without its log. */
export const WITHOUT_LOG =
  'database.sqlite came without its log: database.sqlite-shm is there, but database.sqlite-wal is missing. What was saved in the last minute before it was copied, or the machine stopped, may be missing. If you have that file, stop the server, put back all three as they were, and start again. Until then no invoice is made before Xero was asked what was invoiced.';

/** For a command that works with the installation's database. Throws StartRefusal where there is none to work with. */
export function refuseWithoutDatabase(place: DatabasePlace): void {
  refuseUnfinishedRestore(place.dataDir);
  refuseLostDatabase(place);
  if (existsSync(place.databaseFile)) return;
  throw new StartRefusal(
    `There is no database at ${place.databaseFile}. No changes were made: set DATA_DIR to the folder that the server uses; its first start makes the database.`,
  );
}

/**
 * Runs a command's work with the installation's database, brought up to date where `refusal` says nothing of its schema.
 * Throws StartRefusal.
 */
export function withDatabase<Result>(
  place: DatabasePlace,
  root: string,
  refusal: (schema: SchemaState | null) => string | null,
  work: (db: Database) => Result,
): Result {
  refuseWithoutDatabase(place);
  const db = openDatabase(place.databaseFile);
  try {
    const migrations = join(root, 'db/migrations');
    const schema = databaseSchema(db.$client);
    const sentence = refusal(schema && compareSchema(schema, programSchema(migrations)));
    if (sentence !== null) throw new StartRefusal(sentence);
    migrateDatabase(db, migrations);
    return work(db);
  } finally {
    db.$client.close();
  }
}

const LIST = new Intl.ListFormat('en-GB');

type DatabasePlace = Pick<Config, 'dataDir' | 'databaseFile'>;

function unwritable(path: string, error: unknown): StartRefusal {
  return new StartRefusal(
    `DATA_DIR should be a folder that the server can write to, but ${path} ${reasonOf(codeOf(error))}. Set DATA_DIR to another folder, or give this one to the user whom the server runs as.`,
  );
}

function reasonOf(code: string): string {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'is, or lies in, something that is not a folder';
    case 'EROFS':
      return 'is on a read-only disk';
    case 'ENOENT':
      return 'cannot be made';
    default:
      return `cannot be written (${code || 'for an unknown reason'})`;
  }
}

/**
 * Why the product, or a command, could not start: a sentence for the operator, or null for an error
 * that only a programmer can understand.
 */
export function sentenceForStart(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof StartRefusal) return error.message;
  if (error instanceof DatabaseRefusal) return error.message;
  const code = codeOf(error);
  if (error instanceof Error && isDamage(error)) return damagedSentence(error.message);
  if (NO_ROOM.includes(code)) {
    return 'The disk with DATA_DIR is full. No changes were made: make room, and start again.';
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return 'Another program holds the database, so that it could not be opened for writing. No changes were made: end that program, and start again.';
  }
  if (/^(SQLITE_(READONLY|CANTOPEN|IOERR|PERM)|EACCES|EPERM|EROFS|EIO)/.test(code)) {
    return `DATA_DIR should be a folder that the server can read and write, but something in it cannot be used (${code}). No changes were made: let the user whom the server runs as own everything in it.`;
  }
  return null;
}

/** Another process holds the data folder, or another server in this process. */
export class DataFolderInUseError extends StartRefusal {}

/** The hold on a data folder; to be kept for as long as it is needed. */
export type DataFolderLock = {
  /** Lets the next one have the folder. */
  release: () => void;
};

/**
 * Takes the data folder for this process alone, and makes the folder where there is none. The
 * operating system holds the lock, on the file `lock.sqlite`, and drops it however the process
 * dies. Throws DataFolderInUseError when somebody else has it, and what the file system throws
 * when the folder cannot be written.
 *
 * Commands that may run beside a server, such as `npm run login-link`, do not take it.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  makeOwnFolder(dataDir);
  const file = join(dataDir, 'lock.sqlite');
  makeOwnFile(file);
  const sqlite = openFile(file, { timeout: 0 });
  try {
    // Nothing is ever written to the file, so that a crash leaves nothing to clear away.
    sqlite.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    sqlite.close();
    throw explain(error, dataDir, file);
  }
  return {
    release: () => {
      sqlite.close();
    },
  };
}

function explain(error: unknown, dataDir: string, file: string): unknown {
  if (hasCode(error, 'SQLITE_BUSY')) {
    return new DataFolderInUseError(
      `Another server, or a command that needs the data to itself, uses DATA_DIR (${dataDir}). No changes were made: stop it first, or set DATA_DIR to another folder.`,
    );
  }
  if (hasCode(error, 'SQLITE_NOTADB') || hasCode(error, 'SQLITE_CORRUPT')) {
    return new StartRefusal(
      `${file} is damaged. It holds no data: make sure that no server runs, delete it and start again.`,
    );
  }
  return error;
}
