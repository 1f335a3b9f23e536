/** Durations are whole minutes; people type and read hours. */

/** The longest duration one work log may have, in minutes. */
export const MAX_DURATION_MINUTES = 6_000;

const HOURS = /^(\d{0,5})(?:[.,](\d{0,6}))?$/;

/**
 * Reads decimal hours (`1.5`, `.25`) as minutes: hours × 60, rounded half up
 * (docs/specification.md, "Time"). Gives null when the text is not a number of hours.
 */
export function parseHours(text: string): number | null {
  const match = HOURS.exec(text.trim());
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const scale = 10 ** fraction.length;
  const scaledHours = Number(whole || '0') * scale + Number(fraction || '0');
  return Math.floor((scaledHours * 120 + scale) / (2 * scale));
}

/** Minutes as `1h 30m`, the way lists show them. */
export function formatDuration(minutes: number): string {
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** Minutes as decimal hours for an input, without trailing zeros: 90 → `1.5`. */
export function toHoursInput(minutes: number): string {
  return String(Number((minutes / 60).toFixed(4)));
}

/**
 * Minutes as hours with thousands separated, rounded half up: 138615 → `2,310.25`, with one
 * decimal `2,310.3`.
 */
export function formatHours(minutes: number, decimals: 1 | 2 = 2): string {
  const scale = 10 ** decimals;
  const scaled = Math.floor((minutes * scale + 30) / 60);
  const whole = String(Math.floor(scaled / scale)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${whole}.${String(scaled % scale).padStart(decimals, '0')}`;
}
