import { beforeEach, describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import {
  expectMode,
  hasScripts,
  hydrated,
  MODES,
  useBrowser,
} from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { hasFocus } from '#tests/support/browser/focus.ts';
import {
  addressOf,
  arrivedAt,
  eventually,
  gone,
  shown,
  toastShown,
} from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

beforeEach(() => {
  // A Friday.
  server().setClock(new Date('2026-11-20T09:00:00Z'));
  for (const name of ['Thorn Ltd', 'Harbour Dental', 'Harbour Foods']) addClient(server(), name);
  for (const name of ['Remote Support', 'Training']) addWorkType(server(), name);
});

const stored = () => server().services.db.select().from(workLogs).all();
const WORTH = "1h 30m · £90.00 at £60.00, Thorn Ltd's standard rate";

test('The script that reads along is lost on the line: the page goes on with the others', async () => {
  const { page, expectProblems } = await browser.openSignedIn(server(), 'desktop');
  expectProblems('net::ERR');
  await page.goto('/dashboard');
  await hydrated(page);
  let lost = 0;
  await page.route(/\/live-line-[^/]*\.js$/, async (route) => {
    lost += 1;
    await route.abort('connectionreset');
  });
  await page.evaluate(() => {
    document.body.dataset.samePage = '';
  });
  const field = page.getByLabel('Log in one line');
  await field.fill('1h30 thorn remote mailbox full');
  await eventually(() => lost).toBeGreaterThan(0);
  await field.press('Enter');
  await toastShown(page, `Thorn Ltd, Remote Support, 20 Nov 2026: ${WORTH}`);
  expect(stored()).toHaveLength(1);
  // Scripts sent it: no new page came.
  expect(await page.locator('body[data-same-page]').count()).toBe(1);
});

test('The names are lost on the line: nothing waits for them, and the next look asks again', async () => {
  const { page, expectProblems } = await browser.openSignedIn(server(), 'desktop');
  expectProblems('net::ERR');
  await page.goto('/dashboard');
  await hydrated(page);
  let isLost = true;
  let asked = 0;
  await page.route('/api/work-logs/line', (route) => {
    asked += 1;
    return isLost ? route.abort('connectionreset') : route.continue();
  });
  const field = page.getByLabel('Log in one line');
  await field.fill('1h30 thorn remote mailbox full');
  await eventually(() => asked).toBe(1);
  await field.press('Enter');
  await toastShown(page, `Thorn Ltd, Remote Support, 20 Nov 2026: ${WORTH}`);
  expect(await page.getByText('No connection.').count()).toBe(0);
  isLost = false;
  await field.fill('2h thorn training');
  await field.blur();
  await shown(page.getByTestId('understood').getByText('Training', { exact: true }));
  expect(asked).toBe(2);
  await field.press('Enter');
  await eventually(() => stored().length).toBe(2);
});

test('The button that logs a line is pressed where it is, though the names below the line close', async () => {
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/work-logs/line');
  await hydrated(page);
  const field = page.getByRole('textbox', { name: 'Log in one line' });
  await field.pressSequentially('1h30 thorn remote');
  const names = page.getByRole('listbox', { name: 'Names' });
  await shown(names);
  await page.getByRole('button', { name: 'Log', exact: true }).hover();
  await page.mouse.down();
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(false);
  await shown(names);
  await page.mouse.up();
  await eventually(() => stored().length).toBe(1);
});

test('The names below a line close once something else was pressed', async () => {
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/work-logs/line');
  await hydrated(page);
  await page
    .getByRole('textbox', { name: 'Log in one line' })
    .pressSequentially('1h30 thorn remote');
  const names = page.getByRole('listbox', { name: 'Names' });
  await shown(names);
  await page.getByRole('heading', { name: 'Log in one line' }).click();
  await gone(names);
});

test('What another network answers is no list of names, and an old list is asked for anew', async () => {
  const { page, expectProblems } = await browser.openSignedIn(server(), 'desktop');
  expectProblems('net::ERR');
  await page.clock.install({ time: new Date('2026-11-20T09:00:00Z') });
  await page.goto('/dashboard');
  await hydrated(page);
  let isPortal = true;
  let asked = 0;
  await page.route('/api/work-logs/line', (route) => {
    asked += 1;
    return isPortal
      ? route.fulfill({ contentType: 'application/json', body: '{"portal":"Sign in first"}' })
      : route.continue();
  });
  const field = page.getByLabel('Log in one line');
  const understood = page.getByTestId('understood');
  await field.fill('1h30 thorn remote yesterday');
  await eventually(() => asked).toBe(1);
  isPortal = false;
  await field.blur();
  await shown(understood.getByText('19 Nov 2026', { exact: true }));
  expect(asked).toBe(2);
  // A look soon after asks for nothing; one after the night does.
  await field.focus();
  await field.blur();
  expect(asked).toBe(2);
  server().setClock(new Date('2026-11-21T09:00:00Z'));
  await page.clock.fastForward('24:00:00');
  await field.focus();
  await shown(understood.getByText('20 Nov 2026', { exact: true }));
  expect(asked).toBe(3);
});

describe('Someone logs a line on the Dashboard, undoes it, and is asked about one that is not clear', () => {
  test.for(MODES)('with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/dashboard');
    await expectMode(visitor);
    const field = page.getByLabel('Log in one line');
    await field.fill('1h30 thorn remote mailbox full HD-1885 yesterday');
    if (hasScripts(mode)) {
      const understood = page.getByTestId('understood');
      for (const text of ['Thorn Ltd', 'Remote Support', '19 Nov 2026', 'mailbox full HD-1885'])
        await shown(understood.getByText(text, { exact: true }));
      await shown(understood.getByText(WORTH));
    }
    await field.press('Enter');
    await toastShown(page, `Thorn Ltd, Remote Support, 19 Nov 2026: ${WORTH}`);
    await arrivedAt(page, '/dashboard');
    expect(stored()).toMatchObject([{ duration: 90, description: 'mailbox full HD-1885' }]);
    await eventually(() => field.inputValue()).toBe('');
    if (hasScripts(mode)) await eventually(() => hasFocus(page, '#inline-line-line')).toBe(true);

    await page.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, 'Work log deleted successfully');
    expect(stored()).toEqual([]);

    await field.fill('45m harbour training tue');
    await field.press('Enter');
    const asked = page.getByRole('dialog', { name: 'Log in one line' });
    await shown(asked.getByText('Did you mean Harbour Dental or Harbour Foods?').last());
    await visitor.takeProblem('400');
    expect(await asked.getByLabel('Date').inputValue()).toBe('2026-11-17');
    await asked.getByLabel('Client').selectOption('Harbour Foods');
    await asked.getByRole('button', { name: 'Log', exact: true }).click();
    await arrivedAt(page, '/dashboard');
    await gone(asked);
    expect(stored()).toMatchObject([{ duration: 45, day: '2026-11-17' }]);
  });
});

