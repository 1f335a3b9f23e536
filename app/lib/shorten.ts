/**
 * A text cut to at most `length` UTF-16 units; a text that was cut ends in an ellipsis. A character
 * of two units is never split, since half a character cannot be stored or sent.
 */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
