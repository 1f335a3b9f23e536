import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gatherTwins, twinKeys } from './twins.ts';

const areTwins = (one: string, other: string) =>
  twinKeys(one).some((key) => twinKeys(other).includes(key));

test.each([
  ['Acme Ltd', 'acme  ltd'],
  ['Acme Ltd', 'ACME LTD.'],
  ['Acme Ltd', 'Acme Limited'],
  ['Acme Limited', 'A.C.M.E. Ltd.'],
  ['Smith & Sons', 'Smith and Sons'],
  ['Smith & Sons', 'smith AND sons.'],
  ['Smith＆Sons', 'Smith and Sons'],
  ['M&S', 'M & S'],
  ['M&S', 'MS'],
  ['O’Neill', "O'Neill"],
  ['Café', 'Café'.normalize('NFD')],
  ['Straße 5', 'STRASSE 5'],
  ['ΟΔΟΣ', 'οδος.'],
  ['Acme', 'Ａｃｍｅ'],
  ['Ac\u00adme', 'Acme\u200b'],
])('%j and %j are twins', (one, other) => {
  expect(areTwins(one, other)).toBe(true);
});

test.each([
  ['Acme', 'Acme Ltd'],
  ['Acme Ltd', 'Acme plc'],
  ['Brandon', 'Bron'],
  ['Unlimited', 'Unltd'],
  ['Cafe', 'Café'],
  ['Client 1', 'Client 11'],
  ['!!!', '???'],
  ['&', 'and'],
  ['C++', 'C#'],
])('%j and %j are not', (one, other) => {
  expect(areTwins(one, other)).toBe(false);
});

const LETTERS = 'abcdefghmnoprstuvwxyzåäéñøßœğ0123456789αβγδσωбвгдежя'.split('');
const word = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 8 })
  .map((letters) => letters.join(''));
const blank = fc.constantFrom(' ', '  ', '\u00a0', '\t', '. ', ', ', '-', '/', ' (', '’ ');
const form = fc.constantFrom<'NFC' | 'NFD' | 'NFKC' | 'NFKD'>('NFC', 'NFD', 'NFKC', 'NFKD');

/** Words as somebody else writes them: other blanks, signs, cases and forms, and other words for two of them. */
const rewritten = fc
  .record({
    parts: fc.array(
      fc.record({
        text: fc.oneof(word, fc.constantFrom('and', 'ltd')),
        case: fc.constantFrom('lower', 'upper', 'first'),
        after: blank,
        isOther: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    form,
    end: fc.constantFrom('', '.', ' ', '!'),
  })
  .filter(({ parts }) => parts.some(({ text }) => text !== 'and'))
  .map(({ parts, form: of, end }) => {
    const cased = parts.map((part) => {
      const others: Record<string, string> = { and: '&', ltd: 'limited' };
      const text = part.isOther ? (others[part.text] ?? part.text) : part.text;
      const [start = ''] = text;
      if (part.case === 'lower') return text + part.after;
      if (part.case === 'upper') return text.toUpperCase() + part.after;
      return start.toUpperCase() + text.slice(start.length) + part.after;
    });
    return {
      plain: parts.map(({ text }) => text).join(' '),
      other: `${cased.join('')}${end}`.normalize(of),
    };
  });

describe('whatever a name is', () => {
  test('another way to write it is its twin', () => {
    fc.assert(
      fc.property(rewritten, ({ plain, other }) => {
        expect(areTwins(plain, other)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('with a letter more it is not', () => {
    fc.assert(
      fc.property(rewritten, ({ plain, other }) => {
        expect(areTwins(`${plain}q`, other)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('it is compared by something, and is a twin of itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (one, other) => {
          expect(areTwins(one, one)).toBe(true);
          expect(areTwins(one, other)).toBe(areTwins(other, one));
        },
      ),
    );
  });
});

test('The very same name is no twin, and the first one that is stands for all', () => {
  const twins = gatherTwins([{ name: 'Acme Ltd' }, { name: 'ACME, LTD' }]);
  expect(twins.find('Acme Ltd')).toBeNull();
  expect(twins.find('acme limited')).toEqual({ name: 'Acme Ltd' });
  expect(twins.find('Bolt')).toBeNull();
  twins.add({ name: 'bolt' });
  expect(twins.find('Bolt')).toEqual({ name: 'bolt' });
});
