import type SqliteDatabase from 'better-sqlite3';
import { DatabaseRefusal } from './schema-version.server.ts';

/**
 * Reads every page of the database and throws DatabaseRefusal when one is damaged. Takes some 3 ms
 * a MiB.
 */
export function refuseDamaged(sqlite: SqliteDatabase.Database): void {
  const found = String(sqlite.pragma('quick_check(1)', { simple: true }));
  if (found !== 'ok') throw new DatabaseRefusal(damagedSentence(found));
}

/** Why nothing more may be written into a database; its message says what was kept and what to do. */
export class UnfitDatabase extends Error {}

/** What to tell the operator of a damaged database; `found` is what SQLite says of it. */
export function damagedSentence(found: string): string {
  const detail = found
    .replaceAll(/\*\*\*.*?\*\*\*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `The database is damaged (${detail}). No changes were made: restore the last backup, as docs/operating.md says.`;
}

/** Whether an error says that the database is damaged, or is no database. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}

/** The code of an error of SQLite or of the operating system, or of its cause; else empty. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? '' : codeOf(error.cause);
}
