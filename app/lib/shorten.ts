/**
 * A text of at most so many UTF-16 units; one that was cut ends in an ellipsis. A character of two
 * units is never cut in half, since half of one cannot be stored or sent.
 */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
