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
