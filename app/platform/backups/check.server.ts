import { closeSync, openSync, readSync, statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { openFile } from '#db/open-file.server.ts';
import { compareSchema, databaseSchema, type Schema } from '#db/schema-version.server.ts';
import { BackupError } from './backup-files.server.ts';
import {
  hasItsChecksum,
  findFault,
  differingTables,
  readContents,
  type Contents,
  readManifest,
  type Manifest,
} from './contents.server.ts';

/** A database file that was found whole. */
export type Checked = {
  contents: Contents;
  /** Null: it is a database, but `npm run backup` did not make it. */
  manifest: Manifest | null;
};

/** A page of SQLite's cache is 4 KiB; this is in KiB, so that a check needs little memory. */
const SMALL_CACHE = 'cache_size = -4000';

/**
 * Checks a backup, or another file with the product's database, and changes nothing in it: that it
 * is ours and not newer than `program` (null: of whatever version), that every page and key fits, and, for a backup, that it is
 * byte for byte what was made, with the counts and the pence it had then. Errors call the file
 * `name`. Throws a BackupError.
 */
export function checkFile(file: string, program: Schema | null, name = file): Checked {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new BackupError(`There is no file ${name}.`);
  }
  // To open such a file would make others beside it.
  if (isInWalMode(file)) {
    throw new BackupError(`${name} is no backup, but a database that a server used.`);
  }
  try {
    const { manifest, isSealed } = withReader(file, (sqlite) => {
      checkIsOurs(sqlite, name, program);
      // A backup stays one that has to fit its checksum when damage has made its record unreadable.
      const isSealed = sqlite.pragma('user_version', { simple: true }) !== 0;
      return { manifest: readManifest(sqlite), isSealed };
    });
    // The checksum reads the file by itself, so SQLite must have closed it before.
    if ((isSealed || manifest !== null) && !hasItsChecksum(file)) {
      throw new BackupError(
        `${name} is damaged, or was changed after it was made: its checksum is wrong.`,
      );
    }
    const contents = withReader(file, (sqlite) => readChecked(sqlite, name, manifest));
    return { manifest, contents };
  } catch (error) {
    throw explained(error, name);
  }
}

/** Whether a database file is one with a write-ahead log, as the file's 19th byte says. */
export function isInWalMode(file: string): boolean {
  const head = Buffer.alloc(20);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, head, 0, head.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return head.toString('latin1', 0, 15) === 'SQLite format 3' && head[18] === 2;
}

function readChecked(
  sqlite: SqliteDatabase.Database,
  file: string,
  manifest: Manifest | null,
): Contents {
  const fault = findFault(sqlite, 'integrity_check');
  if (fault !== null) throw damaged(file, fault);
  const contents = readContents(sqlite);
  const differing = manifest ? differingTables(contents, manifest.contents) : [];
  if (differing.length > 0) {
    throw new BackupError(
      `${file} does not hold what was backed up: counts or pence differ in ${differing.join(', ')}.`,
    );
  }
  return contents;
}

function checkIsOurs(sqlite: SqliteDatabase.Database, file: string, program: Schema | null): void {
  const own = databaseSchema(sqlite);
  if (own === null) throw new BackupError(`${file} is no database of this product.`);
  if (program !== null && compareSchema(own, program) === 'newer') {
    throw new BackupError(
      `${file} was made by a newer version of the program. Update the program first, then try again.`,
    );
  }
}

function withReader<Result>(
  file: string,
  read: (sqlite: SqliteDatabase.Database) => Result,
): Result {
  const sqlite = openFile(file, { readonly: true, fileMustExist: true });
  try {
    sqlite.pragma(SMALL_CACHE);
    return read(sqlite);
  } finally {
    sqlite.close();
  }
}

function damaged(file: string, what: string): BackupError {
  return new BackupError(`${file} is damaged (${what}).`);
}

function explained(error: unknown, file: string): unknown {
  if (!(error instanceof SqliteDatabase.SqliteError)) return error;
  if (error.code === 'SQLITE_NOTADB') {
    return new BackupError(`${file} is no database of this product.`);
  }
  return damaged(file, error.message);
}
