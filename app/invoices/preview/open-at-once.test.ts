import { expect, test } from 'vitest';
import { withLines } from './open-at-once.ts';

const invoice = (key: string, lines: number, isAsked = false) => ({ key, lines, isAsked });

test.each([
  ['all of them where there is room', [invoice('a', 6), invoice('b', 4)], ['a', 'b']],
  ['the first ones that there is room for', [invoice('a', 6), invoice('b', 5)], ['a']],
  ['a short one after a long one', [invoice('a', 6), invoice('b', 5), invoice('c', 4)], ['a', 'c']],
  ['one alone, however long', [invoice('a', 50)], ['a']],
  ['what is asked for, before others', [invoice('a', 6), invoice('b', 50, true)], ['b']],
  ['of many, only that', ['a', 'b', 'c', 'd'].map((key) => invoice(key, 1, key === 'c')), ['c']],
  ['nothing of none', [], []],
])('On the page are the lines of %s', (_, invoices, open) => {
  expect([...withLines(invoices, { most: 3, room: 10 })].sort()).toEqual(open);
});
