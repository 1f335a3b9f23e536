import { expect, test } from 'vitest';
import { expectMode, hasScripts, BOTH, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { shown } from '#tests/support/browser/page.ts';
import { headShown } from '#tests/support/preview-head.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, useXero } from '#tests/support/server/use-xero.ts';
import { connecting, HARBOUR_ID } from '#tests/support/server/xero-connection.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const xero = useXero(() => [HARBOUR]);
const server = useServer(() => xero().environment);
const browser = useBrowser();
const { connect } = connecting(server, xero);

test.for(BOTH)(
  'Lines that find no room on the page count in the sums and go with their invoice, with %s',
  async (mode) => {
    await connect(await visitSignedIn(server()), [HARBOUR_ID]);
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    for (let count = 0; count < 504; count += 1) {
      addLog(server(), { clientId, workTypeId, day: '2026-09-10' });
    }
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/work-logs/create-invoices');
    await expectMode(visitor);
    await headShown(page, 1, '£36,288.00');
    await shown(page.getByText(/^4 more lines are on this invoice/));
    await page
      .getByRole('checkbox', { name: /^Include/ })
      .first()
      .uncheck();
    if (!hasScripts(mode)) await page.getByRole('button', { name: 'Update' }).click();
    await headShown(page, 1, '£36,216.00');
    await shown(
      page.getByRole('row', { name: /^Harbour Dental, September 2026 (Logs )?503 503h 0m / }),
    );
    await page.getByRole('button', { name: 'Create 1 invoice in Xero' }).click();
    await expect
      .poll(() =>
        xero()
          .state()
          .invoices.map(({ lines }) => lines.length),
      )
      .toEqual([503]);
  },
);
