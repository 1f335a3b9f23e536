import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeOf } from './stats.server.ts';

const amount = fc.integer({ min: 0, max: 1_000_000_000_000 });
const some = fc.integer({ min: 1, max: 1_000_000_000_000 });

describe('a change against the period before', () => {
  test.each([
    [11_250, 10_000, '+12.5%', 'better'],
    [9_700, 10_000, '-3.0%', 'worse'],
    [0, 10_000, '-100.0%', 'worse'],
    [10_000, 10_000, '+0.0%', 'better'],
    [200_000, 10_000, '+1900.0%', 'better'],
    // Two thirds, and halves of a tenth up.
    [500, 300, '+66.7%', 'better'],
    [10_005, 10_000, '+0.1%', 'better'],
    [9_999, 10_000, '-0.0%', 'worse'],
    [1, 0, 'New', 'better'],
    [0, 0, '–', 'neutral'],
  ] as const)('from %i after %i is %s, %s', (current, previous, text, tone) => {
    expect(changeOf(current, previous)).toEqual({ text, tone });
  });

  test('has a sign and one decimal, within half a tenth of the quotient', () => {
    fc.assert(
      fc.property(amount, some, (current, previous) => {
        const { text, tone } = changeOf(current, previous);
        expect(text).toMatch(/^[+-]\d+\.\d%$/);
        expect(tone).toBe(current >= previous ? 'better' : 'worse');
        const error = Number.parseFloat(text) - ((current - previous) / previous) * 100;
        expect(Math.abs(error)).toBeLessThan(0.0501 + current / previous / 1e9);
      }),
    );
  });
});
