/** The first versions that the style sheet was written for: cascade layers, `color-mix`, ranges in media queries. */
const FIRST = { chrome: 111, safari: 16.4, firefox: 113 };

/**
 * Whether a browser with this `User-Agent` is too old for the style sheet, and gets the one that
 * `scripts/older-styles.ts` makes of it. One that says nothing known is taken for a new one.
 */
export function needsOlderStyles(userAgent: string | null): boolean {
  const agent = userAgent ?? '';
  // On iPhones and iPads every browser is that of the system.
  const system = /\b(?:iPhone|iPad).* OS (\d+)_(\d+)/.exec(agent);
  if (system) return isBefore(FIRST.safari, system);
  const chrome = /\bChrome\/(\d+)/.exec(agent);
  if (chrome) return isBefore(FIRST.chrome, chrome);
  const firefox = /\bFirefox\/(\d+)/.exec(agent);
  if (firefox) return isBefore(FIRST.firefox, firefox);
  const safari = /\bVersion\/(\d+)\.(\d+).* Safari\//.exec(agent);
  return safari !== null && isBefore(FIRST.safari, safari);
}

function isBefore(first: number, [, major, minor = '0']: RegExpExecArray): boolean {
  const [firstMajor, firstMinor = 0] = String(first).split('.').map(Number);
  const difference = Number(major) - (firstMajor ?? 0);
  return difference < 0 || (difference === 0 && Number(minor) < firstMinor);
}
