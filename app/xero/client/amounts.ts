import { nameElsewhere } from '../../lib/text.ts';


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
  if (typeof perCent !== 'number' || !Number.isFinite(perCent)) return null;
  const hundredths = Math.round(perCent * 100);
  return hundredths >= 0 && hundredths / 100 === perCent ? hundredths : null;
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

/** Text as a quoted string of Xero's `where` filter. */
function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A filter for a field that has one of these values: `Reference=="a" OR …`. */
export function whereEquals(field: string, values: string[]): string {
  return values.map((value) => `${field}==${quote(value)}`).join(' OR ');
}

/** Splits a list into pieces of at most `size`. */
export function inPieces<Item>(items: Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
