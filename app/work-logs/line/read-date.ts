import { addToDay, isDay, mondayOf } from '../../lib/calendar.ts';
import { FIRST_DAY, LAST_DAY } from '../../lib/day.ts';
import { inPlainSigns } from '../../lib/looks.ts';
import { inFigures, readDuration, readSpan } from '../../lib/duration.ts';

/** A closed list of forms, so that no date is read month-first, or into the future (docs/decisions/0022-one-line.md). */

type ReadDate = { day: string } | { problem: string };

const WEEKDAYS = /^(mon|tue|wed|thu|fri|sat|sun)/;
const WEEKDAY =
  /^(?:last )?(mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DATE = '(?<date>\\d{1,2})';
const NAMED_MONTH = new RegExp(`^${DATE}(?:st|nd|rd|th)? (?:of )?${MONTH}(?: (?<year>\\d{4}))?$`);
const DASHED_MONTH = new RegExp(`^${DATE}[-/.]?${MONTH}(?:[-/.](?:20)?(?<year>\\d\\d))?$`);
const MONTH_FIRST = new RegExp(`^${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?: \\d{4})?$`);
const NUMBERS = /^(?<date>\d{1,2})\/(?<month>\d{1,2})(?:\/(?<year>\d{4}|\d{2}))?$/;
const FULL_NUMBERS = /^(?<date>\d{1,2})([.-])(?<month>\d{1,2})\2(?<year>\d{4})$/;
const DAYS_AND_MONTHS = [NAMED_MONTH, DASHED_MONTH, FULL_NUMBERS, NUMBERS];
const ISO = /^\d{4}-\d{2}-\d{2}$/;
/** Forms that people write, too, and that are not read. A point would make `2026.3.1` a version. */
const OTHER_NUMBERS = new RegExp(
  `^(?:(?:19|20)\\d\\d([-/])\\d{1,2}\\1\\d{1,2}(?:t\\d\\d:.*)?|\\d{1,2}-\\d{1,2}-\\d{2}|\\d\\d?/\\d\\d?(?:/\\d+)?-\\d.*|\\d\\d?-\\d\\d? ${MONTH}.*)$`,
);
const NEXT_WEEKDAY = /^(?:next|this|coming|every|each) (?=[mtwfs])/;
const AGO = /^(\d{1,3}|a) (day|week)s? ago$/;
/** What tells of a day, but not of which. */
const SOME_DAY =
  /^(?:tomorrow|last (?:week|night|month|year)|(?:the )?other day|(?:the )?\d{1,2}(?:st|nd|rd|th)|\d{1,2}-\d{1,2}|\d{1,2}\.(?:0[1-9]|1[0-2]))$/;
const LONG_AGO = /^(?:[a-z]+ (?:days|weeks)|(?:\w+ )?(?:months?|years?)) ago$/;
/** Points may part a date or a version: `12.11.`, and `12.11.26` in these years. */
const POINTS = /^(\d{1,2})\.(\d{1,2})\.(\d\d)?$/;

/** The most words that a date has: `Thu 12 Nov 2026`. */
export const MOST_DATE_WORDS = 4;

/** Whether words are a weekday alone, or tell of some day or none: they may mean anything within a text. */
export function isLooseDate(words: string): boolean {
  const text = plain(words).replace(NEXT_WEEKDAY, '');
  return SOME_DAY.test(text) || (WEEKDAY.test(text) && !text.startsWith('last '));
}

/**
 * The date that words mean on a day (`today`); null for what is no date. Without a year it is the
 * latest that is not in the future, a weekday is the latest before today.
 */
export function readDate(words: string, today: string): ReadDate | null {
  const text = plain(words).replace(/^[a-z]+/, inFigures);
  if (text === 'today') return { day: today };
  if (/^(?:yesterday|yest|yday)$/.test(text)) return { day: addToDay(today, -1) };
  if (/^(?:the )?day before yesterday$/.test(text)) return { day: addToDay(today, -2) };
  const weekday = weekdayIn(text);
  if (weekday) return { day: latestWeekday(weekday, today) };
  if (WEEKDAY.test(text.replace(NEXT_WEEKDAY, ''))) return noDate(words);
  const [, named = '', rest] = /^(\w+) (\d\d?\D.*)$/.exec(text) ?? [];
  if (rest !== undefined && WEEKDAY.test(named))
    return onWeekday(words, named, readDate(rest, today));
  const [, count, unit] = AGO.exec(text) ?? [];
  if (count) {
    const days = (Number.isNaN(Number(count)) ? 1 : Number(count)) * (unit === 'week' ? 7 : 1);
    return { day: addToDay(today, -days) };
  }
  if (ISO.test(text)) return isDay(text) ? { day: text } : noDate(words);
  if ([OTHER_NUMBERS, SOME_DAY, LONG_AGO].some((form) => form.test(text))) return noDate(words);
  const [, date, month = '', year] = POINTS.exec(inPlainSigns(words)) ?? [];
  const thisYear = Number(today.slice(2, 4));
  if (date && Math.abs(Number(year ?? thisYear) - thisYear) < 2) {
    const padded = [year ?? '24', month.padStart(2, '0'), date.padStart(2, '0')].join('-');
    if (isDay(`${today.slice(0, 2)}${padded}`)) return noDate(words);
  }
  return readDayAndMonth(words, text, today);
}

function weekdayIn(text: string): string | undefined {
  return WEEKDAYS.exec(WEEKDAY.exec(text)?.[1] ?? '')?.[1];
}

/** A date with its weekday. Where the two name different days, it means neither. */
function onWeekday(words: string, weekday: string, date: ReadDate | null): ReadDate | null {
  if (date === null || 'problem' in date) return date;
  const isSo = latestWeekday(weekdayIn(weekday) ?? '', addToDay(date.day, 1)) === date.day;
  return isSo ? date : { problem: `“${words}” is not a ${weekday}.` };
}

/** A date as it looks, in small letters: a copied one has signs that are not shown, or hyphens of another kind. */
function plain(words: string): string {
  return inPlainSigns(words)
    .toLowerCase()
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .replace(/([a-z]|^\d\d?)\.(?= )/g, '$1')
    .replace(/^[([]+|,(?= )|[)\].,:;!?]+$/g, '');
}

function readDayAndMonth(words: string, text: string, today: string): ReadDate | null {
  if (MONTH_FIRST.test(text)) return noDate(words);
  const form = DAYS_AND_MONTHS.find((one) => one.test(text));
  const parts: Partial<Record<string, string>> = form?.exec(text)?.groups ?? {};
  const { date, month = '', year } = parts;
  // “24/7” means round the clock, and not a day in July.
  if (date === undefined || text === '24/7') return null;
  const named = MONTHS.indexOf(month.slice(0, 3)) + 1;
  const whole = year?.length === 2 ? `${today.slice(0, 2)}${year}` : year;
  return inYear(words, { date, month: named || Number(month), year: whole }, today);
}

type Parts = { date: string; month: number; year: string | undefined };

function inYear(words: string, { date, month, year }: Parts, today: string): ReadDate {
  const inThe = (one: number) =>
    `${String(one).padStart(4, '0')}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  if (year !== undefined) {
    const day = inThe(Number(year));
    if (isDay(day)) return { day };
    return isReal(day)
      ? { problem: `“${words}” is out of range. Write a date from ${FIRST_DAY} to ${LAST_DAY}.` }
      : noDate(words);
  }
  const thisYear = Number(today.slice(0, 4));
  // 29 February may be eight years back.
  for (let back = 0; back <= 8; back += 1) {
    const day = inThe(thisYear - back);
    if (isDay(day) && day <= today) return { day };
  }
  return noDate(words);
}

/** Whether a text is a real day, even if one outside the days that the product takes. */
function isReal(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}

function noDate(words: string): ReadDate {
  return {
    problem: `“${words}” is not a date. Write the day first, such as 12/11, 12 nov or 2026-11-12.`,
  };
}

function latestWeekday(weekday: string, today: string): string {
  const index = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].indexOf(weekday);
  const inThisWeek = addToDay(mondayOf(today), index);
  return inThisWeek < today ? inThisWeek : addToDay(inThisWeek, -7);
}

const MOST_WORDS = 6;

/** What a duration begins with: a figure, a decimal point before one, a fraction, or a word. */
const BEGINNING = /^(?:[.,]?\d|[¼-¾⅐-⅞]|an?$|half$|quarter$|from$)/i;
const WITH_UNIT = /[hm]|hrs?$|hours?$|mins?$|minutes?$/i;
const CLOCK = /^\d{1,3}:[0-5]\d$/;
const DECIMAL = /^\d{0,2}[.,]\d{1,2}$/;
const WITH_FRACTION = /^\d{0,3} ?[¼-¾⅐-⅞]$/;
const WHOLE_HOURS = /^(?:\d{1,4}|an?) ?(?:h|hrs?|hours?)$/i;
const BARE_MINUTES = /^[0-5]?\d$/;
/** The last of several words has the unit: `1h 30` may be two things. */
const LAST_WORD = /[a-z]$|^[¼-¾⅐-⅞]$/i;
/** What parts the two times of a span. */
const BETWEEN_TIMES = /[-‐-―−]|\bto\b|\buntil\b|\btill\b/i;
/** A time of day from seven on, which a duration seldom is; `1.30` may be minutes, a time or a date, and `8.5` and `8.25` are hours. */
const OF_DAY = /^(?:(?:0?[7-9]|1\d|2[0-3]):|0?[1-9]\d?\.(?!00|25|33|50)[0-5]\d$)/;

/** A duration in a line. */
export type FoundTime = {
  /** How many words it has. */
  words: number;
  /** What it may mean, in minutes: `1h 30` is an hour or an hour and a half. */
  minutes: number[];
  /** How sure it is: `1.5` and `1:30` are a duration by their place only, `20:15` most likely is none, and `2 hours ago` is none. */
  kind: 'clear' | 'bare' | 'of day' | 'none';
};

/** The text of a word without the signs around it: `(1h30),` → `1h30`. */
const bare = (word: string) => word.replace(/^[([]+|[)\],;:.!?]+$/g, '');
const figures = (word: string) => inFigures(bare(word).toLowerCase());

/** The duration that begins these words, or null: it has a unit, a colon or a fraction; a plain whole number is none. */
export function timeAt(words: string[]): FoundTime | null {
  const [first = ''] = words;
  if (!BEGINNING.test(figures(first))) return null;
  for (let count = Math.min(MOST_WORDS, words.length); count > 0; count -= 1) {
    const minutes = minutesIn(words.slice(0, count));
    if (minutes === null) continue;
    const isOpen = !/[),;:.!?\]]$/.test(words[count - 1] ?? '');
    const next = figures(words[count] ?? '');
    const isWhole = WHOLE_HOURS.test(words.slice(0, count).map(figures).join(' '));
    if (isOpen && isWhole && BARE_MINUTES.test(next))
      return { words: count + 1, minutes: [minutes, minutes + Number(next)], kind: 'clear' };
    const text = bare(first);
    const isBare = count === 1 && (CLOCK.test(text) || DECIMAL.test(text));
    if (isBare && /^(?:[ap]\.?m|o['’]clock)/i.test(words[1] ?? '')) return null;
    const kind = !isBare ? 'clear' : OF_DAY.test(text) ? 'of day' : 'bare';
    return { words: count, minutes: [minutes], kind };
  }
  return null;
}

function minutesIn(words: string[]): number | null {
  const text = words.map(bare).join(' ');
  const isOneWord = words.length === 1;
  const isSpan =
    readSpan(text) !== null &&
    (isOneWord || text.split(BETWEEN_TIMES).every((part) => /:|[ap]m/i.test(part)));
  const isEnded = isOneWord || isSpan || LAST_WORD.test(figures(words.at(-1) ?? ''));
  if (text.includes('/') || !isEnded) return null;
  const clear = [WITH_UNIT, WITH_FRACTION, ...(isOneWord ? [CLOCK, DECIMAL] : [])];
  if (!isSpan && !clear.some((form) => form.test(text))) return null;
  const reading = readDuration(text, 'hours');
  return reading.problem !== undefined || reading.isBare ? null : reading.minutes;
}
