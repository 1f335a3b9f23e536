import { describe, expect, test } from 'vitest';
import { addToDay } from '../lib/calendar.ts';
import {
  isInvoiceLate,
  isMeantToBeFree,
  isOddOneOut,
  findMissingWork,
  findRecurring,
  subjectOf,
  type RecurringLog,
} from './recurring.ts';
import { findShortDays, medianOf } from './short-days.ts';

/** A Thursday. */
const TODAY = '2026-11-26';

describe('A short day', () => {
  /** Seven hours on every weekday of half a year, but for some days. */
  const daysWith = (others: Record<string, number>) => {
    const days = new Map<string, number>();
    for (let back = 1; back <= 182; back += 1) {
      const day = addToDay(TODAY, -back);
      const weekday = new Date(`${day}T00:00Z`).getUTCDay();
      const minutes = others[day] ?? (weekday % 6 === 0 ? 0 : 420);
      if (minutes > 0) days.set(day, minutes);
    }
    return days;
  };
  const short = (
    others: Record<string, number>,
    isHoliday = (day: string): boolean => day === '',
  ) =>
    findShortDays({ minutesOf: daysWith(others), today: TODAY, isHoliday }).map(({ day }) => day);

  test('has less than half the usual', () => {
    expect(short({})).toEqual([]);
    expect(short({ '2026-11-11': 209 })).toEqual(['2026-11-11']);
    expect(short({ '2026-11-11': 210 })).toEqual([]);
  });

  test('is an empty one, unless the days beside it are empty or holidays, too', () => {
    expect(short({ '2026-11-11': 0 })).toEqual(['2026-11-11']);
    expect(short({ '2026-11-11': 0, '2026-11-12': 0 })).toEqual([]);
    // A Friday and the Monday after it.
    expect(short({ '2026-11-13': 0, '2026-11-16': 0 })).toEqual([]);
    expect(short({ '2026-11-11': 0 }, (day) => day === '2026-11-11')).toEqual([]);
    expect(short({ '2026-11-11': 0 }, (day) => day === '2026-11-12')).toEqual([]);
    // Yesterday: whether today is a day off, nobody knows before it is over.
    expect(short({ '2026-11-25': 0 })).toEqual(['2026-11-25']);
  });

  test('is none where days vary as much anyway, or the weekday is seldom worked', () => {
    const wild: Record<string, number> = {};
    for (let back = 1; back <= 182; back += 1) wild[addToDay(TODAY, -back)] = (back % 9) * 60 + 30;
    expect(short(wild)).toEqual([]);
    expect(short({ '2026-11-14': 30 })).toEqual([]);
  });

  test('is found as far back as a year, and never before the first day of work', () => {
    expect(findShortDays({ minutesOf: new Map(), today: TODAY, isHoliday: () => false })).toEqual(
      [],
    );
    expect(short({ '2026-06-03': 60 })).toEqual(['2026-06-03']);
  });

  test('has the middle of an even number rounded down', () => {
    expect(medianOf([])).toBe(0);
    expect(medianOf([3, 1, 2])).toBe(2);
    expect(medianOf([4, 1, 2, 3])).toBe(2);
  });
});

describe('Usual work', () => {
  const log = (day: string, more: Partial<RecurringLog> = {}): RecurringLog => ({
    id: Number(day.replaceAll('-', '')),
    clientId: 1,
    workTypeId: 1,
    description: 'Patching',
    day,
    duration: 60,
    totalPence: 6_000,
    billable: 1,
    ...more,
  });
  const missing = (days: string[], today: string, more: Partial<RecurringLog> = {}) =>
    findMissingWork(findRecurring(days.map((day) => log(day, more))), today).map(({ due }) => due);

  const MONTHLY = ['2026-07-01', '2026-08-03', '2026-09-01', '2026-10-01'];
  const WEEKLY = [1, 2, 3, 4, 5, 6, 7, 8].map((weeks) => addToDay('2026-10-27', 7 * weeks - 56));

  test('is missing once it is later in the month than ever, or than its longest gap', () => {
    expect(missing(MONTHLY, '2026-11-04')).toEqual([]);
    expect(missing(MONTHLY, '2026-11-05')).toEqual(['2026-11-01']);
    expect(missing(WEEKLY, '2026-11-05')).toEqual([]);
    expect(missing(WEEKLY, '2026-11-06')).toEqual(['2026-11-03']);
  });

  test('has a rhythm: what comes up now and then is none', () => {
    expect(missing(['2026-08-03', '2026-09-25', '2026-10-02', '2026-10-04'], TODAY)).toEqual([]);
    expect(missing(['2026-09-01', '2026-10-01'], TODAY)).toEqual([]);
    expect(missing(MONTHLY, TODAY, { billable: 0 })).toEqual([]);
  });

  test('that ended before last month is not missing', () => {
    expect(missing(['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01'], TODAY)).toEqual([]);
  });

  test('that was due at the end of last month is looked for until the middle of this one', () => {
    const days = ['2026-06-30', '2026-07-30', '2026-08-28', '2026-09-30'];
    expect(missing(days, '2026-11-04')).toEqual(['2026-10-30']);
    expect(missing(days, '2026-11-15')).toEqual([]);
  });

  test('is known by its words, whatever numbers and months are in it', () => {
    expect(subjectOf('HD-1234: Backup report, March 2026')).toBe('hd backup report');
    expect(subjectOf('Backup report – April')).toBe('backup report');
    expect(subjectOf('Maybe')).toBe('maybe');
    expect(subjectOf('12/03')).toBe('');
  });
});

describe('Last month’s invoice', () => {
  const monthly = ['2026-11-03', '2026-10-02', '2026-09-03', '2026-08-04'];
  const quarterly = ['2026-10-05', '2026-07-03', '2026-04-03'];
  const late = (ofClient: string[], today: string, all: string[] = []) =>
    isInvoiceLate({ ofClient, ofAll: () => all }, today);

  test('is late when the client’s own rhythm says so', () => {
    expect(late(monthly, '2026-12-07')).toBe(false);
    expect(late(monthly, '2026-12-09')).toBe(true);
    expect(late(quarterly, '2026-11-30')).toBe(false);
    expect(late(quarterly, '2027-01-20')).toBe(true);
  });

  test('is late with the others where there is no rhythm, and at once where nobody has one', () => {
    expect(late([], '2026-12-05', monthly)).toBe(false);
    expect(late([], '2026-12-08', monthly)).toBe(true);
    expect(late([], '2026-12-01')).toBe(true);
  });
});

test('A log stands out where nearly all else is billable', () => {
  expect(isOddOneOut({ logs: 6, billable: 5 })).toBe(true);
  expect(isOddOneOut({ logs: 7, billable: 5 })).toBe(false);
  expect(isOddOneOut({ logs: 100, billable: 95 })).toBe(true);
  expect(isOddOneOut({ logs: 100, billable: 94 })).toBe(false);
  expect(isOddOneOut({ logs: 5, billable: 5 })).toBe(false);
  expect(isOddOneOut({ logs: 5, billable: 4 })).toBe(false);
});

test('A description may say itself that nobody is to pay', () => {
  for (const text of ['Second visit, no charge', 'Goodwill', 'under WARRANTY', 'not billable']) {
    expect(isMeantToBeFree(text)).toBe(true);
  }
  for (const text of ['Charged the UPS', 'Freed some space', '']) {
    expect(isMeantToBeFree(text)).toBe(false);
  }
});
