import type { Page } from 'playwright';
import { afterEach, describe, expect, test } from 'vitest';
import { timers, workLogs } from '#db/schema.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { startCutLine, type CutLine } from '#tests/support/browser/offline.ts';
import { arrivedAt, eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const NOTICE = 'No connection. What you entered is kept here, and sent once you are online again.';
const TYPED = 'Cabled the new wing';

let line: CutLine | null = null;

afterEach(async () => {
  await line?.stop();
  line = null;
});

/** The Dashboard with something typed, in a browser without a service worker, over a line that can lose files. */
async function openDashboard() {
  addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Support');
  line = await startCutLine(server().url);
  const session = { url: line.url, cookie: await server().signIn() };
  const { page, expectProblems } = await browser.open('desktop', { baseURL: line.url, session });
  expectProblems('Failed to load resource');
  await page.goto('/dashboard');
  await hydrated(page);
  await eventually(() => page.evaluate(() => 'untilThere' in window)).toBe(true);
  const typed = page
    .getByRole('region', { name: 'Quick Work Log Entry' })
    .getByLabel('Description', { exact: true });
  await typed.fill(TYPED);
  return { page, line, typed };
}

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }));
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window);
const logged = () =>
  server()
    .services.db.select()
    .from(workLogs)
    .all()
    .map(({ description }) => description);
const running = () => server().services.db.select().from(timers).all();

describe('Where the line loses a script of what was pressed', () => {
  test('the page stays as it is, and what was pressed is done when the line is back', async () => {
    const { page, line, typed } = await openDashboard();
    await mark(page);
    line.cut();
    await page.getByRole('button', { name: 'Start timer' }).click();
    await shown(page.getByText(NOTICE));
    expect(await typed.inputValue()).toBe(TYPED);
    line.back();
    await shown(page.getByRole('button', { name: 'Stop timer' }));
    expect(running()).toHaveLength(1);
    expect(await typed.inputValue()).toBe(TYPED);
    expect(await isSamePage(page)).toBe(true);
  });

  test('a link leads on when the line is back', async () => {
    const { page, line, typed } = await openDashboard();
    await mark(page);
    line.cut();
    await page.getByRole('link', { name: 'Clients', exact: true }).click();
    await shown(page.getByText(NOTICE));
    expect(await typed.inputValue()).toBe(TYPED);
    line.back();
    await arrivedAt(page, '/clients');
    await shown(page.getByRole('heading', { level: 1, name: 'Clients' }));
    expect(await isSamePage(page)).toBe(true);
  });
});

describe('After a deploy, in a page that was open before', () => {
  test('a link leads on', async () => {
    const { page, line } = await openDashboard();
    line.lose(/^\/assets\/clients/);
    await page.getByRole('link', { name: 'Clients', exact: true }).click();
    await arrivedAt(page, '/clients');
    await shown(page.getByRole('heading', { level: 1, name: 'Clients' }));
  });

  test('a button does what it says, once, and the answer is shown', async () => {
    const { page, line } = await openDashboard();
    line.lose(/^\/assets\/(?:start|stop|timer)\.route/);
    await page.getByRole('button', { name: 'Start timer' }).click();
    await shown(page.getByRole('button', { name: 'Stop timer' }));
    expect(running()).toHaveLength(1);
    await toastShown(page, 'Timer started');
  });

  test('a line is logged, once, and not offered again', async () => {
    const { page, line } = await openDashboard();
    line.lose(/^\/assets\/line\.route/);
    const field = page.locator('[name=line]');
    await field.fill('1h harbour support patch panel');
    await field.press('Enter');
    await toastShown(page, 'Work logged successfully');
    await hydrated(page);
    expect(await field.inputValue()).toBe('');
    expect(await page.locator('form:has([name=line])').getByText('Restore').count()).toBe(0);
    expect(logged()).toEqual(['patch panel']);
  });
});
