import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatDuration,
  formatHours,
  MAX_DURATION_MINUTES,
  parseHours,
  toHoursInput,
} from './duration.ts';
import { cases } from '#tests/support/cases.ts';

const ALL_MINUTES = Array.from({ length: MAX_DURATION_MINUTES }, (_, index) => index + 1);

describe('reading hours', () => {
  test.each([
    ['1.5', 90],
    ['1,5', 90],
    ['.25', 15],
    ['2.', 120],
    ['0', 0],
    ['0.0', 0],
    [' 1.5 ', 90],
    ['100', 6_000],
    ['0.008333', 0], // 0.49998 of a minute
    ['0.008334', 1], // 0.50004
    ['0.025', 2], // 1.5 minutes go up
    ['0.0249', 1],
    ['0.3333', 20],
    ['99999', 5_999_940],
  ])('%j hours are %i minutes', (text, minutes) => {
    expect(parseHours(text)).toBe(minutes);
  });

  test.each(['', ' ', '.', ',', 'one', '1h', '1:30', '-1', '+1', '1e2', '1.5.0', '1.1234567'])(
    '%j is not a number of hours',
    (text) => {
      expect(parseHours(text)).toBeNull();
    },
  );

  test('hours × 60 is rounded half up, exactly', () => {
    const hours = fc.record({
      whole: fc.integer({ min: 0, max: 99_999 }),
      fraction: fc.stringMatching(/^\d{0,6}$/),
    });
    fc.assert(
      fc.property(hours, ({ whole, fraction }) => {
        const scale = 10n ** BigInt(fraction.length);
        const scaled = BigInt(whole) * scale + BigInt(fraction || '0');
        const exact = (scaled * 60n * 2n + scale) / (scale * 2n);
        expect(BigInt(parseHours(`${whole}.${fraction}`) ?? -1)).toBe(exact);
      }),
      { numRuns: cases(20_000) },
    );
  });
});

describe('writing a duration', () => {
  test('every minute that a log may have survives the hours of the form', () => {
    expect(ALL_MINUTES.filter((minutes) => parseHours(toHoursInput(minutes)) !== minutes)).toEqual(
      [],
    );
  });

  test.each([
    [15, '0.25', '0h 15m'],
    [60, '1', '1h 0m'],
    [90, '1.5', '1h 30m'],
    [100, '1.6667', '1h 40m'],
    [6_000, '100', '100h 0m'],
  ])('%i minutes are %s in an input and %s in a list', (minutes, input, list) => {
    expect(toHoursInput(minutes)).toBe(input);
    expect(formatDuration(minutes)).toBe(list);
  });

  test.each([
    [0, '0.00'],
    [1, '0.02'],
    [20, '0.33'],
    [40, '0.67'],
    [138_615, '2,310.25'],
    [60_000_000, '1,000,000.00'],
  ])('%i minutes add up to %s hours', (minutes, hours) => {
    expect(formatHours(minutes)).toBe(hours);
  });

  test.each([
    [0, '0.0'],
    [2, '0.0'],
    [3, '0.1'],
    [90, '1.5'],
    [1_377, '23.0'],
    [138_615, '2,310.3'],
  ])('%i minutes are %s hours with one decimal', (minutes, hours) => {
    expect(formatHours(minutes, 1)).toBe(hours);
  });

  test('a sum of hours has two decimals, rounded half up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (minutes) => {
        const hundredths = (BigInt(minutes) * 200n + 60n) / 120n;
        expect(formatHours(minutes).replace(/[,.]/g, '')).toMatch(
          new RegExp(`^0{0,2}${hundredths}$`),
        );
      }),
      { numRuns: cases(2_000) },
    );
  });
});
