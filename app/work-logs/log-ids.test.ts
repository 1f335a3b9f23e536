import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '#tests/support/cases.ts';
import { printLogIds, readLogIds } from './log-ids.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 50 });

test('an address that is printed for logs names these logs, and no others', () => {
  fc.assert(
    fc.property(ids, (some) => {
      const sorted = [...some].sort((one, other) => one - other);
      expect(readLogIds(printLogIds(some), 50)).toEqual(sorted);
    }),
    { numRuns: cases(200) },
  );
  expect(printLogIds([12, 13, 14, 20])).toBe('12-14,20');
});

test.each(['', '0', '1-', '-1', '3-1', '1-2-3', '1,', '1-4,6', '1-9999999', '01', 'a', '1 '])(
  'no such address, or one of more logs than four: %j',
  (text) => {
    expect(readLogIds(text, 4)).toBeNull();
  },
);
