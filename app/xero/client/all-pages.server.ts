import { unreadable } from './faults.server.ts';
import { nameElsewhere } from '../../lib/text.ts';

/** Rows of one page. */
export const XERO_PAGE_SIZE = 100;

/** A list with more pages than this is treated as a fault, ours or Xero's. */
const MOST_PAGES = 50;

type Page<Row> = { rows: Row[] | undefined; pageCount: number | undefined };

/**
 * Whether this is the last page: by Xero's count of pages or, where Xero names none (or null), because the
 * page is not full.
 */
export function isLastPage(
  page: number,
  { rows, pageCount }: { rows: readonly unknown[]; pageCount: number | undefined },
  pageSize = XERO_PAGE_SIZE,
): boolean {
  return typeof pageCount === 'number' ? page >= pageCount : rows.length < pageSize;
}

/**
 * All rows of a list, page after page. Ends when Xero says so, when a page is not full, or when a
 * page brings nothing new. Throws LedgerError when the list does not end, or when a row has no key:
 * the row that is looked for must not be passed over.
 */
export async function readAllPages<Row>(
  keyOf: (row: Row) => string | undefined,
  readPage: (page: number) => Promise<Page<Row>>,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { rows, pageCount } = await readPage(page);
    if (!rows) throw unreadable(false);
    const before = found.size;
    for (const row of rows) {
      const key = keyOf(row);
      if (key === undefined) throw unreadable(false);
      found.set(key, row);
    }
    if (isLastPage(page, { rows, pageCount }) || found.size === before) return [...found.values()];
  }
  throw unreadable(false);
}

/**
 * Pounds as Xero writes them, such as 79.17, in pence. Null when the value is no number or has a
 * fraction of a penny, which Xero would not send.
 */
export function toPence(pounds: unknown): number | null {
  if (typeof pounds !== 'number' || !Number.isFinite(pounds)) return null;
  const pence = Math.round(pounds * 100);
  return Number.isSafeInteger(pence) && pence / 100 === pounds ? pence : null;
}

/**
 * A tax rate in per cent, such as 17.5, in hundredths of a per cent. Null when the value is no
 * number or is finer than that: amounts could not be computed from it to the penny.
 */
export function toHundredths(perCent: unknown): number | null {
  const hundredths = toPence(perCent);
  return hundredths !== null && hundredths >= 0 ? hundredths : null;
}

/** A text of Xero's; null when it is missing or empty. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A name of Xero's ({@link nameElsewhere}); null when it is missing or empty. */
export function asName(value: unknown): string | null {
  const text = asText(value);
  return text === null ? null : asText(nameElsewhere(text));
}

/** The most ids in one request, since its address has to stay short. */
export const IDS_AT_ONCE = 40;

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** A filter for a field that has one of these values: `Reference=="a" OR …`. */
export function whereEquals(field: string, values: string[]): string {
  return values.map((value) => `${field}==${quote(value)}`).join(' OR ');
}

const MOST_AT_ONCE = 50;

/** Throws unless Xero takes such a key: an empty one would protect nothing. */
export function checkKey(idempotencyKey: string): void {
  if (idempotencyKey.length >= 1 && idempotencyKey.length <= 128) return;
  throw new Error('An idempotency key has 1 to 128 characters.');
}

/** Throws unless Xero takes so many invoices or contacts in one call, and tells them apart by our names for them. */
export function checkNames(names: string[], what: string, name: string): void {
  if (names.length < 1 || names.length > MOST_AT_ONCE) {
    throw new Error(`Xero takes 1 to ${MOST_AT_ONCE} ${what}s at once, not ${names.length}.`);
  }
  if (new Set(names).size !== names.length || names.includes('')) {
    throw new Error(`Every ${what} needs a ${name} of its own.`);
  }
}

/** The outcome of each that was sent, by our name for it; an answer without one is taken by its place. */
export function outcomesOf<Answer, Outcome>(
  names: string[],
  answers: Answer[] = [],
  nameOf: (answer: Answer) => string | undefined,
  read: (answer: Answer, name: string) => Outcome | null,
): Outcome[] {
  return names.map((name, index) => {
    const inPlace = answers.length === names.length ? answers[index] : undefined;
    const answer =
      answers.find((one) => nameOf(one) === name) ??
      (inPlace && nameOf(inPlace) ? undefined : inPlace);
    const outcome = answer && read(answer, name);
    // One missing answer leaves the outcome of the call open, so all are looked up.
    if (!outcome) throw unreadable(true);
    return outcome;
  });
}

/** Splits a list into pieces of at most `size`. */
export function inPieces<Item>(items: Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
