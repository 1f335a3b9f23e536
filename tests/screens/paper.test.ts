import { expect, test } from 'vitest';
import { useBrowser } from '#tests/support/browser/browser.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

/** A4 without its margins, in CSS pixels. */
const A4 = { width: 688, height: 1_017 };

async function printing() {
  const { page } = await browser.openSignedIn(server(), 'no scripts');
  await page.setViewportSize(A4);
  await page.emulateMedia({ media: 'print' });
  return page;
}

test("An invoice's page has its lines on paper, too", async () => {
  await fillEveryScreen(server(), xero());
  const page = await printing();
  await page.goto('/invoices/1');
  const [line] = xero().state().invoices[0]?.lines ?? [];
  const printed = page.getByRole('listitem').filter({ hasText: line?.description });
  expect(await printed.getByText('VAT £12.00').isVisible()).toBe(true);
  // What stands behind a line is for the screen.
  expect(await printed.getByRole('region', { name: /^Work log/ }).isVisible()).toBe(false);
});

test('Large amounts do not break on paper, and are written in thousands', async () => {
  await fillEveryScreen(server(), xero());
  const clientId = addClient(server(), 'Acme');
  const workTypeId = addWorkType(server(), 'Support');
  const visitor = await visitSignedIn(server());
  const amount = { duration: 6_000, hourlyRate: '1000000' };
  const large = { clientId, workTypeId, ...amount, confirm: 'hours-day' };
  for (const date of ['2026-10-05', '2026-10-06', '2026-10-07']) {
    await visitor.api('POST', '/api/work-logs', { ...large, date });
  }
  const page = await printing();
  await page.goto('/reports?by=client&from=2026-01-01');
  const figure = page.locator('dl dd').getByText('£300,000,', { exact: false }).first();
  expect(await figure.evaluate((element) => element.getClientRects().length)).toBe(1);

  await page.goto('/work-logs');
  const email = page.getByRole('cell').getByText('alex@example.com').first();
  expect(await email.evaluate((element) => element.clientHeight)).toBeLessThan(24);

  await page.goto(`/work-logs/create-invoices?clientId=${clientId}`);
  await page
    .getByRole('cell', { name: /× £1,000,000\.00$/ })
    .first()
    .waitFor();
});

test('What the history says of a long-named record is not broken within words on paper', async () => {
  await fillEveryScreen(server(), xero());
  addClient(
    server(),
    'Worshipful Company of Bookbinders, Paper Conservators and Allied Trades '.repeat(3),
  );
  const page = await printing();
  await page.goto('/history');
  const said = page
    .getByRole('cell')
    .filter({ hasText: /^Logged: / })
    .first();
  expect(await said.evaluate((cell) => cell.clientWidth)).toBeGreaterThan(140);
});
