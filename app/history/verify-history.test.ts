import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrateDatabase, write } from '#db/connection.server.ts';
import { dropEntries } from '#db/history/chain.server.ts';
import { useDataFolder } from '#tests/support/data/data-folder.ts';
import { verifyHistory } from './verify-history.server.ts';

const folderOf = useDataFolder();

/** What the command prints. */
async function verify(): Promise<string> {
  const lines: string[] = [];
  const code = await verifyHistory({
    words: [],
    environment: { DATA_DIR: folderOf().folder },
    root: join(import.meta.dirname, '../..'),
    print: (line) => lines.push(line),
  });
  expect(code).toBe(0);
  return lines.join('\n');
}

test('A history of which entries were dropped for their age is not called whole', async () => {
  const { db } = folderOf();
  migrateDatabase(db);
  write(db, () => {
    db.$client.exec(`update clients set name = 'Harbour Dental'`);
  });
  expect(await verify()).toContain('The history is whole:');
  write(db, () => dropEntries(db.$client, new Date(Date.now() + 1), 1_000));
  const said = await verify();
  expect(said).toContain('The history is unbroken: 0 entries.');
  expect(said).toMatch(/It is not all that was written: entries up to \d+ were dropped/);
  expect(said).not.toContain('whole');
});
