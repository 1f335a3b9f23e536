import { ne } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { clients, sessions, workLogs } from '#db/schema.ts';
import { hydrated } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType, approve } from '#tests/support/data/entries.ts';
import { allOnDevice, keptOnDevice, useOffliner } from '#tests/support/browser/offline.ts';
import { arrivedAt, eventually, shown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const startOffliner = useOffliner();

const CLIENT = 'Harbour Dental';
const TEXT = 'Cabled the new wing';
const OTHER = 'other@example.com';
const logs = () => server().services.db.select().from(workLogs).all();

/** The first contents of a page that can be read: that of a 401 goes on to the sign-in by itself. */
async function contentOf(page: Page): Promise<string> {
  let content = '';
  await eventually(async () => {
    content = await page.content().catch(() => '');
    return content;
  }).not.toBe('');
  return content;
}

/** Goes back. False where the page sent one on to the sign-in before the browser said that it is there. */
async function goBack(page: Page): Promise<boolean> {
  try {
    await page.goBack();
    return true;
  } catch (error) {
    if (String(error).includes('net::ERR_ABORTED')) return false;
    throw error;
  }
}

async function begin() {
  addClient(server(), CLIENT);
  addWorkType(server(), 'Support');
  const { own, line, signIn } = await startOffliner(server());
  await own.page.goto(`${line.url}/work-logs`);
  await hydrated(own.page);
  await keptOnDevice(own.page, ['/work-logs/new', '/waiting', '/work-logs', '/dashboard']);
  return { page: own.page, line, signIn };
}

/** Logs work without a line. */
async function logOffline(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/work-logs/new`);
  await hydrated(page);
  const dialog = page.getByRole('dialog', { name: 'Add Log' });
  await dialog.getByLabel('Client').selectOption(CLIENT);
  await dialog.getByLabel('Work Type').selectOption({ index: 1 });
  await dialog.getByLabel('Duration (hours)').fill('1.5');
  await dialog.getByLabel('Description', { exact: true }).fill(TEXT);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await arrivedAt(page, '/waiting');
  await shown(page.getByText('1 waiting to be sent'));
}

/** Leaves the product: a page of it goes on by itself once there is a line and its session has ended. */
const leaveAll = (page: Page) => page.goto('about:blank');

describe('A sign-out', () => {
  test('leaves no name on the device: in no cache, store or page that Back shows', async () => {
    const { page, line } = await begin();
    for (const path of ['/clients', '/work-logs/new', '/settings']) {
      await page.goto(line.url + path);
      await hydrated(page);
    }
    await page.goto(`${line.url}/dashboard`);
    await page.getByLabel('Client').selectOption(CLIENT);
    // A control: it is there before.
    expect(await allOnDevice(page)).toContain(CLIENT);
    await page.goto(`${line.url}/settings`);
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await shown(page.getByRole('link', { name: 'Log In' }));
    await eventually(() => allOnDevice(page)).not.toContain(CLIENT);
    let wentBack = 0;
    for (let steps = 0; steps < 5; steps += 1) {
      if (await goBack(page)) wentBack += 1;
      expect(await contentOf(page)).not.toContain(CLIENT);
    }
    // A control: pages from before were shown.
    expect(wentBack).toBeGreaterThan(0);
    await page.goto(`${line.url}/terms`);
    line.cut();
    // The worker is gone, too: the browser itself says that there is no line.
    await page.goto(`${line.url}/work-logs`).catch(() => undefined);
    expect(await contentOf(page)).not.toContain(CLIENT);
    line.back();
    await page.goto(`${line.url}/terms`);
    expect(await allOnDevice(page)).not.toContain(CLIENT);
  });

  test('asks about what was not sent, and removes it only then', async () => {
    const { page, line } = await begin();
    line.cut();
    await logOffline(page, line.url);
    expect(await allOnDevice(page)).toContain(TEXT.replaceAll(' ', '+'));
    await page.goto(`${line.url}/api/logout`);
    await shown(page.getByText(/^Not sent yet\./));
    await page.getByRole('link', { name: 'Stay signed in' }).click();
    await shown(page.getByText('1 waiting to be sent'));
    await page.goto(`${line.url}/api/logout`);
    // Sent right before, it would be saved: the line comes back only with the press.
    const press = page.getByRole('button', { name: 'Sign out and remove' });
    await shown(press);
    line.back();
    await press.click();
    await shown(page.getByRole('link', { name: 'Log In' }));
    expect(logs()).toEqual([]);
    await eventually(() => allOnDevice(page)).not.toContain(TEXT.replaceAll(' ', '+'));
  });
});

describe('What waits', () => {
  test('of one person is still there when another one on the device has signed out', async () => {
    const { page, line, signIn } = await begin();
    line.cut();
    await logOffline(page, line.url);
    approve(server(), OTHER);
    server().services.db.delete(sessions).run();
    await leaveAll(page);
    line.back();
    await signIn(OTHER);
    await page.goto(`${line.url}/dashboard`);
    await hydrated(page);
    await keptOnDevice(page, ['/waiting', '/work-logs'], 2);
    // The other one leaves something of their own unsent, and removes it.
    line.cut();
    await page.goto(`${line.url}/work-logs/new`);
    await hydrated(page);
    const dialog = page.getByRole('dialog', { name: 'Add Log' });
    await dialog.getByLabel('Client').selectOption(CLIENT);
    await dialog.getByLabel('Work Type').selectOption({ index: 1 });
    await dialog.getByLabel('Duration (hours)').fill('1');
    await dialog.getByLabel('Description', { exact: true }).fill('Theirs alone');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await arrivedAt(page, '/waiting');
    await page.goto(`${line.url}/api/logout`).catch(() => undefined);
    line.back();
    await page.getByRole('button', { name: 'Sign out and remove' }).click();
    await arrivedAt(page, '/');
    await eventually(() => allOnDevice(page)).not.toContain('Theirs');
    expect(await allOnDevice(page)).toContain(TEXT.replaceAll(' ', '+'));
    await signIn();
    await page.goto(`${line.url}/work-logs`);
    await eventually(() => logs().map(({ description }) => description)).toEqual([TEXT]);
  });

  test('stays when the session has ended, asks to sign in, and is sent then', async () => {
    const { page, line, signIn } = await begin();
    line.cut();
    await logOffline(page, line.url);
    server().services.db.delete(sessions).run();
    line.back();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.goto(`${line.url}/terms`);
    line.cut();
    expect(await allOnDevice(page)).toContain(TEXT.replaceAll(' ', '+'));
    expect(logs()).toEqual([]);
    line.back();
    await signIn();
    await page.goto(`${line.url}/work-logs`);
    await eventually(() => logs().map(({ description }) => description)).toEqual([TEXT]);
  });

  test('is neither shown to another person on the device nor sent for them', async () => {
    const { page, line, signIn } = await begin();
    line.cut();
    await logOffline(page, line.url);
    approve(server(), OTHER);
    server().services.db.delete(sessions).run();
    await leaveAll(page);
    line.back();
    await signIn(OTHER);
    await page.goto(`${line.url}/dashboard`);
    await hydrated(page);
    await keptOnDevice(page, ['/waiting', '/work-logs'], 2);
    expect(await page.evaluate(() => caches.keys())).not.toContain('pages-1');
    await page.goto(`${line.url}/waiting`);
    await shown(page.getByText('Nothing to send.'));
    expect(await page.content()).not.toContain(TEXT);
    expect(logs()).toEqual([]);
    await signIn();
    await page.goto(`${line.url}/waiting`);
    await eventually(() => logs().map(({ createdBy }) => createdBy)).toEqual([1]);
  });

  test('and was refused opens its form with what was typed, and is gone once that is saved', async () => {
    const { page, line } = await begin();
    const other = addClient(server(), 'Thorn');
    line.cut();
    await logOffline(page, line.url);
    server()
      .services.db.update(clients)
      .set({ isActive: false })
      .where(ne(clients.id, other))
      .run();
    line.back();
    await page.getByRole('button', { name: 'Send now' }).click();
    await shown(page.getByText('1 to check'));
    expect(logs()).toEqual([]);
    await page.getByRole('button', { name: 'Open the form' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Log' });
    await shown(dialog.locator('[aria-invalid="true"]').first());
    await hydrated(page);
    expect(await dialog.getByLabel('Description', { exact: true }).inputValue()).toBe(TEXT);
    expect(await dialog.getByLabel('Duration (hours)').inputValue()).toBe('1.5');
    await dialog.getByLabel('Client').selectOption('Thorn');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(() => logs().map(({ clientId }) => clientId)).toEqual([other]);
    await page.goto(`${line.url}/waiting`);
    await shown(page.getByText('Nothing to send.'));
  });
});
