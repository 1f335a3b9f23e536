import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_RATE_PENCE, placesText } from '../../lib/money.ts';
import {
  codesFor,
  describeItem,
  itemTotal,
  itemVat,
  mismatchOf,
  NEW_ITEM,
  parsePercent,
  sayItemField,
  sayVat,
  sumVat,
  toItemValues,
  USUAL_VAT_RATE,
  worthOf,
  type ItemPrice,
} from './item-prices.ts';
import { cases } from '#tests/support/cases.ts';
import { inPlaces } from '#tests/support/in-places.ts';

const price: fc.Arbitrary<ItemPrice> = fc.record({
  quantityInPlaces: fc.oneof(
    fc.integer({ min: 1, max: 100_000 }).map((units) => units * 10_000),
    fc.integer({ min: 1, max: 100_000 * 10_000 }),
  ),
  unitPriceInPlaces: fc.oneof(
    fc.integer({ min: 1, max: 30_000 }),
    fc.integer({ min: 1, max: MAX_RATE_PENCE * 100 }),
  ),
  vatIncluded: fc.boolean(),
  vatRateHundredths: fc.integer({ min: 0, max: 10_000 }),
});

/** The nearest whole number to a fraction of big integers; what lies half-way goes up. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const below = numerator / denominator;
  const rest = numerator - below * denominator;
  return rest + rest >= denominator ? below + 1n : below;
}

/** The pence of an item, worked out from its decimal texts, as somebody with a pencil would. */
function pennies({ quantityInPlaces, unitPriceInPlaces }: ItemPrice): bigint {
  const [one, other] = [placesText(quantityInPlaces, 0), placesText(unitPriceInPlaces, 2)].map(
    (text) => {
      const [whole = '', decimals = ''] = text.split('.');
      return { digits: BigInt(whole + decimals), places: decimals.length };
    },
  );
  const places = 10n ** BigInt((one?.places ?? 0) + (other?.places ?? 0));
  return nearest((one?.digits ?? 0n) * (other?.digits ?? 0n) * 100n, places);
}

describe('what an item comes to', () => {
  test('is its quantity by its unit price, both with four decimals, to the nearest penny', () => {
    fc.assert(
      fc.property(price, (item) => {
        expect(BigInt(itemTotal(item))).toBe(pennies(item));
      }),
      { numRuns: cases(5_000) },
    );
  });

  test('is of whole units and pennies what it always was', () => {
    const whole = fc.record({
      quantity: fc.integer({ min: 1, max: 100_000 }),
      unitPricePence: fc.integer({ min: 1, max: MAX_RATE_PENCE }),
    });
    fc.assert(
      fc.property(whole, ({ quantity, unitPricePence }) => {
        expect(itemTotal(inPlaces({ quantity, unitPricePence }))).toBe(quantity * unitPricePence);
      }),
      { numRuns: cases(5_000) },
    );
  });

  test.each([
    [123.4, 45, 5_553],
    [10_250, 1.25, 12_813],
    [0.5, 9_999, 5_000],
    [1, 120_000, 120_000],
    [100_000, MAX_RATE_PENCE, 10_000_000_000_000],
    [0.0001, MAX_RATE_PENCE, 10_000],
  ])('%d at %d pence is %i pence', (quantity, unitPricePence, total) => {
    expect(itemTotal(inPlaces({ quantity, unitPricePence }))).toBe(total);
  });
});

describe('the VAT of a hardware item', () => {
  test('included: net is gross × 100 ÷ (100 + rate), to the nearest penny, and VAT is the rest', () => {
    fc.assert(
      fc.property(price, (item) => {
        const gross = pennies(item);
        const net = nearest(gross * 10_000n, 10_000n + BigInt(item.vatRateHundredths));
        expect(itemVat({ ...item, vatIncluded: true }, true)).toEqual({
          gross: Number(gross),
          net: Number(net),
          vat: Number(gross - net),
        });
      }),
      { numRuns: cases(5_000) },
    );
  });

  test('excluded: VAT is net × rate ÷ 100, to the nearest penny, on top', () => {
    fc.assert(
      fc.property(price, (item) => {
        const net = pennies(item);
        const vat = nearest(net * BigInt(item.vatRateHundredths), 10_000n);
        expect(itemVat({ ...item, vatIncluded: false }, true)).toEqual({
          net: Number(net),
          vat: Number(vat),
          gross: Number(net + vat),
        });
      }),
      { numRuns: cases(5_000) },
    );
  });

  test.each([
    [
      { quantity: 1, unitPricePence: 12_000, vatIncluded: true, vatRateHundredths: 2_000 },
      10_000,
      2_000,
    ],
    [
      { quantity: 1, unitPricePence: 94_999, vatIncluded: true, vatRateHundredths: 2_000 },
      79_166,
      15_833,
    ],
    [
      { quantity: 3, unitPricePence: 1_000, vatIncluded: false, vatRateHundredths: 2_000 },
      3_000,
      600,
    ],
    [{ quantity: 1, unitPricePence: 3, vatIncluded: false, vatRateHundredths: 5_000 }, 3, 2],
    [{ quantity: 1, unitPricePence: 999, vatIncluded: true, vatRateHundredths: 0 }, 999, 0],
    [
      { quantity: 0.5, unitPricePence: 9_999, vatIncluded: true, vatRateHundredths: 2_000 },
      4_167,
      833,
    ],
  ])('%j is %i net and %i VAT', (item, net, vat) => {
    expect(itemVat(inPlaces(item), true)).toEqual({ net, vat, gross: net + vat });
  });
});

