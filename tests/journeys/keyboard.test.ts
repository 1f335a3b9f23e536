import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { hasScripts, hydrated, useBrowser, type Mode } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { hasFocus, tabThrough } from '#tests/support/browser/focus.ts';
import {
  addressOf,
  arrivedAt,
  eventually,
  gone,
  shown,
  toastShown,
} from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const BOTH: Mode[] = ['desktop', 'no scripts'];
const SCREENS = [
  '/dashboard',
  '/work-logs',
  '/pending-work-logs',
  '/archived-work-logs',
  '/clients',
  '/settings',
];

const xero = useConsentedXero(() => [HARBOUR, { name: 'Quay Side Projects' }]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

const helpOf = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** A log, without which Work Logs has nothing to filter. */
function addSomeLog(): void {
  const clientId = addClient(server(), 'Harbour Dental');
  addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
}

describe('The Tab key', () => {
  test.for(BOTH)('goes through Work Logs from the top to the rows, with %s', async (mode) => {
    await fillEveryScreen(server(), xero());
    const { page } = await browser.openSignedIn(server(), mode);
    await page.goto('/work-logs');
    if (hasScripts(mode)) await hydrated(page);
    const { stops } = await tabThrough(page);
    expect(stops.map(({ name }) => name)).toEqual([
      'Skip to content',
      '1 time to log',
      'Start timer',
      'Dashboard',
      'Week',
      'Work Logs',
      'Todoist Import',
      'Archived',
      'Invoices',
      'Reports',
      'Clients',
      'Settings',
      ...(hasScripts(mode) ? ['Keyboard shortcuts'] : []),
      expect.stringMatching(/alex@example\.com.*Open settings$/) as string,
      'Create Invoices',
      'Add Log',
      'Log in one line',
      'Log',
      'Client',
      // One of these clients has a job.
      'Job',
      'Status',
      'Type',
      'Billing',
      'Logged by',
      'From',
      'To',
      'Search',
      'Filter',
      'Today',
      'This week',
      'This month',
      'Last month',
      'This tax year',
      'Print',
      'Download CSV',
      'Hardware items as CSV',
      'Import',
      'Backfill Invoice Numbers',
      'Select all on this page',
      'Select 1h 0m for Quay Books',
      expect.stringMatching(/^Quay Books/) as string,
      expect.stringMatching(/^INV-/) as string,
      'Repeat 1h 0m for Quay Books',
      'Select 1 item for Harbour Dental',
      expect.stringMatching(/^Harbour Dental/) as string,
      'Hardware 1 item',
      'Repeat 1 item for Harbour Dental',
      'Edit',
      'Delete',
      'Select 1h 0m for Harbour Dental',
      expect.stringMatching(/^Harbour Dental/) as string,
      'Repeat 1h 0m for Harbour Dental',
      'Edit',
      'Delete',
    ]);
  });

  test.for<Mode>(['desktop', 'phone'])(
    'reaches every control of every screen in order, and shows where it is, with %s',
    async (mode) => {
      await fillEveryScreen(server(), xero());
      const { page } = await browser.openSignedIn(server(), mode);
      for (const path of SCREENS) {
        await page.goto(path);
        await hydrated(page);
        const { controls, stops, revealed } = await tabThrough(page);
        expect(stops.map(({ name }) => name)).toEqual(controls);
        const all = [...stops, ...revealed];
        expect(all.filter(({ isMarked }) => !isMarked)).toEqual([]);
        expect(all.filter(({ isCovered }) => isCovered)).toEqual([]);
      }
    },
  );

  test('would notice a control that is passed over, unmarked or covered: the control', async () => {
    const { page } = await browser.open('desktop', { baseURL: server().url });
    await page.goto('/privacy');
    await hydrated(page);
    const { stops } = await tabThrough(page);
    const fine = { isMarked: true, isCovered: false };
    expect(stops).toEqual(['Skip to content', 'Tallyhour'].map((name) => ({ name, ...fine })));
    await page.evaluate(() => {
      const [main, link] = [document.querySelector('main'), document.createElement('a')];
      link.href = '/terms';
      link.textContent = 'First in sight, last in order';
      link.tabIndex = 1;
      main?.append(link);
      const [covered, cover] = [document.querySelector('main a'), document.createElement('div')];
      if (covered instanceof HTMLElement) covered.style.outline = 'none';
      Object.assign(cover.style, { position: 'fixed', inset: '0', zIndex: '99' });
      document.body.append(cover);
    });
    const spoilt = await tabThrough(page);
    expect(spoilt.stops.map(({ name }) => name)).not.toEqual(spoilt.controls);
    await page.evaluate(() => {
      for (const link of document.querySelectorAll('[tabindex="1"]')) link.remove();
    });
    expect((await tabThrough(page)).stops.at(-1)).toEqual({
      name: 'Tallyhour',
      isMarked: false,
      isCovered: true,
    });
  });

  test.for(BOTH)('comes first to a link that skips to the content, with %s', async (mode) => {
    const { page } = await browser.openSignedIn(server(), mode);
    for (const path of ['/clients', '/research', '/terms', '/api/logout']) {
      await page.goto(path);
      if (hasScripts(mode)) await hydrated(page);
      await page.keyboard.press('Tab');
      expect(await hasFocus(page, 'a[href="#main"]'), path).toBe(true);
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(page, 'main')).toBe(true);
      await page.keyboard.press('Tab');
      expect(await hasFocus(page, 'main *'), path).toBe(true);
    }
  });
});

