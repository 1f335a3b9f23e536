import { nameAt, type Line, type Word } from './line-names.ts';
import { SEPARATORS, timeIn } from './line-times.ts';
import { isLooseDate, MOST_DATE_WORDS, readDate } from './read-date.ts';

/** Words of the line that say a day, or may say one. */
type Dated = { at: number; count: number; day: string | null; problem: string | null };

/** No date; without a place, and at the beginning. */
export const NO_DATE = { count: 0, day: null, problem: null };
export const NOWHERE = { ...NO_DATE, at: 0 };

/** The day of a line. `other` are the words of a date elsewhere, which is asked about. */
export function dayOf(begin: Dated, end: Dated, other: string | null) {
  const { day, problem } = begin.count > 0 ? begin : end;
  if (other === null) return { day, dateProblem: problem };
  return { day: null, dateProblem: problem ?? sayOther(other, day !== null) };
}

function sayOther(words: string, isSecond: boolean): string {
  const what = isSecond ? `“${words}” is a second day.` : `“${words}” may be the day.`;
  return `${what} Write the day first or last; put text with another day in quotes or after a colon.`;
}

/** The date with which a line begins, if these words are not the beginning of a longer name. */
export function dateBeginning(line: Line, today: string): Dated {
  const { words } = line;
  for (let count = Math.min(MOST_DATE_WORDS, words.length); count > 0; count -= 1) {
    const date = dateOf(words, 0, count, today);
    if (!date) continue;
    if ((nameAt(line, 0, 2)?.count ?? 0) > count) return NOWHERE;
    // `Sat with Bob` is no Saturday, unless what a line begins with follows.
    const isWord = /^(?:sat|sun)$/i.test(date.words) && !SEPARATORS.has(words[1]?.raw ?? '');
    const isText = isWord && !timeIn(words, 1) && !nameAt(line, 1, 2);
    return isText ? { ...date, day: null, problem: sayOther(date.words, false) } : date;
  }
  return NOWHERE;
}

/** Behind these words a date at the end may belong to the text: `finish by friday`, `backup of 12/11`, `where he sat`. */
const NO_DAY_BEHIND =
  /^(?:by|until|till|before|for|after|since|to|from|due|re|dated|of|per|and|&|or|than|as|he|she|it|we|they|i|you|who|that|which|the|in|not)$/i;

/** The date with which words end. */
export function dateEnding(words: Word[], end: number, today: string): Dated {
  for (let count = Math.min(MOST_DATE_WORDS, end); count > 0; count -= 1) {
    const date = dateOf(words, end - count, count, today);
    if (date && NO_DAY_BEHIND.test(words[date.at - 1]?.raw ?? ''))
      return { ...date, day: null, problem: date.problem ?? sayOther(date.words, false) };
    if (date) return date;
  }
  return { ...NO_DATE, at: end };
}

/** The words of a date that stands neither first nor last, or null; a weekday alone is none there. */
export function otherDate(words: (Word | null)[], today: string): string | null {
  for (let at = 0; at < words.length; at += 1) {
    for (let count = Math.min(MOST_DATE_WORDS, words.length - at); count > 0; count -= 1) {
      const date = dateOf(words, at, count, today);
      if (!date) continue;
      const isAtEnd = words.slice(at + count).every((word) => word === null);
      if (isAtEnd || !isLooseDate(date.words)) return date.words;
      break;
    }
  }
  return null;
}

function dateOf(words: (Word | null)[], at: number, count: number, today: string) {
  const some = words.slice(at, at + count);
  if (some.some((word) => word?.quoted !== null)) return null;
  const said = some.map((word) => word?.raw).join(' ');
  const date = readDate(said, today);
  if (date === null) return null;
  return { at, count, words: said, day: null, problem: null, ...date };
}
