import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { expectMode, useBrowser, type Mode } from '#tests/support/browser/browser.ts';
import { gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const calm = { longest: 1_000, largest: 1_000_000 };
const queue = { ...calm };

let server: TestServer;

beforeEach(async () => {
  Object.assign(queue, calm);
  server = await startTestServer({}, { queue });
  addClient(server, 'Harbour Dental');
  addWorkType(server, 'Support');
});

afterEach(async () => {
  await server.stop();
});

const browser = useBrowser();

const TYPED = 'Cabled the new wing';

const logged = () =>
  server.services.db
    .select()
    .from(workLogs)
    .all()
    .map(({ description }) => description);

/** Fills in Add Log, and saves it while the server has too much to do. */
async function saveWhileBusy(mode: Mode) {
  const visitor = await browser.openSignedIn(server, mode);
  const { page } = visitor;
  await page.goto('/work-logs/new');
  await expectMode(visitor);
  visitor.expectProblems('status of 503');
  const dialog = page.getByRole('dialog', { name: 'Add Log' });
  await dialog.getByLabel('Client').selectOption('Harbour Dental');
  await dialog.getByLabel('Work Type').selectOption({ index: 1 });
  await dialog.getByLabel('Duration (hours)').fill('1.5');
  const description = dialog.getByLabel('Description', { exact: true });
  await description.fill(TYPED);
  queue.longest = 0;
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  return { page, description, save };
}

describe('While the server has too much to do,', () => {
  test('a form stays as it is, and is sent when there is room, with scripts', async () => {
    const { page, description } = await saveWhileBusy('desktop');
    const notice = page.getByText('What you entered is kept here');
    await shown(notice);
    expect(await description.inputValue()).toBe(TYPED);
    expect(logged()).toEqual([]);
    Object.assign(queue, calm);
    await toastShown(page, 'Work log created successfully');
    await gone(notice);
    expect(logged()).toEqual([TYPED]);
  });

  test('a page keeps what was typed, and sends it again, without scripts', async () => {
    const { page } = await saveWhileBusy('no scripts');
    await shown(page.getByText('What you entered is kept in this page'));
    await page.getByRole('button', { name: 'Send again' }).click();
    await shown(page.getByText('What you entered is kept in this page'));
    expect(logged()).toEqual([]);
    Object.assign(queue, calm);
    await page.getByRole('button', { name: 'Send again' }).click();
    await toastShown(page, 'Work log created successfully');
    expect(logged()).toEqual([TYPED]);
  });

  test('Back brings the form as it was filled in, without scripts', async () => {
    const { page, description, save } = await saveWhileBusy('no scripts');
    await shown(page.getByText('What you entered is kept in this page'));
    Object.assign(queue, calm);
    await page.goBack();
    expect(await description.inputValue()).toBe(TYPED);
    await save.click();
    await toastShown(page, 'Work log created successfully');
    expect(logged()).toEqual([TYPED]);
  });
});
