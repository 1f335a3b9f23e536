import { inPlainSigns } from './looks.ts';

/** Durations are whole minutes; people type them in many ways (docs/decisions/0020-durations.md). */

/** The longest duration one work log may have, in minutes. */
export const MAX_DURATION_MINUTES = 6_000;

/** The unit that a field's label gives to a plain whole number. */
export type BareUnit = 'hours' | 'minutes';

/** Why a text is no duration. */
export type DurationProblem = 'unreadable' | 'thousands' | 'not-whole' | 'not-a-span';

/** A text that was read, in minutes, or why it could not be read. */
export type DurationReading =
  | {
      minutes: number;
      /** A plain whole number, which got its unit from the field. */
      isBare: boolean;
      problem?: undefined;
    }
  | { problem: DurationProblem };

const HOUR = '(?:h|hrs?|hours?)';
const MINUTE = '(?:m|mins?|minutes?)';
const WHOLE = /^\d{1,5}$/;
const DECIMAL = /^(\d{0,5})[.,](\d{0,20})$/;
const FRACTION = /^(?:(\d{1,5}) )?(\d{1,2})\/(\d{1,2})$/;
/** `1,500` is 1.5 to some and 1500 to others. */
const THOUSANDS = new RegExp(`^[1-9]\\d{0,2},\\d{3} ?(?:${HOUR}|${MINUTE})?$`);
const CLOCK = new RegExp(`^(\\d{0,5}):([0-5]\\d)(?: ?${HOUR})?$`);
const HOURS_AND_MINUTES = new RegExp(`^(\\d{1,5}) ?${HOUR} ?(?:and )?([0-5]?\\d)(?: ?${MINUTE})?$`);
const MINUTES = new RegExp(`^(\\d{1,5}) ?${MINUTE}$`);
const HOURS = new RegExp(`^(.+?) ?${HOUR}$`);

const UNREADABLE: DurationReading = { problem: 'unreadable' };

/** A time of day, and the run from one to another. */
const TIME = '(\\d{1,2})(?:([:.])([0-5]\\d))? ?([ap]m)?';
const SPAN = new RegExp(`^(?:from )?${TIME} ?(?:[-‐-―−]|to|until|till) ?${TIME}$`);

/** From when to when work was done, in minutes of the day; `to` is over 1,440 where it ends on the next day. */
export type Span = { from: number; to: number };

/**
 * Reads `9:15-10:40`, `9-10:30`, `22:00 – 01:00`, `2-3:30pm`, `9.15am to 10am`; null for what is no such text, and for
 * what may mean two things: `9:00-5:00`, `9.15-10.40`, `9-10`. A point is a colon only beside am or pm.
 */
export function readSpan(text: string): Span | null {
  const parts = SPAN.exec(plain(text));
  if (!parts) return null;
  const [, hour = '', sign, minute, half, endHour = '', endSign, endMinute, endHalf] = parts;
  const isPoint = (sign === '.' && !half && !endHalf) || (endSign === '.' && !endHalf);
  if (isPoint || !(sign ?? endSign ?? half ?? endHalf)) return null;
  const to = timeOfDay(endHour, endMinute, endHalf);
  const halves = half || !endHalf ? [half] : [endHalf, endHalf === 'pm' ? 'am' : 'pm'];
  for (const one of halves) {
    const from = timeOfDay(hour, minute, one);
    if (from === null || to === null) continue;
    if (from < to) return { from, to };
    // Work over midnight begins in the evening; else a clock of twelve hours may be meant, or a slip.
    if (from >= 18 * 60 && to + DAY - from <= DAY / 2) return { from, to: to + DAY };
  }
  return null;
}

const DAY = 1_440;

function timeOfDay(hour: string, minute = '0', half?: string): number | null {
  const hours = Number(hour);
  if (half && (hours < 1 || hours > 12)) return null;
  const ofDay = half ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours;
  const minutes = ofDay * 60 + Number(minute);
  return minutes <= DAY ? minutes : null;
}

const ONES = ' one two three four five six seven eight nine ten eleven twelve'.split(' ');
const TENS: Record<string, number> = { fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50 };

/** The figure for a number word: `two`, `thirty`; other words as they are. */
export function inFigures(word: string): string {
  const one = ONES.indexOf(word);
  return String(TENS[word] ?? (one > 0 ? one : word));
}

/** A duration in words, as one says it, in figures: `an hour and a half` → `1 1/2 hour`. */
function spoken(text: string): string {
  if (!/h(?:ou)?r|min/.test(text)) return text;
  return text
    .replace(/[a-z]+/g, inFigures)
    .replace(/\b([2-5])0[ -](?=[1-9]\b)/g, '$1')
    .replace(/^an? (?=hour|hr)/, '1 ')
    .replace(/^(?:an? )?half(?: an?)? (?=hour|hr)/, '1/2 ')
    .replace(/^(?:an? |1 )?quarter (?:of )?an (?=hour|hr)/, '1/4 ')
    .replace(/^3 quarters of an (?=hour|hr)/, '3/4 ')
    .replace(/^(\d+)( h\w+)? and a half( h\w+)?$/, '$1 1/2$2$3')
    .replace(/^(\d+)( h\w+)? and a quarter( h\w+)?$/, '$1 1/4$2$3');
}

