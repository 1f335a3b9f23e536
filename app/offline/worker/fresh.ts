/** A kept page's forms are new forms each time: two that are sent are two, not one sent twice. */
export function withFreshKeys(html: string): string {
  const keys = html.matchAll(/(?:[kK]ey":"|name="oneTimeKey" value=")([0-9a-f-]{36})"/g);
  let fresh = html;
  for (const key of new Set([...keys].map(([, found = '']) => found))) {
    fresh = fresh.replaceAll(key, crypto.randomUUID());
  }
  return fresh;
}

const DAY = 24 * 60 * 60 * 1_000;

/**
 * A kept form that starts with the day on which it was kept starts with today: as many days later as
 * have begun on this device since.
 */
export function withToday(html: string, keptAt: number, now: number): string {
  const days = dayNumber(now) - dayNumber(keptAt);
  const [, then] = /"(?:date|today)":"(\d{4}-\d\d-\d\d)"/.exec(html) ?? [];
  if (then === undefined || days <= 0) return html;
  const today = new Date(Date.parse(then) + days * DAY).toISOString().slice(0, 10);
  return html.replaceAll(`"${then}"`, `"${today}"`);
}

/** The days up to a moment, by the device's time zone. */
function dayNumber(at: number): number {
  return Math.floor((at - new Date(at).getTimezoneOffset() * 60_000) / DAY);
}
