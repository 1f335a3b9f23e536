import { beforeEach, describe, expect, test } from 'vitest';
import { invoices, workLogs } from '#db/schema.ts';
import { updateClient } from '#app/clients/clients.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, fieldsOf, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
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
const PREVIEW = '/work-logs/create-invoices?months=all';
const API = '/api/xero/create-invoices';
const SEEN_FIRST =
  'A discount was changed and totals updated. Check them, then create the invoices.';
const RULE = 'Enter a discount below 100%, such as 10% or 12.5%, or pounds ex VAT, such as 50.00';

let visitor: Visitor;
let baker: number;
let cook: number;
let workTypeId: number;

/** Two hours of a client's September at £60, and a zero-rated book of £20; an hour of another client. */
beforeEach(async () => {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  workTypeId = addWorkType(server(), 'Support');
  [baker, cook] = [addClient(server(), 'Baker'), addClient(server(), 'Cook')];
  for (const day of ['2026-09-10', '2026-09-11']) {
    addLog(server(), { clientId: baker, workTypeId, day });
  }
  addLog(server(), { clientId: cook, workTypeId, day: '2026-09-12' });
  const kit = { name: 'Kit', hourlyRate: 0, description: null, isHardware: true };
  visitor = await visitSignedIn(server());
  const book = { itemName: 'Book', quantity: 1, unitPrice: '20.00', vatIncluded: false };
  await visitor.api('POST', '/api/work-logs', {
    clientId: baker,
    workTypeId: createWorkType(services, kit).id,
    date: '2026-09-12',
    hardwareItems: [{ ...book, taxCode: 'ZERORATED', vatRate: 0 }],
  });
});

const nameOf = (clientId: number) => `discount-${clientId}-2026-09`;
const open = async (search = '') => (await visitor.get(`${PREVIEW}${search}`)).text;
const type = (page: string, button: string, discount: string, clientId = baker) =>
  pressPlainly(visitor, page, button, { [nameOf(clientId)]: discount });
const create = (page: string) => pressPlainly(visitor, page, 'Create 2 invoices in Xero');
const text = async (path: string) => visibleText((await visitor.get(path)).text);
const inXero = () =>
  xero()
    .state()
    .invoices.map(({ lines, totalPence }) => [
      ...lines
        .filter(({ lineAmountPence }) => lineAmountPence < 0)
        .map((line) => [
          line.description,
          line.quantity,
          line.unitAmount,
          line.taxType,
          line.lineAmountPence,
          line.taxAmountPence,
        ]),
      totalPence,
    ]);
const TEN_PER_CENT = [
  ['Discount 10%', 10_000, -120_000, 'OUTPUT2', -1_200, -240],
  ['Discount 10%', 10_000, -20_000, 'ZERORATEDOUTPUT', -200, 0],
  14_760,
];

