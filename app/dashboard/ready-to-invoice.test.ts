import { describe, expect, test } from 'vitest';
import { waitSince } from './ready-to-invoice.server.ts';

describe('work that waits to be invoiced', () => {
  test.each([
    ['2026-03-31', '', false],
    ['2026-04-07', '', false], // Logged ahead.
    ['2026-03-30', '1 day', false],
    ['2026-03-01', '30 days', false],
    ['2026-02-28', '31 days', true],
    ['2025-03-31', '365 days', true],
  ])('since %s: %s, stands out: %s', (day, text, isLong) => {
    expect(waitSince(day, '2026-03-31')).toEqual({ text, isLong });
  });
});