describe('The list of the keys', () => {
  test.for(['Escape', 'the cross', 'Close'])(
    'opens from the sidebar, keeps the focus, and gives it back after %s',
    async (way) => {
      const { page } = await browser.openSignedIn(server(), 'desktop');
      await page.goto('/clients?from=here');
      await hydrated(page);
      const opener = page.getByRole('link', { name: 'Keyboard shortcuts' });
      await opener.click();
      const help = helpOf(page);
      for (const text of [
        'Go to the first filter of a list',
        'Log work in one line',
        'Show these keys',
      ]) {
        await shown(help.getByText(text));
      }
      for (let press = 0; press < 8; press += 1) {
        await page.keyboard.press('Tab');
        const isInside = await hasFocus(page, 'dialog *, body');
        expect(isInside).toBe(true);
      }
      if (way === 'Escape') await page.keyboard.press(way);
      else {
        const [cross, close] = await help.getByRole('link', { name: 'Close' }).all();
        await (way === 'Close' ? close : cross)?.click();
      }
      await gone(help);
      await arrivedAt(page, '/clients?from=here');
      await shown(page.getByRole('heading', { level: 1, name: 'Clients' }));
      await eventually(() => hasFocus(page, 'nav a[href^="/shortcuts"]')).toBe(true);
    },
  );

  test('is a page without scripts, which says that the keys need them', async () => {
    const { page } = await browser.openSignedIn(server(), 'no scripts');
    await page.goto('/clients');
    expect(await page.getByRole('link', { name: 'Keyboard shortcuts' }).count()).toBe(0);
    await page.goto('/shortcuts');
    await shown(helpOf(page).getByText('Shortcuts need JavaScript', { exact: false }));
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await helpOf(page).getByText('Close', { exact: true }).last().click();
    await arrivedAt(page, '/');
  });

  test('never leads back to another site', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto(`/shortcuts?back=${encodeURIComponent('//evil.example/')}`);
    await hydrated(page);
    await page.keyboard.press('Escape');
    await arrivedAt(page, '/');
  });
});

