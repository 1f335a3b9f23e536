import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/connection.server.ts';
import { invoiceLogs, invoices, workLogs } from '#db/schema.ts';
import { BILLING_PER, BILLING_ROUNDINGS, BILLING_STEPS } from '#db/words.ts';
import { getClient, updateClient } from '#app/clients/clients.server.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { cases } from '#tests/support/cases.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { readChangesOf } from '../refresh/changes.server.ts';
import { billedMinutes } from '../lines/billed-time.ts';
import { NO_CHOICES } from '../lines/choices.ts';
import { isReady, planInvoices } from '../preview/plan.server.ts';
import { createInvoices } from '../runs/create.server.ts';
import {
  explainInvoice,
  type ExplainedInvoice,
  toOneInvoiceView,
} from './explained-invoice.server.ts';
import { statementLines, type StatementLine } from './statement.server.ts';

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const timed = fc.record({
  minutes: fc.integer({ min: 1, max: 6_000 }),
  rate: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constant(6_000)),
  /** Of the month: several logs of a day are rounded together where a client wants that. */
  date: fc.constantFrom('15', '16'),
  /** Left out by the person who looks at the preview, and invoiced later. */
  isLeftOut: fc.nat({ max: 9 }).map((number) => number === 0),
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

/** Adds the logs of a month; gives the ids of those that are left out at first. */
function addMonth(
  invoicing: Invoicing,
  clientId: number,
  at: string,
  { times, items }: Month,
): number[] {
  const leftOut = times.flatMap(({ date, isLeftOut, ...time }) => {
    const id = invoicing.addTime(clientId, { ...time, day: `${at}-${date}` });
    return isLeftOut ? [id] : [];
  });
  if (items.length === 0) return leftOut;
  const day = `${at}-15`;
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
  return leftOut;
}

/** A client for each way in which time can be rounded. */
function addClients({ services, addClient }: Invoicing): number[] {
  return BILLING_STEPS.flatMap((billingStep) =>
    BILLING_ROUNDINGS.flatMap((billingRounding) =>
      BILLING_PER.flatMap((billingPer) => {
        if (billingStep === 1 && (billingRounding === 'nearest' || billingPer === 'day')) return [];
        const id = addClient([billingStep, billingRounding, billingPer].join(' '));
        updateClient(services, id, { billingStep, billingRounding, billingPer });
        return [id];
      }),
    ),
  );
}

/** The ids of the logs that an invoice claims. */
function logsOn(db: Database, invoiceId: number): number[] {
  const own = eq(invoiceLogs.invoiceId, invoiceId);
  const rows = db.select().from(invoiceLogs).where(own).all();
  return rows.map(({ workLogId }) => workLogId);
}

const countLogs = (db: Database) => db.select().from(workLogs).all().length;

/** Checks that the hours of the lines of time add up to the minutes that the client's rule bills. */
function checkBilled(db: Database, { lines, logs, invoice }: ExplainedInvoice): void {
  const client = getClient({ db }, invoice.clientId);
  const timed = [...logs.values()].filter(({ isHardware }) => !isHardware);
  const together =
    client.billingPer === 'day' && client.billingStep > 1
      ? Map.groupBy(timed, ({ day, hourlyRatePence }) => `${day} ${hourlyRatePence}`)
      : Map.groupBy(timed, ({ id }) => String(id));
  const billed = [...together.values()].map((some) =>
    billedMinutes(sum(some.map(({ duration }) => duration)), client),
  );
  const ofLines = lines
    .filter(({ logIds: [id = 0] }) => logs.get(id)?.isHardware === false)
    .map(({ sent, logIds }) => {
      const worked = sum(logIds.map((id) => logs.get(id)?.duration ?? 0));
      return sent?.rounded?.billedMinutes ?? worked;
    });
  expect(sum(ofLines)).toBe(sum(billed));
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
/** Until a run is over, in milliseconds. */
const PATIENCE = 120_000;

const pence = (text: string) => Math.round(Number(text) * 100);

test('lines, statement, database and Xero agree to the penny, whatever is invoiced and edited', () =>
  withInvoicing(async (invoicing) => {
    const { services, standIn, tenantId } = invoicing;
    const { db } = services;
    const months = fc.sample(month, { numRuns: cases(1_000), seed: 20261122 });
    const clientIds = addClients(invoicing);
    const leftOut = months.flatMap((one, index) => {
      const at = Math.floor(index / clientIds.length);
      const text = `${2010 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
      return addMonth(invoicing, clientIds[index % clientIds.length] ?? 0, text, one);
    });
    const choices = { ...NO_CHOICES, leftOut: new Set(leftOut) };
    const previewed = planInvoices(services, NO_FILTERS, choices).groups.filter(isReady);
    await createInvoices(services, { userId: null, filters: NO_FILTERS, choices }, PATIENCE);
    const made = db.select().from(invoices).all();
    // As the preview had it, invoice by invoice.
    const amounts = (one: { netPence: number; vatPence: number; totalPence: number }) =>
      [one.netPence, one.vatPence, one.totalPence].join(' ');
    expect(
      made.map(({ clientId, month, ...one }) => `${clientId} ${month} ${amounts(one)}`),
    ).toEqual(
      previewed.map(({ client, month, content }) => `${client.id} ${month} ${amounts(content)}`),
    );
    // What was left out goes on the next ones.
    await invoicing.invoiceAll();
    const all = db.select().from(invoices).all();
    expect(new Set(all.flatMap(({ id }) => logsOn(db, id))).size).toBe(countLogs(db));
    made.push(...all.slice(made.length));
    const check = (id: number) => {
      const explained = explainInvoice(services, id);
      const { invoice } = explained;
      const inXero = standIn
        .state()
        .invoices.find(({ invoiceId }) => invoiceId === invoice.xeroInvoiceId);
      const statement = statementLines(explained, 'Europe/London');
      const view = toOneInvoiceView(explained);
      const found = {
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
      expect(new Set(found.net).size, JSON.stringify(found)).toBe(1);
      expect(new Set(found.vat).size, JSON.stringify(found)).toBe(1);
      expect(new Set(found.total).size, JSON.stringify(found)).toBe(1);
      return explained;
    };
    for (const { id } of made) {
      const explained = check(id);
      const { lines, logs } = explained;
      // Every line has its log, and every log its line.
      expect(lines.map(({ change }) => change).filter((change) => change !== 'same')).toEqual([]);
      expect(new Set(lines.flatMap(({ logIds }) => logIds))).toEqual(new Set(logs.keys()));
      checkBilled(db, explained);
    }
    for (const [index, { xeroInvoiceId }] of made.entries()) {
      const edited = months[index]?.edited;
      if (edited === null || edited === undefined) continue;
      const change = { kind: 'line', index: 0, lineAmountPence: edited } as const;
      standIn.change(xeroInvoiceId ?? '', change);
    }
    const { signal } = new AbortController();
    expect(await readChangesOf(services, tenantId, signal)).toBe('all');
    for (const { id } of made) check(id);
  }));

describe('A line whose amount was changed in Xero', () => {
  /** The statement of an invoice of two hours, changed so, and as its discounted one is read. */
  const tell = async () => {
    const told: StatementLine[][] = [];
    await withInvoicing(async (invoicing) => {
      const { services, standIn, tenantId } = invoicing;
      const clientId = invoicing.addClient('Harbour Dental');
      invoicing.addTime(clientId, { day: '2026-03-02', minutes: 120, text: 'Cabled the wing' });
      await invoicing.invoiceAll();
      const [made] = services.db.select().from(invoices).all();
      const ledgerId = made?.xeroInvoiceId ?? '';
      standIn.change(ledgerId, { kind: 'line', index: 0, lineAmountPence: 8_000 });
      invoicing.pass(60_000);
      await readChangesOf(services, tenantId, new AbortController().signal);
      const explained = explainInvoice(services, made?.id ?? 0);
      const lines = explained.lines.map((line) => ({ ...line, quantity: '2', unitPrice: '50' }));
      told.push(
        statementLines(explained, 'Europe/London'),
        statementLines({ ...explained, lines }, 'Europe/London'),
      );
    });
    return told;
  };

  test('is told with the price of Xero, or with none, and not with our own that comes to another', async () => {
    const [changed, discounted] = await tell();
    const worked = { day: '2026-03-02', text: 'Cabled the wing', measure: '2h 0m' };
    expect(changed).toEqual([
      {
        parts: [worked, { day: '', text: 'Billed', measure: '1' }],
        price: '£80.00',
        netPence: 8_000,
        vatPence: 1_600,
      },
    ]);
    // Two at £50.00 and a discount: no price comes to it.
    expect(discounted).toEqual([{ parts: [worked], price: '', netPence: 8_000, vatPence: 1_600 }]);
  });
});
