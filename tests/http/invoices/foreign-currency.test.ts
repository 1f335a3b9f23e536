import { expect, test } from 'vitest';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
import { visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

/** Two invoices of £60.00 net, for clients One and Two; then the first becomes one in euros in Xero, which is read. */
async function invoiceOneInEuros(visitor: Visitor) {
  const { services } = server();
  const workTypeId = addWorkType(server(), 'W');
  const one = addClient(server(), 'One');
  addLog(server(), { clientId: one, workTypeId, day: '2026-09-30' });
  addLog(server(), { clientId: addClient(server(), 'Two'), workTypeId, day: '2026-10-31' });
  await activate(services, await connectToXero(services, xero()));
  await visitor.api('POST', '/api/xero/create-invoices');
  const [first, second] = xero().state().invoices;
  for (const { invoiceId } of [first, second].flatMap((made) => made ?? [])) {
    xero().mark(invoiceId, 'sent');
    xero().change(invoiceId, { kind: 'due date', day: '2020-01-01' });
  }
  xero().change(first?.invoiceId ?? '', { kind: 'currency', code: 'EUR' });
  await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
  return one;
}

test('No sum of pounds counts an invoice that is in another currency in Xero, and each says so', async () => {
  const visitor = await visitSignedIn(server());
  const text = async (path: string) => visibleText((await visitor.get(path)).text);
  const one = await invoiceOneInEuros(visitor);
  const left = 'Excludes 1 invoice in EUR';

  const list = await text('/invoices');
  expect(list).toContain(
    'Invoices 2 Net £60.00 VAT £12.00 Total with VAT £72.00 Outstanding £72.00 Of which overdue £72.00',
  );
  expect(list).toContain(left);
  expect(list).toContain('One Sept 2026 EUR 60.00 EUR 12.00 EUR 72.00 ▲ Overdue');
  expect(list).toContain('Two Oct 2026 £60.00 £12.00 £72.00 ▲ Overdue');
  expect(await text(`/invoices?clientId=${one}`)).toContain('Invoices 1 Net £0.00 VAT £0.00');
  expect(await text('/invoices?q=Two')).not.toContain('EUR');

  const paper = await text('/invoices/print');
  expect(paper).toContain('Net £60.00 VAT £12.00 Total with VAT £72.00 Outstanding £72.00');
  expect(paper).toContain('In EUR in Xero, not added 1');
  expect(paper).toContain('EUR 60.00 EUR 12.00 EUR 72.00');
  expect(await text('/dashboard')).toContain('EUR 72.00 of which EUR 12.00 VAT ◑ sent');
  const client = await text(`/clients/${one}`);
  expect(client).toMatch(
    /Billed this tax year £0\.00 1 invoice [^·]+· plus £0\.00 VAT · Excludes 1 invoice in EUR/,
  );
  expect(await text('/reports?from=2026-01-01&to=2099-12-31')).toContain(
    `2 invoices , £60.00 net. ${left}`,
  );
});

test('The API and the file of invoices say in which currency an invoice is in Xero', async () => {
  const visitor = await visitSignedIn(server());
  await invoiceOneInEuros(visitor);
  const list = await visitor.api('GET', '/api/invoices');
  expect(list.json()).toMatchObject([
    { client: { name: 'Two' }, currency: 'GBP', totalAmount: '72.00' },
    { client: { name: 'One' }, currency: 'EUR', totalAmount: '72.00' },
  ]);
  expect((await visitor.api('GET', '/api/invoices/1')).json()).toMatchObject({ currency: 'EUR' });
  const rows = readCsv(`\uFEFF${(await visitor.get('/invoices.csv')).text}`);
  expect(rows.map((row) => [row.client, row.currency, row.total])).toEqual([
    ['Two', 'GBP', '72.00'],
    ['One', 'EUR', '72.00'],
  ]);
});

test('An invoice of which Xero names no currency is in pounds, as it was sent', async () => {
  const visitor = await visitSignedIn(server());
  const { services } = server();
  const entry = { clientId: addClient(server(), 'One'), workTypeId: addWorkType(server(), 'W') };
  addLog(server(), { ...entry, day: '2026-09-30' });
  await activate(services, await connectToXero(services, xero()));
  await visitor.api('POST', '/api/xero/create-invoices');
  const [made] = xero().state().invoices;
  xero().change(made?.invoiceId ?? '', { kind: 'currency', code: '' });
  await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
  const list = visibleText((await visitor.get('/invoices')).text);
  expect(list).toContain('Invoices 1 Net £60.00 VAT £12.00 Total with VAT £72.00');
  expect(list).not.toContain('Excludes');
});

test('An invoice that is in pounds again in Xero is counted again', async () => {
  const visitor = await visitSignedIn(server());
  const text = async (path: string) => visibleText((await visitor.get(path)).text);
  await invoiceOneInEuros(visitor);
  const [first] = xero().state().invoices;
  xero().change(first?.invoiceId ?? '', { kind: 'currency', code: 'GBP' });
  await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
  expect(await text('/invoices')).toContain('Invoices 2 Net £120.00 VAT £24.00');
  expect(await text('/invoices')).not.toContain('EUR');
});

test('An invoice that is in another currency in Xero is said to be, and its amounts are of that', async () => {
  const visitor = await visitSignedIn(server());
  const { services } = server();
  const text = async (path: string) => visibleText((await visitor.get(path)).text);
  const entry = { clientId: addClient(server(), 'One'), workTypeId: addWorkType(server(), 'W') };
  addLog(server(), { ...entry, day: '2026-09-30' });
  await activate(services, await connectToXero(services, xero()));
  await visitor.api('POST', '/api/xero/create-invoices');
  expect(await text('/reconciliation')).toContain('Everything matches: 1 invoice');

  const [made] = xero().state().invoices;
  xero().change(made?.invoiceId ?? '', { kind: 'currency', code: 'EUR' });
  const stranger = xero().makeForeign(made?.contactId ?? '');
  xero().change(stranger, { kind: 'currency', code: 'EUR' });
  await visitor.post('/reconciliation', {});
  const compared = await text('/reconciliation');
  expect(compared).toMatch(
    /INV-0001 One currency It comes to EUR 72\.00 with VAT in Xero; £72\.00 was sent, in pounds\./,
  );
  expect(compared).toContain('totals here include only invoices in pounds');
  expect(compared).toContain('Somebody made an invoice of EUR 120.00 for One in Xero itself.');

  const page = await text('/invoices/1');
  expect(page).toContain('Currency EUR in Xero; it was sent in pounds');
  expect(page).toContain('1 × EUR 60.00');
  expect(page).toContain('Net EUR 60.00 VAT EUR 12.00 Total with VAT EUR 72.00');
  const statement = await text('/invoices/1/statement');
  expect(statement).toContain('Net EUR 60.00 VAT EUR 12.00 Total with VAT EUR 72.00');
  expect(statement).not.toContain('£');
});
