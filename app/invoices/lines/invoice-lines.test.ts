import { describe, expect, test } from 'vitest';
import { MAX_RATE_PENCE, timeTotal } from '../../lib/money.ts';
import { LARGEST_LINE_PENCE, type InvoiceLine } from '../ledger.ts';
import {
  buildInvoiceLines,
  type HardwareLine,
  type TaxRules,
  type TimeLine,
} from './invoice-lines.ts';
import { inPlaces, type Whole } from '#tests/support/in-places.ts';

const UK: TaxRules = {
  isVatRegistered: true,
  taxRates: [
    { code: 'OUTPUT2', rateHundredths: 2_000 },
    { code: 'RROUTPUT', rateHundredths: 500 },
    { code: 'ZERORATEDOUTPUT', rateHundredths: 0 },
  ],
  // Our tax codes that this ledger names differently.
  taxCodes: new Map([
    ['OUTPUT', 'OUTPUT2'],
    ['ZERORATED', 'ZERORATEDOUTPUT'],
  ]),
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
      unitPrice: amount,
      netPence: net,
      taxCode: 'OUTPUT2',
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
      unitPrice: amount,
    });
  });

  test('the price of the work log stands, also where the rate would give another', () => {
    const line = onlyLine(time(60, 6_000, { totalPence: 5_500 }));
    expect(line).toMatchObject({ quantity: '1', unitPrice: '55.00', netPence: 5_500 });
  });

  test('has the tax of its own code, else the organisation’s', () => {
    expect(onlyLine(time(60, 6_000)).vatPence).toBe(1_200);
    const zero = onlyLine(time(60, 6_000, { taxCode: 'ZERORATED' }));
    expect(zero).toMatchObject({ taxCode: 'ZERORATEDOUTPUT', vatPence: 0 });
    const reduced = onlyLine(time(60, 6_000), { ...UK, timeTaxCode: 'RROUTPUT' });
    expect(reduced).toMatchObject({ taxCode: 'RROUTPUT', vatPence: 300 });
  });
});

describe('a hardware item', () => {
  test('with VAT included is sent net, and costs exactly its gross price', () => {
    const built = buildInvoiceLines([item({ unitPricePence: 999 })], UK);
    // 20% of £8.33 are £1.67: the customer would pay a penny more than the price.
    expect(built.lines[0]).toMatchObject({
      quantity: '1',
      unitPrice: '8.33',
      netPence: 833,
      vatPence: 166,
    });
    expect(built).toMatchObject({ netPence: 833, vatPence: 166, totalPence: 999 });
  });

  test('with VAT included keeps its quantity where the net price is exact', () => {
    expect(onlyLine(item({ quantity: 2, unitPricePence: 1_200 }))).toMatchObject({
      description: 'Laptop',
      quantity: '2',
      unitPrice: '10.00',
    });
    expect(onlyLine(item({ quantity: 8, unitPricePence: 15 }))).toMatchObject({
      quantity: '8',
      unitPrice: '0.125',
      netPence: 100,
    });
    expect(onlyLine(item({ quantity: 3, unitPricePence: 1_000 }))).toMatchObject({
      description: 'Laptop (3 at £10.00 including VAT)',
      quantity: '1',
      unitPrice: '25.00',
    });
  });

  test('without VAT included is sent as it is, and VAT comes on top', () => {
    const built = buildInvoiceLines(
      [item({ quantity: 3, unitPricePence: 1_999, vatIncluded: false })],
      UK,
    );
    expect(built.lines[0]).toMatchObject({ quantity: '3', unitPrice: '19.99' });
    expect(built).toMatchObject({ netPence: 5_997, vatPence: 1_199, totalPence: 7_196 });
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
      hasVat: false,
      netPence: 1_998 + 500 + 6_000,
      vatPence: 0,
      totalPence: 8_498,
      problems: [],
    });
    expect(new Set(built.lines.map(({ taxCode }) => taxCode))).toEqual(new Set([null]));
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

test('a description is never longer than Xero takes, and never empty', () => {
  const long = onlyLine(time(50, 6_000, { description: 'x'.repeat(5_000) })).description;
  expect(long).toHaveLength(4_000);
  expect(long.endsWith('… (0h 50m at £60.00 an hour)')).toBe(true);
  expect(onlyLine(item({ description: ' ' })).description).toBe('Item');
});

describe('time that was rounded', () => {
  test('says what was worked and what is billed, and keeps both', () => {
    const line = onlyLine(time(60, 6_000, { workedMinutes: 50 }));
    expect(line).toMatchObject({
      ...{ description: 'Development (0h 50m, billed 1h 0m)', quantity: '1' },
      rounded: { workedMinutes: 50, billedMinutes: 60 },
    });
    expect(onlyLine(time(50, 6_000, { workedMinutes: 40 })).description).toBe(
      'Development (0h 40m, billed 0h 50m at £60.00 an hour)',
    );
  });

  test('and nothing of the kind where it was not, or where there is no time', () => {
    expect('rounded' in onlyLine(time(60, 6_000))).toBe(false);
    expect('rounded' in onlyLine(item({}))).toBe(false);
  });
});

test('time of several rates is its total, with its hours', () => {
  expect(onlyLine(time(60, 6_000, { ratePence: null }))).toMatchObject({
    ...{ description: 'Development (1h 0m)', quantity: '1', unitPrice: '60.00' },
  });
});

test('an item whose price is not exact to the penny is its total, with quantity and price', () => {
  const odd = (quantity: number, unitPricePence: number) =>
    onlyLine(item({ quantity, unitPricePence, vatIncluded: false }));
  expect(odd(0.3333, 1_000)).toMatchObject({
    ...{ description: 'Laptop (0.3333 at £10.00)', quantity: '1', unitPrice: '3.33' },
  });
  expect(odd(0.0003, 70)).toMatchObject({
    ...{ description: 'Laptop (0.0003 at £0.70)', quantity: '1', unitPrice: '0.00' },
  });
});

test('a line may be as large as Xero takes, and no penny larger', () => {
  const of = (totalPence: number) =>
    buildInvoiceLines([time(60, 6_000, { totalPence })], UK).problems.length;
  expect([of(LARGEST_LINE_PENCE), of(LARGEST_LINE_PENCE + 1)]).toEqual([0, 1]);
});

describe('VAT of time that the organisation does not have', () => {
  const problemOf = (more: Partial<TimeLine>, rules = UK) => {
    const built = buildInvoiceLines([time(60, 6_000, more)], rules);
    expect(built).toMatchObject({ netPence: 6_000, vatPence: 0 });
    return built.problems[0] ?? '';
  };

  test('is named with where to choose another', () => {
    const taxCode = 'NONE';
    expect(problemOf({ taxCode })).toMatch(
      /^This client’s time has the VAT “.+ in the client’s form\.$/,
    );
    expect(problemOf({ taxCode, hasChangedVat: true })).toMatch(
      /^This client’s time .+ in Settings\.$/,
    );
    expect(problemOf({ taxCode, hasOwnVat: true })).toMatch(/^This line has .+ for the line\.$/);
  });

  test('is missed where none was chosen for time', () => {
    expect(
      problemOf({ description: '\nDevelopment\nmore' }, { ...UK, timeTaxCode: null }),
    ).toContain('no active sales tax rate for time, which “Development” needs');
  });
});

test('a description has no blanks around it, and is never empty', () => {
  expect(onlyLine(time(60, 6_000, { description: ' Development ' })).description).toBe(
    'Development',
  );
  expect(onlyLine(time(60, 6_000, { description: ' ' })).description).toBe('Work');
});
