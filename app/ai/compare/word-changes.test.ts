import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordChanges } from './compare.server.ts';
import { cases } from '#tests/support/cases.ts';

/** The changes as one reads them: [-removed-] and {+added+}. */
function show(before: string, after: string): string {
  return wordChanges(before, after)
    .map(({ kind, text }) => {
      if (kind === 'removed') return `[-${text}-]`;
      return kind === 'added' ? `{+${text}+}` : text;
    })
    .join('');
}

const joinedWithout = (kind: 'removed' | 'added', before: string, after: string) =>
  wordChanges(before, after)
    .filter((change) => change.kind !== kind)
    .map(({ text }) => text)
    .join('');

describe('the changes between two texts', () => {
  test.each([
    ['', '', ''],
    ['Fixed it.', 'Fixed it.', 'Fixed it.'],
    ['', 'Fixed it.', '{+Fixed it.+}'],
    ['Fixed it.', '', '[-Fixed it.-]'],
    ['Fixed the printer.', 'Repaired the printer.', '[-Fixed-]{+Repaired+} the printer.'],
    ['call Anna', 'call Anna.', 'call Anna{+.+}'],
    ['call w/ Anna', 'Call with Anna', '[-call w/-]{+Call with+} Anna'],
    ['paid £1,250.00 today', 'paid £1,520.00 today', 'paid £[-1,250.00-]{+1,520.00+} today'],
    ['one two three four', 'one four', 'one [-two three -]four'],
    ['one  two', 'one two', 'one[-  -]{+ +}two'],
    ['a\nb', 'a b', 'a[-\n-]{+ +}b'],
    [
      'the router and the switch',
      'a hub or one cable',
      '[-the router and the switch-]{+a hub or one cable+}',
    ],
  ])('from %j to %j read %j', (before, after, shown) => {
    expect(show(before, after)).toBe(shown);
  });

  const WORDS = fc
    .array(
      fc.constantFrom(
        'call',
        'Anna',
        'two',
        '2',
        '£1,250.00',
        ' ',
        '  ',
        '\n',
        '.',
        ',',
        'é',
        '👍🏽',
      ),
      {
        maxLength: 40,
      },
    )
    .map((pieces) => pieces.join(''));
  const TEXT = fc.oneof(WORDS, fc.string({ unit: 'binary' }));

  test('give back both texts to the character', () => {
    fc.assert(
      fc.property(TEXT, TEXT, (before, after) => {
        expect(joinedWithout('added', before, after)).toBe(before);
        expect(joinedWithout('removed', before, after)).toBe(after);
      }),
      { numRuns: cases(2_000) },
    );
  });

  test('have no empty stretch, and no two of one kind in a row', () => {
    fc.assert(
      fc.property(TEXT, TEXT, (before, after) => {
        const changes = wordChanges(before, after);
        expect(changes.filter(({ text }) => text === '')).toEqual([]);
        changes.slice(1).forEach(({ kind }, index) => {
          expect(kind).not.toBe(changes[index]?.kind);
        });
      }),
      { numRuns: cases(2_000) },
    );
  });

  test('between a text and itself are none', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        expect(wordChanges(text, text).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  test('of long texts with little in common are one: all that was, and all that is', () => {
    const before = `Begin ${'a b '.repeat(2_500)}end`;
    const after = `Begin ${'c d '.repeat(2_500)}end`;
    expect(wordChanges(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  });

  test('of long texts with much in common are found', () => {
    const note = 'checked one server and noted it '.repeat(300);
    expect(wordChanges(note, `${note}today`)).toEqual([
      { kind: 'same', text: note },
      { kind: 'added', text: 'today' },
    ]);
  });
});
