import { dirname, join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { knowFoldText } from './fold.ts';
import { keepTrail, withTrail } from './history/record-changes.server.ts';
import { dropHistoryTriggers, makeHistoryTriggers } from './history/triggers.server.ts';
import { openFile } from './open-file.server.ts';
import { keepingStatements } from './kept-statements.server.ts';
import { makeOwnFile, makeOwnFolder, ownFile, sync } from './own-files.server.ts';
import * as schema from './schema.ts';
import {
  compareSchema,
  databaseSchema,
  programSchema,
  refuseNewer,
} from './schema-version.server.ts';

/** The open database; `$client` is its better-sqlite3 connection. */
export type Database = BetterSQLite3Database<typeof schema> & { $client: SqliteDatabase.Database };

/** In bytes; in everyday work the log has a quarter of it. */
const LARGEST_LOG = 16 * 1024 * 1024;

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/**
 * Opens the database, creating its folder and file where they are missing, for their owner alone.
 * WAL with synchronous=FULL: a commit that was acknowledged survives a power cut.
 */
export function openDatabase(file: string): Database {
  if (file !== ':memory:') {
    makeOwnFolder(dirname(file));
    // Its name comes before all that lies beside it: without it, the next start takes it for lost.
    if (makeOwnFile(file)) sync(dirname(file));
    // SQLite gives these the rights of the database when it makes them.
    for (const suffix of ['-wal', '-shm']) ownFile(`${file}${suffix}`);
  }
  const sqlite = openFile(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  // A long import makes the log as large as itself; once that is in the database, the log shrinks again.
  sqlite.pragma(`journal_size_limit = ${LARGEST_LOG}`);
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  knowFoldText(sqlite);
  return queriesOf(sqlite);
}

/** The query builder with a connection, which itself stays as it is. */
function queriesOf(sqlite: SqliteDatabase.Database): Database {
  return Object.assign(drizzle(keepingStatements(sqlite), { schema }), { $client: sqlite });
}

/** Opens a finished copy of the database to read it; nothing in it can be changed. */
export function openCopy(file: string): Database {
  const sqlite = openFile(file, { readonly: true, fileMustExist: true });
  sqlite.pragma('cache_size = -4000');
  knowFoldText(sqlite);
  return queriesOf(sqlite);
}

/**
 * Brings the schema up to date; does nothing when it is up to date. Throws DatabaseRefusal, and
 * changes nothing, when a later version of the program has been here.
 */
export function migrateDatabase(db: Database, folder = MIGRATIONS): void {
  const { $client } = db;
  refuseNewer($client, folder);
  const isOlder = compareSchema(databaseSchema($client) ?? [], programSchema(folder)) === 'older';
  if (isOlder) dropHistoryTriggers($client);
  migrate(db, { migrationsFolder: folder });
  if (folder !== MIGRATIONS && !hasTrail($client)) return;
  makeHistoryTriggers($client);
  keepTrail($client);
}

/** Whether the migrations of a folder lead to a database with a trail; those of a test may not. */
function hasTrail(sqlite: SqliteDatabase.Database): boolean {
  const table = `select 1 from sqlite_schema where name = 'history_seals'`;
  return sqlite.prepare(table).get() !== undefined;
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
 * Runs a write in one immediate transaction, at whose end every record that it changed gets its
 * entry in the history. It takes the write lock at its start, so it never fails half-way because
 * another writer came first. Every statement that `run` executes on `db` is part of the
 * transaction; a nested `write` joins the outer one. `run` must be synchronous, and must not use the
 * network.
 */
export function write<Result>(db: Database, run: () => Result): Result {
  const { $client } = db;
  if ($client.inTransaction) return $client.transaction(run)();
  return $client
    .transaction(() => {
      const result = withTrail($client, run);
      guards.get($client)?.();
      return result;
    })
    .immediate();
}

const guards = new WeakMap<SqliteDatabase.Database, () => void>();

/** Has every `write` call this at its end; where it throws, the writer gets that, and nothing is kept. */
export function guardWrites({ $client }: Database, guard: () => void): void {
  guards.set($client, guard);
}
