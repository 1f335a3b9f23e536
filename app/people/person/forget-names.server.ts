import type { Database } from '#db/connection.server.ts';
import { REMOVED } from '#db/history/acting.server.ts';

const CHOSEN = `select id, choices from imports where exists (
  select 1 from json_each(choices, '$.names') chosen
  where chosen.key like 'person:%' and chosen.value in (select value from json_each(?)))`;
const READ = `update import_names set name = ?, record_id = null
  where kind = 'person' and record_id in (select value from json_each(?))`;

/** Takes out of imports the names of a file that meant these people. Part of the caller's transaction. */
export function forgetNamesInFiles({ $client }: Database, ids: number[]): void {
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
