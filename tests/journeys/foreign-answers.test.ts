import { expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { expectMode, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const LOST = 'No connection. What you entered is kept here, and sent once you are online again.';
const SILENT =
  'No answer yet. What you entered is kept here. Wait, or send it again: it is never saved twice.';
/** The page of a network that wants a sign-in of its own before it lets anything through. */
const PORTAL = {
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Hotel Wi-Fi</title><form>Room number</form>',
};

/** Opens and fills in Add Log. */
async function openFilledForm() {
  addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Support');
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  await page.goto('/work-logs/new');
  await expectMode(visitor);
  const dialog = page.getByRole('dialog', { name: 'Add Log' });
  await dialog.getByLabel('Client').selectOption('Harbour Dental');
  await dialog.getByLabel('Work Type').selectOption({ index: 1 });
  await dialog.getByLabel('Duration (hours)').fill('1.5');
  const description = dialog.getByLabel('Description', { exact: true });
  await description.fill('Cabled the new wing');
  const save = () => dialog.getByRole('button', { name: 'Save', exact: true }).click();
  return { ...visitor, dialog, description, save };
}

const logged = () =>
  server()
    .services.db.select()
    .from(workLogs)
    .all()
    .map(({ description }) => description);

test('What another network answers is no answer: the form stays, and is sent when ours answers', async () => {
  const { page, description, save } = await openFilledForm();
  let answers = 0;
  await page.route('**/work-logs/new**', async (route) => {
    if (route.request().method() !== 'POST' || answers >= 2) {
      await route.continue();
      return;
    }
    answers += 1;
    await route.fulfill(PORTAL);
  });
  await save();
  await shown(page.getByText(LOST));
  expect(await description.inputValue()).toBe('Cabled the new wing');
  await toastShown(page, 'Work log created successfully');
  await gone(page.getByText(LOST));
  expect(answers).toBe(2);
  expect(logged()).toEqual(['Cabled the new wing']);
});

test('Nor does it become a screen: a list is filtered when ours answers', async () => {
  const clientId = addClient(server(), 'Harbour Dental');
  addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  await page.goto('/work-logs');
  await expectMode(visitor);
  let answers = 0;
  await page.route('**/work-logs?**', async (route) => {
    answers += 1;
    if (answers === 1) await route.fulfill(PORTAL);
    else await route.continue();
  });
  await page.getByLabel('Client').selectOption('Harbour Dental');
  await shown(page.getByText(LOST));
  await arrivedAt(page, /clientId=\d+/);
  await gone(page.getByText(LOST));
  expect(answers).toBeGreaterThan(1);
});

test('No answer for ten seconds is said, with what one can do, and the form is saved once', async () => {
  const { page, description, save } = await openFilledForm();
  await page.clock.install();
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let posts = 0;
  await page.route('**/work-logs/new**', async (route) => {
    if (route.request().method() !== 'POST') {
      await route.continue();
      return;
    }
    posts += 1;
    await held;
    await route.continue();
  });
  await save();
  await expect.poll(() => posts).toBe(1);
  await page.clock.runFor(9_000);
  expect(await page.getByText(SILENT).count()).toBe(0);
  await page.clock.runFor(2_000);
  await shown(page.getByText(SILENT));
  expect(await description.inputValue()).toBe('Cabled the new wing');
  answer?.();
  await gone(page.getByText(SILENT));
  await toastShown(page, 'Work log created successfully');
  expect(logged()).toEqual(['Cabled the new wing']);
});

test('A deploy in the middle: scripts that are gone lose nothing that was typed', async () => {
  const { page, save, expectProblems } = await openFilledForm();
  expectProblems('404');
  expectProblems('Failed to fetch dynamically imported module');
  expectProblems('Error loading route module');
  // From now on there are only the files of another build.
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await save();
  await arrivedAt(page, '/work-logs');
  await expect.poll(logged).toEqual(['Cabled the new wing']);
});

test('The title says Error: first when a form comes back, and the list leads to the wrong fields', async () => {
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page, expectProblems } = visitor;
  expectProblems('status of 400');
  await page.goto('/clients/new');
  await expectMode(visitor);
  const dialog = page.getByRole('dialog', { name: 'Add Client' });
  await dialog.getByLabel('Standard Rate').fill('much');
  await dialog.getByRole('button', { name: 'Add Client' }).click();
  await expect.poll(() => page.title()).toBe('Error: Add Client · Tallyhour');
  // The focus goes to the first wrong field; the others are one press away.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/-name$/);
  await dialog.getByRole('link', { name: 'standard rate' }).click();
  expect(await page.evaluate(() => location.hash)).toMatch(/-standardRate$/);
  await dialog.getByLabel('Client Name').fill('Quay Books');
  await dialog.getByLabel('Standard Rate').fill('60');
  await dialog.getByRole('button', { name: 'Add Client' }).click();
  await toastShown(page, 'Client created successfully');
  expect(await page.title()).toBe('Clients · Tallyhour');
});
