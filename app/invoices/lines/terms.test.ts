import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentTerms } from '../ledger.ts';
import { dueDay } from './terms.ts';

describe('an invoice is due', () => {
  test.each([
    [null, '2026-11-21', '2026-12-21'],
    [{ day: 14, from: 'invoice day' }, '2026-11-21', '2026-12-05'],
    [{ day: 0, from: 'invoice day' }, '2026-11-21', '2026-11-21'],
    [{ day: 10, from: 'end of month' }, '2026-11-21', '2026-12-10'],
    [{ day: 30, from: 'end of month' }, '2027-01-31', '2027-03-02'],
    [{ day: 28, from: 'this month' }, '2026-11-21', '2026-11-28'],
    [{ day: 31, from: 'this month' }, '2026-11-21', '2026-11-30'],
    [{ day: 20, from: 'next month' }, '2026-12-21', '2027-01-20'],
    [{ day: 31, from: 'next month' }, '2027-01-31', '2027-02-28'],
    [{ day: 31, from: 'next month' }, '2028-01-31', '2028-02-29'],
  ] as [PaymentTerms | null, string, string][])(
    'by the terms %o, of %s on %s',
    (terms, day, due) => {
      expect(dueDay(day, terms)).toBe(due);
    },
  );

  test('on its own day when the terms name one that is over', () => {
    expect(dueDay('2026-11-21', { day: 5, from: 'this month' })).toBe('2026-11-21');
  });

  test('never before its own day, and on a day that there is', () => {
    const terms = fc.record({
      day: fc.integer({ min: 0, max: 31 }),
      from: fc.constantFrom<PaymentTerms['from'][]>(
        'invoice day',
        'end of month',
        'this month',
        'next month',
      ),
    });
    const days = fc
      .date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
      .map((instant) => instant.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, terms, (day, given) => {
        const due = dueDay(day, given);
        expect(due >= day).toBe(true);
        expect(new Date(`${due}T00:00:00Z`).toISOString().slice(0, 10)).toBe(due);
      }),
    );
  });
});
