import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';

/** A database that must not be used as it is; its message is for the operator. */
export class DatabaseRefusal extends Error {}

/** A schema, as the migrations that lead to it: of each, when it was written. */
export type Schema = readonly number[];

/** How a database's schema compares with the program's. */
export type SchemaState = 'same' | 'older' | 'newer';

/** The schema that a folder of migrations leads to. */
export function programSchema(migrations: string): Schema {
  const journal = JSON.parse(readFileSync(join(migrations, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  return journal.entries.map(({ when }) => when);
}

/** The schema of a database; null when no migration of the product ever ran on it. */
export function databaseSchema(sqlite: SqliteDatabase.Database): Schema | null {
  const tables = sqlite
    .prepare(
      `select count(*) from sqlite_master where name in ('__drizzle_migrations', 'work_logs', 'settings')`,
    )
    .pluck()
    .get();
  if (tables !== 3) return null;
  const applied = sqlite.prepare('select created_at from __drizzle_migrations').pluck().all();
  return applied.length === 0 ? null : applied.map(Number);
}

/** Newer is a database that has seen a migration which the program does not know. */
export function compareSchema(database: Schema, program: Schema): SchemaState {
  if (database.some((migration) => !program.includes(migration))) return 'newer';
  return database.length < program.length ? 'older' : 'same';
}

/** Throws DatabaseRefusal when a version of the program that this one does not know was here. */
export function refuseNewer(sqlite: SqliteDatabase.Database, migrations: string): void {
  if (compareSchema(databaseSchema(sqlite) ?? [], programSchema(migrations)) !== 'newer') return;
  throw new DatabaseRefusal(
    'The database is newer than this program: a later version has changed it. No changes were made now: start the later version, or restore a backup that this one made.',
  );
}
