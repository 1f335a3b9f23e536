import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { hardwareItems, workLogs } from '#db/schema.ts';
import { fieldsOf } from '../../support/form.ts';
import { visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const shared = useSharedServer();
const call = (method: string, path: string, body?: object) =>
  shared().visitor.api(method, path, body);

const LAPTOP = {
  itemName: 'Laptop',
  description: '16 GB',
  quantity: 2,
  unitPrice: '949.99',
  totalPrice: '1.00',
  vatIncluded: false,
  vatRate: 17.5,
  taxCode: 'OUTPUT',
};

let clientId: number;
let workTypeId: number;
let logId: number;

const itemsPath = (itemId?: number) =>
  `/api/worklogs/${logId}/hardware-items${itemId === undefined ? '' : `/${itemId}`}`;
const log = async () => (await call('GET', `/api/work-logs/${logId}`)).json();

beforeEach(async () => {
  clientId = idOf(await call('POST', '/api/clients', { name: 'Acme' }));
  workTypeId = idOf(await call('POST', '/api/work-types', { name: 'Hardware sales' }));
  logId = idOf(await call('POST', '/api/work-logs', { clientId, workTypeId, totalAmount: '9.99' }));
});

describe('the items of a hardware log', () => {
  test('are added, changed and removed, and the total of the log follows each', async () => {
    expect(await log()).toMatchObject({ totalAmount: '0.00', duration: 0, hourlyRate: '0.00' });
    const added = await call('POST', itemsPath(), LAPTOP);
    expect(added.status).toBe(201);
    expect(added.json()).toEqual({ ...LAPTOP, id: idOf(added), totalPrice: '1899.98' });
    const cable = await call('POST', itemsPath(), { itemName: 'Cable', unitPrice: '3.50' });
    expect(cable.json()).toEqual({
      id: idOf(cable),
      itemName: 'Cable',
      description: '',
      quantity: 1,
      unitPrice: '3.50',
      totalPrice: '3.50',
      vatIncluded: true,
      vatRate: 20,
      taxCode: 'OUTPUT2',
    });
    expect(await log()).toMatchObject({ totalAmount: '1903.48' });
    const changed = await call('PUT', itemsPath(idOf(cable)), { quantity: 10 });
    expect(changed.json()).toMatchObject({ itemName: 'Cable', quantity: 10, totalPrice: '35.00' });
    expect(await log()).toMatchObject({ totalAmount: '1934.98' });
    expect((await call('DELETE', itemsPath(idOf(added)))).status).toBe(204);
    expect(await log()).toMatchObject({ totalAmount: '35.00', hardwareItems: [{ quantity: 10 }] });
  });

  test('have the VAT rate of their tax code where no rate is given', async () => {
    const book = await call('POST', itemsPath(), {
      itemName: 'Book',
      unitPrice: '10.00',
      taxCode: 'ZERORATED',
    });
    expect(book.json()).toMatchObject({ taxCode: 'ZERORATED', vatRate: 0 });
    const path = itemsPath(idOf(book));
    const priced = await call('PUT', path, { taxCode: 'OUTPUT2' });
    expect(priced.json()).toMatchObject({ taxCode: 'OUTPUT2', vatRate: 20 });
    const wrong = await call('PUT', path, { taxCode: 'EXEMPTINPUT', vatRate: 20 });
    expect(wrong.status).toBe(400);
    // The same code again is no other one: a rate that somebody set stays.
    await call('PUT', path, { taxCode: 'OUTPUT2', vatRate: 5 });
    const again = await call('PUT', path, { taxCode: 'OUTPUT2' });
    expect(again.json()).toMatchObject({ taxCode: 'OUTPUT2', vatRate: 5 });
    const exempt = await call('PUT', path, { taxCode: 'EXEMPTINPUT' });
    expect(exempt.json()).toMatchObject({ taxCode: 'EXEMPTINPUT', vatRate: 0, itemName: 'Book' });
    const dearer = await call('PUT', path, { unitPrice: '12.00' });
    expect(dearer.json()).toMatchObject({ taxCode: 'EXEMPTINPUT', vatRate: 0 });
  });

  test('keep what a change leaves empty, as a work log does', async () => {
    const item = await call('POST', itemsPath(), LAPTOP);
    const path = itemsPath(idOf(item));
    for (const name of ['quantity', 'vatIncluded', 'vatRate', 'taxCode']) {
      for (const nothing of [null, '']) {
        const answer = await call('PUT', path, { [name]: nothing });
        expect([name, nothing, answer.status]).toEqual([name, nothing, 200]);
        expect(answer.json()).toEqual(item.json());
      }
    }
    // A new code resets the rate, whether that is left out or empty.
    const exempt = await call('PUT', path, { taxCode: 'EXEMPTINPUT', vatRate: null });
    expect(exempt.json()).toMatchObject({ taxCode: 'EXEMPTINPUT', vatRate: 0, quantity: 2 });
    for (const needed of ['itemName', 'unitPrice']) {
      expect((await call('PUT', path, { [needed]: null })).status).toBe(400);
    }
  });

  const QUANTITY_RULE = 'Enter a number up to 100,000 with at most four decimals.';

  test.each([
    [{ quantity: '１０' }, { quantity: 10, totalPrice: '9499.90' }],
    [{ quantity: '\u200b3\u00a0' }, { quantity: 3, totalPrice: '2849.97' }],
    [{ vatRate: '５' }, { vatRate: 5 }],
    [{ vatRate: '\u200e17.5\ufeff' }, { vatRate: 17.5 }],
  ])('are read as they look: %j', async (typed, read) => {
    const item = await call('POST', itemsPath(), { ...LAPTOP, ...typed });
    expect([item.status, item.json()]).toEqual([201, expect.objectContaining(read)]);
  });

  test.each([
    [{ itemName: ' ' }, 'itemName', 'All hardware items must have a name'],
    [{ quantity: 0 }, 'quantity', 'All hardware items must have a quantity greater than 0'],
    [{ quantity: -2 }, 'quantity', 'All hardware items must have a quantity greater than 0'],
    [{ quantity: 1.00001 }, 'quantity', QUANTITY_RULE],
    [{ quantity: 100_000.0001 }, 'quantity', QUANTITY_RULE],
    [{ unitPrice: '0' }, 'unitPrice', 'All hardware items must have a unit price greater than 0'],
    [{ unitPrice: '-5' }, 'unitPrice', 'All hardware items must have a unit price greater than 0'],
    [
      { unitPrice: '0.00001' },
      'unitPrice',
      'Enter an amount from 0 to £1,000,000.00 with at most four decimals, such as 60.00.',
    ],
    [
      { quantity: 0.4, unitPrice: '0.0124' },
      'unitPrice',
      'This item comes to less than half a penny. Enter a higher quantity or unit price.',
    ],
    [{ vatRate: 101 }, 'vatRate', 'Enter a VAT rate from 0 to 100 with at most two decimals.'],
    [
      { taxCode: 'ZERORATED', vatRate: 20 },
      'vatRate',
      'A VAT rate of 20% does not go with ZERORATED. Choose OUTPUT2 (20% VAT) or OUTPUT (standard VAT), or another rate.',
    ],
    [
      { taxCode: 'EXEMPTINPUT', vatRate: '20' },
      'vatRate',
      'A VAT rate of 20% does not go with EXEMPTINPUT. Choose OUTPUT2 (20% VAT) or OUTPUT (standard VAT), or another rate.',
    ],
    [
      { taxCode: 'OUTPUT2', vatRate: 0 },
      'vatRate',
      'A VAT rate of 0% does not go with OUTPUT2. Choose ZERORATED (zero rated) or EXEMPTINPUT (exempt), or another rate.',
    ],
    [{ taxCode: 'FREE' }, 'taxCode', 'Choose one of OUTPUT2, OUTPUT, ZERORATED, EXEMPTINPUT.'],
    [{ vatIncluded: 'perhaps' }, 'vatIncluded', 'This should be true or false.'],
  ])('are refused with %j', async (wrong, path, message) => {
    const refused = await call('POST', itemsPath(), { ...LAPTOP, ...wrong });
    expect(refused.status).toBe(400);
    expect(refused.json()).toEqual({ message, issues: [{ path, message }] });
    expect(await log()).toMatchObject({ hardwareItems: [], totalAmount: '0.00' });
  });

  test('can be reached only through their own log', async () => {
    const item = idOf(await call('POST', itemsPath(), LAPTOP));
    const other = idOf(await call('POST', '/api/work-logs', { clientId, workTypeId }));
    const foreign = `/api/worklogs/${other}/hardware-items/${item}`;
    expect((await call('PUT', foreign, { quantity: 5 })).status).toBe(404);
    expect((await call('DELETE', foreign)).status).toBe(404);
    expect((await call('POST', '/api/worklogs/999999/hardware-items', LAPTOP)).status).toBe(404);
    expect((await call('PATCH', itemsPath(item), {})).headers.get('Allow')).toBe('PUT, DELETE');
  });

  test('cannot be changed once the log is invoiced, nor given to a log for time', async () => {
    const item = idOf(await call('POST', itemsPath(), LAPTOP));
    const { db } = shared().server.services;
    db.update(workLogs).set({ isInvoiced: true }).where(eq(workLogs.id, logId)).run();
    expect((await call('POST', itemsPath(), LAPTOP)).status).toBe(409);
    expect((await call('PUT', itemsPath(item), { quantity: 5 })).status).toBe(409);
    expect((await call('DELETE', itemsPath(item))).status).toBe(409);
    const time = idOf(await call('POST', '/api/work-types', { name: 'Support' }));
    logId = idOf(
      await call('POST', '/api/work-logs', { clientId, workTypeId: time, duration: 60 }),
    );
    expect((await call('POST', itemsPath(), LAPTOP)).status).toBe(409);
    expect(await log()).toMatchObject({ totalAmount: '60.00', hardwareItems: [] });
  });
});

describe('editing a hardware log whole', () => {
  test('deletes the items that are left out, updates those that stay, and creates new ones', async () => {
    const stays = idOf(await call('POST', itemsPath(), LAPTOP));
    const goes = idOf(await call('POST', itemsPath(), { ...LAPTOP, itemName: 'Dock' }));
    const answer = await call('PUT', `/api/work-logs/${logId}`, {
      hardwareItems: [
        { ...LAPTOP, id: stays, quantity: 1 },
        { itemName: 'Mouse', unitPrice: '20.00' },
      ],
    });
    expect(answer.json()).toMatchObject({
      totalAmount: '969.99',
      hardwareItems: [{ id: stays, quantity: 1 }, { itemName: 'Mouse' }],
    });
    const { db } = shared().server.services;
    expect(db.select().from(hardwareItems).where(eq(hardwareItems.id, goes)).all()).toEqual([]);
  });

  test('changes nothing at all when one item is wrong', async () => {
    await call('POST', itemsPath(), LAPTOP);
    const before = await log();
    const refused = await call('PUT', `/api/work-logs/${logId}`, {
      description: 'New',
      hardwareItems: [{ itemName: 'Mouse', unitPrice: '20.00' }, { itemName: '' }],
    });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({ issues: [{ path: 'hardwareItems.1.itemName' }, {}] });
    expect(await log()).toEqual(before);
  });

  test.each([[null], ['Mouse'], [[]]])('refuses %j as an item with a sentence', async (wrong) => {
    const path = 'hardwareItems.0';
    const message =
      'Each hardware item should be a JSON object, such as {"itemName": "Cable", "unitPrice": "3.50"}.';
    const refused = await call('PUT', `/api/work-logs/${logId}`, { hardwareItems: [wrong] });
    expect(refused.status).toBe(400);
    expect(refused.json()).toEqual({ message, issues: [{ path, message }] });
  });

  test('keeps an item’s description of two lines where the form changes something else', async () => {
    await call('POST', itemsPath(), { ...LAPTOP, description: '16 GB\n1 TB' });
    const path = `/work-logs/${logId}/edit`;
    const fields = fieldsOf((await shared().visitor.get(path)).text, 'work-log');
    const sent = { ...fields, description: 'For Ann' };
    expect((await shared().visitor.post(path, sent)).status).toBe(303);
    expect(await log()).toMatchObject({
      description: 'For Ann',
      hardwareItems: [{ description: '16 GB\n1 TB' }],
    });
  });

  test('does not turn it into a log for time', async () => {
    await call('POST', itemsPath(), LAPTOP);
    const time = idOf(await call('POST', '/api/work-types', { name: 'Support' }));
    const before = await log();
    const answer = await call('PUT', `/api/work-logs/${logId}`, { workTypeId: time, duration: 90 });
    expect(answer.status).toBe(409);
    expect(answer.json()).toEqual({
      message:
        'This work log is for hardware, and stays that. Choose a work type that is hardware.',
    });
    expect(await log()).toEqual(before);
  });
});

test('Work Logs says net, VAT and gross of each item and of all', async () => {
  await call('POST', itemsPath(), { ...LAPTOP, unitPrice: '100.01', quantity: 1, vatRate: 20 });
  await call('POST', itemsPath(), { itemName: 'Cable', unitPrice: '3.50' });
  const text = visibleText((await shared().visitor.get(`/work-logs?clientId=${clientId}`)).text);
  expect(text).toContain('£100.01 Net £100.01 · VAT £20.00 · Gross £120.01');
  expect(text).toContain('£3.50 Net £2.92 · VAT £0.58 · Gross £3.50');
  expect(text).toContain('Hardware Total £103.51 Net £102.93 · VAT £20.58 · Gross £123.51');
});

test.each([
  ['ZERORATED', 'Net £10.00 · VAT £0.00 · Gross £10.00'],
  ['EXEMPTINPUT', 'Net £10.00 · VAT £0.00 · Gross £10.00'],
  ['OUTPUT', 'Net £8.33 · VAT £1.67 · Gross £10.00'],
])('a form without a VAT rate shows the price with the usual one of %s', async (taxCode, price) => {
  // Without a client the form comes back, as it was typed.
  const answer = await shared().visitor.post('/work-logs/new', {
    workTypeId: String(workTypeId),
    'hardwareItems[0].itemName': 'Book',
    'hardwareItems[0].quantity': '1',
    'hardwareItems[0].unitPrice': '10.00',
    'hardwareItems[0].vatIncluded': 'true',
    'hardwareItems[0].vatRate': '',
    'hardwareItems[0].taxCode': taxCode,
  });
  expect(answer.status).toBe(400);
  expect(visibleText(answer.text)).toContain(price);
});
