import { describe, expect, test } from 'vitest';
import { isPausedUntil, readRetryAfter } from './retry-after.ts';

const now = new Date('2026-11-02T09:00:00Z');
const DAY = 86_400;

describe('how long a service asks to wait', () => {
  test.each([
    ['30', 30],
    [30, 30],
    [' 1.5 ', 1.5],
    ['0', 0],
    ['Mon, 02 Nov 2026 09:00:10 GMT', 10],
    ['Monday, 02-Nov-26 09:00:10 GMT', 10],
    ['Mon Nov  2 09:00:10 2026', 10],
    ['Mon, 02 Nov 2026 08:00:00 GMT', 0],
  ])('%j is %j seconds', (value, seconds) => {
    expect(readRetryAfter(value, now)).toBe(seconds);
  });

  test.each(['86401', '99999999999999', '1e308', '1e999', '9'.repeat(400), 1e300])(
    '%j is a day at most',
    (value) => {
      expect(readRetryAfter(value, now)).toBe(DAY);
    },
  );

  test('a date in years is a day at most', () => {
    expect(readRetryAfter('Mon, 02 Nov 2066 09:00:10 GMT', now)).toBe(DAY);
  });

  test.each([
    '-5',
    -5,
    'Infinity',
    Infinity,
    NaN,
    '',
    ' ',
    '30, 30',
    '5 minutes',
    'soon',
    'Mon',
    null,
    undefined,
    {},
    true,
  ])('%j says nothing', (value) => {
    expect(readRetryAfter(value, now)).toBeNull();
  });
});

test('a pause counts until it ends, unless no service could have asked for it', () => {
  const at = now.getTime();
  expect(isPausedUntil(at, at)).toBe(false);
  expect(isPausedUntil(at + 1, at)).toBe(true);
  expect(isPausedUntil(at + DAY * 1_000, at)).toBe(true);
  expect(isPausedUntil(at + DAY * 1_000 + 1, at)).toBe(false);
  expect(isPausedUntil(NaN, at)).toBe(false);
});
