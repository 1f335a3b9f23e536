import { readDuration } from '../../lib/duration.ts';

/** Finds durations among the words of a line. */

/** The most words that a duration has: `1 hour and 30 minutes`. */
const MOST_WORDS = 5;

/** What a duration begins with: a figure, a decimal point before one, or a fraction. */
const BEGINNING = /^(?:[.,]?\d|[¼-¾⅐-⅞])/;
const WITH_UNIT = /[hm]|hrs?$|hours?$|mins?$|minutes?$/i;
const CLOCK = /^\d{1,3}:[0-5]\d$/;
const DECIMAL = /^\d{0,2}[.,]\d{1,2}$/;
const WITH_FRACTION = /^\d{0,3} ?[¼-¾⅐-⅞]$/;
const WHOLE_HOURS = /^\d{1,4} ?(?:h|hrs?|hours?)$/i;
const BARE_MINUTES = /^[0-5]?\d$/;
/** The last of several words has the unit: `1h 30` may be two things. */
const LAST_WORD = /[a-z]$|^[¼-¾⅐-⅞]$/i;

/** A duration in a line. */
export type FoundTime = {
  /** How many words it has. */
  words: number;
  /** What it may mean, in minutes: `1h 30` is an hour or an hour and a half. */
  minutes: number[];
};

/** The text of a word without the signs around it: `(1h30),` → `1h30`. */
const bare = (word: string) => word.replace(/^[([]+|[)\],;:.!?]+$/g, '');

/**
 * The duration that begins these words, or null. Only what is clearly one counts: it has a unit, a
 * colon or a fraction. A plain whole number is none: `2 printers`.
 */
export function timeAt(words: string[]): FoundTime | null {
  const [first = ''] = words;
  if (!BEGINNING.test(bare(first))) return null;
  for (let count = Math.min(MOST_WORDS, words.length); count > 0; count -= 1) {
    const minutes = minutesIn(words.slice(0, count));
    if (minutes === null) continue;
    const isOpen = !/[),;:.!?\]]$/.test(words[count - 1] ?? '');
    const next = bare(words[count] ?? '');
    const isUnsure =
      isOpen &&
      WHOLE_HOURS.test(words.slice(0, count).map(bare).join(' ')) &&
      BARE_MINUTES.test(next);
    return isUnsure
      ? { words: count + 1, minutes: [minutes, minutes + Number(next)] }
      : { words: count, minutes: [minutes] };
  }
  return null;
}

function minutesIn(words: string[]): number | null {
  const text = words.map(bare).join(' ');
  const isOneWord = words.length === 1;
  if (text.includes('/') || (!isOneWord && !LAST_WORD.test(bare(words.at(-1) ?? '')))) return null;
  const isClear =
    WITH_UNIT.test(text) ||
    WITH_FRACTION.test(text) ||
    (isOneWord && (CLOCK.test(text) || DECIMAL.test(text)));
  if (!isClear) return null;
  const reading = readDuration(text, 'hours');
  return reading.problem !== undefined || reading.isBare ? null : reading.minutes;
}
