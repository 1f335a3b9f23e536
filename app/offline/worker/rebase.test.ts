import { expect, test } from 'vitest';
import { rebase } from './queued.ts';

const STORED = { description: 'Cabling', duration: '1', billable: 'on' };

/** The form of a record as it was kept, with some fields changed. */
function edit(change: Partial<typeof STORED>): URLSearchParams {
  const { billable, ...fields } = { ...STORED, ...change };
  return new URLSearchParams({
    version: '4',
    madeFrom: JSON.stringify(STORED),
    ...fields,
    ...(billable === 'on' ? { billable } : {}),
  });
}

const baseOf = (fields: URLSearchParams): unknown => JSON.parse(fields.get('madeFrom') ?? '');

test('a second change leaves what the first one changed, and starts from it', () => {
  const second = rebase(edit({ duration: '2' }), [edit({ description: 'Cabled the new wing' })]);
  expect(second.get('description')).toBe('Cabled the new wing');
  expect(second.get('duration')).toBe('2');
  expect(baseOf(second)).toEqual({ ...STORED, description: 'Cabled the new wing' });
  expect(second.get('version')).toBe('0');
});

test('a second change of the same field starts from the first', () => {
  const second = rebase(edit({ description: 'Two' }), [edit({ description: 'One' })]);
  expect(second.get('description')).toBe('Two');
  expect(baseOf(second)).toEqual({ ...STORED, description: 'One' });
});

test('a box that the first change unticked stays so', () => {
  const second = rebase(edit({ duration: '2' }), [edit({ billable: 'off' })]);
  expect(second.has('billable')).toBe(false);
  expect(baseOf(second)).toEqual({ ...STORED, billable: 'off' });
});

test('a third change starts from the second', () => {
  const first = edit({ description: 'One' });
  const second = rebase(edit({ duration: '2' }), [first]);
  const third = rebase(edit({ billable: 'off' }), [first, second]);
  expect(Object.fromEntries(third)).toMatchObject({ description: 'One', duration: '2' });
  expect(baseOf(third)).toEqual({ description: 'One', duration: '2', billable: 'on' });
});

test('a change that was made from another state of the record stays as it is', () => {
  const other = edit({ duration: '2' });
  other.set('madeFrom', JSON.stringify({ ...STORED, description: 'By somebody else' }));
  expect(rebase(other, [edit({ description: 'One' })])).toBe(other);
});

test('ends of lines of a form that was sent as a document are no change', () => {
  const stored = { ...STORED, description: 'One\nTwo' };
  const change = (fields: Partial<typeof STORED>) =>
    new URLSearchParams({
      ...{ version: '4', madeFrom: JSON.stringify(stored), billable: 'on' },
      ...{ duration: '1', description: 'One\r\nTwo', ...fields },
    });
  const second = rebase(change({ duration: '2' }), [change({ description: 'One\r\nThree' })]);
  expect(second.get('description')).toBe('One\r\nThree');
});
