import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { hydrated } from '#tests/support/browser/browser.ts';
import { keptOnDevice, useOffliner } from '#tests/support/browser/offline.ts';
import { arrivedAt, eventually, shown } from '#tests/support/browser/page.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';

/** Behind a dialog a document has the beginning of a list only (app/http/seen-behind.server.ts). */

const server = useServer();
const startOffliner = useOffliner();

const LOGS = 20;

/** How many logs the list shows. */
async function rowsOf(page: Page): Promise<number> {
  const links = await page
    .locator('main a[href*="/edit"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('?')[0]));
  return new Set(links).size;
}

/** A list of twenty, a page that was opened of it, and its form for a log, both of which the device keeps or not. */
async function begin(seen: string, kept: string[]) {
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  for (let count = 0; count < LOGS; count += 1) addLog(server(), { clientId, workTypeId });
  const { own, line } = await startOffliner(server());
  await own.page.goto(line.url + seen);
  await hydrated(own.page);
  await keptOnDevice(own.page, kept);
  line.cut();
  await own.page.goto(`${line.url}/work-logs/new`);
  await hydrated(own.page);
  return { page: own.page, line };
}

const close = (page: Page) => page.getByRole('link', { name: 'Cancel' }).click();

describe('Without a line, a dialog over the beginning of a list', () => {
  test('is closed over the whole list, where the device has it', async () => {
    const { page } = await begin('/work-logs', ['/work-logs', '/work-logs/new']);
    // A control: it had the beginning only.
    expect(await rowsOf(page)).toBeLessThan(LOGS);
    await close(page);
    await arrivedAt(page, '/work-logs');
    await eventually(() => rowsOf(page)).toBe(LOGS);
    await shown(page.getByText(/^You are offline\. Last updated at/));
  });

  test('is closed over the beginning, where the device has no more; the rest comes with the line', async () => {
    const { page, line } = await begin('/settings', ['/work-logs/new', '/work-logs']);
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        await (await caches.open(name)).delete('/work-logs');
      }
    });
    await close(page);
    await arrivedAt(page, '/work-logs');
    await shown(page.getByText(/^No connection\./));
    expect(await rowsOf(page)).toBeLessThan(LOGS);
    line.back();
    await eventually(() => rowsOf(page)).toBe(LOGS);
  });
});

describe('Without a line, an address that asks for more than what is kept', () => {
  test('says that it shows the list without its filter', async () => {
    const { page, line } = await begin('/work-logs', ['/work-logs', '/work-logs/new']);
    await page.goto(`${line.url}/work-logs?client=1`);
    await shown(page.getByText(/Last updated at .*, without the filter or page you asked for\.$/));
    await page.goto(`${line.url}/work-logs`);
    await shown(page.getByText(/Last updated at [\d:]+(?: [^,]*)?\.$/));
  });

  test('opens the form for a log on the day of its link', async () => {
    const { page, line } = await begin('/work-logs', ['/work-logs', '/work-logs/new']);
    const date = page.getByRole('dialog', { name: 'Add Log' }).getByLabel('Date');
    // A control: without a day it is today.
    expect(await date.inputValue()).not.toBe('2026-03-03');
    await page.goto(`${line.url}/work-logs/new?date=2026-03-03&back=%2Fweek`);
    await hydrated(page);
    expect(await date.inputValue()).toBe('2026-03-03');
  });
});
