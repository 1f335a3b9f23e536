import { describe, expect, test } from 'vitest';
import { invoices, workLogs } from '#db/schema.ts';
import { expectMode, hasScripts, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { addTwoInvoices } from '#tests/support/data/entries.ts';
import { eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { headShown, openInvoice } from '#tests/support/preview-head.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, useXero } from '#tests/support/server/use-xero.ts';
import { connecting, HARBOUR_ID } from '#tests/support/server/xero-connection.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const xero = useXero(() => [HARBOUR]);
const server = useServer(() => xero().environment);
const browser = useBrowser();
const { connect } = connecting(server, xero);

const logs = () => server().services.db.select().from(workLogs).all();

describe('The preview of invoices', () => {
  test.for(MODES)('decides what goes on which invoice, with %s', async (mode) => {
    server().setClock(new Date('2026-11-20T09:00:00Z'));
    await connect(await visitSignedIn(server()), [HARBOUR_ID]);
    addTwoInvoices(server());
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/work-logs/create-invoices');
    await expectMode(visitor);
    await headShown(page, 2, '£216.00');
    await shown(page.getByText(/^Work up to 31 Oct 2026/));
    const card = page.getByRole('rowgroup', { name: 'Harbour Dental, September 2026' });

    // Each invoice and each line has a box; sums and buttons follow.
    await openInvoice(page, 'Harbour Dental, September 2026');
    await page.getByRole('checkbox', { name: 'Quay Books, October 2026' }).uncheck();
    const second = page.getByRole('row', { name: /11\/09\/2026/ });
    await second.getByRole('checkbox').uncheck();
    if (!hasScripts(mode)) await page.getByRole('button', { name: 'Update' }).click();
    await headShown(page, 1, '£72.00');
    await shown(
      page.getByRole('row', { name: /^Harbour Dental, September 2026 (Logs ?)?1 1h 0m / }),
    );

    // A line is edited in place, and what was chosen stays.
    await page
      .getByRole('row', { name: /10\/09\/2026/ })
      .getByRole('button', { name: /^Edit/ })
      .click();
    const field = card.getByLabel('Description');
    await shown(field);
    if (hasScripts(mode)) {
      await eventually(() => field.evaluate((here) => here === document.activeElement)).toBe(true);
    }
    await field.fill('Mended the gate');
    await card.getByLabel('PO number or reference').fill('PO 4711');
    await card.getByLabel('Invoice date').fill('2026-10-31');
    await card.getByRole('button', { name: 'Save line' }).click();
    await shown(card.getByText('10/09/2026 | Support | Mended the gate'));
    expect(await second.getByRole('checkbox').isChecked()).toBe(false);
    expect(await card.getByLabel('Due date').inputValue()).toBe('2026-11-14');

    // A page that is loaded again has all that was chosen.
    if (hasScripts(mode)) {
      // Asked of the page: the answer took the choices out of the address, and they are put back after it is drawn.
      await eventually(() => page.evaluate(() => window.location.search)).toMatch(/[?&]po-/);
    } else {
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Update' }).first().click();
      await loaded;
    }
    await page.reload();
    await headShown(page, 1, '£72.00');
    expect(await second.getByRole('checkbox').isChecked()).toBe(false);
    expect(await card.getByLabel('PO number or reference').inputValue()).toBe('PO 4711');
    expect(await card.getByLabel('Due date').inputValue()).toBe('2026-11-14');

    await page.getByRole('button', { name: 'Create 1 invoice in Xero' }).click();
    await toastShown(page, 'Successfully created 1 invoice(s) in Xero for 1 client(s)');
    const [made] = xero().state().invoices;
    expect(made).toMatchObject({ date: '2026-10-31', dueDate: '2026-11-14' });
    expect(made?.reference).toMatch(/^PO 4711 TH-2026-09-/);
    expect(logs().map(({ isInvoiced }) => isInvoiced)).toEqual([true, false, false]);
    expect(server().services.db.select().from(invoices).all()).toHaveLength(1);
  });
});
