import { beforeEach, expect, test } from 'vitest';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
import { fieldsOf } from '#tests/support/form.ts';
import { controlOf, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

let visitor: Visitor;
let clientId: number;

const call = (method: string, path: string, body?: object) => visitor.api(method, path, body);
const text = async (path: string) => visibleText((await visitor.get(path)).text);
const rows = async (path: string) => readCsv(`\uFEFF${(await visitor.get(path)).text}`);

beforeEach(async () => {
  visitor = await visitSignedIn(server());
  clientId = addClient(server(), 'Acme');
});

const addType = async (itemsName: string | null, name = itemsName ?? 'Hardware') =>
  idOf(await call('POST', '/api/work-types', { name, isHardware: true, itemsName }));

/** Miles, calls, half a licence with VAT in its price, and a fixed price. */
const MILES = { itemName: 'Miles', quantity: 123.4, unitPrice: '0.45', vatIncluded: false };
const CALLS = { itemName: 'Calls', quantity: 10_250, unitPrice: '0.0125', vatIncluded: false };
const LICENCE = { itemName: 'Licence', quantity: 0.5, unitPrice: '99.99', vatIncluded: true };
const FIXED = { itemName: 'Website', quantity: 1, unitPrice: '1200.00', vatIncluded: false };
const ITEMS = [MILES, CALLS, LICENCE, FIXED];

const logItems = async (workTypeId: number, hardwareItems: object[] = ITEMS) =>
  idOf(
    await call('POST', '/api/work-logs', {
      ...{ clientId, workTypeId, date: '2026-10-05', description: 'October', hardwareItems },
    }),
  );

test('Fractions come to the same pennies on every screen, in files, the API and Xero', async () => {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const type = await addType('Expenses');
  const id = await logItems(type);
  expect((await call('GET', `/api/work-logs/${id}`)).json()).toMatchObject({
    duration: 0,
    totalAmount: '1433.66',
    hardwareItems: [
      { quantity: 123.4, unitPrice: '0.45', totalPrice: '55.53' },
      { quantity: 10_250, unitPrice: '0.0125', totalPrice: '128.13' },
      { quantity: 0.5, unitPrice: '99.99', totalPrice: '50.00' },
      { quantity: 1, unitPrice: '1200.00', totalPrice: '1200.00' },
    ],
  });
  const list = await text('/work-logs');
  expect(list).toContain('Expenses 4 items');
  expect(list).not.toContain('Hardware Total');
  expect(list).toContain('Qty 123.4 at £0.45 £55.53 Net £55.53 · VAT £11.11 · Gross £66.64');
  expect(list).toContain('Qty 10250 at £0.0125 £128.13 Net £128.13 · VAT £25.63 · Gross £153.76');
  expect(list).toContain('Qty 0.5 at £99.99 £50.00 Net £41.67 · VAT £8.33 · Gross £50.00');
  const sums = 'Net £1,425.33 · VAT £285.07 · Gross £1,710.40';
  expect(list).toContain(`Expenses Total £1,433.66 ${sums}`);
  expect(await text('/work-logs/print')).toContain('10250 × Calls at £0.0125: £128.13');
  const items = await rows('/hardware-items.csv');
  expect(
    items.map((row) => [row.quantity, row.unit_price, row.total, row.net, row.vat, row.gross]),
  ).toEqual([
    ['123.4', '0.45', '55.53', '55.53', '11.11', '66.64'],
    ['10250', '0.0125', '128.13', '128.13', '25.63', '153.76'],
    ['0.5', '99.99', '50.00', '41.67', '8.33', '50.00'],
    ['1', '1200.00', '1200.00', '1200.00', '240.00', '1440.00'],
  ]);

  const preview = await text('/work-logs/create-invoices?months=all');
  expect(preview).toContain('£1,425.33 + £285.07 VAT = £1,710.40');
  expect((await call('POST', '/api/xero/create-invoices')).json()).toMatchObject({ failures: [] });
  const [invoice] = xero().state().invoices;
  expect(invoice).toMatchObject({
    ...{ subTotalPence: 142_533, totalTaxPence: 28_507, totalPence: 171_040 },
  });
  // What quantity × price does not come to exactly is sent as its total. Quantities have four decimals there, too.
  expect(
    invoice?.lines.map((line) => [line.description, line.quantity, line.lineAmountPence]),
  ).toEqual([
    ['Miles', 1_234_000, 5_553],
    ['Calls (10250 at £0.0125)', 10_000, 12_813],
    ['Licence', 5_000, 4_167],
    ['Website', 10_000, 120_000],
  ]);
  const said = 'Net £1,425.33 VAT £285.07 Total with VAT £1,710.40';
  expect(await text('/invoices/1')).toContain(said);
  expect(await text('/invoices/1')).toContain('Miles, 123.4 × £0.45 without VAT: £55.53');
  expect(await text('/invoices/1/statement')).toContain(said);
  expect(await text('/invoices/1/statement')).toMatch(/Miles 123\.4 ?at £0\.45/);
  const lines = await rows('/invoices.csv');
  expect(lines.map((row) => [row.quantity, row.unit_amount, row.line_net, row.line_vat])).toEqual([
    ['123.4', '0.45', '55.53', '11.11'],
    ['1', '128.13', '128.13', '25.63'],
    ['0.5', '83.34', '41.67', '8.33'],
    ['1', '1200', '1200.00', '240.00'],
  ]);

  // Hours have none of it.
  addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support'), day: '2026-10-06' });
  const report = await text('/reports?from=2026-10-01&to=2026-10-31');
  expect(report).toContain('without hardware and other items');
  expect((await call('GET', '/api/reports?from=2026-10-01&to=2026-10-31')).json()).toMatchObject({
    total: { hours: 1, billableHours: 1, net: '1485.33', invoicedNet: '1425.33' },
  });
});

test('A log with fractions is repeated, deleted and brought back, and goes out and in again as it was', async () => {
  const id = await logItems(await addType('Mileage', 'Travel'));
  const before = (await call('GET', `/api/work-logs/${id}`)).json() as { hardwareItems: object[] };
  const asked = await call('POST', `/api/work-logs/${id}/repeat`, {});
  expect(asked.json()).toMatchObject({
    message: expect.stringContaining('This logs the same Mileage for Acme again') as string,
  });
  const again = await call('POST', `/api/work-logs/${id}/repeat`, { confirm: 'hardware' });
  const withoutIds = (log: unknown) =>
    (log as typeof before).hardwareItems.map((item) => ({ ...item, id: 0 }));
  expect(withoutIds(again.json())).toEqual(withoutIds(before));
  await call('DELETE', `/api/work-logs/${idOf(again)}`);
  await call('DELETE', `/api/work-logs/${id}`);
  await visitor.post(`/work-logs/${id}/restore`, {});
  expect((await call('GET', `/api/work-logs/${id}`)).json()).toEqual(before);
  const [row] = await rows('/work-logs.csv');
  expect(JSON.parse(row?.hardware_items ?? '')).toMatchObject(ITEMS);
  const file = await visitor.get('/work-logs.csv');
  const known = await visitor.send('/api/imports?dry=1', {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv' },
    body: file.text,
  });
  expect(known.json()).toMatchObject({ new: 0, known: 1, problems: [] });
});

test('The history says items with their decimals, and what they are called', async () => {
  const id = await logItems(await addType('Mileage'), [MILES, CALLS]);
  await call('PUT', `/api/work-logs/${id}`, { hardwareItems: [{ ...MILES, quantity: 130 }] });
  const said = await text(`/history?record=work-log:${id}`);
  expect(said).toContain('Mileage for £183.66');
  expect(said).toContain('123.4 × Miles at £0.45, 10250 × Calls at £0.0125');
  expect(said).toContain('130 × Miles at £0.45');
  const [, made] = (await call('GET', `/api/history?record=work-log:${id}`)).json() as {
    after: { hardwareItems: object[] };
  }[];
  expect(made?.after.hardwareItems).toMatchObject([
    { quantity: 123.4, unitPrice: '0.45', totalPrice: '55.53' },
    { quantity: 10_250, unitPrice: '0.0125', totalPrice: '128.13' },
  ]);
  // More than an integer of the database holds is still to the penny.
  const largest = { itemName: 'All', quantity: 99_999.9999, unitPrice: '1000000.00' };
  await call('PUT', `/api/work-logs/${id}`, { hardwareItems: [largest] });
  const [newest] = (await call('GET', `/api/history?record=work-log:${id}`)).json() as {
    after: { hardwareItems: object[] };
  }[];
  expect(newest?.after.hardwareItems).toMatchObject([{ totalPrice: '99999999900.00' }]);
});

test('Without scripts a work type says what its items are called, and its logs do', async () => {
  const { text: form } = await visitor.get('/settings/work-types/new');
  const typed = { name: 'Travel', isHardware: 'on', itemsName: ' Mileage ' };
  expect((await pressPlainly(visitor, form, 'Add Type', typed)).status).toBe(303);
  const [type] = (await call('GET', '/api/work-types')).json() as { id: number }[];
  const path = `/settings/work-types/${type?.id ?? 0}/edit`;
  expect(controlOf((await visitor.get(path)).text, 'itemsName').value).toBe('Mileage');
  expect(await text('/settings')).toMatch(/Travel ?Mileage/);
  expect(await text('/settings/work-types/print')).toContain('Mileage');

  const fields = {
    ...{ clientId: String(clientId), workTypeId: String(type?.id), date: '2026-10-05' },
    'hardwareItems[0].itemName': 'Miles',
    'hardwareItems[0].vatIncluded': 'false',
    'hardwareItems[0].vatRate': '20',
    'hardwareItems[0].taxCode': 'OUTPUT2',
  };
  const empty = await visitor.post('/work-logs/new', {
    ...fields,
    'hardwareItems[0].quantity': '0',
    'hardwareItems[0].unitPrice': '0',
  });
  expect(visibleText(empty.text)).toContain(
    'All Mileage items must have a quantity greater than 0',
  );
  expect(visibleText(empty.text)).toContain(
    'All Mileage items must have a unit price greater than 0',
  );
  // The fields take every decimal without scripts, too.
  for (const name of ['quantity', 'unitPrice']) {
    expect(empty.text).toMatch(
      new RegExp(
        `<input[^>]*name="hardwareItems\\[0\\]\\.${name}"[^>]*step="any"|step="any"[^>]*name="hardwareItems\\[0\\]\\.${name}"`,
      ),
    );
  }
  const none = await visitor.post('/work-logs/new', {
    ...{ clientId: String(clientId), workTypeId: String(type?.id), date: '2026-10-05' },
  });
  expect(visibleText(none.text)).toContain('Please add at least one Mileage item');
  const saved = await visitor.post('/work-logs/new', {
    ...fields,
    'hardwareItems[0].quantity': '123.4',
    'hardwareItems[0].unitPrice': '0.45',
  });
  expect(saved.status).toBe(303);
  expect(await text('/work-logs')).toContain('Mileage Total £55.53');
  const edit = await visitor.get('/work-logs/1/edit');
  expect(visibleText(edit.text)).toContain('Mileage Total £55.53');
  expect(fieldsOf(edit.text, 'work-log')).toMatchObject({
    'hardwareItems[0].quantity': '123.4',
    'hardwareItems[0].unitPrice': '0.45',
  });
  // Nobody knows before one is chosen.
  expect(await text('/work-logs/new')).not.toContain('Hardware Items');
});

test('Only what has items has a name for them, and their file has it', async () => {
  const time = idOf(
    await call('POST', '/api/work-types', { name: 'Support', itemsName: 'Expenses' }),
  );
  expect((await call('GET', `/api/work-types/${time}`)).json()).toMatchObject({ itemsName: null });
  const type = await addType('Fixed price');
  const refused = await call('PUT', `/api/work-types/${type}`, { itemsName: 'x'.repeat(31) });
  expect([refused.status, refused.json()]).toMatchObject([
    400,
    { issues: [{ path: 'itemsName' }] },
  ]);
  expect((await rows('/work-types.csv')).map((row) => [row.name, row.items_name])).toEqual([
    ['Fixed price', 'Fixed price'],
    ['Support', ''],
  ]);
  await call('PUT', `/api/work-types/${type}`, { itemsName: 'Expenses' });
  expect(await text(`/history?record=work-type:${type}`)).toContain(
    'Items are called: Fixed price → became Expenses',
  );
  const turned = await call('PUT', `/api/work-types/${type}`, { isHardware: false });
  expect(turned.json()).toMatchObject({ isHardware: false, itemsName: null });
});

test('Where all is hardware, everything is called as before', async () => {
  await logItems(await addType(null), [{ ...FIXED, quantity: 2, unitPrice: '45.00' }]);
  const list = await text('/work-logs');
  expect(list).toContain('Qty 2 at £45.00 £90.00');
  expect(list).toContain('Hardware Total £90.00');
  expect(await text('/work-logs/new')).toContain('Hardware Items');
  expect(await text('/reports')).toContain('without hardware.');
  expect((await rows('/hardware-items.csv'))[0]).toMatchObject({
    quantity: '2',
    unit_price: '45.00',
  });
});
