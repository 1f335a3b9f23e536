import { write, type Database } from '#db/connection.server.ts';
import { actingAs, REMOVED } from '#db/history/acting.server.ts';
import { eraseFromHistory } from '#db/history/erase.server.ts';
import { answersNaming } from './export-person.server.ts';
import type { KnownPerson } from './find-person.server.ts';

/**
 * Removes a person: off the approved list, the user with all that is theirs alone, and who they were out of
 * the history. What they logged stays. Safe to repeat, also after a crash half-way. Gives how many
 * entries of the history were emptied, and whether the file was swept of bytes that are in no use. Throws
 * when the history is broken already.
 */
export function removePerson(
  db: Database,
  person: KnownPerson,
): { erased: number; isSwept: boolean } {
  const { $client } = db;
  const { ids, emails } = person;
  const erased = actingAs({ userId: null, name: 'the operator' }, () => {
    write(db, () => {
      const list = JSON.stringify(ids);
      const forget = $client.prepare('delete from one_time_keys where rowid = ?');
      for (const { id } of answersNaming(db, person)) forget.run(id);
      forgetNamesInFiles(db, ids);
      for (const email of emails) {
        $client.prepare('delete from approved_emails where email = ?').run(email);
        $client.prepare('delete from sign_in_links where email = ?').run(email);
      }
      $client.prepare('delete from users where id in (select value from json_each(?))').run(list);
    });
    // Its own transaction, since the deletions get their entries at the end of theirs.
    return write(db, () => eraseFromHistory($client, person));
  });
  return { erased, isSwept: sweep(db) };
}

/**
 * Writes the file anew: what was deleted, now or before, is in its unused bytes. False where others held the
 * database, so that some may still be there.
 */
export function sweep({ $client }: Database): boolean {
  try {
    $client.exec('vacuum');
    const [state] = $client.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return state?.busy === 0;
  } catch {
    return false;
  }
}

const CHOSEN = `select id, choices from imports where exists (
  select 1 from json_each(choices, '$.names') chosen
  where chosen.key like 'person:%' and chosen.value in (select value from json_each(?)))`;
const READ = `update import_names set name = ?, record_id = null
  where kind = 'person' and record_id in (select value from json_each(?))`;

/** Takes out of imports the names of a file that meant these people. Part of the caller's transaction. */
function forgetNamesInFiles({ $client }: Database, ids: number[]): void {
  const list = JSON.stringify(ids);
  $client.prepare(READ).run(REMOVED, list);
  const rows = $client.prepare<[string], { id: number; choices: string }>(CHOSEN).all(list);
  const change = $client.prepare('update imports set choices = ? where id = ?');
  for (const { id, choices } of rows) {
    const chosen = JSON.parse(choices) as { names: Record<string, number> };
    const isLeft = ([key, value]: [string, number]) =>
      !(key.startsWith('person:') && ids.includes(value));
    const names = Object.fromEntries(Object.entries(chosen.names).filter(isLeft));
    change.run(JSON.stringify({ ...chosen, names }), id);
  }
}
