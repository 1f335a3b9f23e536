import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import * as schema from './schema.ts';

/** The open database; `$client` is its better-sqlite3 connection. */
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

/** Brings the schema up to date; does nothing when it is up to date. */
export function migrateDatabase(db: Database, folder = MIGRATIONS): void {
  migrate(db, { migrationsFolder: folder });
}

const statements = new WeakMap<Database, Map<string, SqliteDatabase.Statement>>();

/**
 * A statement that is compiled once for each database, for queries that run with every request. The
 * caller gives the type of a row. The text is kept for good, so it must never contain a value.
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
 * Runs a write in one immediate transaction. It takes the write lock at its start, so it never
 * fails half-way because another writer came first. Every statement that `run` executes on `db` is
 * part of the transaction; a nested `write` joins the outer one. `run` must be synchronous, and
 * must not use the network.
 */
export function write<Result>(db: Database, run: () => Result): Result {
  return db.$client.transaction(run).immediate();
}
