import { describe, expect, test } from 'vitest';
import { namedPeriods, periodLinks } from './period-links.ts';

const LONDON = 'Europe/London';

const daysAt = (instant: string, timeZone = LONDON) =>
  Object.fromEntries(
    namedPeriods(new Date(instant), timeZone).map(({ name, startDate, endDate }) => [
      name,
      `${startDate} ${endDate}`,
    ]),
  );

describe('the periods beside the date filters', () => {
  test('are whole, from Monday, from the first, and from 6 April', () => {
    expect(daysAt('2026-11-22T12:00:00Z')).toEqual({
      Today: '2026-11-22 2026-11-22',
      'This week': '2026-11-16 2026-11-22',
      'This month': '2026-11-01 2026-11-30',
      'Last month': '2026-10-01 2026-10-31',
      'This tax year': '2026-04-06 2027-04-05',
    });
  });

  test.each([
    ['2027-04-05T12:00:00Z', '2026-04-06 2027-04-05'],
    ['2027-04-06T12:00:00Z', '2027-04-06 2028-04-05'],
    // Already the 6th in London, where it is summer.
    ['2027-04-05T23:30:00Z', '2027-04-06 2028-04-05'],
    ['2027-01-01T12:00:00Z', '2026-04-06 2027-04-05'],
  ])('at %s the tax year is %s', (instant, year) => {
    expect(daysAt(instant)['This tax year']).toBe(year);
  });

  test.each([
    ['2028-03-31T12:00:00Z', '2028-03-01 2028-03-31', '2028-02-01 2028-02-29'],
    ['2027-01-15T12:00:00Z', '2027-01-01 2027-01-31', '2026-12-01 2026-12-31'],
  ])('at %s this month is %s and last month %s', (instant, month, last) => {
    expect(daysAt(instant)).toMatchObject({ 'This month': month, 'Last month': last });
  });

  test('keep the other filters, and begin at the first page', () => {
    const search = new URLSearchParams('clientId=7&q=mail&startDate=2020-01-01&older=1_2');
    const [today] = periodLinks(
      { now: new Date('2026-11-22T12:00:00Z'), timeZone: LONDON },
      search,
    );
    expect(today?.search).toBe('clientId=7&q=mail&startDate=2026-11-22&endDate=2026-11-22');
    expect(today?.isShown).toBe(false);
    const shown = periodLinks(
      { now: new Date('2026-11-22T12:00:00Z'), timeZone: LONDON },
      new URLSearchParams(today?.search),
    );
    expect(shown.filter(({ isShown }) => isShown).map(({ name }) => name)).toEqual(['Today']);
  });
});