describe('A key', () => {
  test('/ goes to the first filter of a list, and does nothing where there is none', async () => {
    addSomeLog();
    const { page } = await browser.openSignedIn(server(), 'desktop');
    for (const [path, filter] of [
      ['/work-logs', '#filter-clientId'],
      ['/', '#filter-clientId'],
      ['/pending-work-logs', '#filter-status'],
      ['/archived-work-logs', '#filter-clientId'],
      ['/clients', 'body'],
      ['/settings', 'body'],
      ['/dashboard', 'body'],
    ] as const) {
      await page.goto(path);
      await hydrated(page);
      await page.keyboard.press('/');
      expect(await hasFocus(page, filter), path).toBe(true);
      expect(addressOf(page)).toBe(path);
    }
  });

  test.for([
    ['/', '/work-logs/new', 'Add Log'],
    ['/work-logs?isInvoiced=true', '/work-logs/new?isInvoiced=true', 'Add Log'],
    ['/clients', '/work-logs/quick-log?back=%2Fclients', 'Quick Work Log'],
    [
      '/pending-work-logs?status=all',
      '/work-logs/quick-log?back=%2Fpending-work-logs%3Fstatus%3Dall',
      'Quick Work Log',
    ],
  ] as const)('N on %s opens a new log at %s', async ([path, address, dialog]) => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto(path);
    await hydrated(page);
    await page.keyboard.press('N');
    await shown(page.getByRole('dialog', { name: dialog }));
    await arrivedAt(page, address);
    // The key is not typed into the dialog that it opens.
    expect(await page.locator('dialog select').first().inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await arrivedAt(page, path === '/' ? '/work-logs' : path);
  });

  test('n returns the focus to where it was', async () => {
    addSomeLog();
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/work-logs');
    await hydrated(page);
    await page.getByRole('button', { name: 'Create Invoices' }).focus();
    await page.keyboard.press('n');
    await shown(page.getByRole('dialog', { name: 'Log in one line' }));
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await eventually(() => hasFocus(page, 'button[value="create-invoices"]')).toBe(true);
  });

  test('r repeats the log at the top of the Dashboard and of Work Logs, and nothing elsewhere', async () => {
    addSomeLog();
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const count = () => server().services.db.select().from(workLogs).all().length;
    for (const [index, path] of ['/dashboard', '/work-logs'].entries()) {
      await page.goto(path);
      await hydrated(page);
      await page.keyboard.press('r');
      await toastShown(page, '1h 0m for Harbour Dental, Support: £60.00');
      expect(addressOf(page)).toBe(path);
      expect(count()).toBe(index + 2);
    }
    await page.getByLabel('Search').focus();
    await page.keyboard.press('r');
    await page.goto('/clients');
    await hydrated(page);
    await page.keyboard.press('r');
    await expectKeysToWork(page, '/clients');
    expect(count()).toBe(3);
  });

  test('t starts the timer and stops it, on any screen', async () => {
    server().setClock(new Date('2026-11-20T09:00:00Z'));
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/clients');
    await hydrated(page);
    await page.keyboard.press('t');
    await shown(page.getByRole('link', { name: /Timer: 0:00/ }));
    server().setClock(new Date('2026-11-20T09:30:00Z'));
    await page.keyboard.press('t');
    await shown(page.getByRole('dialog', { name: 'Time to be logged' }));
    await eventually(() => hasFocus(page, '[name="clientId"]')).toBe(true);
  });

  test('? lists the keys over the present screen, and closing the list returns there', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/settings?workTypes=all');
    await hydrated(page);
    await page.keyboard.press('?');
    await shown(helpOf(page));
    await page.keyboard.press('Escape');
    await arrivedAt(page, '/settings?workTypes=all');
    await eventually(() => hasFocus(page, 'h1')).toBe(true);
  });
});

