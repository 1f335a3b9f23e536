import { expect, test } from 'vitest';
import { printIds, readIds } from './ids.ts';

test.each([
  [[], ''],
  [[3, 1, 2, 40, 2], '1-3.14'],
])('%s is written short, and read again', (ids, text) => {
  expect(printIds(ids)).toBe(text);
  expect(readIds(text, 4)).toEqual([...new Set(ids)].sort((one, other) => one - other));
});

test.each(['1-5', '1.2.3.4.5', '5-1', '0', '1.', '%', 'A'])('%s is not read', (text) => {
  expect(readIds(text, 4)).toBe(null);
});
