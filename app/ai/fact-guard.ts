import { AMOUNT_READERS } from './fact-amounts.ts';
import { DATE_READERS } from './fact-dates.ts';
import {
  addressKey,
  ADDRESS_READERS,
  indexWords,
  readNames,
  REFERENCE_READERS,
} from './fact-names.ts';
import type { WordIndex } from './fact-names.ts';
import { figuresIn, NUMBER_READERS } from './fact-numbers.ts';
import { runReaders, stemOf } from './facts.ts';
import type { Fact, FactKind, FoundFact, NumberReading, Reading } from './facts.ts';

export type { Fact, FactKind } from './facts.ts';

const READERS = [
  ...ADDRESS_READERS,
  ...DATE_READERS,
  ...REFERENCE_READERS,
  ...AMOUNT_READERS,
  ...NUMBER_READERS,
];

/**
 * The facts of `source` that `rewritten` lacks, in the order of the source: numbers, prices,
 * durations, dates, names, addresses and references. Another way to write the same fact keeps
 * it (`90 min` and `1.5 hours`). It judges by rules alone, so it misses a fact that two texts
 * share in different places: it is a hint for a person, not a proof.
 */
export function missingFacts(source: string, rewritten: string): Fact[] {
  return uncovered(read(source), read(rewritten));
}

/** What an invention would be told by; names are left out, since a rewriting capitalises freely. */
const INVENTABLE: Record<FactKind, boolean> = {
  money: true,
  percentage: true,
  duration: true,
  date: true,
  weekday: true,
  time: true,
  number: true,
  reference: true,
  address: true,
  version: true,
  name: false,
};

/**
 * The numbers, prices, durations, dates, addresses and references of `rewritten` that have no
 * source, in the order of `rewritten`. A sum that the model worked out is one of them.
 */
export function inventedFacts(source: string, rewritten: string): Fact[] {
  return uncovered(read(rewritten), read(source)).filter(
    ({ kind, text }) => INVENTABLE[kind] || /\d/.test(text),
  );
}

/** A text that has been read: its facts, and what is asked of it as a whole. */
type ReadText = {
  facts: FoundFact[];
  readings: Reading[];
  numbers: NumberReading[];
  figures: Set<number>;
  /** Lower case, without protocols. */
  plain: string;
  text: string;
  words: WordIndex;
};

function read(text: string): ReadText {
  const normal = text.normalize('NFC').replace(/[\u2010\u2011\u2212]/g, '-');
  const { facts, rest } = runReaders(normal, READERS);
  const all = [...facts, ...readNames(rest)].sort((one, other) => one.start - other.start);
  const readings = all.flatMap((fact) => [
    ...fact.readings,
    ...fact.parts.flatMap((part) => part.readings),
  ]);
  return {
    facts: all,
    readings,
    numbers: readings.filter((reading) => reading.is === 'number'),
    figures: new Set(figuresIn(normal)),
    plain: addressKey(normal),
    text: normal,
    words: indexWords(normal),
  };
}

function uncovered(needed: ReadText, have: ReadText): Fact[] {
  const missing = new Map<string, Fact>();
  // The same fact again is judged once: a note may repeat one a thousand times.
  const judged = new Set<string>();
  for (const fact of needed.facts) {
    const { kind, text, isWeak } = fact;
    const sameness = JSON.stringify([kind, text, fact.readings]);
    if (isWeak || judged.has(sameness)) continue;
    judged.add(sameness);
    if (!isCovered(fact, have)) missing.set(`${kind} ${text.toLowerCase()}`, { kind, text });
  }
  return [...missing.values()];
}

function isCovered(fact: FoundFact, have: ReadText): boolean {
  // A lone number may stand in the other text as part of something else.
  if (fact.kind !== 'number' && isVerbatim(fact.text, have.text)) return true;
  if (fact.readings.some((reading) => isRead(reading, have))) return true;
  return fact.parts.length > 0 && fact.parts.every((part) => isCovered(part, have));
}

function isVerbatim(text: string, within: string): boolean {
  for (let at = within.indexOf(text); at !== -1; at = within.indexOf(text, at + 1)) {
    const before = within.slice(Math.max(0, at - 2), at);
    const after = within.slice(at + text.length, at + text.length + 2);
    const isWhole =
      !/[\p{L}\p{N}_]$|\d[.,]$/u.test(before) && !/^[\p{L}\p{N}_]|^[.,/-]\d/u.test(after);
    if (isWhole) return true;
  }
  return false;
}

