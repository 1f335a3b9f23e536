import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { HARBOUR, contactIdOf, reach, signIn, withXero } from '#tests/support/xero.ts';
import { dayOf } from '../lib/calendar.ts';
import { timeTotal } from '../lib/money.ts';
import type { BillableLog } from './billable.server.ts';
import { groupLogs, type InvoiceGroup } from './groups.ts';

const RULES = {
  isVatRegistered: true,
  taxRates: [
    { code: 'OUTPUT2', rateHundredths: 2_000 },
    { code: 'ZERORATEDOUTPUT', rateHundredths: 0 },
    { code: 'EXEMPTOUTPUT', rateHundredths: 0 },
  ],
  timeTaxCode: 'OUTPUT2',
  template: '{date} | {workType} | {description}',
  currency: 'GBP',
};

const ACME = { clientId: 1, clientName: 'Acme Ltd', clientEmail: 'accounts@acme.example' };
const BOAT = { clientId: 2, clientName: 'Boat & Sons', clientEmail: null };

let lastId = 0;

function log(more: Partial<BillableLog> = {}): BillableLog {
  lastId += 1;
  return {
    id: lastId,
    ...ACME,
    workTypeName: 'Development',
    description: 'Login page',
    day: '2026-11-05',
    isHardware: more.duration === 0,
    duration: 60,
    hourlyRatePence: 6_000,
    totalPence: 6_000,
    items: [],
    ...more,
  };
}

function onlyGroup(logs: BillableLog[], rules = RULES): InvoiceGroup {
  const [group, ...others] = groupLogs(logs, rules);
  if (!group || others.length > 0) throw new Error('There is not one group.');
  return group;
}

describe('logs become invoices', () => {
  test('one for each client and calendar month, each log on one of them', () => {
    const logs = [
      log({ day: '2026-10-31' }),
      log({ day: '2026-11-01' }),
      log({ ...BOAT, day: '2026-11-01' }),
      log({ day: '2025-11-30' }),
      log({ day: '2026-11-30', duration: 30, totalPence: 3_000 }),
    ];
    const groups = groupLogs(logs, RULES);
    expect(
      groups.map(({ client, month, totalMinutes }) => [client.name, month, totalMinutes]),
    ).toEqual([
      ['Acme Ltd', '2026-10', 60],
      ['Acme Ltd', '2026-11', 90],
      ['Boat & Sons', '2026-11', 60],
      ['Acme Ltd', '2025-11', 60],
    ]);
    expect(groups.flatMap(({ logIds }) => logIds).sort()).toEqual(logs.map(({ id }) => id).sort());
  });

  test('of the month that it is in the business time zone, not in UTC', () => {
    const summer = new Date('2026-07-31T23:30:00Z');
    const day = dayOf(summer, 'Europe/London');
    expect(onlyGroup([log({ day })]).month).toBe('2026-08');
    expect(onlyGroup([log({ day: dayOf(summer, 'America/New_York') })]).month).toBe('2026-07');
  });

  test('with the name of the work when it is one kind, and without when it is several', () => {
    expect(onlyGroup([log(), log()]).workTypeName).toBe('Development');
    expect(onlyGroup([log(), log({ workTypeName: 'Support' })]).workTypeName).toBeNull();
  });

  test('but not in another currency, nor without the items of a hardware log', () => {
    expect(onlyGroup([log()]).problems).toEqual([]);
    expect(onlyGroup([log()], { ...RULES, currency: 'EUR' }).problems).toEqual([
      'The organisation keeps its books in EUR, and logs are in pounds.',
    ]);
    const empty = { duration: 0, totalPence: 0 };
    expect(onlyGroup([log(empty)]).problems[0]).toMatch(/^A hardware log has no items yet/);
    expect(onlyGroup([log(empty), log(empty)]).problems[0]).toMatch(/^2 hardware logs have no/);
  });
});

const timeLog = fc
  .record({ duration: fc.integer({ min: 1, max: 600 }), rate: fc.integer({ min: 0, max: 50_000 }) })
  .map(({ duration, rate }) =>
    log({ duration, hourlyRatePence: rate, totalPence: timeTotal(duration, rate) }),
  );

const item = fc.record({
  id: fc.constant(1),
  itemName: fc.constant('Laptop'),
  description: fc.constantFrom('', 'with a bag'),
  quantity: fc.integer({ min: 1, max: 40 }),
  unitPricePence: fc.integer({ min: 0, max: 300_000 }),
  vatIncluded: fc.boolean(),
  tax: fc.constantFrom(
    { taxCode: 'OUTPUT2' as const, vatRateHundredths: 2_000 },
    { taxCode: 'OUTPUT' as const, vatRateHundredths: 2_000 },
    { taxCode: 'ZERORATED' as const, vatRateHundredths: 0 },
    { taxCode: 'EXEMPTINPUT' as const, vatRateHundredths: 0 },
  ),
});

const hardwareLog = fc.array(item, { minLength: 1, maxLength: 4 }).map((items) =>
  log({
    duration: 0,
    hourlyRatePence: 0,
    totalPence: items.reduce((sum, one) => sum + one.quantity * one.unitPricePence, 0),
    items: items.map(({ tax, ...one }) => ({ ...one, ...tax })),
  }),
);

const someLogs = fc.array(fc.oneof(timeLog, hardwareLog), { minLength: 1, maxLength: 8 });

// Loading the SDK takes longer than an answer may.
beforeAll(() => import('xero-node'));

describe('what the preview says', () => {
  test.each([true, false])('is what Xero computes, with VAT: %s', (isVatRegistered) =>
    withXero(
      async (standIn) => {
        let now = Date.parse('2026-11-21T09:00:00Z');
        const xero = reach(standIn, { clock: () => new Date(now) });
        const session = await signIn(standIn, xero);
        const rules = { ...RULES, isVatRegistered };
        const property = fc.asyncProperty(someLogs, async (logs) => {
          const group = onlyGroup(logs, rules);
          expect(group.problems).toEqual([]);
          const { content } = group;
          const reference = `TH-${lastId}-${standIn.state().invoices.length}`;
          // Below Xero's sixty calls a minute.
          now += 2_000;
          const [outcome] = await xero.createInvoices(
            session,
            [
              {
                reference,
                contactId: contactIdOf(standIn, 'Acme Ltd'),
                date: '2026-11-21',
                dueDate: '2026-12-21',
                currencyCode: 'GBP',
                accountCode: '200',
                lineAmountTypes: content.lineAmountTypes,
                lines: content.lines,
              },
            ],
            { idempotencyKey: reference },
          );
          expect(outcome).toMatchObject({ outcome: 'created', totalPence: content.totalPence });
          const invoice = standIn.state().invoices.find((one) => one.reference === reference);
          expect(invoice).toMatchObject({
            subTotalPence: content.subTotalPence,
            totalTaxPence: content.totalTaxPence,
            totalPence: content.totalPence,
          });
          expect(invoice?.lines).toHaveLength(content.lines.length);
        });
        await fc.assert(property, { numRuns: 150 });
      },
      { organisations: [{ ...HARBOUR, isVatRegistered }], clock: undefined },
    ),
  );
});
