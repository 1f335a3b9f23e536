import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { manyCompletions } from '#sandbox/todoist.ts';
import { hydrated } from '#tests/support/browser/browser.ts';
import { keptOnDevice, useOffliner } from '#tests/support/browser/offline.ts';
import { arrivedAt, eventually, shown, toastOf, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { useTodoist } from '#tests/support/server/use-todoist.ts';

const todoist = useTodoist(() =>
  manyCompletions({ count: 6, recurring: 0, months: 1, until: new Date() }),
);
const server = useServer(() => ({ TODOIST_API_URL: todoist().url }));
const startOffliner = useOffliner();

const CREATED = 'Client created successfully';

/** Opens a page of somebody whose worker has kept what it keeps ahead. */
async function begin(path: string) {
  const { own, line } = await startOffliner(server());
  const { page } = own;
  await page.goto(line.url + path);
  await hydrated(page);
  await keptOnDevice(page, ['/work-logs/new', '/waiting', '/', path]);
  return { page, context: own.context, url: line.url };
}

/** Has a client made by a form whose redirect is not followed: the next page is to show its toast. */
async function makeClient(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const html = await (await fetch('/clients/new')).text();
    const form = new DOMParser()
      .parseFromString(html, 'text/html')
      .querySelector<HTMLFormElement>('dialog form');
    if (!form) throw new Error('There is no form');
    const body = new URLSearchParams();
    for (const { name, value } of form.querySelectorAll('input')) body.set(name, value);
    body.set('name', 'Harbour Dental');
    const method = 'POST';
    await fetch(form.action, { method, body, redirect: 'manual' });
  });
  expect(await toastOf(page).count()).toBe(0);
}

/** Has the device begin anew, without a worker, as at a first visit. */
async function forgetDevice(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'service_workers,cache_storage,indexeddb';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
}

const toastCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name === 'toast').length;

test('A page that the worker reads ahead leaves the toast to the person', async () => {
  const { page, url } = await begin('/clients');
  await makeClient(page);
  expect(await toastCookies(page)).toBe(1);
  await page.evaluate(() => {
    navigator.serviceWorker.controller?.postMessage({ kind: 'seen', address: '/reports' });
  });
  await keptOnDevice(page, ['/reports']);
  await page.goto(`${url}/clients`);
  await toastShown(page, CREATED);
  // The control: a person's page uses it up.
  expect(await toastCookies(page)).toBe(0);
  await page.goto(`${url}/reports`);
  await shown(page.getByRole('heading', { level: 1, name: 'Reports' }));
  expect(await toastOf(page).count()).toBe(0);
});

test('A page that reads itself anew leaves the toast to the page that a person opens, and keeps its own', async () => {
  const { page, context, url } = await begin('/clients');
  await makeClient(page);
  const readAnew = async (which: Page) => {
    const answer = which.waitForResponse(/_data=root/);
    await which.evaluate(() => {
      window.__remixRouter.revalidate();
    });
    await (await answer).finished();
    await eventually(() => which.evaluate(() => window.__remixRouter.state.revalidation)).toBe(
      'idle',
    );
  };
  await readAnew(page);
  expect(await toastOf(page).count()).toBe(0);
  const other = await context.newPage();
  await other.clock.install();
  await other.goto(`${url}/clients`);
  await hydrated(other);
  await toastShown(other, CREATED);
  await readAnew(other);
  await toastShown(other, CREATED);
});

test('The toast of a sync that takes some seconds comes each time', async () => {
  const { page, url } = await begin('/pending-work-logs');
  await page.evaluate(async (apiToken) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ apiToken });
    await fetch('/api/todoist/config', { method: 'POST', headers, body });
  }, todoist().token);
  // Its calls take some three seconds.
  todoist().setDelay(700);
  const told: string[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    // A worker that has just begun reads many pages ahead.
    await forgetDevice(page, url);
    await page.goto(`${url}/pending-work-logs`);
    await hydrated(page);
    await page.getByRole('button', { name: 'Sync with Todoist' }).click();
    await arrivedAt(page, /\?import=/);
    await arrivedAt(page, '/pending-work-logs');
    await shown(page.getByRole('button', { name: 'Sync with Todoist' }));
    const toast = toastOf(page).getByText('Todoist Sync Complete', { exact: true });
    told.push(
      await toast.waitFor({ timeout: 2_000 }).then(
        () => 'told',
        () => 'lost',
      ),
    );
  }
  expect(told).toEqual(Array.from({ length: 6 }, () => 'told'));
});
