import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { layoutShifts } from '#tests/support/browser/layout-shift.ts';
import { eventually } from '#tests/support/browser/page.ts';
import { addFullReview } from '#tests/support/data/full-review.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const SCREEN = '/pending-work-logs';

/** From nothing to all but the last rows, and then no step at all. */
const STEPS = [...Array.from({ length: 9 }, (_, step) => String(step)), null];

/** What the page notes of itself: each step, and how many tasks it showed by then. */
type Noted = { step: string | null; rows: number }[];

declare global {
  var stepsNoted: Noted | undefined;
}

const server = useServer();
const browser = useBrowser();

beforeEach(() => {
  addFullReview(server());
});

/** Has the pages that come note their steps. */
async function noteSteps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: Noted = [];
    globalThis.stepsNoted = noted;
    new MutationObserver((records) => {
      if (!records.some(({ attributeName }) => attributeName === 'data-step')) return;
      const rows = [...document.querySelectorAll('.review-table tbody')];
      noted.push({
        step: document.documentElement.getAttribute('data-step'),
        rows: rows.filter((row) => row.getClientRects().length > 0).length,
      });
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-step'] });
  });
}

const noted = (page: Page) => page.evaluate(() => globalThis.stepsNoted ?? []);

/** Slows the browser down until it paints between two steps. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
}

describe('Todoist Import with 50 tasks and 500 clients', () => {
  test('comes on a phone in steps, ends whole, and nothing moves', async () => {
    const { page } = await browser.openSignedIn(server(), 'phone');
    await noteSteps(page);
    await slowDown(page);
    await page.goto(SCREEN);
    await eventually(async () => (await noted(page)).at(-1)?.step).toBe(null);
    const steps = await noted(page);
    expect(steps.map(({ step }) => step)).toEqual(STEPS);
    expect(steps.map(({ rows }) => rows)).toEqual([0, 0, 0, 0, 0, 2, 5, 8, 12, 50]);
    await hydrated(page);
    expect(await layoutShifts(page)).toEqual([]);
    expect(await page.locator('#filter-clientId option').count()).toBe(501);
    expect(await page.getByLabel('From').getAttribute('type')).toBe('date');
  });

  test('is whole at once when it is loaded anew, and shown where it was scrolled to', async () => {
    const { page } = await browser.openSignedIn(server(), 'phone');
    await noteSteps(page);
    await page.goto(SCREEN);
    await hydrated(page);
    await page.evaluate('scrollTo(0, 1500)');
    const isAt = () => page.evaluate(() => Math.round(window.scrollY));
    await eventually(isAt).toBe(1500);
    await page.reload();
    await hydrated(page);
    await eventually(isAt).toBe(1500);
    expect(await noted(page)).toEqual([]);
    // A task is there, and not the room that was kept for one.
    const task = page.evaluate(() => document.elementFromPoint(195, 400)?.closest('tbody td'));
    expect(await task).not.toBe(null);
  });

  test('is there at once where it is sent without scripts, and below a dialog', async () => {
    const plain = await browser.openSignedIn(server(), 'no scripts');
    await plain.page.goto(SCREEN);
    expect(await plain.page.locator('.review-table tbody').count()).toBe(50);
    expect(await plain.page.locator('html').getAttribute('data-step')).toBe(null);

    const { page } = await browser.openSignedIn(server(), 'phone');
    await noteSteps(page);
    await page.goto('/pending-work-logs/1/edit');
    await hydrated(page);
    expect(await noted(page)).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
  });

  test('shows all of its tasks in every step where there is room for a table', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await noteSteps(page);
    await page.goto(SCREEN);
    await hydrated(page);
    const steps = await noted(page);
    expect(steps.map(({ rows }) => rows)).toEqual(STEPS.map(() => 50));
  });
});
