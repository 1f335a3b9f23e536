/** How a change is coloured: better or equal, worse, or nothing to compare. */
export type ChangeTone = 'better' | 'worse' | 'neutral';

export type Change = { text: string; tone: ChangeTone };

/**
 * How a figure changed against the period before, as `+12.5%`, `-3.0%`, `New` or a dash. Both
 * are whole numbers, not below 0, of the same unit (minutes or pence). Docs/specification.md,
 * "Dashboard".
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
