import { expect, test } from 'vitest';
import { describeCalls } from './messages.ts';

test('calls are counted with the 1,000 a day of a free app until Xero says what is left', () => {
  const say = (used: number) => describeCalls({ used, left: null }, 'Europe/London');
  expect(say(499)).toBeNull();
  expect(say(940)).toBe(
    'Tallyhour has used 940 calls to Xero for this organisation today. Xero has not said how many are left; of a free app it takes 1,000 a day.',
  );
  const left = { calls: 4_060, ofMinute: 59, toldAt: new Date('2026-11-21T09:00:00Z') };
  expect(describeCalls({ used: 940, left }, 'Europe/London')).toBeNull();
});
