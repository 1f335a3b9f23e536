import { existsSync } from 'node:fs';
import type SqliteDatabase from 'better-sqlite3';
import { openFile } from '#db/open-file.server.ts';

/** Reads of the database that a restore replaces; null when it cannot be read, or is not there. */
export function readPresent<Result>(
  file: string,
  read: (present: SqliteDatabase.Database) => Result,
): Result | null {
  if (!existsSync(file)) return null;
  try {
    const present = openFile(file, { readonly: true, fileMustExist: true });
    try {
      return read(present);
    } finally {
      present.close();
    }
  } catch {
    return null;
  }
}
