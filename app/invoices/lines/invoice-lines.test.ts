import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildLine, sumLines } from '#sandbox/xero/invoice-rules.ts';
import { makeOrganisation, UK_TAX_RATES } from '#sandbox/xero/model.ts';
import { MAX_DURATION_MINUTES } from '../../lib/duration.ts';
import { MAX_RATE_PENCE, timeTotal } from '../../lib/money.ts';
import { TAX_CODES } from '../../lib/tax-codes.ts';
import {
  buildInvoiceLines,
  toXeroTaxType,
  type HardwareLine,
  type InvoiceLine,
  type TaxRules,
  type TimeLine,
} from './invoice-lines.ts';

const UK: TaxRules = {
  isVatRegistered: true,
  taxRates: UK_TAX_RATES.filter(
    ({ canApplyToRevenue, status }) => canApplyToRevenue && status === 'ACTIVE',
  ).map(({ taxType, rate }) => ({ code: taxType, rateHundredths: rate * 100 })),
  timeTaxCode: 'OUTPUT2',
};
const WITHOUT_VAT: TaxRules = { ...UK, isVatRegistered: false };

function time(minutes: number, ratePence: number, more: Partial<TimeLine> = {}): TimeLine {
  const totalPence = timeTotal(minutes, ratePence);
  return {
    kind: 'time',
    description: 'Development',
    minutes,
    ratePence,
    totalPence,
    taxCode: null,
    ...more,
  };
}

function item(more: Partial<HardwareLine>): HardwareLine {
  return {
    kind: 'hardware',
    description: 'Laptop',
    quantity: 1,
    unitPricePence: 10_000,
    vatIncluded: true,
    vatRateHundredths: 2_000,
    taxCode: 'OUTPUT2',
    ...more,
  };
}

function onlyLine(line: TimeLine | HardwareLine, organisation = UK): InvoiceLine {
  const [built] = buildInvoiceLines([line], organisation).lines;
  if (!built) throw new Error('There is no line.');
  return built;
}

describe('a time line', () => {
  test.each([
    [90, 6_000, '1.5', '60.00', 9_000],
    [60, 3_333, '1', '33.33', 3_333],
    [3, 2_000, '0.05', '20.00', 100],
    [6_000, 100_000_000, '100', '1000000.00', 10_000_000_000],
    [75, 0, '1.25', '0.00', 0],
  ])('%i minutes at %i pence are hours × rate: %s × %s', (minutes, rate, hours, amount, net) => {
    expect(onlyLine(time(minutes, rate))).toMatchObject({
      description: 'Development',
      quantity: hours,
      unitAmount: amount,
      lineAmountPence: net,
      taxType: 'OUTPUT2',
    });
  });

  test.each([
    [50, 6_000, '50.00', 'Development (0h 50m at £60.00 an hour)'],
    [90, 3_333, '50.00', 'Development (1h 30m at £33.33 an hour)'],
    [1, 29, '0.00', 'Development (0h 1m at £0.29 an hour)'],
  ])('%i minutes at %i pence have no exact hours: one × %s', (minutes, rate, amount, text) => {
    expect(onlyLine(time(minutes, rate))).toMatchObject({
      description: text,
      quantity: '1',
      unitAmount: amount,
    });
  });

  test('the price of the work log stands, also where the rate would give another', () => {
    const line = onlyLine(time(60, 6_000, { totalPence: 5_500 }));
    expect(line).toMatchObject({ quantity: '1', unitAmount: '55.00', lineAmountPence: 5_500 });
  });

  test('has the tax of its own code, else the organisation’s', () => {
    expect(onlyLine(time(60, 6_000)).taxAmountPence).toBe(1_200);
    const zero = onlyLine(time(60, 6_000, { taxCode: 'ZERORATED' }));
    expect(zero).toMatchObject({ taxType: 'ZERORATEDOUTPUT', taxAmountPence: 0 });
    const reduced = onlyLine(time(60, 6_000), { ...UK, timeTaxCode: 'RROUTPUT' });
    expect(reduced).toMatchObject({ taxType: 'RROUTPUT', taxAmountPence: 300 });
  });
});

