import { plainNumber } from './fact-numbers.ts';
import { TAKEN, textBefore } from './facts.ts';
import type { Discovery, Reader, Reading } from './facts.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const FULL_MONTH =
  'january|february|march|april|may|june|july|august|september|october|november|december';
const MONTH = `(?:${FULL_MONTH}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`;
const ORDINAL = '(?:st|nd|rd|th)?';
const YEAR = String.raw`(?:,?[\s-]+(?:of\s+)?(\d{4})\b|\s*['’](\d{2})\b)`;

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function fullYear(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  return text.length === 2 ? 2_000 + Number(text) : Number(text);
}

function isDayOfMonth(day: number, month: number): boolean {
  const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** Day first, as en-GB has it; month first only where nothing else is a date. */
function readDayAndMonth(first: number, second: number, year: number | null): Reading | null {
  if (isDayOfMonth(first, second)) return { is: 'date', year, month: second, day: first };
  if (isDayOfMonth(second, first)) return { is: 'date', year, month: first, day: second };
  return null;
}

function dated(text: string | undefined, reading: Reading | null): Discovery | null {
  return reading && { kind: 'date', readings: [reading], text };
}

/** `3 Nov`, `3, 4 and 5 Nov`, `3-5 November 2026`: every day of it is a fact. */
function readDays(days: string[], month: number, year: number | null): Discovery[] | null {
  const found = days.map(Number);
  if (found.length === 0 || !found.every((day) => isDayOfMonth(day, month))) return null;
  return found.map((day, index) => {
    const isLast = index === found.length - 1;
    const name = MONTHS[month - 1] ?? '';
    const readings: Reading[] = [{ is: 'date', year, month, day }];
    // `at 2, 3 Nov`: an earlier one may be a number.
    if (!isLast) readings.push(plainNumber(day));
    return {
      kind: 'date',
      readings,
      text:
        found.length === 1 ? undefined : `${day} ${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    };
  });
}

/** `may` and `march` are words of their own, unless something shows that a month is meant. */
function isDoubtful(month: string): boolean {
  return /^(?:may|march|mar|dec|sep|jan|jun|oct)$/.test(month);
}

const AFTER_PREPOSITION =
  /\b(?:in|since|until|till|by|from|last|next|this|every|during|early|late|mid|end of)[\s-]$/i;

const BEFORE_A_TIME = new RegExp(
  `^\\s*(?:[\\d${TAKEN}]|am\\b|pm\\b|morning|afternoon|evening)`,
  'i',
);

function isSentenceStart(before: string): boolean {
  return /(?:^|[.!?:;\n])[\s"'“‘(*•-]*$/.test(before.slice(-40));
}

/** Reads dates and weekdays; before the numbers they contain. */
export const DATE_READERS: Reader[] = [
  {
    pattern: /(?<![\d-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g,
    read: ([, year, , month, day]) => {
      const numbers = { month: Number(month), day: Number(day) };
      if (!isDayOfMonth(numbers.day, numbers.month)) return null;
      return { kind: 'date', readings: [{ is: 'date', year: Number(year), ...numbers }] };
    },
  },
  {
    pattern: /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-]|\.\d)/g,
    read: ([whole, first, separator, second, year]) => {
      // 1.2.26 is more likely a version.
      if (separator === '.' && !/^\d\d\.\d\d\.\d\d$|\d{4}$/.test(whole)) return null;
      return dated(undefined, readDayAndMonth(Number(first), Number(second), fullYear(year)));
    },
  },
  {
    pattern:
      /(?<![\d/.])(\d{1,2})\/(\d{1,2})(?![\d/])(?!\s*(?:an?\s|of\s|hours?|hrs?|h\b|days?|price|[a-z]{2,}s\b))/g,
    read: ([whole, first, second]) =>
      whole === '24/7' || whole === '50/50'
        ? null
        : dated(undefined, readDayAndMonth(Number(first), Number(second), null)),
  },
  {
    pattern: new RegExp(
      `(?<![\\w.,/£€$])((?:\\d{1,2}${ORDINAL}\\s*(?:,|and\\b|&|-|–|to\\b)\\s*){0,9}\\d{1,2})${ORDINAL}[\\s-]{0,3}(?:of\\s+)?(${MONTH})\\b\\.?${YEAR}?`,
      'gi',
    ),
    read: ([whole, days = '', month = '', year, shortYear]) =>
      month === 'may' && !/\d(?:st|nd|rd|th)|\d{4}/.test(whole)
        ? null
        : readDays(days.match(/\d+/g) ?? [], monthOf(month), fullYear(year ?? shortYear)),
  },
  {
    pattern: new RegExp(
      `\\b(${MONTH})\\b\\.?\\s+(?:the\\s+)?(\\d{1,2})(${ORDINAL})(?:\\s*[-–]\\s*(\\d{1,2})${ORDINAL})?(?![\\d%]|[:.,]\\d|\\s*(?:am|pm)\\b)${YEAR}?`,
      'gi',
    ),
    read: ([, month = '', day = '', ordinal, lastDay, year, shortYear]) =>
      isDoubtful(month) && ordinal === '' && year === undefined
        ? null
        : readDays(
            lastDay === undefined ? [day] : [day, lastDay],
            monthOf(month),
            fullYear(year ?? shortYear),
          ),
  },
  {
    pattern: new RegExp(`\\b(${MONTH})\\b\\.?${YEAR}`, 'gi'),
    read: ([, month = '', year, shortYear]) => ({
      kind: 'date',
      readings: [
        { is: 'date', year: fullYear(year ?? shortYear), month: monthOf(month), day: null },
      ],
    }),
  },
  {
    pattern: new RegExp(`\\b(${MONTH})\\b`, 'gi'),
    read: (match, text) => {
      const [month] = match;
      const before = textBefore(match, text);
      const readings: Reading[] = [
        { is: 'date', year: null, month: monthOf(month), day: null },
        { is: 'word', key: month.toLowerCase() },
      ];
      const isClear = month.length > 4 && !/^march$/i.test(month);
      const isMeant = AFTER_PREPOSITION.test(before);
      // `May` may be a verb, `Jan` a person, `march` a walk.
      const isLone = /^[a-z]/.test(month) || isSentenceStart(before);
      return { kind: 'date', readings, isWeak: !isClear && !isMeant && isLone };
    },
  },
  {
    pattern: /\b(sun|mon|tues|wednes|thurs|fri|satur)days?\b/gi,
    read: ([, name = '']) => weekday(name),
  },
  { pattern: /\b(mon|tues?|thu(?:rs?)?|fri)\b/gi, read: ([, name = '']) => weekday(name) },
  {
    // `sat`, `sun` and `wed` are words too: evidence only, unless something shows the day.
    pattern: /\b(sun|wed|sat)\b/gi,
    read: (match, text) => {
      const [name] = match;
      const before = textBefore(match, text);
      const isDay =
        AFTER_PREPOSITION.test(before) ||
        /\bon\s$/i.test(before) ||
        BEFORE_A_TIME.test(text.slice(match.index + name.length)) ||
        (/^[A-Z]/.test(name) && !isSentenceStart(before));
      return { ...weekday(name), isWeak: !isDay };
    },
  },
];

function weekday(name: string): Discovery {
  const day = WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
  return { kind: 'weekday', readings: [{ is: 'weekday', day }] };
}