test('the totals of a log are the sums of its lines', () => {
  fc.assert(
    fc.property(fc.array(price, { maxLength: 20 }), (items) => {
      const lines = items.map((item) => itemVat(item, true));
      const sums = sumVat(lines);
      expect(sums.net + sums.vat).toBe(sums.gross);
      expect(sums.net).toBe(lines.reduce((sum, { net }) => sum + net, 0));
      expect(sums.vat).toBe(lines.reduce((sum, { vat }) => sum + vat, 0));
      for (const item of items) {
        const { net, gross } = itemVat(item, true);
        expect(itemTotal(item)).toBe(item.vatIncluded ? gross : net);
      }
    }),
  );
});

test.each([
  ['20', 2_000],
  ['17.5', 1_750],
  ['.5', 50],
  ['100', 10_000],
  ['0', 0],
  ['100.01', null],
  ['1.234', null],
  ['.', null],
  ['1.', 100],
  ['1000', null],
  ['x20', null],
  ['20x', null],
  [' 20 ', 2_000],
  ['-1', null],
  ['', null],
  ['a', null],
])('a VAT rate of "%s" is %s hundredths', (text, hundredths) => {
  expect(parsePercent(text)).toBe(hundredths);
});

test('what the items of a log come to: prices as entered, and the VAT that is part of these', () => {
  const of = (unitPricePence: number, vatIncluded: boolean) =>
    inPlaces({ quantity: 2, unitPricePence, vatIncluded, vatRateHundredths: 2_000 });
  expect(worthOf([of(600, true), of(500, false), of(60, true)])).toEqual({
    totalPence: 1_200 + 1_000 + 120,
    includedVatPence: 200 + 20,
  });
  expect(worthOf([])).toEqual({ totalPence: 0, includedVatPence: 0 });
});

test('without VAT an item costs what its price says', () => {
  const item = inPlaces({
    ...{ quantity: 1, unitPricePence: 999, vatIncluded: true, vatRateHundredths: 2_000 },
  });
  expect(itemVat(item, false)).toEqual({ net: 999, vat: 0, gross: 999 });
  expect(sayVat(itemVat(item, true))).toBe('Net £8.33 · VAT £1.66 · Gross £9.99');
});

test('a rate of VAT goes with the codes that have some, and none with those that have none', () => {
  expect(codesFor(2_000)).toEqual(['OUTPUT2', 'OUTPUT']);
  expect(codesFor(1)).toEqual(['OUTPUT2', 'OUTPUT']);
  expect(codesFor(0)).toEqual(['ZERORATED', 'EXEMPTINPUT']);
  for (const [code, rate] of Object.entries(USUAL_VAT_RATE)) {
    expect(codesFor(rate)).toContain(code);
    expect(rate).toBe(code.startsWith('OUTPUT') ? 2_000 : 0);
  }
  expect(mismatchOf('OUTPUT', 1_750)).toBeNull();
  expect(mismatchOf('ZERORATED', 1_750)).toBe(
    'A VAT rate of 17.5% does not go with ZERORATED. Choose OUTPUT2 (20% VAT) or OUTPUT (standard VAT), or another rate.',
  );
  expect(mismatchOf('OUTPUT2', 0)).toBe(
    'A VAT rate of 0% does not go with OUTPUT2. Choose ZERORATED (zero rated) or EXEMPTINPUT (exempt), or another rate.',
  );
});

test('a stored item stands in its fields as text, and is said in a sentence', () => {
  const values = toItemValues({
    ...{ id: 7, itemName: 'Router', description: 'Black', taxCode: 'OUTPUT2' as const },
    ...{ quantityInPlaces: 20_000, unitPriceInPlaces: 490_000 },
    ...{ vatIncluded: false, vatRateHundredths: 1_750 },
  });
  expect(values).toEqual({
    ...{ id: '7', itemName: 'Router', description: 'Black', taxCode: 'OUTPUT2' },
    ...{ quantity: '2', unitPrice: '49.00', vatIncluded: 'false', vatRate: '17.5' },
  });
  expect(describeItem(values)).toBe('“Router” (2 at £49.00)');
  const said = (name: keyof typeof values) => sayItemField(name, values[name]);
  expect(
    ['unitPrice', 'vatRate', 'vatIncluded', 'itemName'].map((name) => said(name as 'id')),
  ).toEqual(['£49.00', '17.5%', 'added to price', 'Router']);
  expect(sayItemField('vatIncluded', 'true')).toBe('included in price');
});

test('a new item begins with one, for nothing, with the usual VAT in its price', () => {
  expect(NEW_ITEM).toEqual({
    ...{ quantity: '1', unitPrice: '0.00', vatIncluded: 'true', vatRate: '20', taxCode: 'OUTPUT2' },
  });
  expect(describeItem({})).toBe('“” ( at £)');
});
