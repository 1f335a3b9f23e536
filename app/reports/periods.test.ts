import { describe, expect, test } from 'vitest';
import { periodBefore, reportPeriods, sayPeriod, taxYearOf } from './periods.ts';

const namesAt = (instant: string) =>
  reportPeriods(new Date(instant), 'Europe/London').map(
    ({ name, from, to }) => `${name}: ${from} to ${to}`,
  );

describe('the periods that reports offer', () => {
  test('in the first quarter of a year, before the tax year ends', () => {
    expect(namesAt('2026-02-28T12:00:00Z')).toEqual([
      'This month: 2026-02-01 to 2026-02-28',
      'Last month: 2026-01-01 to 2026-01-31',
      'This quarter: 2026-01-01 to 2026-03-31',
      'Last quarter: 2025-10-01 to 2025-12-31',
      'This tax year: 2025-04-06 to 2026-04-05',
      'Last tax year: 2024-04-06 to 2025-04-05',
    ]);
  });

  test('turn with the business day, not with UTC', () => {
    // Half past midnight on 1 July in London.
    expect(namesAt('2026-06-30T23:30:00Z').slice(0, 4)).toEqual([
      'This month: 2026-07-01 to 2026-07-31',
      'Last month: 2026-06-01 to 2026-06-30',
      'This quarter: 2026-07-01 to 2026-09-30',
      'Last quarter: 2026-04-01 to 2026-06-30',
    ]);
  });

  test('have a tax year that begins on 6 April', () => {
    expect(taxYearOf('2026-04-05')).toEqual({ from: '2025-04-06', to: '2026-04-05' });
    expect(taxYearOf('2026-04-06')).toEqual({ from: '2026-04-06', to: '2027-04-05' });
  });
});

describe('the period before', () => {
  test.each([
    ['2026-03-01', '2026-03-31', 'the month before', '2026-02-01', '2026-02-28'],
    ['2024-03-01', '2024-03-31', 'the month before', '2024-02-01', '2024-02-29'],
    ['2026-01-01', '2026-03-31', 'the quarter before', '2025-10-01', '2025-12-31'],
    ['2026-02-01', '2026-04-30', 'the 3 months before', '2025-11-01', '2026-01-31'],
    ['2026-04-06', '2027-04-05', 'the tax year before', '2025-04-06', '2026-04-05'],
    ['2026-01-01', '2026-12-31', 'the year before', '2025-01-01', '2025-12-31'],
    ['2026-03-23', '2026-03-29', 'the week before', '2026-03-16', '2026-03-22'],
    ['2026-03-24', '2026-03-30', 'the 7 days before', '2026-03-17', '2026-03-23'],
    ['2026-03-29', '2026-03-29', 'the day before', '2026-03-28', '2026-03-28'],
    ['2026-01-15', '2026-03-20', 'the 65 days before', '2025-11-11', '2026-01-14'],
    ['2026-01-31', '2026-02-27', 'the 28 days before', '2026-01-03', '2026-01-30'],
  ])('of %s to %s is %s', (from, to, name, first, last) => {
    expect(periodBefore({ from, to })).toEqual({ name, from: first, to: last });
  });
});

test.each([
  [null, null, 'all time'],
  ['2026-04-06', null, 'from 6 Apr 2026'],
  [null, '2026-04-05', 'until 5 Apr 2026'],
  ['2026-04-05', '2026-04-05', '5 Apr 2026'],
  ['2025-04-06', '2026-04-05', '6 Apr 2025 to 5 Apr 2026'],
])('a period from %s to %s reads “%s”', (from, to, text) => {
  expect(sayPeriod({ from, to })).toBe(text);
});
