import { expect, test } from 'vitest';
import { expectMode, BOTH, useBrowser } from '#tests/support/browser/browser.ts';
import { gone, shown } from '#tests/support/browser/page.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { headShown } from '#tests/support/preview-head.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, useXero } from '#tests/support/server/use-xero.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { connecting, HARBOUR_ID } from '#tests/support/server/xero-connection.ts';

const xero = useXero(() => [
  { ...HARBOUR, contacts: [{ name: 'Baker', taxType: 'ZERORATEDOUTPUT' }] },
]);
const server = useServer(() => xero().environment);
const browser = useBrowser();
const { connect } = connecting(server, xero);

test.for(BOTH)(
  'Which VAT holds is said in the preview, a line gets another, and a reload keeps it, with %s',
  async (mode) => {
    const signedIn = await visitSignedIn(server());
    await connect(signedIn, [HARBOUR_ID]);
    const clientId = addClient(server(), 'Baker');
    const workTypeId = addWorkType(server(), 'Support');
    for (const day of ['2026-09-10', '2026-09-11']) {
      addLog(server(), { clientId, workTypeId, day, description: `Work of ${day}` });
    }
    await signedIn.api('POST', '/api/xero/create-invoices');
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/work-logs/create-invoices');
    await expectMode(visitor);
    await shown(page.getByText('The contact “Baker” has the VAT “Zero Rated Income” in Xero'));
    await page.getByRole('button', { name: 'Keep the client’s VAT: 20% (VAT on Income)' }).click();
    await headShown(page, 1, '£144.00');
    await gone(page.getByText('Needs an answer'));
    const openLine = async (word: string) => {
      await page.getByRole('button', { name: 'Edit Work of 2026-09-10' }).click();
      await page.getByLabel('VAT of this line').selectOption(word);
    };
    await openLine('exempt');
    await page.getByRole('button', { name: 'Save line' }).click();
    await headShown(page, 1, '£132.00');
    await openLine('zero');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await gone(page.getByLabel('VAT of this line'));
    await shown(page.getByText('VAT: Exempt Income (chosen for this line)'));
    await page.getByRole('button', { name: 'Create 1 invoice in Xero' }).click();
    await expect
      .poll(() =>
        xero()
          .state()
          .invoices.map(({ lines }) => lines.map(({ taxType }) => taxType)),
      )
      .toEqual([['EXEMPTOUTPUT', 'OUTPUT2']]);
  },
);
