import { describe, expect, test } from 'vitest';
import { clients, workLogs } from '#db/schema.ts';
import {
  expectMode,
  hasScripts,
  BOTH,
  useBrowser,
  hydrated,
} from '#tests/support/browser/browser.ts';
import { arrivedAt, eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();
const count = (table: typeof clients | typeof workLogs) =>
  server().services.db.select().from(table).all().length;

describe('What is doubtful is asked about once, and is saved with one press more', () => {
  test.for(BOTH)('for a client, with %s', async (mode) => {
    addClient(server(), 'Acme Ltd');
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    visitor.expectProblems('409');
    await page.goto('/clients/new');
    await expectMode(visitor);
    await page.getByLabel('Client Name').fill('acme  ltd');
    await page.getByRole('button', { name: 'Add Client' }).click();
    await shown(page.getByText('There is a client Acme Ltd already.'));
    expect(await page.getByLabel('Client Name').inputValue()).toBe('acme  ltd');
    await page.getByRole('button', { name: 'Add it anyway' }).click();
    await toastShown(page, 'Client created successfully');
    expect(count(clients)).toBe(2);
  });

  test.for(BOTH)('for a client, which is used instead, with %s', async (mode) => {
    const clientId = addClient(server(), 'Acme Ltd');
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    visitor.expectProblems('409');
    await page.goto('/clients/new');
    await expectMode(visitor);
    await page.getByLabel('Client Name').fill('Acme Limited');
    await page.getByRole('button', { name: 'Add Client' }).click();
    await page.getByRole('link', { name: 'Use the existing one' }).click();
    await arrivedAt(page, `/clients/${clientId}`);
    expect(count(clients)).toBe(1);
  });

  test.for(BOTH)('for a task in its row, with %s', async (mode) => {
    const clientId = addClient(server(), 'Acme Ltd');
    const workTypeId = addWorkType(server(), 'Support');
    const completedAt = new Date(Date.now() - 500 * 86_400_000);
    for (const taskName of ['Patch', 'Reboot']) {
      addPendingLog(server(), { clientId, workTypeId, duration: 30, completedAt, taskName });
    }
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    visitor.expectProblems('409');
    await page.goto('/pending-work-logs');
    await expectMode(visitor);
    await page.getByRole('button', { name: 'Confirm Patch' }).click();
    await shown(page.getByText('is more than a year ago. Press Confirm again').first());
    expect(count(workLogs)).toBe(0);
    await page.getByRole('button', { name: 'Confirm Patch' }).click();
    await toastShown(page, 'Work log confirmed and added to work logs');
    expect(count(workLogs)).toBe(1);
  });
});

test.for(BOTH.filter(hasScripts))(
  'Rounding by the day is offered with rounding, with %s',
  async (mode) => {
    const { page } = await browser.openSignedIn(server(), mode);
    await page.goto('/clients/new');
    await hydrated(page);
    await page.getByText('PO number, VAT, billing and notes').click();
    const choices = () => page.getByLabel('Apply to').locator('option').count();
    await eventually(choices).toBe(1);
    await page.getByLabel('Round time to').selectOption('15');
    await eventually(choices).toBe(2);
  },
);
