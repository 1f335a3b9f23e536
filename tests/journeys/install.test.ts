import { expect, test } from 'vitest';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

test('A browser reads what it needs to install the product, and finds no fault in it', async () => {
  const { page } = await browser.openSignedIn(server(), 'phone');
  await page.goto('/');
  await hydrated(page);
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${server().url}/manifest.webmanifest`, []]);
  expect(data).toContain('"name": "Tallyhour"');
});