describe('a hardware item', () => {
  test('with VAT included is sent net, and costs exactly its gross price', () => {
    const built = buildInvoiceLines([item({ unitPricePence: 999 })], UK);
    // 20% of £8.33 are £1.67: the customer would pay a penny more than the price.
    expect(built.lines[0]).toMatchObject({
      quantity: '1',
      unitAmount: '8.33',
      lineAmountPence: 833,
      taxAmountPence: 166,
      isTaxStated: true,
    });
    expect(built).toMatchObject({ subTotalPence: 833, totalTaxPence: 166, totalPence: 999 });
  });

  test('with VAT included keeps its quantity where the net price is exact', () => {
    expect(onlyLine(item({ quantity: 2, unitPricePence: 1_200 }))).toMatchObject({
      description: 'Laptop',
      quantity: '2',
      unitAmount: '10.00',
      isTaxStated: false,
    });
    expect(onlyLine(item({ quantity: 8, unitPricePence: 15 }))).toMatchObject({
      quantity: '8',
      unitAmount: '0.125',
      lineAmountPence: 100,
    });
    expect(onlyLine(item({ quantity: 3, unitPricePence: 1_000 }))).toMatchObject({
      description: 'Laptop (3 at £10.00 including VAT)',
      quantity: '1',
      unitAmount: '25.00',
    });
  });

  test('without VAT included is sent as it is, and VAT comes on top', () => {
    const built = buildInvoiceLines(
      [item({ quantity: 3, unitPricePence: 1_999, vatIncluded: false })],
      UK,
    );
    expect(built.lines[0]).toMatchObject({ quantity: '3', unitAmount: '19.99' });
    expect(built).toMatchObject({ subTotalPence: 5_997, totalTaxPence: 1_199, totalPence: 7_196 });
  });

  test('tells Xero the tax where its formula meets half a penny', () => {
    const rate = { taxCode: 'RROUTPUT', vatRateHundredths: 500, vatIncluded: false };
    expect(onlyLine(item({ ...rate, unitPricePence: 10 }))).toMatchObject({
      taxAmountPence: 1,
      isTaxStated: true,
    });
    expect(onlyLine(item({ ...rate, unitPricePence: 11 })).isTaxStated).toBe(false);
  });
});

describe('an organisation without VAT', () => {
  test('charges the gross of what includes VAT and the net of what does not, without tax', () => {
    const built = buildInvoiceLines(
      [
        item({ quantity: 2, unitPricePence: 999 }),
        item({ unitPricePence: 500, vatIncluded: false }),
        time(60, 6_000),
      ],
      WITHOUT_VAT,
    );
    expect(built).toMatchObject({
      lineAmountTypes: 'NoTax',
      subTotalPence: 1_998 + 500 + 6_000,
      totalTaxPence: 0,
      totalPence: 8_498,
      problems: [],
    });
    expect(new Set(built.lines.map(({ taxType }) => taxType))).toEqual(new Set(['NONE']));
  });
});

describe('what must not be sent', () => {
  test('a rate that is not the organisation’s is named; the gross still stands', () => {
    const built = buildInvoiceLines([item({ taxCode: 'ZERORATED' })], UK);
    expect(built.problems).toEqual([
      "“Laptop” has 20% VAT, but the rate for its tax code (ZERORATEDOUTPUT) in Xero is 0%. Change the item's VAT rate or its tax code first.",
    ]);
    expect(built.totalPence).toBe(10_000);
  });

  test('a tax code that the organisation does not have is named, once', () => {
    const bare = { ...UK, taxRates: [] };
    const built = buildInvoiceLines([item({}), item({}), time(60, 100)], bare);
    expect(built.problems).toEqual([
      expect.stringContaining('no active sales tax rate OUTPUT2, which “Laptop” needs') as string,
      expect.stringContaining('“Development”') as string,
    ]);
  });

  test('a line that is larger than Xero takes is named', () => {
    const built = buildInvoiceLines(
      [item({ quantity: 100_000, unitPricePence: MAX_RATE_PENCE, vatIncluded: false })],
      UK,
    );
    expect(built.problems[0]).toContain('£100,000,000,000.00');
  });

  test('nothing, when all is well', () => {
    expect(buildInvoiceLines([item({}), time(50, 6_000)], UK).problems).toEqual([]);
  });
});

test('our four tax codes go out as what a UK organisation takes', () => {
  expect(TAX_CODES.map(toXeroTaxType)).toEqual([
    'OUTPUT2',
    'OUTPUT2',
    'ZERORATEDOUTPUT',
    'EXEMPTOUTPUT',
  ]);
  expect(toXeroTaxType('ECOUTPUTSERVICES')).toBe('ECOUTPUTSERVICES');
});

