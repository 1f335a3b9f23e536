import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildLine, sumLines } from '#sandbox/xero/invoice-rules.ts';
import { makeOrganisation, UK_TAX_RATES } from '#sandbox/xero/model.ts';
import { cases } from '#tests/support/cases.ts';
import {
  buildInvoiceLines,
  type HardwareLine,
  type InvoiceLines,
  type TaxRules,
  type TimeLine,
} from '../../invoices/lines/invoice-lines.ts';
import { MAX_DURATION_MINUTES } from '../../lib/duration.ts';
import { MAX_RATE_PENCE, timeTotal } from '../../lib/money.ts';
import { TAX_CODES } from '#db/words.ts';
import type { Draft, DraftLine } from '../client/draft-calls.server.ts';
import { TAX_CODES_IN_XERO, toDraft } from './xero-ledger.server.ts';
import { inPlaces, type Whole } from '#tests/support/in-places.ts';

const UK: TaxRules = {
  isVatRegistered: true,
  taxRates: UK_TAX_RATES.filter(
    ({ canApplyToRevenue, status }) => canApplyToRevenue && status === 'ACTIVE',
  ).map(({ taxType, rate }) => ({ code: taxType, rateHundredths: rate * 100 })),
  taxCodes: TAX_CODES_IN_XERO,
  timeTaxCode: 'OUTPUT2',
};
const WITHOUT_VAT: TaxRules = { ...UK, isVatRegistered: false };

function time(minutes: number, ratePence: number, more: Partial<TimeLine> = {}): TimeLine {
  const totalPence = timeTotal(minutes, ratePence);
  return {
    kind: 'time',
    description: 'Development',
    minutes,
    workedMinutes: minutes,
    ratePence,
    totalPence,
    taxCode: null,
    ...more,
  };
}

function item(more: Partial<Whole & HardwareLine>): HardwareLine {
  return inPlaces({
    kind: 'hardware' as const,
    description: 'Laptop',
    quantity: 1,
    unitPricePence: 10_000,
    vatIncluded: true,
    vatRateHundredths: 2_000,
    taxCode: 'OUTPUT2',
    ...more,
  });
}

/** The draft that is sent for these lines. */
function draftOf({ hasVat, lines }: Pick<InvoiceLines, 'hasVat' | 'lines'>): Draft {
  const days = { day: '2026-11-21', dueDay: '2026-12-21' };
  const about = { reference: 'TH-1', contactId: 'acme', currency: 'GBP', accountCode: '200' };
  return toDraft({ ...about, ...days, hasVat, lines });
}

function onlyLine(line: TimeLine | HardwareLine, organisation = UK): DraftLine {
  const [built] = draftOf(buildInvoiceLines([line], organisation)).lines;
  if (!built) throw new Error('There is no line.');
  return built;
}

test('our four tax codes go out as what a UK organisation takes', () => {
  expect(TAX_CODES.map((code) => TAX_CODES_IN_XERO.get(code))).toEqual([
    'OUTPUT2',
    'OUTPUT2',
    'ZERORATEDOUTPUT',
    'EXEMPTOUTPUT',
  ]);
  expect(onlyLine(item({ taxCode: 'ZERORATED', vatRateHundredths: 0 })).taxType).toBe(
    'ZERORATEDOUTPUT',
  );
  expect(onlyLine(item({}), WITHOUT_VAT).taxType).toBe('NONE');
});

describe('Xero is told the tax of a line', () => {
  test('where 20% of the net price would be a penny more than the gross', () => {
    expect(onlyLine(item({ unitPricePence: 999 })).taxAmountPence).toBe(166);
    expect(onlyLine(item({ quantity: 2, unitPricePence: 1_200 })).taxAmountPence).toBeNull();
  });

  test('where its formula meets half a penny', () => {
    const rate = { taxCode: 'RROUTPUT', vatRateHundredths: 500, vatIncluded: false };
    expect(onlyLine(item({ ...rate, unitPricePence: 10 })).taxAmountPence).toBe(1);
    expect(onlyLine(item({ ...rate, unitPricePence: 11 })).taxAmountPence).toBeNull();
  });

  test('never by an organisation without VAT', () => {
    expect(onlyLine(item({ unitPricePence: 999 }), WITHOUT_VAT).taxAmountPence).toBeNull();
  });
});

const RATES: Record<string, number> = { OUTPUT2: 2_000, OUTPUT: 2_000, RROUTPUT: 500 };

const anyTime = fc
  .record({
    minutes: fc.integer({ min: 1, max: MAX_DURATION_MINUTES }),
    ratePence: fc.oneof(
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: 0, max: MAX_RATE_PENCE }),
    ),
    taxCode: fc.constantFrom(null, ...TAX_CODES, 'RROUTPUT'),
  })
  .map(({ minutes, ratePence, taxCode }) => time(minutes, ratePence, { taxCode }));

