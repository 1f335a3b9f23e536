import { inPlainSigns } from '../../lib/looks.ts';

/** The combining marks that the index of words (unicode61 of FTS5) takes for a part of their letter. */
const MARKS =
  '\\u0300-\\u0304\\u0306-\\u030C\\u030F\\u0311\\u031B\\u0323-\\u0328\\u032D\\u032E\\u0330\\u0331';
const WORD = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}${MARKS}]*`, 'gu');

/**
 * The words of a search, in small letters. Signs part words and mean nothing, as in the index of
 * words, and so do all marks but those that it knows.
 */
export function wordsOf(q: string): string[] {
  return q.toLowerCase().match(WORD) ?? [];
}

/**
 * The words of a search in each way to read it: as it was typed, and as it looks, where signs that are not shown part no
 * words and wide letters and figures are narrow. None of a search of signs only.
 */
export function readingsOf(q: string): string[][] {
  const typed = wordsOf(q);
  const shown = wordsOf(inPlainSigns(q));
  const readings = typed.join(' ') === shown.join(' ') ? [typed] : [typed, shown];
  return readings.filter((words) => words.length > 0);
}

/** Letters that a text may hold as one sign, the longest first. */
type AsOne = [letters: string, sign: string];
const SHARP_S: AsOne[] = [['ss', 'ß']];
const LIGATURES: AsOne[] = [
  ['ffi', 'ﬃ'],
  ['ffl', 'ﬄ'],
  ['ff', 'ﬀ'],
  ['fi', 'ﬁ'],
  ['fl', 'ﬂ'],
];

/** A word in the wide letters and figures of East Asian keyboards. */
const wide = (word: string) =>
  word.replace(/[a-z0-9]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/**
 * How else a word of a search may be written: `strasse` as `straße`, and `file` with a ligature, or the other way, and
 * either in wide letters.
 */
export function spellingsOf(word: string): string[] {
  const letters = [...SHARP_S, ...LIGATURES].reduce(
    (text, [all, sign]) => text.replaceAll(sign, all),
    word,
  );
  const joined = (by: AsOne[]) =>
    by.reduce((text, [all, sign]) => text.replaceAll(all, sign), letters);
  return [...new Set([word, letters, joined(SHARP_S), joined(LIGATURES), wide(letters)])];
}
