import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { clients, users, workTypes } from '#db/schema.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { archivePendingLog } from '#app/pending-work-logs/entries.server.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const UNBROKEN = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch-Holdings';

const xero = useConsentedXero(() => [{ ...HARBOUR, name: UNBROKEN.repeat(2) }]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

const LONG =
  'Worshipful Company of Bookbinders, Paper Conservators and Allied Trades of Northumberland';

/** A small phone, a tablet, the first width with a sidebar, and screens of laptops. */
const WIDTHS = [320, 390, 768, 1024, 1240, 1264, 1280, 1440];
const LISTS = [
  '/dashboard',
  '/work-logs',
  '/pending-work-logs?status=all',
  '/archived-work-logs',
  '/reports',
];
const OTHERS = ['/clients', '/settings'];

/** Screens that have a client's name in their head. */
const namedAfter = (clientId: number) => [
  `/clients/${clientId}`,
  `/reports?clientId=${clientId}`,
  `/work-logs/create-invoices?clientId=${clientId}`,
];

/** Gives the client whose name is one word, longer than a phone is wide. */
function fillWithLongNames(): number {
  const { services } = server();
  const [clientId, unbroken] = [addClient(server(), LONG), addClient(server(), UNBROKEN)];
  const workTypeId = addWorkType(server(), `Conservation of ${UNBROKEN}`);
  logWork(services, {
    clientId,
    workTypeId,
    duration: 1_425,
    travelTime: null,
    description: `${LONG} ${UNBROKEN}`,
    hourlyRate: 987_654,
    billable: false,
    date: null,
    hardwareItems: null,
  });
  const task = {
    taskName: UNBROKEN,
    description: LONG,
    projectName: LONG,
    clientId,
    duration: 100,
  };
  addPendingLog(server(), task);
  archivePendingLog(services, addPendingLog(server(), task));
  return unbroken;
}

/** Names the page if it is wider than the window, and each table that is wider than its card. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const tables = [...document.querySelectorAll('table')].filter((table) => {
      const card = table.closest('.card');
      return card && table.getBoundingClientRect().right > card.getBoundingClientRect().right;
    });
    return [
      ...(scrollWidth > clientWidth ? ['the page'] : []),
      ...tables.map(({ caption }) => caption?.textContent ?? 'a table'),
    ];
  });
}

test('Every list fits the window, however wide it is and however long the names are', async () => {
  const unbroken = fillWithLongNames();
  const { page } = await browser.openSignedIn(server(), 'desktop');
  for (const path of [...LISTS, ...OTHERS, ...namedAfter(unbroken)]) {
    await page.goto(path);
    await hydrated(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findOverflow(page), `${path} at ${width} pixels`).toEqual([]);
    }
  }

  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<pre>'.padEnd(2_000, 'x'));
  });
  expect(await findOverflow(page)).toEqual(['the page']);
});

/** Words of at most 15 letters that stand on two lines. */
function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const word = document.createRange();
    const broken = [];
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const text = currentNode.textContent ?? '';
      if (!currentNode.parentElement?.closest('td, th')) continue;
      for (const { 0: letters, index } of text.matchAll(/\p{L}+/gu)) {
        if (letters.length > 15) continue;
        word.setStart(currentNode, index);
        word.setEnd(currentNode, index + letters.length);
        const lines = new Set([...word.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(letters);
      }
    }
    return broken;
  });
}

test('No ordinary word is broken in a list, however wide the window is', async () => {
  await fillEveryScreen(server(), xero());
  const { db } = server().services;
  db.update(workTypes).set({ name: 'Infrastructure maintenance' }).run();
  db.update(clients).set({ name: 'Troubleshooting & Administration Partners' }).run();
  const { page } = await browser.openSignedIn(server(), 'desktop', { bypassCSP: true });
  for (const path of [...LISTS, '/invoices', '/history']) {
    await page.goto(path);
    await hydrated(page);
    for (const width of WIDTHS.filter((one) => one >= 390)) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findBrokenWords(page), `${path} at ${width} pixels`).toEqual([]);
    }
  }

  await page.addStyleTag({ content: 'td { display: block !important; width: 2rem !important; }' });
  expect(await findBrokenWords(page)).not.toEqual([]);
});

test('Names of people and organisations fit the window, as does a list to be printed in wide text', async () => {
  await fillEveryScreen(server(), xero());
  const { db } = server().services;
  const name = UNBROKEN.repeat(2);
  db.update(users).set({ firstName: name, lastName: 'Park' }).run();
  db.update(workTypes).set({ name }).run();
  const { page } = await browser.openSignedIn(server(), 'desktop', { bypassCSP: true });
  const content = '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }';
  const printed = ['/history/print', '/work-logs/print', '/invoices/print'];
  for (const path of [
    '/work-logs',
    '/settings',
    '/clients/1/contact',
    '/descriptions/1',
    ...printed,
  ]) {
    await page.goto(path);
    await hydrated(page);
    if (printed.includes(path)) await page.addStyleTag({ content });
    for (const width of [320, 640, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findOverflow(page), `${path} at ${width} pixels`).toEqual([]);
      const dialog = page.locator('dialog[open]');
      const beyond = await dialog.evaluateAll((all) =>
        all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
      );
      expect(beyond, `the dialog of ${path} at ${width} pixels`).toEqual([]);
    }
  }
});

test('Work Logs fits a window of 1280 pixels with widely spaced letters', async () => {
  const workTypeId = addWorkType(server(), 'Conservation of parchment, vellum and capitals');
  logWork(server().services, {
    clientId: addClient(server(), LONG),
    workTypeId,
    duration: 1_425,
    travelTime: null,
    description: LONG,
    hourlyRate: 12_500,
    billable: true,
    date: null,
    hardwareItems: null,
  });
  const { page } = await browser.openSignedIn(server(), 'desktop', { bypassCSP: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/work-logs');
  await hydrated(page);
  await page.addStyleTag({
    content: 'html * { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }',
  });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(1_280);
});

test('Without scripts a dialog fits the window, however long the name in its title is', async () => {
  const unbroken = addClient(server(), UNBROKEN.repeat(2));
  const { page } = await browser.openSignedIn(server(), 'no scripts');
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`/clients/${unbroken}/contact`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(UNBROKEN);
  expect(await findOverflow(page)).toEqual([]);
});

test.each(['phone', 'no scripts'] as const)(
  'What was typed without a space, and was refused, stays within the window: %s',
  async (mode) => {
    addPendingLog(server(), { taskName: 'Check the backups' });
    const { page, takeProblem } = await browser.openSignedIn(server(), mode);
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto('/dashboard');
    await page.getByLabel('Log in one line').fill(UNBROKEN.repeat(3));
    await page.getByLabel('Log in one line').press('Enter');
    const inDialog = page.getByRole('dialog');
    expect(await inDialog.getByLabel('Log in one line').inputValue()).toContain(UNBROKEN);
    await takeProblem('400 (Bad Request)');
    expect(await findOverflow(page)).toEqual([]);
    expect(await inDialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);

    await page.goto('/pending-work-logs');
    await page.getByRole('combobox', { name: /^Work type of/ }).fill(UNBROKEN.repeat(3));
    await page.getByRole('combobox', { name: /^Work type of/ }).press('Enter');
    await page.locator('.cell-error').waitFor();
    await takeProblem('400 (Bad Request)');
    expect(await findOverflow(page)).toEqual([]);
  },
);