function isRead(needed: Reading, have: ReadText): boolean {
  switch (needed.is) {
    case 'money':
      return have.readings.some(
        (other) =>
          (other.is === 'money' && other.currency === needed.currency && isSame(other, needed)) ||
          (other.is === 'number' && other.isPriceLike && !other.unit && isSame(other, needed)),
      );
    case 'percentage':
    case 'days':
    case 'months':
      return have.readings.some((other) => other.is === needed.is && isSame(other, needed));
    case 'seconds':
      return have.readings.some(
        (other) =>
          other.is === 'seconds' &&
          Math.abs(other.value - needed.value) <= Math.max(other.tolerance, needed.tolerance),
      );
    case 'date':
      return have.readings.some((other) => other.is === 'date' && isSameDate(needed, other, have));
    case 'weekday':
      return have.readings.some((other) => isOnWeekday(other, needed.day));
    case 'time':
      return have.readings.some((other) => other.is === 'time' && other.minute === needed.minute);
    case 'number':
      return isNumberKept(needed, have);
    case 'ticket':
      return have.readings.some(
        (other) => other.is === 'ticket' && Number(other.digits) === Number(needed.digits),
      );
    case 'version':
      return have.readings.some(
        (other) => other.is === 'version' && other.digits === needed.digits,
      );
    case 'address':
      return isVerbatim(needed.key, have.plain);
    case 'word':
      return (
        have.words.hasWord(needed.key) ||
        have.readings.some((other) => other.is === 'word' && other.key === needed.key)
      );
    case 'initials':
      return have.words.hasInitials(needed.key);
  }
}

/** Fractions of a penny are rounding. */
function isSame(one: { value: number }, other: { value: number }): boolean {
  return Math.abs(one.value - other.value) < 0.000_1;
}

type DateReading = Extract<Reading, { is: 'date' }>;

/** A month is kept by any day of it; a day is not kept by its month, nor a year by its absence. */
function isSameDate(needed: DateReading, other: DateReading, have: ReadText): boolean {
  if (needed.month !== other.month) return false;
  if (needed.day !== null && needed.day !== other.day) return false;
  if (needed.year === null || needed.year === other.year) return true;
  return other.year === null && have.figures.has(needed.year);
}

/** The weekday by name, or a full date that falls on it. */
function isOnWeekday(reading: Reading, day: number): boolean {
  if (reading.is === 'weekday') return reading.day === day;
  if (reading.is !== 'date' || reading.year === null || reading.day === null) return false;
  return new Date(Date.UTC(reading.year, reading.month - 1, reading.day)).getUTCDay() === day;
}

function isNumberKept(needed: NumberReading, have: ReadText): boolean {
  const isCounted = needed.nouns.length > 0;
  // A number by itself may have become part of anything: "on the 3rd", "took 90".
  if (!isCounted && needed.unit === null && have.figures.has(needed.value)) return true;
  const isMoney = (other: Reading) => other.is === 'money' && isSame(other, needed);
  if (needed.isPriceLike && have.readings.some(isMoney)) return true;
  const equals = have.numbers.filter(
    (other) =>
      isSame(other, needed) &&
      (other.unit === null || needed.unit === null || other.unit === needed.unit),
  );
  if (equals.some((other) => !isSwapped(needed, other, have))) return true;
  const ofDate = (other: Reading) => other.is === 'date' && other.year === needed.value;
  if (have.readings.some(ofDate)) return true;
  return needed.value === 1 && isCounted && hasOneOf(needed.nouns, have.text);
}

/** "2 printers, 3 switches" and "3 printers, 2 switches": the same numbers, and not the same facts. */
function isSwapped(needed: NumberReading, other: NumberReading, have: ReadText): boolean {
  const [noun] = needed.nouns;
  if (noun === undefined || other.nouns.length === 0 || other.nouns.includes(noun)) return false;
  return have.numbers.some(({ nouns, value }) => nouns[0] === noun && value !== needed.value);
}

/** "1 new printer" is also "a printer". */
function hasOneOf(nouns: string[], text: string): boolean {
  const words = text.match(/[\p{L}'’-]+/gu) ?? [];
  return words.some(
    (word, index) =>
      /^(?:an?|the|one|single|another)$/i.test(word) &&
      words.slice(index + 1, index + 4).some((next) => nouns.includes(stemOf(next))),
  );
}
