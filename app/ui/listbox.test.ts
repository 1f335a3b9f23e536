import { expect, test } from 'vitest';
import { stepTo } from './listbox.tsx';

/** The places that arrow keys choose one after another, from the field on. */
function walk(keys: string[], count: number, isFieldAChoice: boolean): (number | null)[] {
  let active = -1;
  return keys.map((key) => {
    const next = stepTo(key, active, { count, isFieldAChoice });
    active = next ?? active;
    return next;
  });
}

const DOWN = 'ArrowDown';
const UP = 'ArrowUp';

test.each([
  ['down through the options, and round', [DOWN, DOWN, DOWN], 2, false, [0, 1, 0]],
  ['up from the field to the last, and round', [UP, UP, UP], 2, false, [1, 0, 1]],
  ['down, and round by way of the field', [DOWN, DOWN, DOWN, DOWN], 2, true, [0, 1, -1, 0]],
  ['up, and round by way of the field', [UP, UP, UP, UP], 2, true, [1, 0, -1, 1]],
  ['nowhere, where there are none', [DOWN, UP], 0, false, [-1, -1]],
])('arrow keys lead %s', (_where, keys, count, isFieldAChoice, places) => {
  expect(walk(keys, count, isFieldAChoice)).toEqual(places);
});

test('no other key chooses', () => {
  expect(walk(['Enter', 'Tab', 'a'], 2, true)).toEqual([null, null, null]);
});
