import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  rmdirSync,
} from 'node:fs';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { openFile } from '#db/open-file.server.ts';
import { makeOwnFolder, ownFile, renameDurably, sync } from '#db/own-files.server.ts';
import { codeOf, isDamage } from '#db/soundness.server.ts';
import type { Schema } from '#db/schema-version.server.ts';
import { StartRefusal } from '../command.ts';
import { BackupError, stamp, UNFINISHED } from './backup-files.server.ts';
import { checkFile, isInWalMode, type Checked } from './check.server.ts';
import {
  doubtUnsettledInvoices,
  dropWhatEndedSince,
  passOverIdsGivenSince,
  raiseVersions,
  readMadeSince,
  type MadeSince,
  markRestored,
} from './since-backup.server.ts';
import { dropManifest } from './contents.server.ts';

/** What to restore, and where to. The caller holds the data folder's lock. */
export type RestoreOrder = {
  dataDir: string;
  /** The backup. */
  file: string;
  /** The program's schema. */
  schema: Schema;
  now: Date;
  /** Called after each step; tests kill the process there. */
  afterStep?: (step: string) => void;
};

/** A backup that is about to take the database's place, and what it does not know. */
type Prepared = Checked & { since: MadeSince | null; isEndedKnown: boolean };

/** A restore that came about. */
export type Restored = Prepared & {
  /** The folder with what was there before; null when there was nothing. */
  kept: string | null;
};

const DATABASE = 'database.sqlite';
/** A database and what SQLite keeps beside it, the database first. */
const FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, `${DATABASE}-journal`];

const PENDING = /^restore-(\d.*Z)$/;

/**
 * Puts a backup in the place of the database. Until everything is checked and on the disk, in a
 * folder of its own, nothing else is touched; from the moment when this folder gets its name, the
 * restore is decided, and {@link finishRestore} carries it out, now or after a crash.
 *
 * Throws a BackupError, and then everything is as it was before.
 */
export function restoreBackup(order: RestoreOrder): Restored {
  const { dataDir, now, afterStep = () => undefined } = order;
  makeOwnFolder(dataDir);
  finishRestore(dataDir);
  const name = `restore-${stamp(now)}`;
  const prepared = join(dataDir, `${name}${UNFINISHED}`);
  let checked: Prepared;
  try {
    mkdirSync(prepared, { mode: 0o700 });
    checked = prepare(order, join(prepared, DATABASE), afterStep);
    sync(prepared);
    renameDurably(prepared, join(dataDir, name));
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    throw explained(error, dataDir);
  }
  afterStep('decided');
  return { ...checked, kept: finishRestore(dataDir, afterStep) };
}

/**
 * Carries out a restore that was decided, also one that a crash interrupted, and clears away one that
 * was not decided yet. Every step can be repeated. Gives the folder where it put what was there
 * before, if there was anything.
 */
export function finishRestore(
  dataDir: string,
  afterStep: (step: string) => void = () => undefined,
): string | null {
  let kept: string | null = null;
  for (const name of restoresIn(dataDir)) {
    const folder = join(dataDir, name);
    const [, instant] = PENDING.exec(name) ?? [];
    if (instant === undefined) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (existsSync(join(folder, DATABASE))) {
      kept = setAside(dataDir, join(dataDir, `before-restore-${instant}`), afterStep) ?? kept;
      renameDurably(join(folder, DATABASE), join(dataDir, DATABASE));
      afterStep('in place');
    }
    rmdirSync(folder);
    sync(dataDir);
  }
  return kept;
}

/** For a command that works with the database. Throws StartRefusal where a restore was interrupted, so that it may be missing or an old one. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!restoresIn(dataDir).some((name) => PENDING.test(name))) return;
  throw new StartRefusal(
    'A restore was interrupted. No changes were made: start the server or run the restore again, which finishes it, then run this again.',
  );
}

function restoresIn(dataDir: string): string[] {
  if (!existsSync(dataDir) || !statSync(dataDir).isDirectory()) return [];
  return readdirSync(dataDir).filter((name) => /^restore-\d.*Z(?:\.part)?$/.test(name));
}

/** Copies the backup, checks the copy, and makes an ordinary database of it. */
function prepare(
  { dataDir, file, schema, now }: RestoreOrder,
  copy: string,
  afterStep: (step: string) => void,
): Prepared {
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new BackupError(`There is no file ${file}.`);
  }
  const present = join(dataDir, DATABASE);
  if (existsSync(present) && realpathSync(file) === realpathSync(present)) {
    throw new BackupError(`${file} is the database itself, not a backup.`);
  }
  copyFileSync(file, copy);
  ownFile(copy);
  // No backup, but what an earlier restore set aside: the latest changes are in the log beside it.
  if (isInWalMode(copy)) {
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    withDatabase(copy, (sqlite) => sqlite.pragma('journal_mode = DELETE'));
  }
  afterStep('copied');
  const checked = checkFile(copy, schema, file);
  const [since, isEndedKnown] = withDatabase(copy, (sqlite) => {
    const made = readMadeSince(sqlite, present);
    dropManifest(sqlite);
    const isKnown = dropWhatEndedSince(sqlite, present);
    passOverIdsGivenSince(sqlite, present);
    raiseVersions(sqlite, now);
    doubtUnsettledInvoices(sqlite, now);
    markRestored(sqlite, present, now);
    // Here a backup keeps its checksum, which is about to be wrong.
    sqlite.pragma('user_version = 0');
    sqlite.pragma('journal_mode = DELETE');
    return [made, isKnown] as const;
  });
  sync(copy);
  afterStep('checked');
  return { ...checked, since, isEndedKnown };
}

function withDatabase<Result>(
  file: string,
  use: (sqlite: SqliteDatabase.Database) => Result,
): Result {
  const sqlite = openFile(file, { fileMustExist: true });
  try {
    return use(sqlite);
  } finally {
    sqlite.close();
  }
}

/**
 * Moves the database and its log into a folder. The log must go too: SQLite would play it into
 * whatever database it finds beside it.
 */
function setAside(
  dataDir: string,
  folder: string,
  afterStep: (step: string) => void,
): string | null {
  const present = FILES.filter((name) => existsSync(join(dataDir, name)));
  if (present.length === 0) return existsSync(folder) ? folder : null;
  makeOwnFolder(folder);
  for (const name of present) {
    renameSync(join(dataDir, name), freeName(join(folder, name)));
    afterStep(`${name} set aside`);
  }
  sync(folder);
  sync(dataDir);
  return folder;
}

/** A name that is free: nothing that was set aside is ever overwritten. */
function freeName(path: string): string {
  let free = path;
  for (let number = 2; existsSync(free); number++) free = `${path}.${number}`;
  return free;
}

/** Why a restore came to nothing, in words. */
function explained(error: unknown, dataDir: string): unknown {
  if (error instanceof BackupError) {
    return new BackupError(`${error.message} No changes were made.`);
  }
  const code = codeOf(error);
  if (['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'].includes(code)) {
    return new BackupError(
      `There is too little room in ${dataDir} for the backup beside what is there. No changes were made; free some room, then try again.`,
    );
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return new BackupError(
      `The backup could not be copied into ${dataDir}: reading or writing is not allowed. No changes were made.`,
    );
  }
  if (code === '' || !(error instanceof Error)) return error;
  return new BackupError(
    isDamage(error)
      ? `The backup is damaged (${error.message}). No changes were made.`
      : `The backup could not be copied into ${dataDir} (${code}): its disk may be full. No changes were made.`,
  );
}
