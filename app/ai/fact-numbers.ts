import { stemOf, textBefore } from './facts.ts';
import type { Discovery, NumberReading, Reader } from './facts.ts';

/** Digits as people group them: `1,250.00`, `1.250,00`, `1 250,00`, `1'250`, `12.5`, `.5`. */
export const NUM = String.raw`(?:(?<!\d)(?<!\d\.)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d{1,2})?|\d+[.,]\d+(?![.,]?\d)|\d+|\.\d+)(?!\d))`;

const WORDS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};
const TENS: Record<string, number> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const SCALES: Record<string, number> = { hundred: 100, thousand: 1_000 };

/** Words that can stand for a number; they prove that one was kept. */
const HINTS: Record<string, number> = {
  one: 1,
  single: 1,
  once: 1,
  first: 1,
  both: 2,
  pair: 2,
  twice: 2,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
  dozen: 12,
};

const FRACTIONS: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

const keys = (table: Record<string, number>) => Object.keys(table).join('|');

/** `two`, `twenty-five`, `three hundred`. */
export const NUMBER_WORD = `(?:(?:(?:${keys(TENS)})(?:[-\\s](?:one|two|three|four|five|six|seven|eight|nine)\\b)?|${keys(WORDS)})(?:\\s(?:hundred|thousand))?)`;

/** Any written quantity: digits, a fraction, or words. */
export const QUANTITY = `(?:${NUM}(?:\\s?[½¼¾])?|[½¼¾]|\\b${NUMBER_WORD}\\b)`;

/**
 * What a quantity can be: `1.250` is 1.25 or 1250, all others are one number. A comma
 * before three digits separates thousands, as in en-GB.
 */
export function readQuantity(text: string): number[] {
  const trimmed = text.trim().toLowerCase();
  const fraction = FRACTIONS[trimmed.slice(-1)];
  if (fraction !== undefined) {
    const whole = trimmed.slice(0, -1).trim();
    return whole === '' ? [fraction] : readQuantity(whole).map((value) => value + fraction);
  }
  if (/^[a-z]/.test(trimmed)) return readWords(trimmed);
  const digits = trimmed.replace(/[ \u00a0\u202f'’]/g, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return [Number(digits.replaceAll(',', ''))];
  if (/^\d{1,3}\.\d{3}$/.test(digits)) return [Number(digits), Number(digits.replace('.', ''))];
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits)) {
    return [Number(digits.replaceAll('.', '').replace(',', '.'))];
  }
  return [Number(digits.replace(',', '.'))];
}

function readWords(text: string): number[] {
  let value = 0;
  for (const word of text.split(/[-\s]+/)) {
    const scale = SCALES[word];
    if (scale !== undefined) value = (value || 1) * scale;
    else value += WORDS[word] ?? TENS[word] ?? 0;
  }
  return [value];
}

/** Every number that stands in a text in figures or words, as `readQuantity` has them. */
export function figuresIn(text: string): number[] {
  return [...text.matchAll(new RegExp(QUANTITY, 'gi'))].flatMap(([figure]) => readQuantity(figure));
}

/** Units of measure, and what else each is called. */
const UNITS: Record<string, string> = {
  kb: 'kb|kilobytes?',
  mb: 'mb|megabytes?',
  gb: 'gb|gigabytes?|gigs?',
  tb: 'tb|terabytes?',
  mbps: 'mbps|mbit/s|megabits?',
  gbps: 'gbps|gbit/s|gigabits?',
  mhz: 'mhz|megahertz',
  ghz: 'ghz|gigahertz',
  mm: 'mm|millimet(?:re|er)s?',
  cm: 'cm|centimet(?:re|er)s?',
  m: 'm|met(?:re|er)s?',
  km: 'km|kilomet(?:re|er)s?',
  mile: 'miles?',
  kg: 'kg|kilos?|kilograms?',
  watt: 'w|watts?',
  kw: 'kw|kilowatts?',
  volt: 'v|volts?',
  ms: 'ms|milliseconds?',
};
const UNIT = Object.values(UNITS).join('|');

function readUnit(text: string): string | null {
  const found = Object.entries(UNITS).find(([, names]) =>
    new RegExp(`^(?:${names})$`, 'i').test(text),
  );
  return found?.[0] ?? null;
}

/** After these words nothing is counted: `2 of the printers`, `room 2 and`. */
const FUNCTION_WORDS = new Set(
  'a an and are as at be been but by for from had has have if in into is it nor of off on onto or out over per so than that the then there this to up via was were when where which while with x'.split(
    ' ',
  ),
);

