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
 * A kept form that starts with the day on which it was kept starts with the day that its address asks
 * for, else with today: as many days later as have begun on this device since.
 */
export function withToday(
  html: string,
  { keptAt, now, asked }: { keptAt: number; now: number; asked: string | undefined },
): string {
  const days = Math.max(0, Math.round((dayBegin(now) - dayBegin(keptAt)) / DAY));
  const [, then] = /"(?:date|today)":"(\d{4}-\d\d-\d\d)"/.exec(html) ?? [];
  if (then === undefined) return html;
  const today = asked ?? new Date(Date.parse(then) + days * DAY).toISOString().slice(0, 10);
  return html.replaceAll(`"${then}"`, `"${today}"`);
}

/** When the day of a moment began on this device. */
const dayBegin = (at: number) => new Date(at).setHours(0, 0, 0, 0);
