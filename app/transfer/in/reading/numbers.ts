import { plainCell } from './plain-cell.ts';

/**
 * Numbers as files have them, with a point or a comma. What a lone `1,500` means is judged over the
 * whole file, and never guessed.
 */

/** Which sign stands before the decimals in a file; null: its numbers do not tell. */
export type DecimalSign = '.' | ',' | null;

/** A number as a whole number of the smallest unit that it has: 12.5 → 125 with 1 decimal. */
export type Decimal = { digits: bigint; decimals: number };

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
export function readNumber(text: string, fileSign: DecimalSign): Decimal | 'either' | null {
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

/** A number times a whole number, rounded half up. */
export function timesHalfUp({ digits, decimals }: Decimal, factor: number): bigint {
  const scale = 10n ** BigInt(decimals);
  return (digits * BigInt(factor) * 2n + scale) / (2n * scale);
}

/** A number times a whole number where that is whole; null where it is not. */
export function timesExactly({ digits, decimals }: Decimal, factor: number): bigint | null {
  const scale = 10n ** BigInt(decimals);
  const product = digits * BigInt(factor);
  return product % scale === 0n ? product / scale : null;
}
