import { expect, test } from 'vitest';
import { withFreshKeys, withToday } from './fresh.ts';

const KEY = '0e9c2b1a-6a3f-4a52-9d0f-0b6f0c7d1e2a';
const PAGE = `<form action="/work-logs/new?sent=${KEY}"><input type="hidden" name="oneTimeKey" value="${KEY}"><input name="date" value="2026-11-20"></form><script>{"oneTimeKey":"${KEY}","date":"2026-11-20"}</script>`;

test('a kept form gets another key each time, the same one everywhere in the page', () => {
  const [one, other] = [withFreshKeys(PAGE), withFreshKeys(PAGE)];
  expect(one).not.toContain(KEY);
  const keys = one.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(other).not.toContain(keys[0]);
});

test('a form that was kept two days ago starts with today', () => {
  const keptAt = new Date(2026, 10, 20, 23, 50).getTime();
  const now = new Date(2026, 10, 22, 0, 10).getTime();
  const shownAt = (at: number, asked?: string) => withToday(PAGE, { keptAt, now: at, asked });
  expect(shownAt(now)).toBe(PAGE.replaceAll('2026-11-20', '2026-11-22'));
  expect(shownAt(keptAt + 5 * 60_000)).toBe(PAGE);
  expect(shownAt(keptAt - 5 * 24 * 3_600_000)).toBe(PAGE);
  // A link of the week, for one of its days.
  expect(shownAt(now, '2026-11-17')).toBe(PAGE.replaceAll('2026-11-20', '2026-11-17'));
});
