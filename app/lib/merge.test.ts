import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeTexts, type FormTexts, type RowTexts } from './merge.ts';

// Few names and texts, so that random cases often collide.
const text = fc.constantFrom('', 'a', 'b', 'c');
const row = (id: string) => fc.record({ id: fc.constant(id), name: text, price: text });
const rows = fc
  .tuple(fc.option(row('1')), fc.option(row('2')), fc.option(row('3')))
  .map((all) => all.filter((one) => one !== null));
const form = fc.record({ name: text, rate: text, note: text, items: rows });
/** What was typed: rows that exist, and new ones without an id. */
const typed = fc.record({
  name: text,
  rate: text,
  note: text,
  items: fc
    .tuple(rows, fc.array(row(''), { maxLength: 2 }))
    .map(([known, added]): RowTexts[] => [...known, ...added]),
});
const FIELDS = ['name', 'rate', 'note'] as const;

const itemsOf = ({ items = [] }: FormTexts) => (Array.isArray(items) ? items : []);
const contentsOf = (items: RowTexts[]) => items.map(({ name, price }) => `${name}/${price}`).sort();
const rowById = (texts: FormTexts, id: string) => itemsOf(texts).find((one) => one.id === id);

describe('a merge of a form', () => {
  test('made from what is stored saves exactly what was typed', () => {
    fc.assert(
      fc.property(form, typed, (base, mine) => {
        const { merged, collisions } = mergeTexts(base, base, mine);
        expect(collisions).toEqual([]);
        for (const name of FIELDS) expect(merged[name]).toBe(mine[name]);
        const given = mine.items.map((one) =>
          one.id && !rowById(base, one.id) ? { ...one, id: '' } : one,
        );
        const kept = itemsOf(merged).map((one) =>
          one.id && !rowById(base, one.id) ? { ...one, id: '' } : one,
        );
        expect(kept).toEqual(given);
      }),
    );
  });

  test('in which nothing was typed changes nothing', () => {
    fc.assert(
      fc.property(form, form, (base, theirs) => {
        const { merged, changed, collisions } = mergeTexts(base, theirs, base);
        expect({ changed, collisions }).toEqual({ changed: [], collisions: [] });
        expect(contentsOf(itemsOf(merged))).toEqual(contentsOf(theirs.items));
      }),
    );
  });

  test('in which both sides typed the same changes nothing, so that it can be sent twice', () => {
    fc.assert(
      fc.property(form, form, (base, theirs) => {
        const { changed, collisions } = mergeTexts(base, theirs, theirs);
        expect({ changed, collisions }).toEqual({ changed: [], collisions: [] });
      }),
    );
  });

  test('keeps what one side changed in a field, and reports what both changed differently', () => {
    fc.assert(
      fc.property(form, form, typed, (base, theirs, mine) => {
        const { merged, collisions } = mergeTexts(base, theirs, mine);
        const collided = new Set(collisions.map(({ path }) => path));
        for (const name of FIELDS) {
          const isMine = mine[name] !== base[name];
          const isTheirs = theirs[name] !== base[name];
          expect(merged[name]).toBe(isMine ? mine[name] : theirs[name]);
          expect(collided.has(name)).toBe(isMine && isTheirs && mine[name] !== theirs[name]);
        }
      }),
    );
  });

  test('keeps or reports every row that one side added or changed', () => {
    fc.assert(
      fc.property(form, form, typed, (base, theirs, mine) => {
        const { merged, collisions } = mergeTexts(base, theirs, mine);
        for (const stored of theirs.items) {
          const from = rowById(base, stored.id);
          const isMerged = rowById(merged, stored.id) !== undefined;
          const isTold = collisions.some(
            (one) => one.kind === 'removed-here' && one.theirs === stored,
          );
          const isChanged = from === undefined || contentsOf([from])[0] !== contentsOf([stored])[0];
          if (isChanged) expect(isMerged !== isTold).toBe(true);
        }
        for (const one of mine.items.filter(({ id }) => id === '')) {
          expect(contentsOf(itemsOf(merged))).toContain(contentsOf([one])[0]);
        }
      }),
    );
  });

  test('that is sent again after collisions saves what it shows', () => {
    fc.assert(
      fc.property(form, form, typed, (base, theirs, mine) => {
        const { merged } = mergeTexts(base, theirs, mine);
        const again = mergeTexts(theirs, theirs, merged);
        expect(again.collisions).toEqual([]);
        expect(contentsOf(itemsOf(again.merged))).toEqual(contentsOf(itemsOf(merged)));
        for (const name of FIELDS) expect(again.merged[name]).toBe(merged[name]);
      }),
    );
  });
});

test('a form made from unknown values collides wherever it differs', () => {
  const theirs = { name: 'a', rate: 'b', items: [{ id: '1', name: 'x', price: '1' }] };
  const mine = { name: 'a', rate: 'c', items: [] };
  const { merged, collisions } = mergeTexts({}, theirs, mine);
  expect(collisions).toEqual([{ kind: 'field', path: 'rate', name: 'rate', theirs: 'b' }]);
  expect(merged).toEqual({ name: 'a', rate: 'c', items: theirs.items });
});

test('rows collide field by field, and a removed row with a changed one', () => {
  const one = { id: '1', name: 'Switch', price: '1' };
  const two = { id: '2', name: 'Cable', price: '2' };
  const three = { id: '3', name: 'Rack', price: '3' };
  const base = { items: [one, two, three] };
  const theirs = {
    items: [
      { ...one, price: '5' },
      { ...two, price: '6' },
    ],
  };
  const mine = {
    items: [
      { ...one, name: 'Big switch', price: '4' },
      { ...three, price: '7' },
    ],
  };
  const { merged, collisions } = mergeTexts(base, theirs, mine);
  expect(merged).toEqual({ items: mine.items });
  expect(collisions).toEqual([
    { kind: 'field', path: 'items.0.price', name: 'price', theirs: '5' },
    { kind: 'removed-there', path: 'items', mine: { ...three, price: '7' } },
    { kind: 'removed-here', path: 'items', theirs: { ...two, price: '6' } },
  ]);
});

test('line ends and spaces around a text are no change, nor is a field that was not sent', () => {
  const base = { note: 'One\nTwo', rate: '1' };
  const theirs = { note: 'Three', rate: '1' };
  const { merged, collisions, changed } = mergeTexts(base, theirs, { note: 'One\r\nTwo ' });
  expect({ merged, collisions, changed }).toEqual({ merged: theirs, collisions: [], changed: [] });
});