/** The words after a number that say what is counted, at most three. */
export function nounsAfter(text: string, end: number): string[] {
  const following = /^(?:\s*[x×])?(?:[\s-]+[A-Za-z][A-Za-z'’-]*){1,3}/.exec(
    text.slice(end, end + 80),
  );
  const nouns: string[] = [];
  for (const word of following?.[0].trim().split(/\s+/) ?? []) {
    const plain = word.replace(/^[-x×]+(?=[-\s]|$)/, '').replace(/^-/, '');
    if (plain === '') continue;
    if (FUNCTION_WORDS.has(plain.toLowerCase())) break;
    nouns.push(plain);
  }
  return nouns;
}

/** The words of a counted thing, the likeliest noun (a plural) first. */
function orderNouns(words: string[]): string[] {
  const plural = words.findIndex((word) => /[^s]s$/i.test(word));
  const ordered = plural > 0 ? [words[plural] ?? '', ...words.toSpliced(plural, 1)] : words;
  return ordered.map(stemOf);
}

/** A number that is only a number. */
export function plainNumber(value: number): NumberReading {
  return { is: 'number', value, unit: null, nouns: [], isPriceLike: false };
}

/** "At 3", and the ends of "9-5". */
function mayBeHour(before: string, after: string): boolean {
  return AT_HOUR.test(before) || /\d[-–]$/.test(before) || /^[-–]\d{1,2}(?![\w.,])/.test(after);
}

const AT_HOUR = /(?:\b(?:at|from|until|till|by|before|after|between)\s+|@\s?)$/i;

function readFigure(match: RegExpExecArray, text: string): Discovery | Discovery[] | null {
  const [whole, quantity = '', suffix = '', spacedUnit = ''] = match;
  const before = textBefore(match, text);
  const after = match.index + whole.length;
  const isListMarker = /(?:^|\n)\s*$/.test(before) && /^[.)]\s/.test(text.slice(after, after + 2));
  if (isListMarker && suffix === '' && /^\d{1,2}$/.test(quantity)) return [];
  const unit = readUnit(suffix || spacedUnit);
  const scale = /^k$/i.test(suffix) ? 1_000 : 1;
  const isOrdinal = /^(?:st|nd|rd|th)$/i.test(suffix);
  if (suffix !== '' && !unit && scale === 1 && !isOrdinal && !/^x$|^[a-z]{3,}$/.test(suffix)) {
    return readMixedToken(whole, quantity);
  }
  const isPlain = suffix === '' || suffix === 'x';
  const words = /^[a-z]{3,}$/.test(suffix) && !unit ? [suffix] : nounsAfter(text, after);
  const values = readQuantity(quantity).map((value) => value * scale);
  const readings: Discovery['readings'] = values.map((value) => ({
    is: 'number',
    value,
    unit,
    nouns: unit !== null || isOrdinal ? [] : orderNouns(words),
    isPriceLike: /\d[.,' \u00a0\u202f]\d/.test(quantity) || value >= 100,
  }));
  if (scale !== 1) readings.push({ is: 'word', key: whole.toLowerCase() });
  const [hour] = values;
  if (
    hour !== undefined &&
    isPlain &&
    /^\d{1,2}$/.test(quantity) &&
    mayBeHour(before, text.slice(after, after + 5))
  ) {
    readings.push({ is: 'time', minute: (hour % 24) * 60 });
    if (hour <= 12) readings.push({ is: 'time', minute: ((hour % 12) + 12) * 60 });
  }
  return { kind: 'number', readings, parts: splitGroups(quantity, orderNouns(words)) };
}

/** Something like `2FA` or `3CX`: a word, whose number counts as seen. */
function readMixedToken(whole: string, quantity: string): Discovery {
  return {
    kind: 'name',
    readings: [
      { is: 'word', key: whole.toLowerCase() },
      ...readQuantity(quantity).map(plainNumber),
    ],
  };
}

/** `1 250` may be two numbers, and `1,5` a list. */
function splitGroups(quantity: string, nouns: string[]): Discovery['parts'] {
  const isAmbiguous = /^\d{1,3}(?: \d{3})+$/.test(quantity) || /^\d+,\d{1,2}$/.test(quantity);
  if (!isAmbiguous) return [];
  const pieces = quantity.split(/[ ,]/);
  return pieces.map((text, index) => ({
    text,
    kind: 'number',
    readings: [{ ...plainNumber(Number(text)), nouns: index === pieces.length - 1 ? nouns : [] }],
  }));
}

function readWord(match: RegExpExecArray, text: string): Discovery | null {
  const word = match[0].toLowerCase();
  const hint = HINTS[word];
  const nouns = orderNouns(nounsAfter(text, match.index + word.length));
  const values = hint === undefined ? readQuantity(word) : [hint];
  const readings = values.map((value) => ({ ...plainNumber(value), nouns: hint ? [] : nouns }));
  return { kind: 'number', readings, isWeak: hint !== undefined };
}

/** Reads the numbers that no other reader took: last, so that none of them is part of a price or date. */
export const NUMBER_READERS: Reader[] = [
  {
    // `24/7`, `1:1`, `3/4`: kept as they are, or as their two numbers.
    pattern: /(?<![\w/:])(\d{1,4})[/:](\d{1,4})(?![\w/:])/g,
    read: ([whole, left = '', right = '']) => ({
      kind: 'number',
      readings: [{ is: 'word', key: whole }, { ...plainNumber(Number(left) / Number(right)) }],
      parts: [left, right].map((text) => ({
        text,
        kind: 'number',
        readings: [plainNumber(Number(text))],
      })),
    }),
  },
  {
    pattern: new RegExp(
      `(?:(?<![\\p{L}_])|(?<=(?<!\\p{L})[x×]))(${NUM}(?:\\s?[½¼¾])?|[½¼¾])(?:([A-Za-z]+)(?![\\w])|\\s(${UNIT})\\b)?`,
      'giu',
    ),
    read: readFigure,
  },
  {
    pattern: new RegExp(
      `\\b(?:${keys(HINTS)})(?!-?\\s?(?:hundred|thousand))\\b|\\b${NUMBER_WORD}\\b`,
      'gi',
    ),
    read: readWord,
  },
];
