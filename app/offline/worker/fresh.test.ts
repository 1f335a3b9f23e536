import { expect, test } from 'vitest';
import { withFreshKeys, withToday } from './say.ts';

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

const BUSINESS = (zone: string) => `<html lang="en-GB" data-person="1" data-time-zone="${zone}">`;

test.each([
  // Kept on Monday in London, which is Tuesday in Sydney; shown on Tuesday in both.
  ['Europe/London', '2026-11-16T21:00Z', '2026-11-16', '2026-11-17T09:00Z', '2026-11-17'],
  // Kept on Tuesday in London, which is Monday in New York; shown on Tuesday in both.
  ['Europe/London', '2026-11-17T01:00Z', '2026-11-17', '2026-11-17T13:00Z', '2026-11-17'],
  ['Australia/Sydney', '2026-11-16T12:59Z', '2026-11-16', '2026-11-16T13:01Z', '2026-11-17'],
  ['America/New_York', '2026-11-17T04:59Z', '2026-11-16', '2026-11-17T05:01Z', '2026-11-17'],
  // The clocks go back between the two.
  ['Europe/London', '2026-10-24T22:30Z', '2026-10-24', '2026-10-26T23:30Z', '2026-10-26'],
])('today is that of %s, wherever the device is: %s, %s', (zone, kept, day, shown, today) => {
  const [keptAt, now] = [Date.parse(kept), Date.parse(shown)];
  const page = BUSINESS(zone) + PAGE.replaceAll('2026-11-20', day);
  const expected = BUSINESS(zone) + PAGE.replaceAll('2026-11-20', today);
  expect(withToday(page, { keptAt, now, asked: undefined })).toBe(expected);
});
