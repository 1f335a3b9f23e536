import { MAX_DURATION_MINUTES, readDuration } from '../../../lib/duration.ts';
import { formatCount } from '../../../lib/count.ts';
import { MAX_RATE_PENCE, formatPounds } from '../../../lib/money.ts';
import { plainCell } from './plain-cell.ts';
import { readNumber, timesExactly, timesHalfUp, type DecimalSign } from './numbers.ts';

/** What a cell says, or a sentence about why it says nothing. */
export type Reading<Value> = { value: Value; problem?: undefined } | { problem: string };

/** What spreadsheets in other languages make of `TRUE` and `FALSE` when they save a file. */
const TRUE = ['true', 'wahr', 'vrai', 'verdadero', 'vero', 'verdadeiro', 'waar'];
const FALSE = ['false', 'falsch', 'faux', 'falso', 'onwaar'];
const YES = new Set(['yes', 'y', '1', 'x', 'ja', 'oui', 'si', 'sí', 'sim', ...TRUE]);
const NO = new Set(['no', 'n', '0', 'nein', 'non', 'não', 'nee', ...FALSE]);

/** A yes or no; null when the cell is empty. */
export function readFlag(text: string): Reading<boolean | null> {
  const word = plainCell(text).toLowerCase();
  if (word === '') return { value: null };
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : { problem: `“${text}” is neither yes nor no.` };
}

/** How a column says durations: a plain number of hours or of minutes. */
export type TimeUnit = 'hours' | 'minutes';

const CLOCK = /^(\d{1,5}):([0-5]?\d)(?::([0-5]?\d))?$/;

/** A duration in whole seconds. Hours with decimals are rounded half up to the minute. */
export function readSeconds(text: string, unit: TimeUnit, fileSign: DecimalSign): Reading<number> {
  const written = plainCell(text);
  const [, hours, minutes, seconds = '0'] = CLOCK.exec(written) ?? [];
  if (hours !== undefined && minutes !== undefined) {
    return { value: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) };
  }
  const number = readNumber(written, fileSign);
  if (number === 'either') return { problem: mayBeTwo(text) };
  if (number === null) {
    const reading = readDuration(written, unit);
    return reading.problem === undefined && !reading.isBare
      ? { value: reading.minutes * 60 }
      : { problem: `“${text}” is no duration.` };
  }
  if (unit === 'hours') return { value: Number(timesHalfUp(number, 60)) * 60 };
  const whole = timesExactly(number, 1);
  return whole === null
    ? { problem: `“${text}” is no whole number of minutes.` }
    : { value: Number(whole) * 60 };
}

/** Seconds as whole minutes, the half minute up; above 0 and at most 6,000. */
export function toMinutes(seconds: number): Reading<number> {
  const minutes = Math.floor((seconds + 30) / 60);
  if (minutes < 1) return { problem: 'It took less than half a minute.' };
  return minutes > MAX_DURATION_MINUTES
    ? { problem: `A log has at most ${formatCount(MAX_DURATION_MINUTES)} minutes.` }
    : { value: minutes };
}

const SYMBOLS = /^(?:[£￡]|gbp)\s*|\s*(?:[£￡]|gbp)$/gi;

/** An amount in pounds as pence; null when the cell is empty. */
export function readPounds(text: string, fileSign: DecimalSign): Reading<number | null> {
  const written = plainCell(text).replace(SYMBOLS, '');
  if (written === '') return { value: null };
  const number = readNumber(written, fileSign);
  if (number === 'either') return { problem: mayBeTwo(text) };
  if (number === null) return { problem: `“${text}” is no amount in pounds.` };
  const pence = timesExactly(number, 100);
  if (pence === null) return { problem: `“${text}” has parts of a penny.` };
  return pence > BigInt(MAX_RATE_PENCE)
    ? { problem: `“${text}” is more than ${formatPounds(MAX_RATE_PENCE)}.` }
    : { value: Number(pence) };
}

function mayBeTwo(text: string): string {
  return `“${text}” may be thousands or decimals, and no other number of the file tells.`;
}

/**
 * The hourly rate in pence behind an amount: of those that come to the amount for this time, to the
 * penny, the roundest. Null when there is none.
 */
export function rateBehind(amountPence: number, seconds: number): number | null {
  if (amountPence === 0) return 0;
  const low = Math.ceil(((amountPence - 0.5) * 3_600) / seconds);
  const high = Math.ceil(((amountPence + 0.5) * 3_600) / seconds) - 1;
  for (const step of [10_000, 5_000, 1_000, 500, 100, 50, 10, 5, 1]) {
    const rate = Math.ceil(low / step) * step;
    if (rate <= high && rate <= MAX_RATE_PENCE) return rate;
  }
  return null;
}
