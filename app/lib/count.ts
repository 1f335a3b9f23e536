/**
 * A whole number as people read it: 1234567 → `1,234,567`. By hand, since a browser's first
 * `toLocaleString` loads the world's number formats: 15 to 28 ms, before a phone's slowness.
 */
export function formatCount(count: number): string {
  return groupThousands(String(count));
}

/** Digits with a comma between each three of them: `1234` → `1,234`. */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The words for one, or those for several with their number for `#`. */
export function oneOrSeveral(count: number, one: string, several: string): string {
  return count === 1 ? one : several.replace('#', formatCount(count));
}
