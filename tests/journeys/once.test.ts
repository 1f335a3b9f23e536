import { beforeEach, describe, expect, test } from 'vitest';
import { clients, workLogs } from '#db/schema.ts';
import { expectMode, BOTH, useBrowser, type Visitor } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();
const logs = () => server().services.db.select().from(workLogs).all();

beforeEach(() => {
  addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Support');
});

async function fillIn({ page }: Visitor): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Add Log' });
  await form.getByLabel('Client').selectOption('Harbour Dental');
  await form.getByLabel('Work Type').selectOption({ index: 1 });
  await form.getByLabel('Duration (hours)').fill('1.5');
  await form.getByLabel('Description', { exact: true }).fill('Once only');
}

describe('A work log is made once', () => {
  test.for(BOTH)('a double click on Save makes one log, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    await visitor.page.goto('/work-logs/new?clientId=1');
    await expectMode(visitor);
    await fillIn(visitor);
    await visitor.page.getByRole('button', { name: 'Save', exact: true }).dblclick();
    await arrivedAt(visitor.page, '/work-logs?clientId=1');
    expect(logs()).toHaveLength(1);
  });

  test.for(['no scripts', 'scripts blocked mid-load', 'Lite'] as const)(
    'Back, and the same form sent again, makes one log, with %s',
    async (mode) => {
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;
      await page.goto('/work-logs/new');
      await fillIn(visitor);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await toastShown(page, 'Work log created successfully');
      await page.goBack();
      expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('Once only');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await toastShown(page, 'Work log created successfully');
      expect(logs()).toHaveLength(1);
    },
  );

  test.for(['no scripts', 'scripts blocked mid-load', 'Lite'] as const)(
    'the answer to a line is lost, and after Back it is sent again: one log, with %s',
    async (mode) => {
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;
      visitor.expectProblems('net::ERR');
      await page.goto('/dashboard?search=');
      const line = page.getByLabel('Log in one line');
      await line.fill('90m harbour support: Once only');
      // Chromium notes what was typed a second later, or with a step of the history; a test is back before that.
      await page.evaluate(() => {
        history.replaceState(history.state, '');
      });
      await page.route(
        (url) => url.pathname === '/work-logs/line',
        async (route) => {
          await route.fetch({ maxRedirects: 0 });
          // Playwright has read the answer's cookies, which a browser never sees of a lost one.
          await page.context().clearCookies({ name: 'answered' });
          await route.abort('connectionreset');
        },
        { times: 1 },
      );
      await line.press('Enter');
      await eventually(() => logs().length).toBe(1);
      await page.waitForURL(/^chrome-error:/);
      // The browser asks for the screen anew, with a new key, and fills in what was typed.
      await page.goBack();
      await arrivedAt(page, '/dashboard?search=');
      await eventually(() => line.inputValue()).toBe('90m harbour support: Once only');
      await line.press('Enter');
      await shown(page.getByText('Already saved').first());
      await visitor.takeProblem('409');
      expect(logs()).toHaveLength(1);
    },
  );

  test.for(BOTH)('the same form in two tabs makes one log, with %s', async (mode) => {
    const first = await browser.openSignedIn(server(), mode);
    const document = await first.page.request.get('/work-logs/new');
    const html = await document.body();
    const second = await browser.openSignedIn(server(), mode, {
      storageState: await first.page.context().storageState(),
    });
    // A copied tab shows exactly the page of the first.
    for (const { page } of [first, second]) {
      const show = { status: 200, contentType: 'text/html; charset=utf-8', body: html };
      const headers = { 'Content-Security-Policy': '' };
      await page.route(
        (url) => url.pathname === '/work-logs/new' && !url.search,
        async (route) => {
          if (route.request().isNavigationRequest() && route.request().method() === 'GET')
            await route.fulfill({ ...show, headers });
          else await route.continue();
        },
      );
      await page.goto('/work-logs/new');
    }
    for (const visitor of [first, second]) {
      await fillIn(visitor);
      await visitor.page.getByRole('button', { name: 'Save', exact: true }).click();
      await toastShown(visitor.page, 'Work log created successfully');
    }
    expect(logs()).toHaveLength(1);
  });

  test('the control: two newly opened pages make two logs', async () => {
    const visitor = await browser.openSignedIn(server(), 'no scripts');
    for (let time = 0; time < 2; time++) {
      await visitor.page.goto('/work-logs/new');
      await fillIn(visitor);
      await visitor.page.getByRole('button', { name: 'Save', exact: true }).click();
      await toastShown(visitor.page, 'Work log created successfully');
    }
    expect(logs()).toHaveLength(2);
    expect(server().services.db.select().from(clients).all()).toHaveLength(1);
  });
});

describe('Undo', () => {
  test.for(BOTH)('in the toast brings a deleted log back, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/work-logs/new');
    await expectMode(visitor);
    await fillIn(visitor);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(page, 'Work log created successfully');
    const before = logs();
    // On a phone the row has only the way into its dialog, where the rest is.
    if (mode === 'phone') await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('link', { name: 'Delete' }).click();
    // Without styles the buttons for ticked logs can be seen, too.
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toastShown(page, 'Work log deleted successfully');
    expect(logs()).toHaveLength(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, 'Work log restored');
    expect(logs()).toEqual(before);
  });
});
