import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import {
  hasScripts,
  hydrated,
  BOTH,
  useBrowser,
  type Mode,
} from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, goTo, openFilters, shown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** Opens Work Logs with a log of each of two clients. */
async function openWorkLogs(mode: Mode) {
  const workTypeId = addWorkType(server(), 'Remote support');
  const clientId = addClient(server(), 'Harbour Dental');
  addLog(server(), { clientId, workTypeId, day: '2025-07-14' });
  addLog(server(), { clientId: addClient(server(), 'Quay Books'), workTypeId, day: '2025-07-15' });
  const { page, takeProblem } = await browser.openSignedIn(server(), mode);
  await page.goto('/work-logs');
  if (hasScripts(mode)) await hydrated(page);
  const filters = page.getByRole('search', { name: 'Work logs' });
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: 'Pending' });
  expect(await rows.count(), 'control: both logs').toBe(2);
  await openFilters(page);
  return { page, takeProblem, filters, rows, clientId };
}

describe('The filters of Work Logs', () => {
  test.for(BOTH)('are still there after going back, with %s', async (mode) => {
    const { page, filters, rows, clientId } = await openWorkLogs(mode);
    await filters.getByLabel('Client').selectOption('Harbour Dental');
    if (!hasScripts(mode)) await filters.getByRole('button', { name: 'Filter' }).click();
    await arrivedAt(page, new RegExp(`clientId=${clientId}`));
    await eventually(() => rows.count()).toBe(1);
    await goTo(page, 'Clients');
    await page.goBack();
    await arrivedAt(page, new RegExp(`^/work-logs\\?.*clientId=${clientId}`));
    await eventually(() => rows.count()).toBe(1);
    await openFilters(page);
    await eventually(() => filters.getByLabel('Client').inputValue()).toBe(String(clientId));
  });

  test.for(BOTH)(
    'show what the address says after going back to an earlier filter, with %s',
    async (mode) => {
      const { page, filters, rows } = await openWorkLogs(mode);
      await filters.getByLabel('From').fill('2025-07-15');
      await filters.getByRole('button', { name: 'Filter' }).click();
      await arrivedAt(page, /startDate=2025-07-15/);
      await eventually(() => rows.count()).toBe(1);
      await page.goBack();
      await arrivedAt(page, '/work-logs');
      await eventually(() => rows.count()).toBe(2);
      await openFilters(page);
      await eventually(() => filters.getByLabel('From').inputValue()).toBe('');
    },
  );

  test.for(BOTH)('are empty after Clear, with %s', async (mode) => {
    const { page, filters, rows } = await openWorkLogs(mode);
    await page.goto('/work-logs?clientId=1&isInvoiced=false&startDate=2025-01-01');
    await eventually(() => rows.count()).toBe(1);
    await openFilters(page);
    await filters.getByLabel('To').fill('2025-12-31');
    await filters.getByRole('link', { name: 'Clear' }).click();
    await arrivedAt(page, '/work-logs');
    await eventually(() => rows.count()).toBe(2);
    await openFilters(page);
    const shownIn = (label: string) => eventually(() => filters.getByLabel(label).inputValue());
    await shownIn('Client').toBe('');
    await shownIn('Status').toBe('all');
    await shownIn('From').toBe('');
    await shownIn('To').toBe('');
  });

  test.for(BOTH)('say what is wrong with a date range, with %s', async (mode) => {
    const { page, filters, takeProblem } = await openWorkLogs(mode);
    await filters.getByLabel('From').fill('2025-07-20');
    await filters.getByLabel('To').fill('2025-07-01');
    await filters.getByRole('button', { name: 'Filter' }).click();
    await arrivedAt(page, /endDate=2025-07-01/);
    await shown(filters.getByText('Start date must be before or equal to end date'));
    await takeProblem('status of 400');
  });

  test('keep the focus when a script applies them, for people who use the keyboard', async () => {
    const { page, filters, rows } = await openWorkLogs('desktop');
    const client = filters.getByLabel('Client');
    await client.focus();
    await page.keyboard.press('ArrowDown');
    await arrivedAt(page, /clientId=1/);
    await eventually(() => rows.count()).toBe(1);
    expect(await client.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await arrivedAt(page, /clientId=2/);
  });

  test.for(['/', '/work-logs'])(
    'keep a date that was typed on %s while a script was applying another',
    async (path) => {
      const { page, filters, rows } = await openWorkLogs('desktop');
      await page.goto(path);
      await hydrated(page);
      const arrives = Promise.withResolvers<undefined>();
      await page.route('**/work-logs?*_data=*', async (route) => {
        await arrives.promise;
        await route.continue();
      });
      await filters.getByLabel('Client').selectOption('Harbour Dental');
      await filters.getByLabel('From').fill('2025-07-15');
      expect(await rows.count(), 'control: not applied yet').toBe(2);
      arrives.resolve(undefined);
      await eventually(() => rows.count()).toBe(1);
      expect(await filters.getByLabel('From').inputValue()).toBe('2025-07-15');
      const isFocused = (field: Element) => field === document.activeElement;
      expect(await filters.getByLabel('From').evaluate(isFocused)).toBe(true);
      await filters.getByRole('button', { name: 'Filter' }).click();
      await arrivedAt(page, /clientId=1.*startDate=2025-07-15/);
    },
  );

  test('forget what was typed but not applied when another screen is opened', async () => {
    const { page, filters } = await openWorkLogs('desktop');
    await page.goto('/');
    await hydrated(page);
    await filters.getByLabel('From').fill('2025-07-15');
    await goTo(page, 'Clients');
    await goTo(page, 'Work Logs');
    expect(await filters.getByLabel('From').inputValue()).toBe('');
  });

  test.for(BOTH)('lead to a usual period, and keep the others, with %s', async (mode) => {
    server().setClock(new Date('2025-07-15T12:00:00Z'));
    const { page, filters, rows } = await openWorkLogs(mode);
    await filters.getByLabel('Client').selectOption('Quay Books');
    if (!hasScripts(mode)) await filters.getByRole('button', { name: 'Filter' }).click();
    await eventually(() => rows.count()).toBe(1);
    await openFilters(page);
    await filters.getByRole('link', { name: 'Last month' }).click();
    await arrivedAt(page, /clientId=2.*startDate=2025-06-01&endDate=2025-06-30/);
    await eventually(() => rows.count()).toBe(0);
    await openFilters(page);
    await filters.getByRole('link', { name: 'This tax year' }).click();
    await arrivedAt(page, /clientId=2.*startDate=2025-04-06&endDate=2026-04-05/);
    await eventually(() => rows.count()).toBe(1);
    await openFilters(page);
    expect(await filters.getByLabel('From').inputValue()).toBe('2025-04-06');
    const current = filters.locator('[aria-current]');
    await eventually(() => current.allInnerTexts()).toEqual(['This tax year']);
  });

  test('take what was typed along when a period is chosen, where scripts run', async () => {
    const { page, filters } = await openWorkLogs('desktop');
    await filters.getByLabel('Search').fill('sample');
    await filters.getByRole('link', { name: 'Today' }).click();
    await arrivedAt(page, /startDate=.*q=sample/);
  });

  test.for(BOTH)('find logs by the words of their description, with %s', async (mode) => {
    const { page, filters, rows } = await openWorkLogs(mode);
    await filters.getByLabel('Search').fill('sam');
    await filters.getByLabel('Search').press('Enter');
    await arrivedAt(page, /q=sam/);
    await eventually(() => rows.count()).toBe(2);
    await openFilters(page);
    await filters.getByLabel('Search').fill('ample');
    await filters.getByLabel('Search').press('Enter');
    await shown(page.getByText('No work logs found'));
  });
});

const LISTS = [
  ['/work-logs', 'Work logs', 'Search'],
  ['/work-logs', 'Work logs', 'From'],
  ['/pending-work-logs', 'Tasks', 'To'],
  ['/archived-work-logs', 'Tasks', 'From'],
] as const;

/** Something to type into a field first, and then. */
const TEXTS: Record<(typeof LISTS)[number][2], [string, string]> = {
  Search: ['sam', 'sample'],
  From: ['2025-07-01', '2025-07-10'],
  To: ['2025-07-01', '2025-07-10'],
};

/** Holds the answers to our scripts back until they are let go; says when one was asked for. */
async function holdBack(page: Page) {
  const answer = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  await page.route('**/*_data=*', async (route) => {
    asked.resolve(undefined);
    await answer.promise;
    await route.continue();
  });
  return { answer, asked: asked.promise };
}

describe('What is typed in a filter', () => {
  /** Opens a list whose answers are held back until they are let go. */
  async function openHeldBack(path: string, name: string) {
    const clientId = addClient(server(), 'Harbour Dental');
    addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Remote support') });
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto(`${path}?startDate=2025-06-01`);
    await hydrated(page);
    return { page, filters: page.getByRole('search', { name }), ...(await holdBack(page)) };
  }

  test.each(LISTS)('on %s (%s, %s) survives an answer that comes later', async (...list) => {
    const [path, name, label] = list;
    const { page, filters, asked, answer } = await openHeldBack(path, name);
    const field = filters.getByLabel(label);
    const [first, then] = TEXTS[label];
    await field.fill(first);
    await filters.getByRole('button', { name: 'Filter' }).click();
    await asked;
    await field.fill(then);
    await filters.getByLabel('Client').evaluate((client) => {
      // Chosen, but not sent: as by a key while the list is still open.
      (client as HTMLSelectElement).value = '1';
    });
    answer.resolve(undefined);
    await arrivedAt(page, new RegExp(first));
    await eventually(() => page.locator('.pending-bar').count()).toBe(0);
    expect(await field.inputValue()).toBe(then);
    expect(await filters.getByLabel('Client').inputValue()).toBe('1');
  });

  test('survives, too, where Filter was pressed in the moment in which scripts take the page over', async () => {
    const clientId = addClient(server(), 'Harbour Dental');
    addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Remote support') });
    const { page } = await browser.openSignedIn(server(), 'desktop');
    // The router is listened to in the same step in which the form is taken over: what follows comes a moment later.
    await page.addInitScript(() => {
      let ours: typeof window.__remixRouter;
      let isPressed = false;
      Object.defineProperty(window, '__remixRouter', {
        get: () => ours,
        set: (router: typeof ours) => {
          ours = router;
          const subscribe = router.subscribe.bind(router);
          router.subscribe = (listener) => {
            const stop = subscribe(listener);
            const form = document.querySelector<HTMLFormElement>('form[role="search"]');
            const field = form?.elements.namedItem('q');
            if (!isPressed && field instanceof HTMLInputElement) {
              isPressed = true;
              field.value = 'sam';
              form?.requestSubmit();
            }
            return stop;
          };
        },
      });
    });
    const { answer, asked } = await holdBack(page);
    await page.goto('/work-logs');
    await asked;
    const search = page.getByRole('search', { name: 'Work logs' }).getByLabel('Search');
    await search.fill('sample');
    answer.resolve(undefined);
    await arrivedAt(page, /q=sam/);
    await eventually(() => page.locator('.pending-bar').count()).toBe(0);
    expect(await search.inputValue()).toBe('sample');
  });

  test.each(LISTS)('on %s (%s, %s) survives an answer to Clear', async (path, name, label) => {
    const { page, filters, asked, answer } = await openHeldBack(path, name);
    await filters.getByRole('link', { name: 'Clear' }).click();
    await asked;
    const [, then] = TEXTS[label];
    await filters.getByLabel(label).fill(then);
    answer.resolve(undefined);
    await arrivedAt(page, path);
    await eventually(() => page.locator('.pending-bar').count()).toBe(0);
    expect(await filters.getByLabel(label).inputValue()).toBe(then);
    if (label !== 'From') expect(await filters.getByLabel('From').inputValue()).toBe('');
  });
});
