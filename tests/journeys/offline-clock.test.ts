import { expect, test } from 'vitest';
import { hydrated } from '#tests/support/browser/browser.ts';
import { allOnDevice, keptOnDevice, useOffliner } from '#tests/support/browser/offline.ts';
import { eventually, shown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const startOffliner = useOffliner();

const DAY = 24 * 60 * 60 * 1_000;
const YEAR = 365 * DAY;

/** Moves the time at which the forms were kept; false where it is not noted yet. */
async function moveKept(ahead: number): Promise<boolean> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('offline');
    request.onsuccess = () => {
      resolve(request.result);
    };
  });
  const facts = database.transaction('facts', 'readwrite').objectStore('facts');
  const isMoved = await new Promise<boolean>((resolve) => {
    const noted = facts.get('kept');
    noted.onsuccess = () => {
      const kept = noted.result as { at: number; build: string } | undefined;
      if (kept) facts.put({ ...kept, at: kept.at + ahead }, 'kept');
      resolve(kept !== undefined);
    };
  });
  database.close();
  return isMoved;
}

test('The forms for logging are kept anew after the clock of the device was a year ahead', async () => {
  const { own, line } = await startOffliner(server());
  const { page } = own;
  await page.goto(`${line.url}/work-logs`);
  await hydrated(page);
  await keptOnDevice(page, ['/timer', '/dashboard', '/', '/work-logs']);
  // As if they had been kept then, and one of them had gone since. When they were kept is noted after the last of them.
  await eventually(() => page.evaluate(moveKept, YEAR)).toBe(true);
  await page.evaluate(async () => (await caches.open('pages-1')).delete('/timer'));
  await page.goto(`${line.url}/work-logs`);
  await keptOnDevice(page, ['/timer']);
});

/** Has all kept screens of the first person be so many milliseconds older. */
async function age(older: number): Promise<void> {
  const cache = await caches.open('pages-1');
  for (const address of await cache.keys()) {
    const copy = await cache.match(address);
    if (!copy) continue;
    const headers = new Headers(copy.headers);
    headers.set('X-Kept-At', String(Number(headers.get('X-Kept-At')) - older));
    await cache.put(address, new Response(await copy.text(), { headers }));
  }
}

test('A screen is shown without a line for seven days, and then leaves the device', async () => {
  const { own, line } = await startOffliner(server());
  const { page } = own;
  await page.goto(`${line.url}/clients`);
  await hydrated(page);
  await keptOnDevice(page, ['/clients', '/timer', '/']);
  await eventually(() => page.evaluate(moveKept, 0)).toBe(true);
  line.cut();
  await page.evaluate(age, 6 * DAY);
  await page.goto(`${line.url}/clients`);
  await shown(page.getByRole('heading', { name: 'Clients' }));
  await page.evaluate(age, 2 * DAY);
  await page.goto(`${line.url}/clients`);
  await shown(page.getByText(/not opened on this device in the last seven days/));
  expect(await allOnDevice(page)).not.toContain('<html');
});