describe('In the preview', () => {
  test('an invoice gets a discount: its sums are seen, then it is made with them', async () => {
    const page = await open();
    expect(visibleText(page)).toContain('£200.00 + £36.00 VAT = £236.00');
    const updated = (await type(page, 'Update', '10.0 %')).text;
    expect(controlOf(updated, nameOf(baker)).value).toBe('10%');
    expect(visibleText(updated)).toContain('£186.00 + £33.60 VAT = £219.60');
    expect(visibleText(updated)).toContain(
      'Discount -£14.00 ex VAT 3 2h 0m £126.00 £21.60 £147.60',
    );
    await create(updated);
    expect(inXero()).toEqual([TEN_PER_CENT, [7_200]]);
    expect(inXero()).toHaveLength(2);
    // It is for this invoice alone.
    addLog(server(), { clientId: baker, workTypeId, day: '2026-09-20' });
    expect(controlOf(await open(), nameOf(baker)).value ?? '').toBe('');
  });

  test('what was only just typed is not made before its sums were seen', async () => {
    const answer = await type(await open(), 'Create 2 invoices in Xero', '£50');
    expect([answer.status, inXero()]).toEqual([409, []]);
    expect(visibleText(answer.text)).toContain(SEEN_FIRST);
    expect(controlOf(answer.text, nameOf(baker)).value).toBe('£50.00');
    expect(visibleText(answer.text)).toContain('£150.00 + £27.43 VAT = £177.43');
    await create(answer.text);
    // £42.86 of £120.00 and £7.14 of £20.00.
    expect(inXero()[0]).toEqual([
      ['Discount', 10_000, -428_600, 'OUTPUT2', -4_286, -857],
      ['Discount', 10_000, -71_400, 'ZERORATEDOUTPUT', -714, 0],
      10_543,
    ]);
  });

  test.each([
    ['100%', RULE],
    ['-1', RULE],
    ['a lot', RULE],
    ['0.005', RULE],
    ['10.125%', RULE],
    ['140', 'A discount of £140.00 leaves nothing to pay: this invoice is £140.00 ex VAT.'],
    ['140.01', 'A discount of £140.01 leaves nothing to pay: this invoice is £140.00 ex VAT.'],
  ])('%j is said at its field; nothing is made, and nothing is lost', async (typed, sentence) => {
    for (const button of ['Update', 'Create 2 invoices in Xero']) {
      const { status, text: page } = await type(
        await open(`&po-${baker}-2026-09=PO+7`),
        button,
        typed,
      );
      expect([status, inXero()]).toEqual([400, []]);
      const field = controlOf(page, nameOf(baker));
      expect(field.isInvalid).toBe(true);
      expect(field.descriptions.join(' ')).toContain(sentence);
      expect(field.value).toMatch(typed === '140' ? /^£140\.00$/ : /./);
      expect(controlOf(page, `po-${baker}-2026-09`).value).toBe('PO 7');
    }
  });

  test('one that is too much for what is left is said, and another is taken', async () => {
    const updated = (await type(await open(), 'Update', '100')).text;
    const fields = fieldsOf(updated, 'create-invoices');
    for (const id of ['1', '2']) fields.delete('ids', id);
    fields.set('press', 'create');
    const refused = await visitor.post(PREVIEW, fields);
    expect([refused.status, inXero()]).toEqual([400, []]);
    expect(visibleText(refused.text)).toContain('this invoice is £20.00 ex VAT');
    await create((await type(refused.text, 'Update', '5')).text);
    expect(inXero()[0]).toEqual([['Discount', 10_000, -50_000, 'ZERORATEDOUTPUT', -500, 0], 1_500]);
  });

  test('the address keeps it, and an invoice that is left out needs none', async () => {
    const page = await open(`&discount-${baker}-2026-09=10%25&discount-${cook}-2026-09=60`);
    expect(visibleText(page)).toContain('£126.00 + £21.60 VAT = £147.60. £60.00 ex VAT waits');
    expect(visibleText(page)).toContain('Needs an answer');
    const fields = fieldsOf(page, 'create-invoices');
    fields.delete('invoices', `${cook}-2026-09`);
    fields.set('press', 'create');
    await visitor.post(PREVIEW, fields);
    expect(inXero()).toEqual([TEN_PER_CENT]);
  });

  test('is let go of where its invoice becomes another one, which is seen first', async () => {
    addLog(server(), { clientId: baker, workTypeId, day: '2026-10-01' });
    const page = (await type(await open(), 'Update', '10%')).text;
    const answer = await pressPlainly(visitor, page, 'Create 3 invoices in Xero', {
      [`per-${baker}-2026-09`]: 'period',
    });
    expect([answer.status, inXero()]).toEqual([409, []]);
    expect(visibleText(answer.text)).toContain(SEEN_FIRST);
    expect(controlOf(answer.text, `discount-${baker}-period`).value ?? '').toBe('');
    expect(visibleText(answer.text)).toContain('£260.00 + £48.00 VAT = £308.00');
  });
});

