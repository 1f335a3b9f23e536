import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, useXero } from '#tests/support/server/use-xero.ts';
import { connecting, HARBOUR_ID } from '#tests/support/server/xero-connection.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const xero = useXero(() => [HARBOUR]);
const server = useServer(() => xero().environment);
const browser = useBrowser();
const { connect } = connecting(server, xero);

/** Opens the preview of two invoices, on a line that keeps the answers to presses back until they are let go. */
async function openPreview() {
  await connect(await visitSignedIn(server()), [HARBOUR_ID]);
  const workTypeId = addWorkType(server(), 'Support');
  const dental = addClient(server(), 'Harbour Dental');
  const books = addClient(server(), 'Quay Books');
  addLog(server(), { clientId: dental, workTypeId, day: '2026-09-10' });
  addLog(server(), { clientId: dental, workTypeId, day: '2026-09-11' });
  addLog(server(), { clientId: books, workTypeId, day: '2026-10-20' });
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/work-logs/create-invoices');
  await hydrated(page);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let held = 0;
  await page.route(
    (url) => url.searchParams.has('_data'),
    async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      const response = await route.fetch({ maxRedirects: 0 });
      held += 1;
      await promise;
      return route.fulfill({ response });
    },
  );
  return {
    page,
    answered: () => eventually(() => held).toBe(1),
    letGo: async () => {
      resolve(undefined);
      await page.unrouteAll({ behavior: 'wait' });
      await eventually(() => stateOf(page)).toBe('idle');
    },
    card: page.getByRole('region', { name: 'Harbour Dental, September 2026' }),
    second: page.getByRole('row', { name: /11\/09\/2026/ }).getByRole('checkbox'),
  };
}

const stateOf = (page: Page) => page.evaluate(() => window.__remixRouter.state.navigation.state);

describe('In the preview of invoices, while an answer is on its way,', () => {
  test('a line is left out: it stays so in the answer, and in the invoice', async () => {
    const { page, answered, letGo, second } = await openPreview();
    await page.getByRole('button', { name: 'Update', exact: true }).last().click();
    await answered();
    await second.uncheck();
    await page.getByRole('checkbox', { name: 'Quay Books, October 2026' }).uncheck();
    await letGo();
    await shown(page.getByText('1 invoice, £72.00 in all'));
    expect(await second.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Create 1 invoice in Xero' }).click();
    await toastShown(page, 'Successfully created 1 invoice(s) in Xero for 1 client(s)');
    expect(xero().state().invoices).toMatchObject([{ totalPence: 7_200 }]);
  });

  test('a due date is typed: it stays where the answer has another one', async () => {
    const { page, answered, letGo, card } = await openPreview();
    const due = card.getByLabel('Due date');
    await card.getByLabel('Invoice date').fill('2026-10-31');
    await page.getByRole('button', { name: 'Update', exact: true }).last().click();
    await answered();
    await due.fill('2026-12-24');
    await letGo();
    await shown(page.getByRole('row', { name: /10\/09\/2026/ }).getByRole('button'));
    await eventually(() => due.inputValue()).toBe('2026-12-24');
  });
});