const anyItem = fc
  .record({
    // Whole units and pennies, and what has four decimals.
    quantityInPlaces: fc.oneof(
      fc.integer({ min: 1, max: 20 }).map((units) => units * 10_000),
      fc.integer({ min: 1, max: 99_990_000 }),
    ),
    unitPriceInPlaces: fc.oneof(
      fc.integer({ min: 1, max: 50_000 }).map((pence) => pence * 100),
      fc.integer({ min: 1, max: 20_000 }),
      fc.integer({ min: 1, max: MAX_RATE_PENCE * 100 }),
    ),
    vatIncluded: fc.boolean(),
    taxCode: fc.constantFrom(...TAX_CODES, 'RROUTPUT'),
  })
  .map((values) => ({ ...item({}), ...values, vatRateHundredths: RATES[values.taxCode] ?? 0 }));

const anyInvoice = fc.array(fc.oneof(anyTime, anyItem), { minLength: 1, maxLength: 12 });

/** Decimal text as a fraction of big integers, without any code of the product. */
function fraction(text: string): [bigint, bigint] {
  const [whole = '0', places = ''] = text.split('.');
  return [BigInt(whole + places), 10n ** BigInt(places.length)];
}

/** The nearest whole number; halves are rounded up. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const below = numerator / denominator;
  return (numerator - below * denominator) * 2n >= denominator ? below + 1n : below;
}

/** Xero's total of the lines: amount and tax of each to two places, then added up. */
function xeroTotal(lines: DraftLine[], isWithTax: boolean) {
  let [net, tax] = [0n, 0n];
  for (const line of lines) {
    const [quantity, one] = fraction(line.quantity);
    const [unitAmount, two] = fraction(line.unitAmount);
    const amount = nearest(quantity * unitAmount * 100n, one * two);
    const rate = { OUTPUT2: 20n, RROUTPUT: 5n }[line.taxType] ?? 0n;
    const ownTax = isWithTax ? nearest(amount * rate, 100n) : 0n;
    net += amount;
    tax += BigInt(line.taxAmountPence ?? ownTax);
    // What is stated is a matter of rounding: never more than a penny.
    expect(Math.abs((line.taxAmountPence ?? Number(ownTax)) - Number(ownTax))).toBeLessThanOrEqual(
      1,
    );
  }
  return { net: Number(net), tax: Number(tax) };
}

describe.each([
  ['registered for VAT', UK],
  ['without VAT', WITHOUT_VAT],
])('any invoice of an organisation %s', (_, organisation) => {
  test('comes to the penny to what Xero computes of the lines that are sent', () => {
    fc.assert(
      fc.property(anyInvoice, (items) => {
        const built = buildInvoiceLines(items, organisation);
        const { net, tax } = xeroTotal(draftOf(built).lines, organisation.isVatRegistered);
        expect([built.netPence, built.vatPence]).toEqual([net, tax]);
        expect(built.totalPence).toBe(net + tax);
        for (const [index, given] of items.entries()) {
          const line = built.lines[index];
          const price =
            given.kind === 'time'
              ? given.totalPence
              : Number(
                  nearest(
                    BigInt(given.quantityInPlaces) * BigInt(given.unitPriceInPlaces),
                    1_000_000n,
                  ),
                );
          const isGross = given.kind === 'hardware' && given.vatIncluded;
          expect((line?.netPence ?? 0) + (isGross ? (line?.vatPence ?? 0) : 0)).toBe(price);
        }
      }),
      { numRuns: cases(10_000) },
    );
  });

  test('passes the validation of the stand-in, which comes to the same', () => {
    const seed = { name: 'Any', isVatRegistered: organisation.isVatRegistered };
    const standIn = makeOrganisation(seed, new Date(0), 0);
    fc.assert(
      fc.property(anyInvoice, (items) => {
        const built = buildInvoiceLines(items, organisation);
        const errors: string[] = [];
        const { lineAmountTypes: types, lines: sent } = draftOf(built);
        const lines = sent.map((line) => buildLine(toJson(line), standIn, types, true, errors));
        // The stand-in, as Xero, has its own limit for a line; such ones are a problem of ours.
        if (built.problems.length === 0) expect(errors).toEqual([]);
        expect(sumLines(lines, types)).toEqual({
          subTotalPence: built.netPence,
          totalTaxPence: built.vatPence,
          totalPence: built.totalPence,
        });
      }),
      { numRuns: cases(10_000) },
    );
  });
});

test('a tax that Xero is not told would often be another: the control of the above', () => {
  const built = buildInvoiceLines([item({ unitPricePence: 999 })], UK);
  const untold = draftOf(built).lines.map((line) => ({ ...line, taxAmountPence: null }));
  expect(xeroTotal(untold, true).tax).toBe(167);
  expect(built.vatPence).toBe(166);
});

/** The line as the adapter puts it into JSON. */
function toJson(line: DraftLine): unknown {
  return JSON.parse(
    JSON.stringify({
      Description: line.description,
      Quantity: Number(line.quantity),
      UnitAmount: Number(line.unitAmount),
      AccountCode: '200',
      TaxType: line.taxType,
      LineAmount: line.lineAmountPence / 100,
      TaxAmount: line.taxAmountPence === null ? undefined : line.taxAmountPence / 100,
    }),
  );
}
