import { join } from 'node:path';
import { test } from 'vitest';
import { hydrated } from '#tests/support/browser/browser.ts';
import { keptOnDevice, useOffliner } from '#tests/support/browser/offline.ts';
import { filesHolding } from '#tests/support/browser/on-disk.ts';
import { eventually, shown } from '#tests/support/browser/page.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';

/** What a browser keeps on its disk of a client, before a sign-out and after it. */

const server = useServer();
const startOffliner = useOffliner();

const CLIENT = 'Harbour Dental';
/** Pages that name the client: forms, which a browser may keep for Back, and screens. */
const PAGES = ['/work-logs/new', '/clients/1/edit', '/clients', '/clients/1', '/dashboard'];

function fill(): void {
  const clientId = addClient(server(), CLIENT);
  addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
}

test('Chromium has no file left of its caches that names a client after a sign-out', async () => {
  fill();
  const { own, line } = await startOffliner(server(), { isPlain: true });
  const { page, profile } = own;
  const folder = join(profile, 'Default');
  const inCaches = async () =>
    (await filesHolding(folder, CLIENT)).filter((path) =>
      /^(Cache|Code Cache|Service Worker)\//.test(path),
    );
  await page.goto(`${line.url}/work-logs`);
  await hydrated(page);
  await keptOnDevice(page, ['/work-logs', '/work-logs/new', '/dashboard']);
  for (const path of PAGES) {
    await page.goto(line.url + path);
    await hydrated(page);
  }
  // A control: the worker's caches name it, and so does the browser's own.
  await eventually(async () => (await inCaches()).join('\n')).toMatch(/^Service Worker\//m);
  await page.goto(`${line.url}/settings`);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await shown(page.getByRole('link', { name: 'Log In' }));
  await eventually(inCaches).toEqual([]);
});
