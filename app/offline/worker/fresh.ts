/** A kept page's forms are new forms each time: two that are sent are two, not one sent twice. */
export function withFreshKeys(html: string): string {
  const keys = html.matchAll(/(?:[kK]ey":"|name="oneTimeKey" value=")([0-9a-f-]{36})"/g);
  let fresh = html;
  for (const key of new Set([...keys].map(([, found = '']) => found))) {
    fresh = fresh.replaceAll(key, crypto.randomUUID());
  }
  return fresh;
}

/** The day of a kept form: in its own field, or, where it has none, in the data for its page's scripts. */
const FORM_DAY = /(?:"(?:date|today)":|name="date"[^>]* value=)"(\d{4}-\d\d-\d\d)"/;

/**
 * A kept form that starts with the day on which it was kept starts with the day that its address asks
 * for, else with today: as many days later as have begun since, in the business time zone.
 */
export function withToday(
  html: string,
  { keptAt, now, asked }: { keptAt: number; now: number; asked: string | undefined },
): string {
  const [, then] = FORM_DAY.exec(html) ?? [];
  if (then === undefined) return html;
  const [, timeZone] = / data-time-zone="([^"]+)/.exec(html) ?? [];
  // Swedish days are written 2026-11-20.
  const dayOf = (at: number) => Date.parse(new Date(at).toLocaleDateString('sv', { timeZone }));
  const later = Math.max(0, dayOf(now) - dayOf(keptAt));
  const today = asked ?? new Date(Date.parse(then) + later).toISOString().slice(0, 10);
  return html.replaceAll(`"${then}"`, `"${today}"`);
}
