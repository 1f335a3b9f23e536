import type { Page } from 'playwright';
import { createInvoices } from '#app/invoices/runs/create.server.ts';
import { listUsers } from '#app/users/users.server.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { findFaultsAtFirstSight } from '#tests/support/browser/first-view.ts';
import { startDemoServer } from '#tests/support/server/demo-server.ts';
import type { TestServer } from '#tests/support/server/test-server.ts';

/** A working day at its end: most is in the lists then. */
const NOW = new Date('2026-11-27T17:00:00Z');

const SIZES = {
  '1280×800': { viewport: { width: 1280, height: 800 } },
  '1024×768': { viewport: { width: 1024, height: 768 } },
  '390×844': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;
type Size = keyof typeof SIZES;

let server: TestServer;
const browser = useBrowser();

beforeAll(async () => {
  server = await startDemoServer(NOW);
  // What was done before October is invoiced.
  const filters = { ...NO_FILTERS, endDate: '2026-09-30' };
  const [{ id: userId } = { id: 0 }] = listUsers(server.services);
  await createInvoices(server.services, { userId, filters }, 60_000);
});

afterAll(async () => {
  await server.stop();
});

async function open(size: Size, path: string): Promise<Page> {
  const { page } = await browser.openSignedIn(server, 'phone', {
    hasTouch: false,
    isMobile: false,
    ...SIZES[size],
  });
  await page.goto(path);
  await hydrated(page);
  return page;
}

/** How many of the elements are wholly in view, above the bar at the bottom of a phone. */
function wholeInView(page: Page, selector: string): Promise<number> {
  return page.evaluate((selector) => {
    const bar = document.querySelector('.bottom-bar')?.getBoundingClientRect();
    const end = bar && bar.height > 0 ? bar.top : innerHeight;
    return [...document.querySelectorAll(selector)].filter((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= end;
    }).length;
  }, selector);
}

const ROWS = 'tbody > tr:not(.items-row)';
const INVOICES = 'main .card > table > tbody > tr:first-child';

describe('At first sight', () => {
  test.for([
    ['/work-logs', '1280×800', 11],
    ['/work-logs', '1024×768', 8],
    ['/work-logs', '390×844', 6],
    ['/pending-work-logs', '1280×800', 10],
    ['/pending-work-logs', '390×844', 5],
    ['/invoices', '1280×800', 10],
    ['/invoices', '390×844', 5],
  ] as const)('%s at %s shows at least %i rows', async ([path, size, least]) => {
    const page = await open(size, path);
    expect(await wholeInView(page, ROWS)).toBeGreaterThanOrEqual(least);
  });

  test('a week is seen whole, and so are the invoices of ten clients', async () => {
    const week = await open('1280×800', '/week');
    expect(await wholeInView(week, 'main table.week')).toBe(1);
    const preview = await open('1280×800', '/work-logs/create-invoices?endDate=2026-10-31');
    expect(await wholeInView(preview, INVOICES)).toBeGreaterThanOrEqual(10);
  });

  test('too many controls, and a place that is not lit, are found: the control', async () => {
    const page = await open('1280×800', '/work-logs');
    expect(await findFaultsAtFirstSight(page, '/work-logs')).toEqual([]);
    await page.evaluate(() => {
      const bar = document.createElement('div');
      for (let count = 0; count < 31; count += 1) bar.append(document.createElement('button'));
      for (const button of bar.children) button.textContent = 'More';
      document.querySelector('main')?.prepend(bar);
      for (const lit of document.querySelectorAll('nav [aria-current]')) {
        lit.removeAttribute('aria-current');
      }
    });
    const [many, unlit, ...others] = await findFaultsAtFirstSight(page, '/work-logs');
    expect(many).toMatch(/^\/work-logs has \d+ controls$/);
    expect(unlit).toBe('/work-logs lights up nothing');
    expect(others).toEqual([]);
  });

  test('a row that is partly below the screen is not counted: the control', async () => {
    const page = await open('1280×800', '/work-logs');
    const before = await wholeInView(page, ROWS);
    await page.evaluate(() => {
      document.querySelector('main')?.style.setProperty('padding-top', '400px');
    });
    expect(await wholeInView(page, ROWS)).toBeLessThanOrEqual(before - 7);
  });
});
