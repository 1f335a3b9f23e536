import type SqliteDatabase from 'better-sqlite3';
import { readPresent } from './read-present.server.ts';

/** More than are given in a day, after which there is another backup. */
const GIVEN_AT_MOST = 100_000;

/** Its last id says that no entry is missing at its end; nothing outside names an entry. */
const KEEPS_ITS_LAST = 'history_entries';

const TABLES = `select name from sqlite_master
  where type = 'table' and sql like '%autoincrement%' and name <> '${KEEPS_ITS_LAST}'`;
const RAISE = `update sqlite_sequence set seq = max(seq, ?) where name = ?`;
const ADD = `insert into sqlite_sequence (name, seq)
  select ?, 0 where not exists (select 1 from sqlite_sequence where name = ?)`;

/**
 * Keeps a restore from giving an id a second time that was given since the backup: pages that are open, forms that
 * wait on a device and callers of the API still name the record of then by it, and so does a contact in Xero. Where the present
 * database cannot be read, or is not there, more ids are passed over than can have been given.
 */
export function passOverIdsGivenSince(
  restored: SqliteDatabase.Database,
  presentFile: string,
): void {
  const given = readPresent(presentFile, lastIdsOf);
  restored.transaction(() => {
    for (const name of restored.prepare<[], string>(TABLES).pluck().all()) {
      restored.prepare(ADD).run(name, name);
      const last = lastIdsOf(restored).get(name) ?? 0;
      restored.prepare(RAISE).run(given ? (given.get(name) ?? 0) : last + GIVEN_AT_MOST, name);
    }
  })();
}

/** The last id that each table of a database ever gave. */
function lastIdsOf(sqlite: SqliteDatabase.Database): Map<string, number> {
  const text = 'select name, seq from sqlite_sequence';
  const rows = sqlite.prepare<[], { name: string; seq: number }>(text).all();
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

/** The last id that one of its tables ever gave; 0 for none. */
export function lastIdOf(sqlite: SqliteDatabase.Database, table: string): number {
  return lastIdsOf(sqlite).get(table) ?? 0;
}
