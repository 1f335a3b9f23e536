import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test('a text that fits stays as it is', () => {
  expect(shorten('four', 4)).toBe('four');
  expect(shorten('', 1)).toBe('');
});

test('a text that is too long ends in an ellipsis', () => {
  expect(shorten('fives', 4)).toBe('fiv…');
});

test('no character is cut in half', () => {
  expect(shorten('ab😀cd', 4)).toBe('ab…');
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), (whole, length) => {
      const short = shorten(whole, length);
      expect(short.isWellFormed()).toBe(true);
      expect(short.length).toBeLessThanOrEqual(length);
    }),
  );
});