test('a description is never longer than Xero takes, and never empty', () => {
  const long = onlyLine(time(50, 6_000, { description: 'x'.repeat(5_000) })).description;
  expect(long).toHaveLength(4_000);
  expect(long.endsWith('… (0h 50m at £60.00 an hour)')).toBe(true);
  expect(onlyLine(item({ description: ' ' })).description).toBe('Item');
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
    quantity: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9_999 })),
    unitPricePence: fc.oneof(
      fc.integer({ min: 1, max: 50_000 }),
      fc.integer({ min: 1, max: MAX_RATE_PENCE }),
    ),
    vatIncluded: fc.boolean(),
    taxCode: fc.constantFrom(...TAX_CODES, 'RROUTPUT'),
  })
  .map((values) => item({ ...values, vatRateHundredths: RATES[values.taxCode] ?? 0 }));

const anyInvoice = fc.array(fc.oneof(anyTime, anyItem), { minLength: 1, maxLength: 12 });

/** Decimal text as a fraction of big integers: nothing of the product is used. */
function fraction(text: string): [bigint, bigint] {
  const [whole = '0', places = ''] = text.split('.');
  return [BigInt(whole + places), 10n ** BigInt(places.length)];
}

/** The nearest whole number; what lies half-way goes up. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const below = numerator / denominator;
  return (numerator - below * denominator) * 2n >= denominator ? below + 1n : below;
}

/** What Xero makes of the lines: amount and tax of each to two places, then added up. */
function xeroTotal(lines: InvoiceLine[], isWithTax: boolean) {
  let [net, tax] = [0n, 0n];
  for (const line of lines) {
    const [quantity, one] = fraction(line.quantity);
    const [unitAmount, two] = fraction(line.unitAmount);
    const amount = nearest(quantity * unitAmount * 100n, one * two);
    const rate = { OUTPUT2: 20n, RROUTPUT: 5n }[line.taxType] ?? 0n;
    const ownTax = isWithTax ? nearest(amount * rate, 100n) : 0n;
    net += amount;
    tax += line.isTaxStated ? BigInt(line.taxAmountPence) : ownTax;
    // What is stated is a matter of rounding: never more than a penny.
    expect(Math.abs(line.taxAmountPence - Number(ownTax))).toBeLessThanOrEqual(1);
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
        const { net, tax } = xeroTotal(built.lines, organisation.isVatRegistered);
        expect([built.subTotalPence, built.totalTaxPence]).toEqual([net, tax]);
        expect(built.totalPence).toBe(net + tax);
        for (const [index, given] of items.entries()) {
          const line = built.lines[index];
          const price =
            given.kind === 'time' ? given.totalPence : given.quantity * given.unitPricePence;
          const isGross = given.kind === 'hardware' && given.vatIncluded;
          expect((line?.lineAmountPence ?? 0) + (isGross ? (line?.taxAmountPence ?? 0) : 0)).toBe(
            price,
          );
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test('passes the validation of the stand-in, which comes to the same', () => {
    const seed = { name: 'Any', isVatRegistered: organisation.isVatRegistered };
    const standIn = makeOrganisation(seed, new Date(0), 0);
    fc.assert(
      fc.property(anyInvoice, (items) => {
        const built = buildInvoiceLines(items, organisation);
        const errors: string[] = [];
        const types = built.lineAmountTypes;
        const lines = built.lines.map((line) =>
          buildLine(toJson(line), standIn, types, true, errors),
        );
        // The stand-in, as Xero, has its own limit for a line; such ones are a problem of ours.
        if (built.problems.length === 0) expect(errors).toEqual([]);
        expect(sumLines(lines, types)).toEqual({
          subTotalPence: built.subTotalPence,
          totalTaxPence: built.totalTaxPence,
          totalPence: built.totalPence,
        });
      }),
      { numRuns: 10_000 },
    );
  });
});

test('a tax that Xero is not told would often be another: the control of the above', () => {
  const built = buildInvoiceLines([item({ unitPricePence: 999 })], UK);
  const untold = built.lines.map((line) => ({ ...line, isTaxStated: false }));
  expect(xeroTotal(untold, true).tax).toBe(167);
  expect(built.totalTaxPence).toBe(166);
});

/** The line as the adapter puts it into JSON. */
function toJson(line: InvoiceLine): unknown {
  return JSON.parse(
    JSON.stringify({
      Description: line.description,
      Quantity: Number(line.quantity),
      UnitAmount: Number(line.unitAmount),
      AccountCode: '200',
      TaxType: line.taxType,
      LineAmount: line.lineAmountPence / 100,
      TaxAmount: line.isTaxStated ? line.taxAmountPence / 100 : undefined,
    }),
  );
}
