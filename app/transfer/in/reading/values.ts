import { MAX_DURATION_MINUTES, readDuration } from '../../../lib/duration.ts';
import { formatCount } from '../../../lib/count.ts';
import { MAX_RATE_PENCE, formatPounds, scaleHalfUp } from '../../../lib/money.ts';
import { inPlainSigns } from '../../../lib/looks.ts';

/** What a cell says, or a sentence about why it says nothing. */
export type Reading<Value> = { value: Value; problem?: undefined } | { problem: string };

/** What spreadsheets in other languages make of `TRUE` and `FALSE` when they save a file. */
const TRUE = ['true', 'wahr', 'vrai', 'verdadero', 'vero', 'verdadeiro', 'waar'];
const FALSE = ['false', 'falsch', 'faux', 'falso', 'onwaar'];
const YES = new Set(['yes', 'y', '1', 'x', 'ja', 'oui', 'si', 'sí', 'sim', ...TRUE]);
const NO = new Set(['no', 'n', '0', 'nein', 'non', 'não', 'nee', ...FALSE]);

/** What cells say in place of yes and no, where their column is about that: what was not billed may well be billable. */
const SAID = {
  billable: { yes: /^billable$/, no: /^(?:non|not|un)[- ]?billable$/ },
  invoiced: { yes: /^(?:billed|invoiced)$/, no: /^(?:not |un)(?:billed|invoiced)$/ },
};

/** A yes or no, also as a column `of` that subject may say it; null when the cell is empty. */
export function readFlag(text: string, of?: keyof typeof SAID): Reading<boolean | null> {
  const word = plainCell(text).toLowerCase();
  if (word === '') return { value: null };
  const said = of && SAID[of];
  if (YES.has(word) || said?.yes.test(word)) return { value: true };
  if (NO.has(word) || said?.no.test(word)) return { value: false };
  return { problem: `“${text}” is neither yes nor no.` };
}

const CLOCK = /^(\d{1,5}):([0-5]?\d)(?::([0-5]?\d))?$/;

/** A duration in whole seconds; `unit`: that of a plain number. Hours with decimals are rounded half up to the minute. */
export function readSeconds(
  text: string,
  unit: 'hours' | 'minutes',
  fileSign: DecimalSign,
): Reading<number> {
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
      : { problem: `“${text}” is not a duration.` };
  }
  if (unit === 'hours') return { value: Number(timesHalfUp(number, 60)) * 60 };
  const whole = timesExactly(number, 1);
  return whole === null
    ? { problem: `“${text}” is not a whole number of minutes.` }
    : { value: Number(whole) * 60 };
}

const MOST_SECONDS = 1_000_000_000n;

/** A plain number of hours in seconds, not rounded to the minute; null for any other text. */
export function exactSeconds(text: string, fileSign: DecimalSign): number | null {
  const number = readNumber(plainCell(text), fileSign);
  if (number === null || number === 'either') return null;
  const seconds = timesHalfUp(number, 3_600);
  return seconds > MOST_SECONDS ? null : Number(seconds);
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
  if (number === null) return { problem: `“${text}” is not an amount in pounds.` };
  const pence = timesExactly(number, 100);
  if (pence === null) return { problem: `“${text}” has parts of a penny.` };
  return pence > BigInt(MAX_RATE_PENCE)
    ? { problem: `“${text}” is more than ${formatPounds(MAX_RATE_PENCE)}.` }
    : { value: Number(pence) };
}

function mayBeTwo(text: string): string {
  return `“${text}” may be thousands or decimals, and no other number in the file shows which.`;
}

/** The hourly rate in pence behind an amount: the roundest that comes to it to the penny; null when there is none. */
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

/** The rate that comes to an amount for whole minutes, or the nearest there is: over an hour, some pennies may be left. */
export function rateNear(amountPence: number, minutes: number): number {
  const nearest = Math.min(scaleHalfUp(amountPence, 60, minutes), MAX_RATE_PENCE);
  return rateBehind(amountPence, minutes * 60) ?? nearest;
}

