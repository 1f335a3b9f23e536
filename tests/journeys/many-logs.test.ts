import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { expectMode, hasScripts, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { eventually, gone, shown, toastOf } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

let clientId: number;
let wrong: number;
let right: number;

beforeEach(() => {
  server().setClock(new Date('2026-11-20T09:00:00Z'));
  clientId = addClient(server(), 'Thorn');
  wrong = addWorkType(server(), 'Training');
  right = addWorkType(server(), 'Support');
});

/** Logs an hour of the wrong type on each of so many days, the newest first. */
const addLogs = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2026, 10, 19) - index * 86_400_000).toISOString().slice(0, 10);
    return addLog(server(), { clientId, workTypeId: wrong, day, description: `Log ${index}` });
  });

const rows = () => server().services.db.select().from(workLogs).all();
const setLog = (id: number | undefined, to: Partial<typeof workLogs.$inferInsert>) => {
  server()
    .services.db.update(workLogs)
    .set(to)
    .where(eq(workLogs.id, id ?? 0))
    .run();
};
const typesNow = () => rows().map(({ workTypeId }) => workTypeId);

const bar = (page: Page) => page.getByRole('group', { name: 'Selected logs' });
const boxOf = (page: Page, at: number) =>
  page.getByRole('checkbox', { name: 'Select 1h 0m for Thorn' }).nth(at);
const allOnPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });
const press = (page: Page, name: string) => bar(page).getByRole('button', { name }).click();
const told = (page: Page, text: RegExp) => shown(toastOf(page).getByText(text));
const undo = (page: Page) => toastOf(page).getByRole('button', { name: 'Undo' }).click();

describe('Someone changes many logs at once, undoes it, deletes, restores and duplicates them', () => {
  test.for(MODES)('with %s', async (mode) => {
    const ids = addLogs(4);
    setLog(ids[3], { isInvoiced: true });
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/work-logs?workTypeId=' + String(wrong));
    await expectMode(visitor);

    await allOnPage(page).check();
    if (hasScripts(mode)) await shown(bar(page).getByText('4 logs'));
    await press(page, 'Change…');
    const dialog = page.getByRole('dialog', { name: 'Change 3 logs' });
    await shown(dialog.getByText('3.00 hours, £180.00. 1 invoiced log is left out.'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await shown(dialog.getByText('Choose what to change.'));
    await visitor.takeProblem('400');
    await dialog.getByLabel('Work Type').selectOption(String(right));
    await dialog.getByLabel('Or move by days').fill('many');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await shown(dialog.getByText('Enter a whole number of days').last());
    await visitor.takeProblem('400');
    expect(await dialog.getByLabel('Work Type').inputValue()).toBe(String(right));
    expect(await dialog.getByLabel('Or move by days').inputValue()).toBe('many');
    await dialog.getByLabel('Or move by days').fill('-1');
    await dialog.getByLabel('Description').selectOption('Add after it');
    await dialog.getByLabel('Text').fill('(course)');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await told(page, /^3 work logs changed\. 1 was left/);
    await gone(dialog);
    expect(typesNow()).toEqual([right, right, right, wrong]);
    expect(rows()[0]).toMatchObject({ day: '2026-11-18', description: 'Log 0 (course)' });
    await undo(page);
    await told(page, /^3 work logs restored as before/);
    expect(typesNow()).toEqual([wrong, wrong, wrong, wrong]);
    expect(rows()[0]).toMatchObject({ day: '2026-11-19', description: 'Log 0' });

    await page.goto('/work-logs');
    await boxOf(page, 0).check();
    await boxOf(page, 1).check();
    await press(page, 'Delete');
    const question = page.getByRole('dialog', { name: 'Delete 2 logs?' });
    await shown(question.getByText('2.00 hours, £120.00.'));
    await question.getByRole('button', { name: 'Delete' }).click();
    await told(page, /^2 work logs deleted$/);
    expect(rows()).toHaveLength(2);
    await undo(page);
    await told(page, /^2 work logs restored$/);
    expect(rows()).toHaveLength(4);

    await page.goto('/work-logs');
    await boxOf(page, 0).check();
    await boxOf(page, 3).check();
    await press(page, 'Duplicate');
    await told(page, /^2 work logs duplicated$/);
    expect(rows()).toHaveLength(6);
    await undo(page);
    await told(page, /^2 work logs taken back$/);
    expect(rows()).toHaveLength(4);
    await expectMode(visitor);
  });
});

describe('All that match are changed over two pages, but for what was changed meanwhile', () => {
  test.for(MODES)('with %s', async (mode) => {
    const ids = addLogs(60);
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/work-logs');
    await boxOf(page, 0).check();
    await bar(page).getByRole('checkbox', { name: 'All 60 that match' }).check();
    if (hasScripts(mode)) await shown(bar(page).getByText('60 logs'));
    await press(page, 'Change…');
    const dialog = page.getByRole('dialog', { name: 'Change 60 logs' });
    await shown(dialog);
    setLog(ids[0], { description: 'Changed by another' });
    await dialog.getByLabel('Work Type').selectOption(String(right));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await told(page, /^59 work logs changed\. 1 was left/);
    expect(typesNow().filter((id) => id === wrong)).toHaveLength(1);
    expect(rows()[0]).toMatchObject({ workTypeId: wrong, description: 'Changed by another' });
  });
});

test('With Shift the logs between two are ticked; the head says all, some or none; what is ticked outlives Cancel', async () => {
  addLogs(6);
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  await page.goto('/work-logs');
  await expectMode(visitor);
  await gone(bar(page));
  await boxOf(page, 1).click();
  await boxOf(page, 4).click({ modifiers: ['Shift'] });
  await shown(bar(page).getByText('4 logs'));
  const isMixed = () => allOnPage(page).evaluate((box) => (box as HTMLInputElement).indeterminate);
  expect(await isMixed()).toBe(true);
  await press(page, 'Change…');
  await page
    .getByRole('dialog', { name: 'Change 4 logs' })
    .getByRole('link', { name: 'Cancel' })
    .click();
  await gone(page.getByRole('dialog'));
  await shown(bar(page).getByText('4 logs'));
  await boxOf(page, 0).click({ modifiers: ['Shift'] });
  await boxOf(page, 5).click();
  await shown(bar(page).getByText('6 logs'));
  expect(await isMixed()).toBe(false);
  expect(await allOnPage(page).isChecked()).toBe(true);
  await allOnPage(page).uncheck();
  await gone(bar(page));
});

test('With the keyboard alone all on the page are ticked, changed, and none is ticked afterwards', async () => {
  addLogs(3);
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  await page.goto('/work-logs');
  await expectMode(visitor);
  await allOnPage(page).focus();
  await page.keyboard.press('Space');
  await shown(bar(page).getByText('3 logs'));
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent.trim().split(/\s\s+/)[0] ?? '');
  for (let presses = 0; (await focused()) !== 'Change…'; presses += 1) {
    expect(presses).toBeLessThan(5);
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change 3 logs' });
  await shown(dialog);
  await eventually(() =>
    dialog.getByLabel('Work Type').evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await page.keyboard.type('Sup');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await told(page, /^3 work logs changed$/);
  expect(typesNow()).toEqual([right, right, right]);
  await gone(bar(page));
  expect(await boxOf(page, 0).isChecked()).toBe(false);
});
