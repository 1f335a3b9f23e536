import { groupThousands } from './count.ts';
import { inPlainSigns } from './looks.ts';

/**
 * Money is an integer number of pence everywhere between a form and the database.
 * Nothing here ever computes with a fraction of a penny.
 */

/** The highest hourly rate or unit price that is accepted: £1,000,000.00, in pence. */
export const MAX_RATE_PENCE = 100_000_000;

/** A quantity and a unit price have four decimals: they are kept in ten-thousandths of one, and of a pound. */
export const PLACES = 10_000;

const DECIMAL = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})?(?:\.(\d{0,4}))?$/;

function readDecimal(text: string, decimals: number): number | null {
  const match = DECIMAL.exec(inPlainSigns(text));
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  if ((whole === '' && fraction === '') || fraction.length > decimals) return null;
  const parts = 10 ** decimals;
  return Number(whole.replaceAll(',', '') || '0') * parts + Number(fraction.padEnd(decimals, '0'));
}

/**
 * Reads an amount in pounds as a person or the API writes it: `60`, `60.5`, `£1,250.00`.
 * Gives pence, or null when the text is not an amount with at most two decimals.
 */
export function parsePounds(text: string): number | null {
  return readDecimal(text, 2);
}

/** Reads a unit price, or a quantity, in the same way, with at most four decimals, as ten-thousandths; null if it is none. */
export function parsePlaces(text: string): number | null {
  return readDecimal(text, 4);
}

/** Ten-thousandths as decimal text with at least so many decimals: (83333, 0) → `8.3333`, (125, 2) → `0.0125`. */
export function placesText(places: number, fewest: number): string {
  const digits = String(places).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0+$/, '').padEnd(fewest, '0');
  return fraction ? `${digits.slice(0, -4)}.${fraction}` : digits.slice(0, -4);
}

/** A quantity, in ten-thousandths, as people read it: 12345000 → `1,234.5`. */
export function formatQuantity(places: number): string {
  return placesText(places, 0).replace(/^\d+/, (whole) => groupThousands(whole));
}

/** A unit price, in ten-thousandths of a pound, as people read it: 450000 → `£45.00`, 125 → `£0.0125`. */
export function formatUnitPrice(places: number): string {
  return poundsOf(placesText(places, 2));
}

/** Pence as the plain decimal string of the API and of inputs: 123450 → `1234.50`. */
export function toDecimalString(pence: number): string {
  const sign = pence < 0 ? '-' : '';
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Pence as people read it, in en-GB: 123450 → `£1,234.50`. */
export function formatPounds(pence: number): string {
  const [pounds = '0', pennies = '00'] = toDecimalString(Math.abs(pence)).split('.');
  const grouped = groupThousands(pounds);
  return `${pence < 0 ? '-' : ''}£${grouped}.${pennies}`;
}

/**
 * A price as decimal text, as pounds with at least two places: `60` → `£60.00`, `0.125` → `£0.125`,
 * `-10.5` → `-£10.50`.
 */
export function poundsOf(price: string): string {
  const sign = price.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = price.slice(sign.length).split('.');
  const grouped = groupThousands(whole);
  return `${sign}£${grouped}.${fraction.padEnd(2, '0')}`;
}

const POUNDS = 'GBP';

/** Whether money is other than pounds, by its currency's code; not known counts as pounds. */
export function isForeign(currency: string | null): currency is string {
  return currency !== null && currency !== POUNDS;
}

/** An amount of pounds as people read it, in the currency that it is of: `-£10.50` → `-EUR 10.50`. */
export function inCurrency(pounds: string, currency: string | null): string {
  return isForeign(currency) ? pounds.replace('£', `${currency} `) : pounds;
}

/**
 * Divides two whole numbers and rounds half up, in integers.
 * The numerator must not be negative and the denominator must be above 0.
 */
export function divideHalfUp(numerator: number, denominator: number): number {
  const remainder = numerator % denominator;
  const quotient = (numerator - remainder) / denominator;
  return remainder * 2 >= denominator ? quotient + 1 : quotient;
}

/**
 * value × multiplier ÷ divisor, rounded half up. Computed with big integers, since the product may
 * be larger than a number holds exactly.
 */
export function scaleHalfUp(value: number, multiplier: number, divisor: number): number {
  const product = BigInt(value) * BigInt(multiplier);
  const by = BigInt(divisor);
  return Number((product * 2n + by) / (by * 2n));
}

/**
 * Pence in shares that add up to them, in proportion to weights, which are whole numbers from 0 on. What whole
 * pennies leave goes to the largest remainders, of equal ones to the first; without any weight, all count alike.
 */
export function shareOut(pence: number, weights: number[]): number[] {
  const isWeighed = weights.some((weight) => weight > 0);
  const parts = weights.map((weight) => BigInt(isWeighed ? weight : 1));
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  const products = parts.map((part) => BigInt(pence) * part);
  const shares = products.map((product) => Number(product / whole));
  const left = pence - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = products
    .map((product, index) => ({ index, rest: product % whole }))
    .sort((one, other) => Number(other.rest - one.rest));
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** What a quantity costs at a unit price, both in ten-thousandths: in pence, rounded half up. */
export function unitsTotal(quantityInPlaces: number, unitPriceInPlaces: number): number {
  return scaleHalfUp(quantityInPlaces, unitPriceInPlaces, PLACES * 100);
}

/**
 * What a time log costs, in pence: minutes × hourly rate ÷ 60, rounded half up
 * (docs/specification.md, "Money").
 */
export function timeTotal(minutes: number, hourlyRatePence: number): number {
  return divideHalfUp(minutes * hourlyRatePence, 60);
}
