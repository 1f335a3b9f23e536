import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { addTwoInvoices } from '#tests/support/data/entries.ts';
import { eventually, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { headShown, openInvoice } from '#tests/support/preview-head.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, useXero } from '#tests/support/server/use-xero.ts';
import { connecting, HARBOUR_ID } from '#tests/support/server/xero-connection.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const xero = useXero(() => [HARBOUR]);
const server = useServer(() => xero().environment);
const browser = useBrowser();
const { connect } = connecting(server, xero);

/** Opens the preview of two invoices. */
async function openPreview() {
  await connect(await visitSignedIn(server()), [HARBOUR_ID]);
  addTwoInvoices(server());
  const { page, takeProblem } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/work-logs/create-invoices');
  await hydrated(page);
  await openInvoice(page, 'Harbour Dental, September 2026');
  return {
    page,
    takeProblem,
    card: page.getByRole('rowgroup', { name: 'Harbour Dental, September 2026' }),
    first: page.getByRole('row', { name: /10\/09\/2026/ }),
    second: page.getByRole('row', { name: /11\/09\/2026/ }),
  };
}

/** Presses a button, whose answer is kept back until it is let go. */
async function pressHeldUp(page: Page, button: Locator) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  await page.route(
    (url) => url.searchParams.has('_data'),
    async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      asked.resolve(undefined);
      await promise;
      await route.fulfill({ response });
    },
  );
  await button.click();
  await asked.promise;
  return async () => {
    resolve(undefined);
    await page.unrouteAll({ behavior: 'wait' });
    await eventually(() => stateOf(page)).toBe('idle');
  };
}

const update = (page: Page) =>
  page.getByRole('button', { name: 'Update', exact: true }).and(page.locator(':visible')).last();

const stateOf = (page: Page) => page.evaluate(() => window.__remixRouter.state.navigation.state);

describe('In the preview of invoices, while an answer is on its way,', () => {
  test('a line is left out: it stays so in the answer, and in the invoice', async () => {
    const { page, second } = await openPreview();
    const letGo = await pressHeldUp(page, update(page));
    await second.getByRole('checkbox').uncheck();
    await page.getByRole('checkbox', { name: 'Quay Books, October 2026' }).uncheck();
    await letGo();
    await headShown(page, 1, '£72.00');
    expect(await second.getByRole('checkbox').isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Create 1 invoice in Xero' }).click();
    await toastShown(page, 'Successfully created 1 invoice(s) in Xero for 1 client(s)');
    expect(xero().state().invoices).toMatchObject([{ totalPence: 7_200 }]);
  });

  test('a due date is typed: it stays where the answer has another one', async () => {
    const { page, card } = await openPreview();
    const due = card.getByLabel('Due date');
    await card.getByLabel('Invoice date').fill('2026-10-31');
    const letGo = await pressHeldUp(page, update(page));
    await due.fill('2026-12-24');
    await letGo();
    await eventually(() => due.inputValue()).toBe('2026-12-24');
  });

  test('a line is typed on: the line that opens instead of it has its own text', async () => {
    const { page, card, first, second } = await openPreview();
    const field = card.getByLabel('Description');
    await first.getByRole('button', { name: /^Edit/ }).click();
    await field.fill('Mended the gate');
    const letGo = await pressHeldUp(page, second.getByRole('button', { name: /^Edit/ }));
    await field.fill('Mended the gate and the fence');
    await letGo();
    await shown(page.getByText('10/09/2026 | Support | Mended the gate'));
    expect(await field.inputValue()).toBe('Sample');
  });

  test('a line is typed on: it opens before invoices are made, and is in them', async () => {
    const { page, takeProblem, card, first, second } = await openPreview();
    const field = card.getByLabel('Description');
    const create = page.getByRole('button', { name: 'Create 2 invoices in Xero' });
    await first.getByRole('button', { name: /^Edit/ }).click();
    await field.fill('Mended the gate');
    const letGo = await pressHeldUp(page, second.getByRole('button', { name: /^Edit/ }));
    await field.fill('Mended the gate and the fence');
    await letGo();
    await eventually(() => field.inputValue()).toBe('Sample');
    await create.click();
    await eventually(() => field.inputValue()).toBe('Mended the gate and the fence');
    expect(xero().state().invoices).toEqual([]);
    await create.click();
    await shown(page.getByText('Line saved and totals updated.'));
    await takeProblem('409');
    await create.click();
    await toastShown(page, 'Successfully created 2 invoice(s) in Xero for 2 client(s)');
    const lines = xero()
      .state()
      .invoices.flatMap((invoice) => invoice.lines);
    expect(JSON.stringify(lines)).toContain('Mended the gate and the fence');
  });

  test.for(['Save line', 'Update'])(
    'a line is typed on after %s: it opens again, with what was typed, and is saved so',
    async (name) => {
      const { page, card, first } = await openPreview();
      const field = card.getByLabel('Description');
      const rate = card.getByLabel('Hourly Rate (£)');
      await first.getByRole('button', { name: /^Edit/ }).click();
      await field.fill('Mended the gate');
      const press = name === 'Update' ? update(page) : page.getByRole('button', { name });
      const letGo = await pressHeldUp(page, press);
      await field.fill('Mended the gate and the fence');
      await rate.fill('70');
      await letGo();
      await shown(page.getByText('10/09/2026 | Support | Mended the gate').first());
      await eventually(() => field.inputValue()).toBe('Mended the gate and the fence');
      expect(await rate.inputValue()).toBe('70');
      await page.getByRole('button', { name: 'Save line' }).click();
      await shown(page.getByText('10/09/2026 | Support | Mended the gate and the fence').first());
      await gone(field);
    },
  );

  test('a line is typed on after Cancel: it stays closed', async () => {
    const { page, card, first, second } = await openPreview();
    const field = card.getByLabel('Description');
    await first.getByRole('button', { name: /^Edit/ }).click();
    const letGo = await pressHeldUp(
      page,
      page.getByRole('button', { name: 'Cancel', exact: true }),
    );
    await field.fill('Mended the gate');
    await letGo();
    await gone(field);
    await second.getByRole('button', { name: /^Edit/ }).click();
    await shown(field);
    expect(await field.inputValue()).toBe('Sample');
  });
});

describe('In the preview of invoices, where the timer is started,', () => {
  test.for([0, 1])('all stays as it was chosen, after %i answers', async (presses) => {
    const { page, card, second } = await openPreview();
    await second.getByRole('checkbox').uncheck();
    await card.getByLabel('Invoice date').fill('2026-10-31');
    const read = async () => [
      await second.getByRole('checkbox').isChecked(),
      await card.getByLabel('Invoice date').inputValue(),
      await card.getByLabel('Due date').inputValue(),
    ];
    for (let press = 0; press < presses; press += 1) {
      await update(page).click();
      await eventually(() => card.getByLabel('Due date').inputValue()).toBe('2026-11-14');
    }
    const before = await read();
    await page.getByRole('button', { name: 'Start timer' }).click();
    await shown(page.getByRole('button', { name: 'Stop timer' }));
    await eventually(() => stateOf(page)).toBe('idle');
    expect(await read()).toEqual(before);
  });
});
