import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { arrivedAt, eventually, shown } from '#tests/support/browser/page.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const isAt = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Opens a long list and goes down to somewhere in its midst. */
async function openMidstOfList() {
  for (let number = 10; number < 70; number += 1) addClient(server(), `Client ${number}`);
  const { page } = await browser.openSignedIn(server(), 'phone');
  await page.goto('/clients');
  await hydrated(page);
  await page.evaluate('scrollTo(0, 900)');
  await eventually(() => isAt(page)).toBe(900);
  return page;
}

/** Goes to Settings by a link of the page. */
async function goToSettings(page: Page) {
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/settings"]')?.click());
  await arrivedAt(page, '/settings');
  await hydrated(page);
}

describe('A list that was left in its midst', () => {
  test('is shown there again after Back, and the next page begins at its top', async () => {
    const page = await openMidstOfList();
    await goToSettings(page);
    expect(await isAt(page)).toBe(0);
    await page.goBack();
    await arrivedAt(page, '/clients');
    await eventually(() => isAt(page)).toBe(900);
  });

  test('is shown there after Back from a page that was loaded anew, and after Reload', async () => {
    const page = await openMidstOfList();
    await page.goto('/settings');
    await hydrated(page);
    expect(await isAt(page)).toBe(0);
    await page.goBack();
    await arrivedAt(page, '/clients');
    await hydrated(page);
    await eventually(() => isAt(page)).toBe(900);
    await page.reload();
    await hydrated(page);
    await eventually(() => isAt(page)).toBe(900);
  });

  test('stays there while a row is edited, and after Cancel', async () => {
    const page = await openMidstOfList();
    await page.evaluate(() => {
      [...document.querySelectorAll<HTMLElement>('a[href$="/edit"]')].at(30)?.click();
    });
    await shown(page.locator('dialog:modal').getByLabel('Client Name'));
    expect(await isAt(page)).toBe(900);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await arrivedAt(page, '/clients');
    expect(await isAt(page)).toBe(900);
  });

  test('leads to the top of another page by a link of a row', async () => {
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    for (let number = 0; number < 40; number += 1) addLog(server(), { clientId, workTypeId });
    const { page } = await browser.openSignedIn(server(), 'phone');
    await page.goto('/work-logs');
    await hydrated(page);
    await page.evaluate('scrollTo(0, 900)');
    await page.evaluate((path) => {
      [...document.querySelectorAll<HTMLElement>(`td a[href="${path}"]`)].at(-1)?.click();
    }, `/clients/${clientId}`);
    await arrivedAt(page, `/clients/${clientId}`);
    // A control: this page could be scrolled, too.
    const height = await page.evaluate('document.documentElement.scrollHeight');
    expect(height).toBeGreaterThan(1400);
    expect(await isAt(page)).toBe(0);
  });
});
