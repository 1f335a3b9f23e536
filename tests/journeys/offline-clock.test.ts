import { test } from 'vitest';
import { hydrated } from '#tests/support/browser/browser.ts';
import { keptOnDevice, useOffliner } from '#tests/support/browser/offline.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const startOffliner = useOffliner();

const YEAR = 365 * 24 * 60 * 60 * 1_000;

test('The forms for logging are kept anew after the clock of the device was a year ahead', async () => {
  const { own, line } = await startOffliner(server());
  const { page } = own;
  await page.goto(`${line.url}/work-logs`);
  await hydrated(page);
  await keptOnDevice(page, ['/timer', '/dashboard', '/', '/work-logs']);
  // As if they had been kept then, and one of them had gone since.
  await page.evaluate(async (ahead) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('offline');
      request.onsuccess = () => {
        resolve(request.result);
      };
    });
    const facts = database.transaction('facts', 'readwrite').objectStore('facts');
    await new Promise<void>((resolve) => {
      const noted = facts.get('kept');
      noted.onsuccess = () => {
        const kept = noted.result as { at: number; build: string };
        facts.put({ ...kept, at: kept.at + ahead }, 'kept').onsuccess = () => {
          resolve();
        };
      };
    });
    database.close();
    await (await caches.open('pages-1')).delete('/timer');
  }, YEAR);
  await page.goto(`${line.url}/work-logs`);
  await keptOnDevice(page, ['/timer']);
});
