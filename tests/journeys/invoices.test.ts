import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { expectMode, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import {
  arrivedAt,
  eventually,
  goTo,
  openFilters,
  shown,
  toastShown,
} from '#tests/support/browser/page.ts';
import { headShown } from '#tests/support/preview-head.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, QUAY, useXero } from '#tests/support/server/use-xero.ts';

const xero = useXero(() => [HARBOUR, QUAY]);
const server = useServer(() => xero().environment);
const browser = useBrowser();

const logs = () => server().services.db.select().from(workLogs).all();

/** Adds two clients with work in two months, a log that is not billable, and hardware with VAT included. */
function addWork(): void {
  const { services } = server();
  const workTypeId = addWorkType(server(), 'Support');
  const dental = addClient(server(), 'Harbour Dental');
  const books = addClient(server(), 'Quay Books');
  addLog(server(), { clientId: dental, workTypeId, day: '2026-09-10' });
  addLog(server(), { clientId: dental, workTypeId, day: '2026-10-05' });
  addLog(server(), { clientId: books, workTypeId, day: '2026-10-20' });
  const shared = { travelTime: null, hourlyRate: null, date: { day: '2026-10-21' } } as const;
  logWork(services, {
    ...shared,
    clientId: books,
    workTypeId,
    duration: 60,
    description: 'A favour',
    billable: false,
    hardwareItems: null,
  });
  const hardware = createWorkType(services, {
    name: 'Hardware',
    hourlyRate: 0,
    description: null,
    isHardware: true,
  });
  logWork(services, {
    ...shared,
    clientId: books,
    workTypeId: hardware.id,
    duration: null,
    description: '',
    billable: null,
    hardwareItems: [{ itemName: 'Cable', quantity: 1, unitPrice: '9.99', vatIncluded: true }],
  });
}

describe('Invoices', () => {
  test.for(MODES)('go to Xero, come back with numbers, and are released, with %s', async (mode) => {
    addWork();
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;

    await page.goto('/settings');
    await expectMode(visitor);
    await page.getByRole('link', { name: 'Connect to Xero' }).click();
    for (const { name } of [HARBOUR, QUAY]) await page.getByRole('checkbox', { name }).check();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await arrivedAt(page, /^\/settings/);
    await page.getByRole('button', { name: `Switch to ${HARBOUR.name}` }).click();
    await toastShown(page, 'Active tenant updated successfully');

    await goTo(page, 'Work Logs');
    const filters = page.getByRole('search', { name: 'Work logs' });
    await openFilters(page);
    await filters.getByLabel('From').fill('2026-09-01');
    await filters.getByRole('button', { name: 'Filter' }).click();
    await arrivedAt(page, /startDate=2026-09-01/);
    // Not applied, but it can be seen: the preview takes it as well.
    await openFilters(page);
    await filters.getByLabel('To').fill('2026-12-31');
    await page.getByRole('button', { name: 'Create Invoices' }).click();
    await shown(page.getByRole('heading', { level: 1, name: 'Create invoices' }));
    await shown(page.getByText('All clients, from 1 Sept 2026, to 31 Dec 2026'));
    await shown(page.getByText('Drafts in Xero, for Harbour Consulting'));
    await headShown(page, 3, '£225.99');
    await shown(page.getByText('1 non-billable log not included'));
    await page.getByRole('button', { name: 'Create 3 invoices in Xero' }).click();
    await toastShown(page, 'Successfully created 3 invoice(s) in Xero for 2 client(s)');
    await arrivedAt(page, /^\/work-logs\/invoice-runs\/1$/);
    expect(xero().state().invoices).toHaveLength(3);
    // Each draft is a link away.
    await eventually(() => page.getByRole('link', { name: /^INV-/ }).count()).toBe(3);
    await goTo(page, 'Work Logs');

    // Nothing is left to invoice, and invoiced logs are locked.
    expect(await page.getByText('Locked: invoiced').count()).toBe(4);
    const made = xero().state().invoices;
    const links = page.getByRole('table').getByRole('link', { name: /^INV-/ });
    await eventually(() => links.count()).toBe(4);
    expect(await links.first().getAttribute('href')).toContain(xero().origin);
    await page.getByRole('button', { name: 'Create Invoices' }).click();
    await shown(page.getByText('Nothing to invoice'));

    const [first, second, third] = made;
    if (!first || !second || !third) throw new Error('There are three invoices');
    xero().mark(first.invoiceId, 'approved');
    xero().mark(first.invoiceId, 'sent');
    xero().mark(second.invoiceId, 'approved');
    xero().mark(second.invoiceId, 'paid');
    await page.goto('/work-logs');
    await page.getByRole('button', { name: 'Backfill Invoice Numbers' }).click();
    await toastShown(page, 'Backfill completed: 2 log(s) updated, 0 error(s)');
    const answer = await page.request.get('/api/invoices');
    const statuses = ((await answer.json()) as { status: string }[]).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['draft', 'paid', 'sent']);

    // The screen of invoices, filtered; one of them, its statement, and all beside what Xero has.
    await goTo(page, 'Invoices');
    const tabs = page.getByRole('navigation', { name: 'Status' });
    await tabs.getByRole('link', { name: 'Paid 1' }).click();
    await arrivedAt(page, /status=paid/);
    const numbers = page.getByRole('table').getByRole('link', { name: /^INV-\d+$/ });
    await eventually(() => numbers.count()).toBe(1);
    await numbers.click();
    await shown(page.getByRole('heading', { level: 1, name: /^Invoice INV-/ }));
    await page.locator('summary', { hasText: 'VAT £' }).first().click();
    await shown(page.getByText(/^Rate: £60\.00 an hour/).first());
    await page.getByRole('link', { name: 'Statement' }).click();
    await shown(page.getByRole('heading', { level: 1, name: /^Work on invoice INV-/ }));
    await goTo(page, 'Invoices');
    await goTo(page, 'Compare with Xero');
    await shown(page.getByText(/Everything matches: 3 invoices/));

    xero().mark(third.invoiceId, 'deleted');
    await goTo(page, 'Work Logs');
    await page.getByRole('button', { name: 'Backfill Invoice Numbers' }).click();
    await shown(page.getByText(/was deleted in Xero/));
    await page.getByRole('button', { name: /^Release its/ }).click();
    await toastShown(page, 'The logs of this invoice can be invoiced again');
    expect(logs().filter(({ isInvoiced }) => isInvoiced).length).toBeLessThan(4);
    await page.getByRole('button', { name: 'Create Invoices' }).click();
    await shown(page.getByRole('button', { name: 'Create 1 invoice in Xero' }));
  });
});
