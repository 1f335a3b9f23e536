import type SqliteDatabase from 'better-sqlite3';
import { readPresent } from './read-present.server.ts';

/** What is for one use within minutes: in a backup it has been used, or is too old. */
const FOR_ONE_USE = ['sign_in_links', 'passkey_challenges'];

/**
 * Keeps a restore from signing in whom it should not: links and challenges of the backup are dropped, and so are
 * sessions that the present database no longer has. Where that cannot be read, or is not there, nobody
 * knows which have ended, and all stay.
 */
export function dropWhatEndedSince(restored: SqliteDatabase.Database, presentFile: string): void {
  for (const table of FOR_ONE_USE.filter((one) => hasTable(restored, one))) {
    restored.exec(`delete from ${table}`);
  }
  const live = readPresent(presentFile, (present) =>
    present.prepare('select id_hash from sessions').pluck().all(),
  );
  if (live === null || !hasTable(restored, 'sessions')) return;
  restored
    .prepare('delete from sessions where id_hash not in (select value from json_each(?))')
    .run(JSON.stringify(live));
}

/** Whether a database, perhaps of an older program, has a table. */
export function hasTable(sqlite: SqliteDatabase.Database, name: string): boolean {
  const found = sqlite
    .prepare("select 1 from sqlite_master where type = 'table' and name = ?")
    .get(name);
  return found !== undefined;
}