describe('No key does anything', () => {
  test('while it is typed, or with another key held', async () => {
    await fillEveryScreen(server(), xero());
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const visited = followAddresses(page);
    await page.goto('/dashboard');
    await hydrated(page);
    for (const label of ['Hours', 'Description']) {
      await page.getByLabel(label, { exact: true }).focus();
      for (const key of ['n', '?', '/']) await page.keyboard.press(key);
    }
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('n?/');
    await page.getByLabel('Client').focus();
    for (const key of ['n', '?', '/']) await page.keyboard.press(key);
    await page.getByLabel('Client').click();
    for (const key of ['n', '?']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.getByLabel('Client').blur();
    for (const key of ['n', '?', '/']) {
      await page.keyboard.press(`Alt+${key}`);
      await page.keyboard.press(`Meta+${key}`);
    }
    await page.keyboard.press('Control+/');
    // Without this, the typed text alone would stop the keys.
    for (const label of ['Hours', 'Description']) {
      await page.getByLabel(label, { exact: true }).fill('');
      await page.getByLabel(label, { exact: true }).blur();
    }
    await expectKeysToWork(page, '/dashboard');
    expect(visited).toEqual(['/dashboard', '/shortcuts?back=%2Fdashboard']);
  });

  test('while typed text would be lost', async () => {
    addClient(server(), 'Harbour Dental');
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/dashboard');
    await hydrated(page);
    const description = page.locator('#quick-entry').getByLabel('Description', { exact: true });
    await description.fill('Half a note');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    expect(addressOf(page)).toBe('/dashboard');
    expect(await description.inputValue()).toBe('Half a note');
    await description.fill('');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('n');
    await arrivedAt(page, /^\/work-logs\/line\?back=/);
  });

  test('in a dialog', async () => {
    await fillEveryScreen(server(), xero());
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const visited = followAddresses(page);
    await page.goto('/clients/1/deactivate');
    await hydrated(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).focus();
    for (const key of ['n', '?', '/']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await arrivedAt(page, '/clients');
    await gone(page.getByRole('dialog'));
    await expectKeysToWork(page, '/clients');
    expect(visited).toEqual(['/clients/1/deactivate', '/clients', '/shortcuts?back=%2Fclients']);
  });

  test('under the menu of a phone', async () => {
    addSomeLog();
    const { page } = await browser.openSignedIn(server(), 'phone');
    const visited = followAddresses(page);
    await page.goto('/work-logs');
    await hydrated(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    for (const key of ['n', '?', '/']) await page.keyboard.press(key);
    expect(await hasFocus(page, '#filter-clientId')).toBe(false);
    await page.keyboard.press('Escape');
    await expectKeysToWork(page, '/work-logs');
    expect(visited).toEqual(['/work-logs', '/shortcuts?back=%2Fwork-logs']);
  });

  test('once they are turned off, until they are turned on again', async () => {
    addSomeLog();
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const visited = followAddresses(page);
    await page.goto('/clients');
    await hydrated(page);
    await expectKeysToWork(page, '/clients');
    visited.length = 0;
    await page.getByLabel('Use these keys in this browser').uncheck();
    await page.goto('/work-logs');
    await hydrated(page);
    for (const key of ['n', '?', '/']) await page.keyboard.press(key);
    expect(await hasFocus(page, 'body')).toBe(true);
    await page.getByRole('link', { name: 'Keyboard shortcuts' }).click();
    await page.getByLabel('Use these keys in this browser').check();
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await page.keyboard.press('/');
    expect(await hasFocus(page, '#filter-clientId')).toBe(true);
    const help = '/shortcuts?back=%2Fwork-logs';
    expect(visited).toEqual(['/work-logs', help, '/work-logs']);
  });

  test('where scripts do not run', async () => {
    addSomeLog();
    const { page } = await browser.openSignedIn(server(), 'no scripts');
    await page.goto('/work-logs');
    await page.keyboard.press('/');
    expect(await hasFocus(page, 'body')).toBe(true);
  });
});

/** The control: with nothing in its way, the same key opens the list. */
async function expectKeysToWork(page: Page, from: string): Promise<void> {
  await page.keyboard.press('?');
  await shown(helpOf(page));
  await arrivedAt(page, `/shortcuts?back=${encodeURIComponent(from)}`);
}

/** Collects every address that the page shows from now on. */
function followAddresses(page: Page): string[] {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url());
    const address = `${pathname}${search}`;
    // Remix reports an address twice.
    if (visited.at(-1) !== address) visited.push(address);
  });
  return visited;
}