describe('Someone logs several lines after one look', () => {
  test.for(MODES)('with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/work-logs/line');
    await expectMode(visitor);
    const dialog = page.getByRole('dialog', { name: 'Log in one line' });
    const lines = dialog.getByLabel('Log in one line');
    await lines.fill('1h thorn remote mailbox\n30m harbour training\n');
    await dialog.getByRole('button', { name: 'Log', exact: true }).click();
    await shown(dialog.getByText('Not logged yet. Fix line 2, then read again.'));
    await visitor.takeProblem('400');
    expect(stored()).toEqual([]);
    await lines.fill('1h thorn remote mailbox\n30m harbour foods training\n');
    await dialog.getByRole('button', { name: 'Read again' }).click();
    await dialog.getByRole('button', { name: 'Log 2' }).click();
    await toastShown(page, '2 work logs: 1h 30m · £90.00');
    expect(stored()).toMatchObject([{ duration: 60 }, { duration: 30 }]);
    await arrivedAt(page, '/work-logs/line');
    await eventually(() => lines.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, '2 work logs deleted successfully');
    expect(stored()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, '2 work logs restored');
    expect(stored()).toHaveLength(2);
  });
});

describe('With scripts', () => {
  test('n opens the field over the present screen, Enter logs, and the focus goes back', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/clients');
    await hydrated(page);
    await page.getByRole('link', { name: 'Add Client' }).focus();
    await page.keyboard.press('n');
    await shown(page.getByRole('dialog', { name: 'Log in one line' }));
    await arrivedAt(page, '/work-logs/line?back=%2Fclients');
    await page.keyboard.type('45m tho rem ');
    await page.keyboard.press('Enter');
    await toastShown(
      page,
      "Thorn Ltd, Remote Support, 20 Nov 2026: 0h 45m · £45.00 at £60.00, Thorn Ltd's standard rate",
    );
    await arrivedAt(page, '/clients');
    expect(await hasFocus(page, 'body')).toBe(false);
    expect(stored()).toHaveLength(1);
  });

  test('names are completed by the keyboard, and Esc closes only their list', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/work-logs/line?back=/clients');
    await hydrated(page);
    const field = page.getByRole('dialog').getByLabel('Log in one line');
    await field.pressSequentially('1h har');
    const names = page.getByRole('listbox', { name: 'Names' });
    await shown(names);
    await page.keyboard.press('Escape');
    await gone(names);
    expect(addressOf(page)).toBe('/work-logs/line?back=/clients');
    await field.pressSequentially('b');
    await shown(names);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await shown(names.getByRole('option', { name: /Harbour Foods/, selected: true }));
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('1h Harbour Foods ');
    await gone(names);
    await field.pressSequentially('tr');
    await names.getByRole('option', { name: /Training/ }).click();
    expect(await field.inputValue()).toBe('1h Harbour Foods Training ');
    expect(await hasFocus(page, '#line-line')).toBe(true);
    await page.keyboard.press('Enter');
    await arrivedAt(page, '/clients');
    expect(stored()).toMatchObject([{ duration: 60, description: '' }]);
  });

  test('several lines pasted into the field of a screen are shown for one look', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/dashboard');
    await hydrated(page);
    await page.getByLabel('Log in one line').focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '1h thorn remote\r\n2h thorn training\r\n');
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(paste);
    });
    const dialog = page.getByRole('dialog', { name: 'Log in one line' });
    await dialog.getByRole('button', { name: 'Log 2' }).click();
    await arrivedAt(page, '/dashboard');
    await toastShown(page, '2 work logs: 3h 0m · £180.00');
    expect(stored()).toHaveLength(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, '2 work logs deleted successfully');
    expect(stored()).toEqual([]);
  });
});
