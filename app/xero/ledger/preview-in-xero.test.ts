import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { BILLING_PER, INVOICE_LINES } from '#db/words.ts';
import { cases } from '#tests/support/cases.ts';
import { HARBOUR, contactIdOf, reach, signIn, withXero } from '#tests/support/server/xero.ts';
import type { VatChange } from '../../clients/vat.ts';
import { anyInvoiceOf, NO_CHOICES } from '../../invoices/lines/choices.ts';
import { groupLogs, type InvoiceGroup } from '../../invoices/lines/groups.ts';
import type { BillableLog } from '../../invoices/preview/billable.server.ts';
import { timeTotal } from '../../lib/money.ts';
import { TAX_CODES_IN_XERO, toDraft } from './xero-ledger.server.ts';
import { itemTotal } from '../../work-logs/hardware/item-prices.ts';

const RULES = {
  isVatRegistered: true,
  taxRates: [
    { code: 'OUTPUT2', rateHundredths: 2_000 },
    { code: 'RROUTPUT', rateHundredths: 500 },
    { code: 'ZERORATEDOUTPUT', rateHundredths: 0 },
    { code: 'EXEMPTOUTPUT', rateHundredths: 0 },
  ],
  taxCodes: TAX_CODES_IN_XERO,
  timeTaxCode: 'OUTPUT2',
  vatChanges: [],
  template: '{date} | {workType} | {description}',
  currency: 'GBP',
};

const ACME = { clientId: 1, clientName: 'Acme Ltd', clientEmail: 'accounts@acme.example' };

const NOT_ROUNDED = {
  billingStep: 1,
  billingRounding: 'up',
  billingPer: 'log',
  invoicePer: 'month',
  vatTreatment: 'organisation',
  invoiceDate: 'today',
  dueIn: null,
  lines: 'log',
  smallestMinutes: null,
  lineText: null,
  poNumber: null,
} as const;

let lastId = 0;

function log(more: Partial<BillableLog> = {}): BillableLog {
  lastId += 1;
  return {
    id: lastId,
    ...ACME,
    workTypeName: 'Development',
    itemsName: null,
    jobId: null,
    jobName: null,
    jobPoNumber: null,
    description: 'Login page',
    day: ['2026-11-05', '2026-11-06'][lastId % 2] ?? '',
    isHardware: more.duration === 0,
    duration: 60,
    hourlyRatePence: 6_000,
    totalPence: 6_000,
    items: [],
    ...NOT_ROUNDED,
    ...more,
  };
}

function onlyGroup(
  logs: BillableLog[],
  rules: Parameters<typeof groupLogs>[1],
  discount: string | null,
): InvoiceGroup {
  const plain = { isLeftOut: false, day: null, dueDay: null, poNumber: undefined };
  const choice = { ...plain, discount, keptPer: undefined };
  const invoices = new Map([[anyInvoiceOf(1), choice]]);
  const [group, ...others] = groupLogs(logs, rules, { ...NO_CHOICES, invoices });
  if (!group || others.length > 0) throw new Error('There is not one group.');
  return group;
}

const timeLog = fc
  .record({ duration: fc.integer({ min: 1, max: 600 }), rate: fc.integer({ min: 0, max: 50_000 }) })
  .map(({ duration, rate }) =>
    log({ duration, hourlyRatePence: rate, totalPence: timeTotal(duration, rate) }),
  );

const item = fc.record({
  id: fc.constant(1),
  itemName: fc.constant('Laptop'),
  description: fc.constantFrom('', 'with a bag'),
  quantityInPlaces: fc.oneof(
    fc.integer({ min: 1, max: 40 }).map((units) => units * 10_000),
    fc.integer({ min: 1, max: 400_000 }),
  ),
  unitPriceInPlaces: fc.integer({ min: 0, max: 30_000_000 }),
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
    totalPence: items.reduce((sum, one) => sum + itemTotal(one), 0),
    items: items.map(({ tax, ...one }) => ({ ...one, ...tax })),
  }),
);

/** The logs of a client, whose time has one VAT and one way to be billed. */
const someLogs = fc
  .record({
    logs: fc.array(fc.oneof(timeLog, hardwareLog), { minLength: 1, maxLength: 8 }),
    vatTreatment: fc.constantFrom(
      'organisation' as const,
      'rate:RROUTPUT' as const,
      'rate:ZERORATEDOUTPUT' as const,
    ),
    lines: fc.constantFrom(...INVOICE_LINES),
    smallestMinutes: fc.constantFrom(null, 15, 45),
    billingStep: fc.constantFrom(1 as const, 6 as const),
    billingPer: fc.constantFrom(...BILLING_PER),
  })
  .map(({ logs, ...client }) => logs.map((one) => ({ ...one, ...client })));

/** Of some invoices none. */
const someDiscount = fc.constantFrom(null, '10%', '33.33%', '99.5%', '0.05%', '£0.07', '£12.50');

/** What becomes of rates on the second of the two days. */
const someChanges = fc.constantFrom<VatChange[]>(
  [],
  [
    { from: '2026-11-06', oldRate: 'OUTPUT2', newRate: 'RROUTPUT' },
    { from: '2026-11-06', oldRate: 'RROUTPUT', newRate: 'OUTPUT2' },
  ],
);

// Loading the SDK takes longer than an answer may.
beforeAll(() => import('xero-node'));

describe('what the preview says', () => {
  test.each([true, false])('is what Xero computes, with VAT: %s', (isVatRegistered) =>
    withXero(
      async (standIn) => {
        let now = Date.parse('2026-11-21T09:00:00Z');
        const xero = reach(standIn, { clock: () => new Date(now) });
        const session = await signIn(standIn, xero);
        const property = fc.asyncProperty(
          someLogs,
          someDiscount,
          someChanges,
          async (logs, discount, changes) => {
            const vatChanges = isVatRegistered ? changes : [];
            const group = onlyGroup(logs, { ...RULES, isVatRegistered, vatChanges }, discount);
            expect(group.problems).toEqual([group.discountProblem].filter(Boolean));
            const { content } = group;
            const reference = `TH-${lastId}-${standIn.state().invoices.length}`;
            // Below Xero's sixty calls a minute.
            now += 2_000;
            const [outcome] = await xero.createDrafts(
              session,
              [
                toDraft({
                  reference,
                  contactId: contactIdOf(standIn, 'Acme Ltd'),
                  day: '2026-11-21',
                  dueDay: '2026-12-21',
                  currency: 'GBP',
                  accountCode: '200',
                  hasVat: content.hasVat,
                  lines: content.lines,
                }),
              ],
              { idempotencyKey: reference },
            );
            expect(outcome).toMatchObject({ outcome: 'created', totalPence: content.totalPence });
            const invoice = standIn.state().invoices.find((one) => one.reference === reference);
            expect(invoice).toMatchObject({
              subTotalPence: content.netPence,
              totalTaxPence: content.vatPence,
              totalPence: content.totalPence,
            });
            expect(invoice?.lines).toHaveLength(content.lines.length);
          },
        );
        await fc.assert(property, { numRuns: cases(150) });
      },
      { organisations: [{ ...HARBOUR, isVatRegistered }], clock: undefined },
    ),
  );
});