/**
 * Reads a duration as people write it: `1.5`, `1,5`, `1:30`, `1h30`, `1h 30m`, `90m`, `90 min`,
 * `1½`, `half an hour`, `9:15-10:40` ({@link readSpan}). A plain whole number has the unit of the field; a number with a fraction is hours, in every
 * field. Hours × 60 are rounded half up. What could mean two things is not read.
 */
export function readDuration(text: string, bareUnit: BareUnit): DurationReading {
  const written = spoken(plain(text));
  if (WHOLE.test(written)) {
    const minutes = Number(written) * (bareUnit === 'hours' ? 60 : 1);
    return { minutes, isBare: true };
  }
  if (SPAN.test(written)) {
    const span = readSpan(written);
    return span ? read(span.to - span.from) : { problem: 'not-a-span' };
  }
  if (THOUSANDS.test(written)) return { problem: 'thousands' };
  const parts = CLOCK.exec(written) ?? HOURS_AND_MINUTES.exec(written);
  if (parts) return read(Number(parts[1]) * 60 + Number(parts[2]));
  const minutes = MINUTES.exec(written)?.[1];
  if (minutes !== undefined) return read(Number(minutes));
  const hours = HOURS.exec(written)?.[1];
  // `45.0` beside the label Minutes may be 45 minutes or 45 hours.
  if (bareUnit === 'minutes' && /[.,]0*$/.test(written)) return UNREADABLE;
  return readHours(hours ?? written);
}

function read(minutes: number): DurationReading {
  return { minutes, isBare: false };
}

function readHours(written: string): DurationReading {
  if (WHOLE.test(written)) return read(Number(written) * 60);
  const [, whole = '', fraction = ''] = DECIMAL.exec(written) ?? [];
  if (whole !== '' || fraction !== '') {
    const scale = 10n ** BigInt(fraction.length);
    const scaled = BigInt(whole + fraction);
    const minutes = (scaled * 120n + scale) / (2n * scale);
    return minutes === 0n && scaled > 0n ? { problem: 'not-whole' } : read(Number(minutes));
  }
  const [, ones = '0', above = '0', below = '0'] = FRACTION.exec(written) ?? [];
  if (Number(above) === 0 || Number(above) >= Number(below)) return UNREADABLE;
  const minutes = (Number(above) * 60) / Number(below);
  if (!Number.isInteger(minutes)) return { problem: 'not-whole' };
  return read(Number(ones) * 60 + minutes);
}

/** The text in plain signs: one kind of space, digit, fraction and letter. */
function plain(text: string): string {
  return inPlainSigns(text)
    .replace(/[¼-¾⅐-⅞]/g, (fraction) => ` ${fraction.normalize('NFKC')}`)
    .replace(/\u2044/g, '/')
    .replace(/ +/g, ' ')
    .trim()
    .toLowerCase();
}

const EXAMPLES = '1.5, 1:30, 1h 30m or 90m';

/** The sentence for a problem; `rule` is the field's own for what nobody could read. */
export function sayDurationProblem(problem: DurationProblem, rule: string): string {
  switch (problem) {
    case 'unreadable':
      return rule;
    case 'thousands':
      return `A comma before three figures may mean two things. Write it like ${EXAMPLES}.`;
    case 'not-whole':
      return `This does not come to whole minutes. Write it like ${EXAMPLES}.`;
    case 'not-a-span':
      return 'This does not say for sure from when to when. Write it like 9:15-10:40, or 22:00-01:00 over midnight.';
  }
}

/** The sentence for a field of hours. */
export const HOURS_RULE =
  'Enter a number of hours, such as 1.5, or a duration such as 1:30, 1h 30m or 90m.';

/** The minutes of a text in a field of hours; 0 when it is empty or cannot be read. */
export function minutesOf(text: string): number {
  const reading = readDuration(text, 'hours');
  return reading.problem === undefined ? reading.minutes : 0;
}

/** Minutes as `1h 30m`, the way lists show them. */
export function formatDuration(minutes: number): string {
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/**
 * Minutes as the text of a field of hours: decimal hours where two decimals hold them exactly
 * (90 → `1.5`), else with their units (100 → `1h 40m`, 20 → `20m`).
 */
export function toHoursInput(minutes: number): string {
  if (minutes % 3 === 0) return String(minutes / 60);
  return minutes < 60 ? `${minutes}m` : formatDuration(minutes);
}

/** The text of a field of hours, worded for a sentence: `1.5 hours`, `1h 40m`. */
export function sayHours(text: string): string {
  return WHOLE.test(text) || DECIMAL.test(text) ? `${text} hours` : text;
}

/**
 * Minutes as hours with thousands separated, rounded half up: 138615 → `2,310.25`, with one
 * decimal `2,310.3`.
 */
export function formatHours(minutes: number, decimals: 1 | 2 = 2): string {
  const scale = 10 ** decimals;
  const scaled = Math.floor((minutes * scale + 30) / 60);
  const whole = String(Math.floor(scaled / scale)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${whole}.${String(scaled % scale).padStart(decimals, '0')}`;
}
