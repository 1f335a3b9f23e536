import { beforeEach, expect, test } from 'vitest';
import { hardwareItems, workLogs } from '#db/schema.ts';
import { vatOf } from '#app/lib/vat.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { importFile } from '#tests/support/data/imports.ts';
import { fieldsOf } from '#tests/support/form.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

/** The VAT in a log's total is that of its items, rounded item by item, whoever wrote them. */

const server = useServer();

let visitor: Visitor;
let clientId: number;
let workTypeId: number;

const ODD = { itemName: 'Odd', quantity: 3, unitPrice: '3.33', vatIncluded: true, vatRate: 17.5 };
const ADDED = { itemName: 'Added', quantity: 1, unitPrice: '10.00', vatIncluded: false };
const MORE = { itemName: 'More', quantity: 7, unitPrice: '0.99', vatIncluded: true, vatRate: 20 };

beforeEach(async () => {
  visitor = await visitSignedIn(server());
  clientId = addClient(server(), 'Acme');
  workTypeId = addWorkType(server(), 'Hardware');
});

/** The VAT that is kept of each log, and what its items say, in pence. */
function compared(): { kept: number[]; said: number[] } {
  const { db } = server().services;
  const logs = db.select().from(workLogs).orderBy(workLogs.id).all();
  const items = db.select().from(hardwareItems).all();
  const vat = (workLogId: number) =>
    items
      .filter((item) => item.workLogId === workLogId && item.vatIncluded)
      .map((item) =>
        vatOf((item.quantityInPlaces * item.unitPriceInPlaces) / 1_000_000, {
          isIncluded: true,
          rateHundredths: item.vatRateHundredths,
        }),
      )
      .reduce((sum, one) => sum + one.vat, 0);
  return {
    kept: logs.map(({ includedVatPence }) => includedVatPence),
    said: logs.map(({ id }) => vat(id)),
  };
}

function expectVat(...pence: number[]): void {
  expect(compared()).toEqual({ kept: pence, said: pence });
}

const log = async (...items: object[]) =>
  idOf(await visitor.api('POST', '/api/work-logs', { clientId, workTypeId, hardwareItems: items }));

test('The API writes it with a log, with a list of items, and with each item', async () => {
  const id = await log(ODD, ADDED);
  expectVat(149);
  const items = `/api/worklogs/${id}/hardware-items`;
  const more = idOf(await visitor.api('POST', items, MORE));
  expectVat(264);
  await visitor.api('PUT', `${items}/${more}`, { quantity: 8 });
  expectVat(281);
  await visitor.api('PUT', `${items}/${more}`, { vatIncluded: false });
  expectVat(149);
  await visitor.api('DELETE', `${items}/${more}`);
  expectVat(149);
  await visitor.api('PUT', `/api/work-logs/${id}`, { hardwareItems: [MORE] });
  expectVat(115);
  await visitor.api('PUT', `/api/work-logs/${id}`, { hardwareItems: [] });
  expectVat(0);
});

test('The forms write it, also where items are changed and removed', async () => {
  const id = await log(ODD, ADDED);
  const screen = `/work-logs/${id}/edit`;
  const fields = fieldsOf((await visitor.get(screen)).text, 'work-log');
  expect(fields['hardwareItems[0].unitPrice']).toBe('3.33');
  const changed = { ...fields, 'hardwareItems[0].unitPrice': '6.66' };
  expect((await visitor.post(screen, changed)).status).toBe(303);
  expectVat(298);
});

test('A log that is repeated, deleted or brought back has it', async () => {
  const id = await log(ODD, MORE);
  const repeat = `/api/work-logs/${id}/repeat`;
  expect((await visitor.api('POST', repeat, { confirm: 'hardware' })).status).toBe(201);
  expectVat(264, 264);
  await visitor.post(`/work-logs/${id}/delete`, {});
  expectVat(264);
  await visitor.post(`/work-logs/${id}/restore`, {});
  expectVat(264, 264);
});

test('A file that comes in has it, and its undo takes it away', async () => {
  const items = JSON.stringify([ODD, ADDED, MORE]).replaceAll('"', '""');
  const file = `date,client,work_type,kind,minutes,description,billable,hardware_items
2026-03-02 10:00,Acme,Hardware,hardware,0,,true,"${items}"
`;
  expect(await importFile(visitor, file)).toMatchObject({ status: 'done', new: 1 });
  expectVat(264);
  expect((await visitor.api('DELETE', '/api/imports/1')).status).toBe(204);
  expectVat();
});
