import { expect, test } from 'vitest';
import { bankHolidaysOf, easterOf, isBankHoliday } from './short-days.ts';

test('Easter falls where it fell', () => {
  const known =
    '2000-04-23 2008-03-23 2011-04-24 2019-04-21 2024-03-31 2025-04-20 2026-04-05 2038-04-25';
  for (const day of known.split(' ')) expect(easterOf(Number(day.slice(0, 4)))).toBe(day);
});

/** As published by the government. */
const PUBLISHED: Record<number, string> = {
  2021: '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28',
  2024: '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
  2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
  2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
  2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
};

test.each(Object.entries(PUBLISHED))('The bank holidays of %s', (year, days) => {
  const published = days.split(' ').map((day) => `${year}-${day}`);
  expect([...bankHolidaysOf(Number(year))].sort()).toEqual(published);
});

test('New Year on a Saturday is kept on the Monday', () => {
  expect(isBankHoliday('2022-01-03')).toBe(true);
  expect(isBankHoliday('2022-01-01')).toBe(false);
});
