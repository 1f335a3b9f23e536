import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_DURATION_MINUTES } from './duration.ts';
import {
  divideHalfUp,
  formatPounds,
  formatQuantity,
  formatUnitPrice,
  MAX_RATE_PENCE,
  inCurrency,
  isForeign,
  parsePlaces,
  parsePounds,
  placesText,
  PLACES,
  poundsOf,
  scaleHalfUp,
  shareOut,
  timeTotal,
  unitsTotal,
  toDecimalString,
} from './money.ts';
import { cases } from '#tests/support/cases.ts';

const amount = fc.integer({ min: 0, max: MAX_RATE_PENCE });
const minutes = fc.integer({ min: 1, max: MAX_DURATION_MINUTES });

/**
 * minutes × rate ÷ 60, rounded half up, computed as an exact fraction without the product's code.
 */
function exactTotal(duration: number, rate: number): bigint {
  const numerator = BigInt(duration) * BigInt(rate);
  // floor(x + 1/2), with x = numerator / 60.
  return (numerator * 2n + 60n) / 120n;
}

describe('reading an amount', () => {
  test.each([
    ['60', 6_000],
    ['60.', 6_000],
    ['60.5', 6_050],
    ['60.05', 6_005],
    ['.5', 50],
    ['0', 0],
    ['0.00', 0],
    ['007', 700],
    ['£60.00', 6_000],
    ['£ 60.00', 6_000],
    ['  1250.00\n', 125_000],
    ['1,250.00', 125_000],
    ['£1,000,000.00', 100_000_000],
    ['\u200e£1,250.00\u200b', 125_000],
    ['\ufeff60\u00ad.50\u00a0', 6_050],
    ['６０．５０', 6_050],
  ])('%j is %i pence', (text, pence) => {
    expect(parsePounds(text)).toBe(pence);
  });

  test.each([
    '',
    ' ',
    '.',
    '£',
    '£.',
    'sixty',
    '60.005',
    '-1',
    '+1',
    '1e3',
    '0x10',
    '1.2.3',
    '1 000',
    '12,34.00',
    '1,25',
    ',100',
    '1,0000',
    '60,00',
    '$60',
    '60£',
    '٦٠',
    'NaN',
    'Infinity',
    '1234567890123',
  ])('%j is not an amount', (text) => {
    expect(parsePounds(text)).toBeNull();
  });

  test('every amount survives being written and read again', () => {
    fc.assert(
      fc.property(amount, (pence) => {
        expect(parsePounds(toDecimalString(pence))).toBe(pence);
        expect(parsePounds(formatPounds(pence))).toBe(pence);
      }),
      { numRuns: cases(5_000) },
    );
  });

  test('whatever is typed gives a whole number of pence or nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double().map(String), fc.float().map(String)),
        (text) => {
          const pence = parsePounds(text);
          expect(pence === null || (Number.isSafeInteger(pence) && pence >= 0)).toBe(true);
        },
      ),
      { numRuns: cases(5_000) },
    );
  });
});

describe('writing an amount', () => {
  test.each([
    [0, '0.00', '£0.00'],
    [1, '0.01', '£0.01'],
    [10, '0.10', '£0.10'],
    [6_000, '60.00', '£60.00'],
    [99_999, '999.99', '£999.99'],
    [100_000, '1000.00', '£1,000.00'],
    [123_456_789, '1234567.89', '£1,234,567.89'],
    [-5, '-0.05', '-£0.05'],
  ])('%i pence is %s to the API and %s to people', (pence, decimal, pounds) => {
    expect(toDecimalString(pence)).toBe(decimal);
    expect(formatPounds(pence)).toBe(pounds);
  });

  test('people read what Intl writes for en-GB pounds', () => {
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
    fc.assert(
      fc.property(amount, (pence) => {
        expect(formatPounds(pence)).toBe(format.format(pence / 100));
      }),
      { numRuns: cases(2_000) },
    );
  });
});

