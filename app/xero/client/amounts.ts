/**
 * A number of pounds as Xero writes it, such as 79.17, in pence. Null when it is no number,
 * or has a fraction of a penny: then it is not an amount that Xero would send.
 */
export function toPence(pounds: unknown): number | null {
  if (typeof pounds !== 'number' || !Number.isFinite(pounds)) return null;
  const pence = Math.round(pounds * 100);
  return Number.isSafeInteger(pence) && pence / 100 === pounds ? pence : null;
}

/**
 * A rate of tax in per cent, such as 17.5, in hundredths of a per cent. Null when it is no
 * number or finer than that: the product could not compute with it to the penny.
 */
export function toHundredths(perCent: unknown): number | null {
  if (typeof perCent !== 'number' || !Number.isFinite(perCent)) return null;
  const hundredths = Math.round(perCent * 100);
  return hundredths >= 0 && hundredths / 100 === perCent ? hundredths : null;
}

/** A word or text of Xero's; null when it is missing or empty. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
