/** The first and the last day that there is. */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '9998-12-31';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a real day written as `yyyy-MM-dd`, from {@link FIRST_DAY} to {@link LAST_DAY}. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  // A day that a month does not have is one of another month.
  const isReal = new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
  return isReal && text >= FIRST_DAY && text <= LAST_DAY;
}