describe('what time costs', () => {
  test.each([
    [90, 6_000, 9_000],
    [15, 6_000, 1_500],
    [1, 29, 0], // 0.483… of a penny
    [1, 30, 1], // half a penny goes up
    [1, 31, 1],
    [1, 89, 1], // 1.483…
    [1, 90, 2], // 1.5
    [50, 3_333, 2_778], // 2777.5
    [6_000, 100_000_000, 10_000_000_000],
    [6_000, 0, 0],
  ])('%i minutes at %i pence an hour are %i pence', (duration, rate, pence) => {
    expect(timeTotal(duration, rate)).toBe(pence);
  });

  test('it is the exact fraction rounded half up, for every duration and rate', () => {
    fc.assert(
      fc.property(minutes, amount, (duration, rate) => {
        expect(BigInt(timeTotal(duration, rate))).toBe(exactTotal(duration, rate));
      }),
      { numRuns: cases(20_000) },
    );
  });

  test('it is exact for every duration at the rates around each half penny', () => {
    const wrong: string[] = [];
    const rates = [1, 29, 30, 31, 59, 60, 61, 89, 90, 91, 6_001, 99_999_990, 99_999_999];
    for (const rate of rates) {
      for (let duration = 1; duration <= MAX_DURATION_MINUTES; duration++) {
        const total = timeTotal(duration, rate);
        if (BigInt(total) !== exactTotal(duration, rate)) wrong.push(`${duration} × ${rate}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('more time never costs less, and an hour costs the rate', () => {
    fc.assert(
      fc.property(minutes, amount, (duration, rate) => {
        expect(timeTotal(duration, rate)).toBeLessThanOrEqual(timeTotal(duration + 1, rate));
        expect(timeTotal(60, rate)).toBe(rate);
      }),
    );
  });

  test('dividing rounds half up, also beyond what 32 bits hold', () => {
    const numerator = fc.integer({ min: 0, max: 2 ** 51 });
    const denominator = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(numerator, denominator, (above, below) => {
        const exact = (BigInt(above) * 2n + BigInt(below)) / (BigInt(below) * 2n);
        expect(BigInt(divideHalfUp(above, below))).toBe(exact);
      }),
      { numRuns: cases(5_000) },
    );
  });
});

describe('A price as decimal text', () => {
  test.each([
    ['60', '£60.00'],
    ['0.125', '£0.125'],
    ['-10.5', '-£10.50'],
    ['-0.125', '-£0.125'],
    ['-1250', '-£1,250.00'],
  ])('%s is %s', (price, said) => {
    expect(poundsOf(price)).toBe(said);
  });
});

describe('An amount in the currency that it is of', () => {
  test.each([
    ['£1,250.00', null, '£1,250.00'],
    ['£1,250.00', 'GBP', '£1,250.00'],
    ['£1,250.00', 'EUR', 'EUR 1,250.00'],
    ['-£10.50', 'EUR', '-EUR 10.50'],
    ['£60.00 an hour', 'EUR', 'EUR 60.00 an hour'],
    ['', 'EUR', ''],
  ])('%s of %s is %s', (pounds, currency, said) => {
    expect(inCurrency(pounds, currency)).toBe(said);
  });
});

describe('A quantity and a unit price, with four decimals', () => {
  test.each([
    [0, '0', '0', '£0.00'],
    [1, '0.0001', '0.0001', '£0.0001'],
    [125, '0.0125', '0.0125', '£0.0125'],
    [83_333, '8.3333', '8.3333', '£8.3333'],
    [450_000, '45', '45', '£45.00'],
    [455_000, '45.5', '45.5', '£45.50'],
    [10_000_000, '1000', '1,000', '£1,000.00'],
    [12_345_000, '1234.5', '1,234.5', '£1,234.50'],
    [10_000_000_001, '1000000.0001', '1,000,000.0001', '£1,000,000.0001'],
  ])('%i ten-thousandths are %s, people read %s or %s', (places, text, quantity, price) => {
    expect(placesText(places, 0)).toBe(text);
    expect(formatQuantity(places)).toBe(quantity);
    expect(formatUnitPrice(places)).toBe(price);
    expect(parsePlaces(text)).toBe(places);
    expect(parsePlaces(price)).toBe(places);
  });

  test('more than four decimals are none', () => {
    expect(parsePlaces('1.00001')).toBeNull();
    expect(PLACES).toBe(parsePlaces('1'));
  });

  test.each([
    [10_000, 10_000, 100],
    [3_333, 10_000, 33],
    [3_350, 10_000, 34], // 33.5 pence
    [3_349, 10_000, 33],
    [25_000, 19_999, 500], // 499.975 pence
  ])('%i of a thing at %i a piece are %i pence, half up', (quantity, price, pence) => {
    expect(unitsTotal(quantity, price)).toBe(pence);
  });

  test('scaling is exact beyond what a number holds', () => {
    expect(scaleHalfUp(9_007_199_254_740_991, 10_000, 10_000)).toBe(9_007_199_254_740_991);
    expect(scaleHalfUp(1, 1, 2)).toBe(1);
    expect(scaleHalfUp(1, 1, 3)).toBe(0);
  });
});

describe('Pence in shares', () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [100, [1, 2, 4], [14, 29, 57]], // 14.29, 28.57, 57.14
    [5, [0, 3, 0], [0, 5, 0]],
    [5, [0, 0], [3, 2]],
    [0, [1, 2], [0, 0]],
    [7, [7, 0], [7, 0]],
    [1, [1, 2, 2], [0, 1, 0]],
  ])('%i by %j are %j', (pence, weights, shares) => {
    expect(shareOut(pence, weights)).toEqual(shares);
  });
});

test('only another currency than pounds is foreign, and an unknown one is not', () => {
  expect([null, 'GBP', 'EUR'].map(isForeign)).toEqual([false, false, true]);
});
