import { describe, expect, test } from 'vitest';
import { hasScripts, hydrated, BOTH, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, goTo, openFilters, shown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

describe('Reports', () => {
  test.for(BOTH)(
    'lead from a period to a client, its figure and its page, with %s',
    async (mode) => {
      server().setClock(new Date('2026-07-15T12:00:00Z'));
      const workTypeId = addWorkType(server(), 'Remote support');
      const clientId = addClient(server(), 'Harbour Dental');
      addLog(server(), { clientId, workTypeId, day: '2026-06-14' });
      addLog(server(), { clientId, workTypeId, day: '2026-07-14' });
      const other = addClient(server(), 'Quay Books');
      addLog(server(), { clientId: other, workTypeId, day: '2026-06-15' });
      const { page } = await browser.openSignedIn(server(), mode);
      await page.goto('/week');
      if (hasScripts(mode)) await hydrated(page);
      await goTo(page, 'Reports');
      await arrivedAt(page, '/reports');
      // Two clients, the heading, which a phone does not show, and the total.
      const rows = page.getByRole('table').locator('tr');
      await eventually(() => rows.count()).toBe(4);
      await openFilters(page);
      await page.getByRole('link', { name: 'This month' }).click();
      await arrivedAt(page, /from=2026-07-01&to=2026-07-31/);
      await eventually(() => rows.count()).toBe(3);
      await shown(page.getByText('Compared with the month before, 1 Jun 2026 to 30 Jun 2026'));
      await openFilters(page);
      await page.getByRole('link', { name: 'Last month' }).click();
      await eventually(() => rows.count()).toBe(4);
      // A phone shows each row as a card, without the headings that sort.
      if (mode !== 'phone') {
        await page.getByRole('link', { name: 'Client', exact: true }).click();
        await arrivedAt(page, /sort=name/);
        await eventually(() => rows.nth(1).innerText()).toContain('Harbour Dental');
        await page.getByRole('link', { name: 'Client', exact: true }).click();
        await arrivedAt(page, /sort=-name/);
        await eventually(() => rows.nth(1).innerText()).toContain('Quay Books');
      }
      const filters = page.getByRole('search', { name: 'Reports' });
      await openFilters(page);
      await filters.getByLabel('Client').selectOption('Harbour Dental');
      if (!hasScripts(mode)) await filters.getByRole('button', { name: 'Show' }).click();
      await arrivedAt(page, new RegExp(`clientId=${clientId}`));
      await eventually(() => rows.count()).toBe(3);
      await rows.nth(1).getByRole('link', { name: '1.00' }).first().click();
      await arrivedAt(page, /^\/work-logs\?.*startDate=2026-06-01&endDate=2026-06-30/);
      // On a phone a row has one way, to the log.
      if (mode === 'phone') await page.goto(`/clients/${clientId}`);
      else await page.getByRole('table').getByRole('link', { name: 'Harbour Dental' }).click();
      await arrivedAt(page, `/clients/${clientId}`);
      await shown(page.getByRole('heading', { level: 1, name: 'Harbour Dental' }));
      expect(await page.getByLabel('Log in one line').inputValue()).toBe('"Harbour Dental" ');
    },
  );
});

describe('A client’s page', () => {
  test.for(BOTH)('logs line after line for the client, with %s', async (mode) => {
    addWorkType(server(), 'Remote support');
    const clientId = addClient(server(), 'Harbour Dental');
    const { page } = await browser.openSignedIn(server(), mode);
    await page.goto(`/clients/${clientId}`);
    if (hasScripts(mode)) await hydrated(page);
    const line = page.getByLabel('Log in one line');
    for (const text of ['1h remote one', '2h remote two']) {
      await eventually(() => line.inputValue()).toBe('"Harbour Dental" ');
      await line.fill(`"Harbour Dental" ${text}`);
      await line.press('Enter');
      // What is understood as one types says it, too.
      const newest = page.getByRole('region', { name: 'Newest work logs' });
      await shown(newest.getByText(text.split(' ').at(-1) ?? '', { exact: true }));
    }
    const invoices = page.getByRole('link', { name: 'Create Invoices' });
    expect(await invoices.getAttribute('href')).toBe(
      `/work-logs/create-invoices?clientId=${clientId}`,
    );
  });
});
