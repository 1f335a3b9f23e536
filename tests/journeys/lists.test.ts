import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { archivePendingLog } from '#app/pending-work-logs/entries.server.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, shown } from '#tests/support/browser/page.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** Opens a list in a page that can tell later whether it was loaded anew. */
async function openList(path: string) {
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.goto(path);
  await hydrated(page);
  await page.evaluate(() => (document.documentElement.dataset.opened = 'once'));
  return page;
}

async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.dataset.opened)).toBe('once');
}

// The links and forms of rows are plain elements: one listener for the list follows them.
describe('A row of a list', () => {
  test.each([
    ['/work-logs', 'Edit', 'Edit Log'],
    ['/pending-work-logs', /^Edit/, /Edit/],
  ])('of %s opens its dialog without loading the page anew', async (path, link, title) => {
    addPendingLog(server());
    addLog(server(), {
      clientId: addClient(server(), 'Harbour Dental'),
      workTypeId: addWorkType(server(), 'Support'),
    });
    const page = await openList(path);
    await page.getByRole('main').getByRole('link', { name: link }).first().click();
    await shown(page.getByRole('dialog', { name: title }));
    await expectSamePage(page);
  });

  test('of the archive does so, too; with Ctrl it opens in a new tab', async () => {
    archivePendingLog(server().services, addPendingLog(server()));
    const page = await openList('/archived-work-logs');
    const link = page.getByRole('table').locator('a[href^="/archived-work-logs/"]').first();
    const tab = page.context().waitForEvent('page');
    await link.click({ modifiers: ['ControlOrMeta'] });
    await (await tab).close();
    await arrivedAt(page, '/archived-work-logs');
    await link.click();
    await shown(page.getByRole('dialog'));
    await expectSamePage(page);
  });

  test('in review is saved by a choice, without loading the page anew', async () => {
    addPendingLog(server());
    const workTypeId = addWorkType(server(), 'Support');
    const page = await openList('/pending-work-logs');
    await page.getByLabel('Work type of Reset the router').click();
    await page.getByRole('option', { name: 'Support' }).click();
    const choice = page.getByLabel('Work type of Reset the router');
    await eventually(() => choice.inputValue()).toBe('Support');
    await eventually(async () => {
      const answer = await page.request.get('/api/pending-worklogs');
      return answer.text();
    }).toContain(`"workTypeId":${workTypeId}`);
    await expectSamePage(page);
  });
});
