import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { eventually, shown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

/** On a slow line the data around a refused form comes seconds after its errors. */

const server = useServer();
const browser = useBrowser();

beforeEach(() => {
  addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Support');
});

/** Opens a page, and holds back the data that its scripts read until it is let go. */
async function openSlowly(path: string) {
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  await page.goto(server().url + path);
  await hydrated(page);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(/_data=/, async (route) => {
    if (route.request().method() === 'GET') await promise;
    await route.continue();
  });
  const letGo = async () => {
    resolve(undefined);
    await isIdle(page);
  };
  return { visitor, page, letGo };
}

const isIdle = (page: Page) =>
  eventually(() => page.evaluate(() => window.__remixRouter.state.navigation.state)).toBe('idle');

test.each<[path: string, name: string, label: RegExp, button: string]>([
  ['/work-logs/new', 'Add Log', /^Duration/, 'Save'],
  ['/dashboard', 'Quick Work Log Entry', /^Hours/, 'Log Work'],
])('On %s, what is mended before the page has read its data again stays', async (...of) => {
  const [path, name, label, button] = of;
  const { visitor, page, letGo } = await openSlowly(path);
  const form = page.getByRole('dialog', { name }).or(page.getByRole('region', { name }));
  const field = form.getByLabel(label).first();
  await form.getByLabel('Client').selectOption('Harbour Dental');
  await form.getByLabel('Work Type').selectOption({ index: 1 });
  await field.fill('900');
  await form.getByRole('button', { name: button, exact: true }).click();
  await shown(form.locator('[aria-invalid="true"]').first());
  await visitor.takeProblem('400');
  await field.fill('2');
  await letGo();
  expect(await field.inputValue()).toBe('2');
  // The line came back, or a timer was started: everything is read again, this time the form's data, too.
  const read = page.waitForResponse((answer) => answer.url().includes('.route'));
  await page.evaluate(() => {
    window.__remixRouter.revalidate();
  });
  await read;
  await eventually(() => page.evaluate(() => window.__remixRouter.state.revalidation)).toBe('idle');
  expect(await field.inputValue()).toBe('2');
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
});

test('Lines that are sent twice without being mended stay', async () => {
  const { visitor, page, letGo } = await openSlowly('/work-logs/line');
  await letGo();
  const dialog = page.getByRole('dialog', { name: 'Log in one line' });
  const lines = '1h harbour support one\n2h nobody support two';
  const field = dialog.locator('textarea').first();
  await field.fill(lines);
  for (let times = 0; times < 2; times += 1) {
    await dialog
      .getByRole('button', { name: /^(Log|Read)/ })
      .first()
      .click();
    await visitor.takeProblem('400');
    await isIdle(page);
    await shown(dialog.locator('[aria-invalid="true"]').first());
  }
  expect(await field.inputValue()).toBe(lines);
});

test('The next line, typed before the answer to the one before has come, stays', async () => {
  const { page, letGo } = await openSlowly('/dashboard');
  const field = page.getByLabel('Log in one line');
  await field.fill('1h harbour support one');
  await field.press('Enter');
  await field.fill('2h harbour support two');
  await letGo();
  await eventually(() => server().services.db.select().from(workLogs).all().length).toBe(1);
  await shown(page.getByTestId('toast').getByText('Work logged successfully'));
  expect(await field.inputValue()).toBe('2h harbour support two');
  await field.press('Enter');
  await eventually(() => server().services.db.select().from(workLogs).all().length).toBe(2);
  await eventually(() => field.inputValue()).toBe('');
});
