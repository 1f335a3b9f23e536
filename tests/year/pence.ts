/**
 * Arithmetic of the proof's own, in whole pence with BigInt: it imports none of the product's, or both would share a
 * mistake.
 */

/** a × b ÷ c, rounded half up; c is above zero, the others are not below it. */
export function share(a: number, b: number, c: number): number {
  const [whole, by] = [BigInt(a) * BigInt(b), BigInt(c)];
  return Number((whole + whole + by) / (by + by));
}

/** What minutes cost at pence an hour. */
export const worth = (minutes: number, rate: number) => share(minutes, rate, 60);

export const sumOf = (values: Iterable<number>) => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** `1234.50`, as the API has it. */
export function decimal(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `£1,234.50`, as screens have it. */
export function pounds(pence: number): string {
  const [whole = '', rest = ''] = decimal(Math.abs(pence)).split('.');
  return `${pence < 0 ? '-' : ''}£${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`;
}

/** The pence of a text of the API or of a file. */
export const penceIn = (text: string) => Number(text.replace('.', ''));
