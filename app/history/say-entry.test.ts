import { expect, test } from 'vitest';
import type { ReadEntry } from './history.ts';
import { sayEntry, sentenceOf } from './say-entry.ts';

/** What the trail says of a change from one set of values to another. */
function said(before: ReadEntry['before'], after: ReadEntry['after']): string {
  const entry = { kind: 'client', action: 'changed', before, after } as ReadEntry;
  return sentenceOf(sayEntry(entry, 'Europe/London'));
}

const LONG = 'a'.repeat(180);

test.each([
  [{ hourlyRate: '60.00' }, { hourlyRate: '75.00' }, 'Rate changed from £60.00 to £75.00'],
  [{ discountedRate: null }, { discountedRate: '50.00' }, 'Discounted rate set to £50.00'],
  [{ poNumber: 'PO-7' }, { poNumber: null }, 'PO number taken away (was PO-7)'],
  [
    { email: null, standardRate: '60.00' },
    { email: 'ann@example.com', standardRate: '65.00' },
    'Email set to ann@example.com; standard rate changed from £60.00 to £65.00',
  ],
  [
    { name: 'Acme', poNumber: 'PO-7' },
    { name: 'Acme Ltd', poNumber: 'PO-8' },
    'Name changed from Acme to Acme Ltd; PO number changed from PO-7 to PO-8',
  ],
  [{ notes: LONG }, { notes: `${LONG}b` }, `Notes changed from ${LONG} to ${LONG}b`],
  [
    { notes: `${LONG}\u{1f600}${LONG}1` },
    { notes: `${LONG}\u{1f600}${LONG}2` },
    `Notes changed from …${'a'.repeat(40)}1 to …${'a'.repeat(40)}2`,
  ],
  [
    { notes: `${LONG}\u{1f600}${'b'.repeat(39)}1` },
    { notes: `${LONG}\u{1f600}${'b'.repeat(39)}2` },
    `Notes changed from …${'b'.repeat(39)}1 to …${'b'.repeat(39)}2`,
  ],
])('a change of %j to %j reads as a person would say it', (before, after, sentence) => {
  expect(said(before, after)).toBe(sentence);
});
