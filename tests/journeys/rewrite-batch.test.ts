import { describe, expect, test } from 'vitest';
import { expectMode, BOTH, useBrowser, type Visitor } from '#tests/support/browser/browser.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { arrivedAt, eventually, gone, shown, toastShown } from '#tests/support/browser/page.ts';
import { configured, IMPORT, PREVIEW, rewritesOn } from '#tests/support/data/rewrites.ts';
import { useOpenAi } from '#tests/support/server/use-openai.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, useXero } from '#tests/support/server/use-xero.ts';
import { connecting, HARBOUR_ID } from '#tests/support/server/xero-connection.ts';

const openAi = useOpenAi();
const xero = useXero(() => [HARBOUR]);
const server = useServer(() => ({ ...openAi().environment, ...xero().environment }));
const browser = useBrowser();
const { connect } = connecting(server, xero);
const { addLogs, textOf, settled } = rewritesOn(server);

/** Waits until the page shows the result of the batch; it reloads by itself in most modes. */
async function rewritten({ page, mode }: Visitor, progress: string): Promise<void> {
  await arrivedAt(page, /^\/descriptions\/\d+$/);
  // Where scripts broke off, only its link loads the page anew.
  if (mode === 'scripts blocked mid-load') {
    await settled();
    const link = page.getByRole('link', { name: 'Show how far it is' });
    if ((await link.count()) > 0) await link.click();
  }
  await shown(page.getByRole('status').filter({ hasText: progress }));
}

describe('Descriptions are rewritten in bulk', () => {
  test.for(BOTH)('on the invoice preview, with %s', async (mode) => {
    const somebody = await configured(server());
    await connect(somebody, [HARBOUR_ID]);
    const [note = 0, priced = 0, other = 0] = addLogs(
      'fixed svr, 2 hrs',
      'Fitted sockets for £45',
      'upd docs',
    );
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto(PREVIEW);
    await expectMode(visitor);
    const rewrite = page.getByRole('button', { name: 'Rewrite with AI' });
    // What goes on the invoices is rewritten.
    const boxes = page.getByRole('table').getByRole('checkbox');
    for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true);
    await page.getByText('05/10/2026 | Support | upd docs').click();
    const leftOut = page.getByRole('row', { name: /upd docs/ }).getByRole('checkbox');
    expect(await leftOut.isChecked()).toBe(false);

    await page.getByLabel('PO number or reference').fill('PO 4711');
    await page.getByLabel('Invoice date').fill('2026-10-31');
    // One answer makes up a price.
    openAi().fail({ kind: 'invents' });
    await rewrite.click();
    await rewritten(visitor, '2 of 2 rewritten');
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    await eventually(() => cards.count()).toBe(2);
    const uses = page.getByRole('checkbox', { name: 'Use this text for Harbour Dental' });
    expect(await uses.nth(0).isChecked()).toBe(false);
    await shown(cards.nth(1).getByText('Not in your text: £46.'));
    expect(await cards.nth(1).locator('del').innerText()).toContain('45');
    expect(await cards.nth(1).locator('ins').innerText()).toContain('46');
    await page.getByRole('button', { name: 'Use the selected texts' }).click();
    await toastShown(page, 'Tick at least one text to use, or keep all as they are.');
    expect([note, priced, other].map(textOf)).toEqual([
      'fixed svr, 2 hrs',
      'Fitted sockets for £45',
      'upd docs',
    ]);

    await uses.nth(0).check();
    await page.getByRole('button', { name: 'Use the selected texts' }).click();
    await toastShown(page, '1 description updated');
    await arrivedAt(page, new RegExp(`^${PREVIEW}\\?(?=.*without=\\d+)(?=.*day-)`));
    await shown(page.getByText('05/10/2026 | Support | Fixed server, 3 hours.'));
    // What was left out still is.
    await eventually(() => leftOut.isChecked()).toBe(false);
    expect(await page.getByLabel('PO number or reference').inputValue()).toBe('PO 4711');
    expect(await page.getByLabel('Invoice date').inputValue()).toBe('2026-10-31');
    await leftOut.check();
    expect([note, priced, other].map(textOf)).toEqual([
      'Fixed server, 3 hours.',
      'Fitted sockets for £45',
      'upd docs',
    ]);
    await page.getByRole('button', { name: 'Create 1 invoice in Xero' }).click();
    await toastShown(page, 'Successfully created 1 invoice(s) in Xero for 1 client(s)');
  });

  test.for(BOTH)('on Todoist Import, through a fault, with %s', async (mode) => {
    await configured(server());
    const task = addPendingLog(server(), { taskName: 'reset svr' });
    const other = addPendingLog(server(), { taskName: 'call w/ Anna' });
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto(`${IMPORT}?startDate=2026-03-01`);
    await expectMode(visitor);
    await page.getByLabel('Select reset svr').check();
    await page.getByLabel('Select call w/ Anna').check();
    openAi().fail({ kind: 'silence' });
    await page.getByRole('button', { name: 'Rewrite with AI' }).click();
    await shown(page.getByRole('status').filter({ hasText: '0 of 2 done' }));
    await shown(page.getByText('You can leave this page: this continues.'));
    expect(await page.getByRole('button', { name: 'Use the selected texts' }).count()).toBe(0);
    // The batch ends while somebody looks, since the service refuses every call from now on.
    openAi().fail({ kind: '401' });
    openAi().drop();
    await rewritten(visitor, '0 of 2 rewritten');
    await shown(page.getByText('The AI service refused the API key.'));
    await shown(page.getByRole('link', { name: 'Open Settings', exact: true }));

    openAi().heal();
    await page.getByRole('button', { name: 'Continue' }).click();
    await rewritten(visitor, '2 of 2 rewritten');
    await gone(page.getByText('The AI service refused the API key.'));
    await page.getByRole('checkbox', { name: 'Use this text for call w/ Anna' }).uncheck();
    await page.getByRole('button', { name: 'Use the selected texts' }).click();
    await toastShown(page, '1 description updated');
    // What was selected stays so.
    await arrivedAt(page, `${IMPORT}?startDate=2026-03-01&selected=1-2`);
    expect(pendingRow(server(), task).description).toBe('Reset server.');
    expect(pendingRow(server(), other).description).toBe('');
    // The task that was not ticked keeps its old text, and is still in review.
    await shown(page.getByRole('row').filter({ hasText: 'call w/ Anna' }));
  });
});