describe('By the API', () => {
  const call = async (search: string) => {
    const answer = await visitor.api('POST', `${API}${search}`);
    return { status: answer.status, json: answer.json() as Record<string, unknown> };
  };

  test('one invoice gets a discount, once, and without one nothing changes', async () => {
    expect((await call(`?clientId=${baker}&discount=10%25`)).json).toMatchObject({
      invoicesCreated: 1,
    });
    expect(await call(`?clientId=${baker}&discount=10%25`)).toMatchObject({ status: 200 });
    expect((await call('')).json).toMatchObject({ invoicesCreated: 1 });
    expect(inXero()).toEqual([TEN_PER_CENT, [7_200]]);
  });

  test.each([
    ['?clientId=1&discount=100%25', RULE],
    ['?clientId=1&discount=much', RULE],
    ['?discount=5', 'A discount is for one invoice, and these filters give 2. Narrow them.'],
    ['?clientId=1&discount=140', 'leaves nothing to pay: this invoice is £140.00 ex VAT'],
    ['?clientId=1&discount=', 'The filter “discount” is empty'],
  ])('%s is refused with what is wrong', async (search, sentence) => {
    const { status, json } = await call(search);
    expect([status, inXero()]).toEqual([400, []]);
    expect(json).toMatchObject({ issues: [{ path: 'discount' }] });
    expect(JSON.stringify(json)).toContain(sentence);
  });
});

describe('An invoice with a discount', () => {
  const make = async () => {
    await visitor.api('POST', `${API}?clientId=${baker}&discount=10%25`);
  };
  const report = async () =>
    ((await visitor.api('GET', '/api/reports?by=client')).json() as { total: object }).total;

  test('says so wherever it is shown, to the same penny', async () => {
    await make();
    const statement = await text('/invoices/1/statement');
    expect(statement).toMatch(/Discount 10% 1 ?at -£12\.00 -£2\.40 -£12\.00/);
    expect(statement).toContain('£147.60');
    expect(statement).not.toContain('Difference');
    const page = await text('/invoices/1');
    expect(page).toContain('Discount 10% -£12.00 1 × -£12.00');
    expect(page).toContain('A discount on this invoice. Its work logs keep their amounts.');
    expect(page).not.toMatch(/Changed in Xero|Added in Xero/);
    expect(await text('/history?record=invoice:1')).toContain('Begun, with a discount of 10%');
    const one = (await visitor.api('GET', '/api/invoices/1')).json();
    expect(one).toMatchObject({ discount: '10%', net: '126.00', vat: '21.60' });
    expect((await visitor.get('/invoices.csv')).text).toContain(
      ',4,Discount 10%,1,-12,-12.00,-2.40,\r\n',
    );
    expect(await text('/reconciliation')).not.toContain('edited');
    const worked = { hours: 3, net: '200.00', workedNet: '140.00', invoicedNet: '126.00' };
    expect(await report()).toMatchObject(worked);
    const logs = server().services.db.select().from(workLogs).all();
    expect(logs.map(({ totalPence }) => totalPence)).toEqual([6_000, 6_000, 6_000, 2_000]);
    // Read again, it is as it was sent.
    await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
    expect(await text('/invoices/1')).not.toMatch(/Changed in Xero|Added in Xero/);
    expect(await report()).toMatchObject(worked);
  });

  test('frees its logs at their full value when it is taken back', async () => {
    await make();
    expect((await visitor.api('DELETE', '/api/invoices/1')).status).toBe(200);
    expect(await report()).toMatchObject({ net: '200.00', workedNet: '0.00', invoicedNet: '0.00' });
    expect(visibleText(await open())).toContain('£200.00 + £36.00 VAT = £236.00');
    expect(await text('/invoices/1/statement')).toContain('Discount 10%');
  });

  test('is the very same after a lost answer, whatever was changed meanwhile', async () => {
    xero().fail({ kind: '500-after', path: '/Invoices', method: 'PUT' });
    expect((await visitor.api('POST', `${API}?clientId=${baker}&discount=10%25`)).status).toBe(502);
    const stored = () => server().services.db.select().from(invoices).get();
    const sent = stored()?.contents;
    updateClient(server().services, baker, { billingStep: 30 });
    const run = (await visitor.get('/work-logs/invoice-runs/1')).text;
    await pressPlainly(visitor, run, 'Check now').catch(() => undefined);
    expect(inXero()).toEqual([TEN_PER_CENT]);
    expect(stored()).toMatchObject({ contents: sent, discount: '10%', totalPence: 14_760 });
  });
});
