import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { addSampleData } from '#sandbox/sample-data.ts';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser/chromium.ts';
import { hydrated } from '#tests/support/browser/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';

/** Takes the pictures of the README and of the start page again, of the sample data. */
const ROOT = join(import.meta.dirname, '../..');
const NOW = new Date('2026-11-27T17:00:00Z');

const PICTURES = [
  { file: 'app/shell/pictures/work-logs.png', path: '/work-logs', width: 1280, height: 800 },
  { file: 'app/shell/pictures/phone.png', path: '/work-logs', width: 390, height: 844 },
];

const server = await startTestServer();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...CHROMIUM_FLAGS, '--lang=en-GB'],
});
try {
  await mkdir(join(ROOT, 'app/shell/pictures'), { recursive: true });
  server.setClock(NOW);
  const { db, config } = server.services;
  addSampleData(db, { now: NOW, timeZone: config.timeZone });
  for (const picture of PICTURES) await take(browser, server, picture);
} finally {
  await browser.close();
  await server.stop();
}

async function take(
  browser: Browser,
  { url, signIn }: TestServer,
  { file, path, width, height }: (typeof PICTURES)[number],
): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height },
    isMobile: width < 400,
    baseURL: url,
    locale: 'en-GB',
    colorScheme: 'light',
  });
  const [name = '', ...value] = (await signIn()).split('=');
  await page.context().addCookies([{ name, value: value.join('='), url }]);
  await page.goto(path);
  await hydrated(page);
  await page.screenshot({ path: join(ROOT, file) });
  await page.close();
}
