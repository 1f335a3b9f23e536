import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import * as schema from './schema.ts';

export type Database = BetterSQLite3Database<typeof schema> & { $client: SqliteDatabase.Database };

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/**
 * Opens the database, creating its folder and file where they are missing.
 * WAL with synchronous=FULL: a commit that was acknowledged survives a power cut.
 */
export function openDatabase(file: string): Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const sqlite = new SqliteDatabase(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  return drizzle(sqlite, { schema });
}

/** Brings the schema up to date; does nothing when it is. */
export function migrateDatabase(db: Database, folder = MIGRATIONS): void {
  migrate(db, { migrationsFolder: folder });
}

const statements = new WeakMap<Database, Map<string, SqliteDatabase.Statement>>();

/**
 * A statement that is compiled once for a database: for the queries of every request. The
 * caller says what a row looks like; the text never holds a value.
 */
export function prepared<Row>(
  db: Database,
  text: string,
): SqliteDatabase.Statement<unknown[], Row> {
  const known = statements.get(db) ?? new Map<string, SqliteDatabase.Statement>();
  statements.set(db, known);
  const statement = known.get(text) ?? db.$client.prepare(text);
  known.set(text, statement);
  return statement as SqliteDatabase.Statement<unknown[], Row>;
}

/**
 * Runs a write in one immediate transaction: it takes the write lock at once and so never fails
 * half-way because another writer was first. Whatever runs on `db` meanwhile is part of it; a
 * write within a write is a part of the outer one. The callback must be synchronous, and must
 * not call the network.
 */
export function write<Result>(db: Database, run: () => Result): Result {
  return db.$client.transaction(run).immediate();
}
