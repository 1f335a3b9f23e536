import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { hydrated } from '#tests/support/browser/browser.ts';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { useFirefox } from '#tests/support/browser/firefox.ts';
import {
  keptOnDevice,
  readDevice,
  startCutLine,
  startOffliner,
} from '#tests/support/browser/offline.ts';
import { filesHolding } from '#tests/support/browser/on-disk.ts';
import { eventually, shown } from '#tests/support/browser/page.ts';
import { startOwnBrowser } from '#tests/support/browser/own-browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';

/** What a browser keeps on its disk of a client, before a sign-out and after it. */

const server = useServer();
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

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
  ends.push(own.end, line.stop);
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

describe('After a sign-out Back shows no name', () => {
  test.for(['with scripts', 'in Lite'])('%s', async (way) => {
    fill();
    const line = await startCutLine(server().url);
    const own = await startOwnBrowser();
    ends.push(own.end, line.stop);
    const { page, context } = own;
    const [name = '', value = ''] = (await server().signIn()).split(/=(.*)/s);
    const { url } = line;
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
    if (way === 'in Lite') await context.addCookies([{ name: 'lite', value: 'on', url }]);
    for (const path of PAGES) {
      await page.goto(url + path);
      if (way === 'with scripts') await hydrated(page);
      expect(await page.content()).toContain(CLIENT);
    }
    await page.goto(`${url}/settings`);
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await shown(page.getByRole('link', { name: 'Log In' }));
    for (let steps = 0; steps < PAGES.length + 1; steps += 1) {
      const before = page.url();
      await page.evaluate(() => {
        history.back();
      });
      await eventually(() => page.url()).not.toBe(before);
      await eventually(() => page.content().catch(() => '')).toMatch(/<body/);
      expect(await page.content().catch(() => '')).not.toContain(CLIENT);
    }
  });
});

describe.skipIf(findFirefox() === null)('Of Firefox', () => {
  const firefox = useFirefox();

  test('a sign-out leaves no name in any cache, store or page that Back shows', async () => {
    fill();
    const line = await startCutLine(server().url, { isPlain: true });
    ends.push(line.stop);
    const { open, run, back, setCookie, profile } = firefox();
    const [name = '', value = ''] = (await server().signIn()).split(/=(.*)/s);
    await setCookie(line.url, name, value);
    const onDevice = () => run(`(${readDevice.toString()})()`);
    const contents = () => run('document.documentElement.outerHTML');
    await open(`${line.url}/work-logs`);
    await eventually(onDevice).toContain(CLIENT);
    for (const path of PAGES) {
      await open(line.url + path);
      expect(await contents()).toContain(CLIENT);
    }
    await open(`${line.url}/api/logout`);
    await eventually(contents).toContain('Log In');
    await eventually(onDevice).not.toContain(CLIENT);
    const now = () => run('location.href').catch(() => '');
    for (let steps = 0; steps < PAGES.length; steps += 1) {
      const at = await now();
      await back();
      await eventually(async () => [at, ''].includes(await now())).toBe(false);
      expect(await contents()).not.toContain(CLIENT);
    }
    await eventually(async () =>
      (await filesHolding(profile, CLIENT)).filter((path) => path.startsWith('cache2/')),
    ).toEqual([]);
  });
});
