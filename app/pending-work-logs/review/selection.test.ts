import { expect, test } from 'vitest';
import { MOST_SELECTED, printSelection, readSelection } from './selection.ts';

test.each([
  [[], ''],
  [[7], '7'],
  [[3, 1, 2, 40, 2], '1-3.14'],
  [Array.from({ length: MOST_SELECTED }, (_, index) => index + 1), '1-1jk'],
])('%s is written short, and read again', (ids, text) => {
  expect(printSelection(ids)).toBe(text);
  expect(readSelection(text)).toEqual([...new Set(ids)].sort((one, other) => one - other));
});

test.each(['x y', '5-1', '0', '1-zzzz', '1-1jl', '1.', '%'])('%s selects nothing', (text) => {
  expect(readSelection(text)).toEqual([]);
});
