import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { restoreBackup } from '#app/platform/backups/restore.server.ts';
import { DATABASE_FILE } from '#app/transfer/export/archive.server.ts';
import { programSchema } from '#db/schema-version.server.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { readZip } from '#tests/support/data/read-zip.ts';
import { startTestServer } from '#tests/support/server/test-server.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations');
/** Every list of records that the API gives. */
const LISTS = [
  ...['/api/work-logs', '/api/clients', '/api/work-types', '/api/pending-worklogs'],
  ...['/api/invoices', '/api/history'],
];

/** What the API gives of each list, without what looking at it enters into the history. */
const listsOf = (visitor: Visitor) =>
  Promise.all(
    LISTS.map(async (path) => {
      const rows = z.array(z.looseObject({})).parse((await visitor.api('GET', path)).json());
      return [path, rows.filter(({ record }) => record !== 'sign-in' && record !== 'download')];
    }),
  );

test('A server on the database of the archive has every record and no secret, and signs nobody in', async () => {
  await fillEveryScreen(server(), xero());
  const visitor = await visitSignedIn(server());
  const cookies = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const archive = await fetch(`${server().url}/export.zip`, { headers: { Cookie: cookies } });
  const files = await readZip(Buffer.from(await archive.arrayBuffer()));
  const lists = await listsOf(visitor);
  const dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-archive-'));
  try {
    const file = join(dataDir, 'from-the-archive.sqlite');
    writeFileSync(file, files.get(DATABASE_FILE) ?? '');
    const now = new Date();
    restoreBackup({ dataDir, file, schema: programSchema(MIGRATIONS), now });
    const restored = await startTestServer({ ...xeroEnvironment(xero()), DATA_DIR: dataDir });
    try {
      const stranger = visit(restored);
      for (const [name, value] of visitor.cookies) stranger.cookies.set(name, value);
      expect((await stranger.get('/work-logs')).status).toBe(401);
      const { $client } = restored.services.db;
      const secrets = `select (select count(*) from xero_connections) as xero,
        (select count(*) from settings where name in ('todoist.token', 'ai.key')) as settings`;
      expect($client.prepare(secrets).get()).toEqual({ xero: 0, settings: 0 });
      expect(await listsOf(await visitSignedIn(restored))).toEqual(lists);
    } finally {
      await restored.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
