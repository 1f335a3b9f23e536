import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import {
  expectMode,
  hasStyles,
  hydrated,
  modesOf,
  useBrowser,
} from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, goTo, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** A Monday afternoon in London. */
const NOW = new Date('2026-03-30T14:05:00Z');

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** What a person reads in a card, on one line. */
async function textOf(page: Page, title: string): Promise<string> {
  return (await card(page, title).innerText()).replace(/\s+/g, ' ');
}

describe('Someone looks at the Dashboard, logs work there, and follows it to what can be invoiced', () => {
  test.for(modesOf('desktop', 'phone', 'no scripts'))('with %s', async (mode) => {
    server().setClock(NOW);
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    // The Sunday before, the day on which summer time began.
    addLog(server(), { clientId, workTypeId, day: '2026-03-29' });
    addLog(server(), { clientId, workTypeId, day: '2026-02-10' });
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/work-logs');
    await goTo(page, 'Dashboard');
    await expectMode(visitor);
    await shown(page.getByText('Your work overview and recent activity'));
    expect(await textOf(page, 'Today')).toBe(
      'Today Hours 0.0 -100.0% vs 1.0 yesterday Revenue £0.00 -100.0% vs £60.00 yesterday',
    );

    const entry = card(page, 'Quick Work Log Entry');
    await entry.getByLabel('Client').selectOption('Harbour Dental');
    await entry.getByLabel('Work Type').selectOption('Support (£75.00/hr)');
    await entry.getByLabel('Hours', { exact: true }).fill('1');
    await entry.getByLabel('Minutes', { exact: true }).fill('30');
    await entry.getByRole('button', { name: 'Log Work' }).click();
    await toastShown(page, 'Work logged successfully');
    await eventually(() => textOf(page, 'Today')).toBe(
      'Today Hours 1.5 +50.0% vs 1.0 yesterday Revenue £90.00 +50.0% vs £60.00 yesterday',
    );
    expect(await textOf(page, 'This Month')).toContain('Hours 2.5 +150.0% vs 1.0 last month');
    const activity = card(page, 'Recent Activity').getByRole('listitem');
    expect(await activity.count()).toBe(3);
    await shown(activity.first().getByText('1h 30m', { exact: true }));
    await shown(activity.first().getByText('Mar 30, 15:05'));

    const revenue = card(page, 'Revenue by week');
    await shown(revenue.getByRole('img', { name: /^Revenue by week/ }));
    const value = revenue.getByText('30 Mar: £90.00');
    expect(await value.isVisible()).toBe(!hasStyles(mode));
    await revenue.locator('.chart-column').last().hover();
    await shown(value);
    await revenue.getByText('Show as a table').click();
    await shown(revenue.getByRole('row', { name: '30 Mar £0.00 £90.00 £90.00' }));

    const ready = card(page, 'Ready to invoice');
    await shown(ready.getByText('3.5 hours since 10 Feb 2026'));
    await shown(ready.getByText('48 days'));
    await ready.getByRole('link', { name: 'Harbour Dental' }).click();
    await arrivedAt(page, `/work-logs?clientId=${clientId}&isInvoiced=false&billable=true`);
    await shown(page.getByRole('definition').filter({ hasText: '£210.00' }));

    await goTo(page, 'Dashboard');
    await card(page, 'Recent Activity').getByRole('link', { name: 'View All' }).click();
    await arrivedAt(page, '/work-logs');
  });
});

/** What the Dashboard is for, in its order, and what was added. */
const SPECIFIED = [
  ...['Today', 'This Week', 'This Month'],
  ...['Quick Work Log Entry', 'Recent Activity', 'Invoice Status'],
];
const ADDED = ['Revenue by week', 'Ready to invoice'];

test.for(modesOf('desktop', 'phone', 'no scripts'))(
  'What the Dashboard is for stands above what was added, with %s',
  async (mode) => {
    server().setClock(NOW);
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    for (const day of ['2026-03-25', '2026-03-26', '2026-03-27']) {
      addLog(server(), { clientId, workTypeId, day });
    }
    const { page } = await browser.openSignedIn(server(), mode);
    await page.goto('/dashboard');
    const cards = page.getByRole('main').getByRole('region');
    const titles = await cards.evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect(titles).toEqual([...SPECIFIED, ...ADDED]);
    const tops = await cards.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().top),
    );
    const [specified, added] = [tops.slice(0, SPECIFIED.length), tops.slice(SPECIFIED.length)];
    expect(Math.max(...specified)).toBeLessThanOrEqual(Math.min(...added));
  },
);

test('The Dashboard of a busy year is not too wide for a phone, and does not move as it loads', async () => {
  server().setClock(NOW);
  const workTypeId = addWorkType(server(), 'Support');
  for (let number = 0; number < 12; number++) {
    const clientId = addClient(server(), `Client with rather a long name, number ${number}`);
    const day = `2026-0${1 + (number % 3)}-${10 + number}`;
    for (let log = 0; log < 20; log++) addLog(server(), { clientId, workTypeId, day });
  }
  const { page } = await browser.openSignedIn(server(), 'phone', {
    viewport: { width: 320, height: 640 },
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(entry.startTime);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/dashboard');
  await hydrated(page);
  const shifts = () => page.evaluate('window.shifts');
  expect(await shifts()).toEqual([]);
  const ready = card(page, 'Ready to invoice');
  expect(await ready.getByRole('link').count(), 'the rest is folded').toBe(5);
  await ready.getByText('7 more clients').click();
  await eventually(() => ready.getByRole('link').count()).toBe(12);
  await card(page, 'Revenue by week').getByText('Show as a table').click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // A control: a page that moves is noticed.
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('afterbegin', '<p>Late</p>'.repeat(9));
    scrollTo(0, 0);
  });
  await eventually(shifts).not.toEqual([]);
});
