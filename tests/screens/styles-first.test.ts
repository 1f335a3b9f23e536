import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { eventually } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const SCREEN = '/pending-work-logs';

const server = useServer();
const browser = useBrowser();

/** Opens a screen whose style sheet does not come until it is let through. */
async function openWithoutStyles(page: Page, path: string): Promise<() => void> {
  const sheet = Promise.withResolvers<null>();
  await page.route('**/assets/styles-*.css', async (route) => {
    await sheet.promise;
    await route.continue();
  });
  const response = await page.goto(path, { waitUntil: 'commit' });
  await response?.finished();
  return () => {
    sheet.resolve(null);
  };
}

/** Whether the screen is there, in the frame around it. */
const isRead = (page: Page) => page.evaluate(() => document.querySelector('h1') !== null);

test('Todoist Import is not read before its styles have come, and so never laid out without them', async () => {
  const { page } = await browser.openSignedIn(server(), 'phone');
  const letStylesThrough = await openWithoutStyles(page, SCREEN);
  await eventually(() => page.getByRole('main').count()).toBe(1);
  for (let turn = 0; turn < 20; turn += 1) expect(await isRead(page)).toBe(false);
  letStylesThrough();
  await hydrated(page);
  expect(await isRead(page)).toBe(true);
});

test('Control: without the script that waits for them it is read at once', async () => {
  const { page } = await browser.openSignedIn(server(), 'phone');
  await page.route(`**${SCREEN}`, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replace(/<script nonce="[^"]+">document.createElement.*?<\/script>/, ''),
    });
  });
  const letStylesThrough = await openWithoutStyles(page, SCREEN);
  await eventually(() => isRead(page)).toBe(true);
  letStylesThrough();
});
