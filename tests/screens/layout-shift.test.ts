import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSampleData } from '#sandbox/sample-data.ts';
import { hydrated, isHydrated, useBrowser, type Visitor } from '#tests/support/browser/browser.ts';
import { layoutShifts } from '#tests/support/browser/layout-shift.ts';
import { arrivedAt, shown, toastShown } from '#tests/support/browser/page.ts';
import { awaitToast } from '#tests/support/browser/toasts.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const SAID = 'The settings were saved';

const SCREENS = ['/work-logs', '/dashboard', '/pending-work-logs', '/settings', '/clients'];

/** A link that opens a dialog over its screen, and where it leads. */
type Dialog = { screen: string; link: RegExp; opens: RegExp };

const DIALOGS: Dialog[] = [
  { screen: '/work-logs', link: /^Add Log$/, opens: /^\/work-logs\/new$/ },
  { screen: '/work-logs', link: /^Edit$/, opens: /^\/work-logs\/\d+\/edit$/ },
  { screen: '/pending-work-logs', link: /^Edit/, opens: /^\/pending-work-logs\/\d+\/edit/ },
  { screen: '/settings', link: /^Add Type$/, opens: /^\/settings\/work-types\/new$/ },
  { screen: '/clients', link: /^Add Client$/, opens: /^\/clients\/new$/ },
];

/** The quick log, for phones only: a wide screen has this form on the Dashboard itself. */
const ON_PHONE: Dialog = {
  screen: '/dashboard',
  link: /^Quick Work Log$/,
  opens: /^\/work-logs\/quick-log/,
};

const WIDTHS = [390, 1280] as const;
type Width = (typeof WIDTHS)[number];

let shared: TestServer | null = null;

/** One server for the file, since no test here changes its data. */
function server(): TestServer {
  if (!shared) throw new Error('The server is not started yet');
  return shared;
}

beforeAll(async () => {
  shared = await startTestServer();
  const { db, config } = shared.services;
  addSampleData(db, { now: new Date(), timeZone: config.timeZone });
  // Tasks of one name would stand together, and have no link to edit one.
  for (let count = 0; count < 30; count += 1) {
    addPendingLog(shared, { taskName: `Reset router ${count}`, duration: 15 * count || null });
  }
});

afterAll(async () => {
  await shared?.stop();
});

const browser = useBrowser();

function openAt(width: Width): Promise<Visitor> {
  return width === 390
    ? browser.openSignedIn(server(), 'phone')
    : browser.openSignedIn(server(), 'desktop');
}

/**
 * Opens a screen whose scripts arrive after its first paint, as on a slow line. If they arrived
 * first, nothing that they move would count as a shift.
 */
async function openSlowly(
  page: Page,
  path: string,
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const painted = Promise.withResolvers<undefined>();
  await page.route('**/assets/*.js', async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  expect(await isHydrated(page)).toBe(false);
  await look();
  painted.resolve(undefined);
  await hydrated(page);
}

describe.each(WIDTHS)('At a width of %i pixels nothing moves by itself', (width) => {
  test.each(SCREENS)('while %s loads and its scripts take over', async (path) => {
    const { page } = await openAt(width);
    await openSlowly(page, path);
    expect(await layoutShifts(page)).toEqual([]);
  });

  test.each(SCREENS)('while %s loads with a toast', async (path) => {
    const { page } = await openAt(width);
    await awaitToast(page, server(), { text: SAID });
    await openSlowly(page, path);
    await toastShown(page, SAID);
    expect(await layoutShifts(page)).toEqual([]);
  });

  test.each(width === 390 ? [...DIALOGS, ON_PHONE] : DIALOGS)(
    'where $link opens a dialog over $screen',
    async ({ screen, link, opens }) => {
      const { page } = await openAt(width);
      await page.goto(screen);
      await hydrated(page);
      // Pressed by a script, since shifts soon after a real press are not counted.
      await page
        .getByRole('link', { name: link })
        .first()
        .evaluate((element) => {
          if (element instanceof HTMLElement) element.click();
        });
      await arrivedAt(page, opens);
      await shown(page.getByRole('dialog'));
      expect(await layoutShifts(page)).toEqual([]);
    },
  );
});

/** Where the buttons and links of the open dialog stand, by their texts. */
async function placesInDialog(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const found = [...document.querySelectorAll('dialog[open] :is(button, a)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { x, y, width } = element.getBoundingClientRect();
        return [element.textContent.trim(), [x, y, width].map(Math.round).join(' ')];
      });
    return Object.fromEntries(found) as Record<string, string>;
  });
}

const LOADED_DIALOGS = [
  '/work-logs/new',
  '/work-logs/quick-log',
  '/clients/new',
  '/settings/week-target',
  '/settings/work-types/new',
  '/settings/rules/new',
  '/pending-work-logs/sync',
];

describe.each(WIDTHS)('At a width of %i pixels a press hits what it was meant for', (width) => {
  test.each(LOADED_DIALOGS)('while the scripts of %s take over', async (path) => {
    const { page } = await openAt(width);
    let before: Record<string, string> = {};
    await openSlowly(page, path, async () => {
      before = await placesInDialog(page);
    });
    const after = await placesInDialog(page);
    expect(Object.keys(before).length).toBeGreaterThan(1);
    expect(after).toMatchObject(before);
    expect(await layoutShifts(page)).toEqual([]);
  });

  test('and a dialog that stood elsewhere until then is found: the control', async () => {
    const { page } = await openAt(width);
    let before: Record<string, string> = {};
    await openSlowly(page, '/clients/new', async () => {
      // As a dialog stands that no script has shown: as a part of the page.
      await page.evaluate(() => {
        delete document.documentElement.dataset.scripts;
        const dialog = document.querySelector('dialog');
        dialog?.close();
        dialog?.show();
      });
      before = await placesInDialog(page);
    });
    expect(Object.keys(before).length).toBeGreaterThan(1);
    expect(await placesInDialog(page)).not.toMatchObject(before);
  });
});

describe('A shift', () => {
  test('that is made on purpose is found: the control', async () => {
    const { page } = await openAt(1280);
    await page.goto('/clients');
    await hydrated(page);
    await page.evaluate(() => {
      const planted = document.createElement('p');
      planted.textContent = 'Planted';
      document.querySelector('main')?.prepend(planted);
    });
    const [found, ...others] = await layoutShifts(page);
    expect(found).toMatch(/^0\.\d*[1-9]\d*: .* from .* to /);
    expect(others).toEqual([]);
  });
});
