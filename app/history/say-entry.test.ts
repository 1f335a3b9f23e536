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
  [{ poNumber: 'PO-7' }, { poNumber: null }, 'PO number removed (was PO-7)'],
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
    'Due changed from 1 Dec 2026 to 24 Dec 2026',
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
  [
    { description: 'Two\nlines' },
    { description: 'Two lines' },
    'Description changed from Two lines to Two lines (only spaces or line breaks changed)',
  ],
  [
    { hardwareItems: [{ id: 1, itemName: 'Cable', quantity: 2, unitPrice: '9.99' }] },
    { hardwareItems: [{ id: 2, itemName: 'Cable', quantity: 2, unitPrice: '9.99' }] },
    'Items changed from 2 × Cable at £9.99 to 2 × Cable at £9.99 (entered again)',
  ],
  [
    { hardwareItems: [{ id: 1, itemName: 'Server', quantity: 1, unitPrice: '1939.5' }] },
    { hardwareItems: [] },
    'Items removed (was 1 × Server at £1,939.50)',
  ],
  [
    { xeroContacts: [{ contactId: 'a', contactName: 'Acme' }] },
    { xeroContacts: [{ contactId: 'b', contactName: 'Acme' }] },
    'Contact in Xero changed from Acme to Acme (another one of the same name)',
  ],
  [
    { client: { id: 1, name: 'Acme' } },
    { client: { id: 2, name: 'Acme' } },
    'Client changed from Acme to Acme (another one of the same name)',
  ],
  [
    { date: '2026-11-01T10:00:01.000Z' },
    { date: '2026-11-01T10:00:59.000Z' },
    'Date changed from 1 Nov 2026, 10:00 to 1 Nov 2026, 10:00 (within the same minute)',
  ],
])('a change of %j to %j reads as a person would say it', (before, after, sentence) => {
  expect(said(before, after)).toBe(sentence);
});

test('every field that can change is told in words of people, or not at all', () => {
  // What was left as it is, is only ever listed and left.
  const kinds = RECORD_KINDS.filter(({ kind }) => kind !== 'forgotten');
  const labels = kinds.flatMap(({ kind, fields }) =>
    sayChanges(kind, Object.fromEntries(fields.map(({ name }) => [name, null])), {}, 'UTC').map(
      ({ label }) => label,
    ),
  );
  expect(labels.length).toBeGreaterThan(50);
  expect(labels.filter((label) => !/^[A-Z]/.test(label))).toEqual([]);
});

test.each<[ReadEntry['after'], string]>([
  [{ isHardware: true, totalAmount: '1939.88' }, 'Logged: hardware for £1,939.88'],
  [{ isHardware: false, duration: 90, hourlyRate: '1250.00' }, 'Logged: 1h 30m at £1,250.00'],
])('what a new work log came to is written as all amounts are: %j', (after, sentence) => {
  const entry = { kind: 'work-log', action: 'created', before: null, after } as ReadEntry;
  expect(sentenceOf(sayEntry(entry, 'Europe/London'))).toBe(sentence);
});