/** Numbers with a point or a comma. What a lone `1,500` means is judged over the whole file, never guessed. */

/** Which sign stands before the decimals in a file; null: its numbers do not tell. */
export type DecimalSign = '.' | ',' | null;

/** A number as a whole number of the smallest unit that it has: 12.5 → 125 with 1 decimal. */
type Decimal = { digits: bigint; decimals: number };

const PLAIN = /^\d{1,15}$/;
const ONE_SIGN = /^(\d{0,15})([.,])(\d{0,12})$/;
/** One sign three figures from the end, with at most three before it: thousands, or decimals. */
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/;
const GROUPED = /^\d{1,3}(?:,\d{3})*(?:,\d{3})(?:\.(\d+))?$/;
const GROUPED_BY_POINTS = /^\d{1,3}(?:\.\d{3})*(?:\.\d{3})(?:,(\d+))?$/;

/** The sign of the decimals that a number tells by itself; null when it tells nothing. */
function tells(text: string): DecimalSign {
  if (PLAIN.test(text) || EITHER.test(text)) return null;
  const [, , sign] = ONE_SIGN.exec(text) ?? [];
  if (sign === '.' || sign === ',') return sign;
  if (GROUPED.test(text)) return '.';
  return GROUPED_BY_POINTS.test(text) ? ',' : null;
}

/** What the numbers of a file say about their decimals. */
export type NumberVotes = { point: number; comma: number };

/** Counts a number of the file, for {@link decimalSignOf}. */
export function countNumber(votes: NumberVotes, text: string): void {
  const sign = tells(bare(text));
  if (sign === '.') votes.point += 1;
  else if (sign === ',') votes.comma += 1;
}

/** The sign before the decimals in a whole file; null when its numbers tell nothing, or both. */
export function decimalSignOf({ point, comma }: NumberVotes): DecimalSign {
  if (point > 0 && comma > 0) return null;
  if (comma > 0) return ',';
  return point > 0 ? '.' : null;
}

/** A number without spaces and apostrophes between its thousands. */
function bare(text: string): string {
  return plainCell(text).replace(/(?<=\d)[ '’](?=\d{3})/g, '');
}

/** A number that is not negative; null when it cannot be read, `either` when it may mean two. */
function readNumber(text: string, fileSign: DecimalSign): Decimal | 'either' | null {
  const number = bare(text);
  if (PLAIN.test(number)) return { digits: BigInt(number), decimals: 0 };
  if (EITHER.test(number) && fileSign === null) return 'either';
  const sign = tells(number) ?? fileSign;
  if (sign === null) return null;
  const ofThousands = sign === '.' ? ',' : '.';
  const isWhole = (sign === '.' ? GROUPED : GROUPED_BY_POINTS).test(number);
  const plain = isWhole ? number.replaceAll(ofThousands, '') : number;
  if (PLAIN.test(plain)) return { digits: BigInt(plain), decimals: 0 };
  const [, whole = '', found, fraction = ''] = ONE_SIGN.exec(plain) ?? [];
  if (found !== sign || (whole === '' && fraction === '')) return null;
  return { digits: BigInt(`${whole}${fraction}` || '0'), decimals: fraction.length };
}

function timesHalfUp({ digits, decimals }: Decimal, factor: number): bigint {
  const scale = 10n ** BigInt(decimals);
  return (digits * BigInt(factor) * 2n + scale) / (2n * scale);
}

/** A number times a whole number where that is whole; null where it is not. */
function timesExactly({ digits, decimals }: Decimal, factor: number): bigint | null {
  const scale = 10n ** BigInt(decimals);
  const product = digits * BigInt(factor);
  return product % scale === 0n ? product / scale : null;
}

/** Hyphens and dashes, and the sign for minus, as texts and tables are copied with them. */
const HYPHENS = /[\u2010-\u2015\u2212]/g;

/** A figure, a date or a yes or no as it looks, without the apostrophe that keeps it a text in a spreadsheet. */
export function plainCell(cell: string): string {
  return inPlainSigns(cell)
    .replace(HYPHENS, '-')
    .replace(/^['’] ?/, '');
}
