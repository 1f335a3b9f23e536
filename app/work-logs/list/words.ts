/**
 * The words of a search, in small letters. Signs part words and mean nothing, as in the index of
 * words; a combining mark belongs to its letter.
 */
export function wordsOf(q: string): string[] {
  return q.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}
