import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { invoices } from '#db/schema.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { cases } from '#tests/support/cases.ts';
import { withInvoicing, type Invoicing } from '#tests/support/invoicing.ts';
import { readChangesOf } from '../refresh/changes.server.ts';
import { explainInvoice } from './explained-invoice.server.ts';
import { toOneInvoiceView } from './invoice-view.ts';
import { statementLines } from './statement.server.ts';

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const timed = fc.record({
  minutes: fc.integer({ min: 1, max: 6_000 }),
  rate: fc.integer({ min: 0, max: 20_000 }),
});
const item = fc.record({
  quantity: fc.integer({ min: 1, max: 30 }),
  unitPence: fc.integer({ min: 1, max: 50_000 }),
  vatIncluded: fc.boolean(),
});
const month = fc.record({
  times: fc.array(timed, { minLength: 1, maxLength: 4 }),
  items: fc.array(item, { maxLength: 3 }),
  /** What somebody edits in Xero afterwards, if anything: the new net of the first line. */
  edited: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
});

type Month = typeof month extends fc.Arbitrary<infer Value> ? Value : never;

function addMonth(invoicing: Invoicing, clientId: number, day: string, { times, items }: Month) {
  for (const time of times) invoicing.addTime(clientId, { ...time, day });
  if (items.length === 0) return;
  logWork(invoicing.services, {
    clientId,
    workTypeId: invoicing.types.hardware,
    duration: null,
    travelTime: null,
    description: '',
    hourlyRate: null,
    billable: null,
    date: { day },
    hardwareItems: items.map(({ quantity, unitPence, vatIncluded }, index) => ({
      itemName: `Item ${index}`,
      quantity,
      unitPrice: (unitPence / 100).toFixed(2),
      vatIncluded,
    })),
  });
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const pence = (text: string) => Math.round(Number(text) * 100);

test('lines, statement, database and Xero agree to the penny, whatever is invoiced and edited', () =>
  withInvoicing(async (invoicing) => {
    const { services, standIn, tenantId } = invoicing;
    const { db } = services;
    const months = fc.sample(month, cases(300));
    const clientIds = ['One', 'Two', 'Three'].map(invoicing.addClient);
    for (const [index, one] of months.entries()) {
      const at = Math.floor(index / 3);
      const day = `${2010 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-15`;
      addMonth(invoicing, clientIds[index % 3] ?? 0, day, one);
    }
    await invoicing.invoiceAll();
    const made = db.select().from(invoices).all();
    expect(made).toHaveLength(months.length);
    const check = (id: number) => {
      const explained = explainInvoice(services, id);
      const { invoice } = explained;
      const inXero = standIn
        .state()
        .invoices.find(({ invoiceId }) => invoiceId === invoice.xeroInvoiceId);
      const statement = statementLines(explained);
      const view = toOneInvoiceView(explained);
      const amounts = {
        net: [
          invoice.netPence,
          sum(explained.lines.map(({ netPence }) => netPence)),
          sum(statement.map(({ netPence }) => netPence)),
          sum(view.lines.map(({ net }) => pence(net))),
          pence(view.net),
          inXero?.subTotalPence,
        ],
        vat: [
          invoice.vatPence,
          sum(explained.lines.map(({ vatPence }) => vatPence)),
          sum(statement.map(({ vatPence }) => vatPence)),
          sum(view.lines.map(({ vat }) => pence(vat))),
          pence(view.vat),
          inXero?.totalTaxPence,
        ],
        total: [
          invoice.totalPence,
          invoice.netPence + invoice.vatPence,
          pence(view.totalAmount),
          inXero?.totalPence,
        ],
      };
      expect(new Set(amounts.net).size, JSON.stringify(amounts)).toBe(1);
      expect(new Set(amounts.vat).size, JSON.stringify(amounts)).toBe(1);
      expect(new Set(amounts.total).size, JSON.stringify(amounts)).toBe(1);
      return explained;
    };
    for (const { id } of made) {
      const { lines, logs } = check(id);
      // Every line has its log, and every log its line.
      expect(lines.map(({ change }) => change).filter((change) => change !== 'same')).toEqual([]);
      expect(new Set(lines.flatMap(({ logIds }) => logIds))).toEqual(new Set(logs.keys()));
    }
    for (const [index, { xeroInvoiceId }] of made.entries()) {
      const edited = months[index]?.edited;
      if (edited === null || edited === undefined) continue;
      const change = { kind: 'line', index: 0, lineAmountPence: edited } as const;
      standIn.change(xeroInvoiceId ?? '', change);
    }
    await readChangesOf(services, tenantId, new AbortController().signal);
    for (const { id } of made) check(id);
  }));
