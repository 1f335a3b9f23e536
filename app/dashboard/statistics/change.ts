/** The colour of a change: `better` if higher or equal, `worse`, `neutral` if both are 0. */
export type ChangeTone = 'better' | 'worse' | 'neutral';

/** A change as text, and its colour. */
export type Change = { text: string; tone: ChangeTone };

/**
 * The change of a figure against the period before: `+12.5%`, `-3.0%`, `New` or a dash
 * (docs/specification.md, "Dashboard"). Both figures are whole numbers from 0, in minutes or in
 * pence.
 */
export function changeOf(current: number, previous: number): Change {
  if (previous === 0) {
    return current > 0 ? { text: 'New', tone: 'better' } : { text: '–', tone: 'neutral' };
  }
  const isLower = current < previous;
  const tenths = Math.floor((Math.abs(current - previous) * 2000 + previous) / (previous * 2));
  const percent = `${Math.floor(tenths / 10)}.${tenths % 10}%`;
  return { text: `${isLower ? '-' : '+'}${percent}`, tone: isLower ? 'worse' : 'better' };
}
