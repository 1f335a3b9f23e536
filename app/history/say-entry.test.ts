import { expect, test } from 'vitest';
import { RECORD_KINDS } from '#db/history/records.ts';
import type { ReadEntry } from './history.ts';
import { sayEntry, sentenceOf } from './say-entry.ts';
import { sayChanges } from './say-values.ts';

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
  [{ includedVat: '4.16' }, { includedVat: '0.83' }, 'VAT in it changed from £4.16 to £0.83'],
  [
    { vat: '-10.50', currency: 'EUR' },
    { vat: '1000.00', currency: 'GBP' },
    'VAT changed from -EUR 10.50 to £1,000.00; currency changed from EUR to GBP',
  ],
  [
    { dueDay: '2026-12-01' },
    { dueDay: '2026-12-24' },
    'Due changed from Dec 01, 2026 to Dec 24, 2026',
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

test('every field that can change is told in words of people, or not at all', () => {
  // What was left as it is, is only ever listed and left.
  const kinds = RECORD_KINDS.filter(({ kind }) => kind !== 'forgotten');
  const labels = kinds.flatMap(({ fields }) =>
    sayChanges(Object.fromEntries(fields.map(({ name }) => [name, null])), {}, 'UTC').map(
      ({ label }) => label,
    ),
  );
  expect(labels.length).toBeGreaterThan(50);
  expect(labels.filter((label) => !/^[A-Z]/.test(label))).toEqual([]);
});
