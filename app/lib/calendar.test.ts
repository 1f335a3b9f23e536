import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addToDay,
  dayOf,
  daysBetween,
  endOfBusinessDay,
  formatBritishDay,
  formatBritishMoment,
  formatDayAndTime,
  formatListDate,
  formatTime,
  instantsOf,
  isDay,
  isOverAYearAhead,
  mondayOf,
  movedTo,
  noonOf,
  startOfBusinessDay,
} from './calendar.ts';
import { cases } from '#tests/support/cases.ts';
import { dayPeriod, monthPeriod, weekPeriod, type Period } from '#sandbox/periods.ts';

const LONDON = 'Europe/London';
const NEW_YORK = 'America/New_York';
const KOLKATA = 'Asia/Kolkata';
const SAO_PAULO = 'America/Sao_Paulo';
const CAIRO = 'Africa/Cairo';

const HOUR = 3_600_000;

const iso = (instant: Date) => instant.toISOString();
const at = (text: string) => new Date(text);
const period = ({ start, end }: Period) => `${iso(start)}/${iso(end)}`;
const hoursOf = (day: string, zone: string) =>
  (endOfBusinessDay(day, zone).getTime() - startOfBusinessDay(day, zone).getTime()) / HOUR;

describe('a day in the business time zone', () => {
  test.each([
    // London: summer time starts on 2026-03-29 and ends on 2026-10-25.
    [LONDON, '2026-03-28', '2026-03-28T00:00:00.000Z', 24],
    [LONDON, '2026-03-29', '2026-03-29T00:00:00.000Z', 23],
    [LONDON, '2026-03-30', '2026-03-29T23:00:00.000Z', 24],
    [LONDON, '2026-10-24', '2026-10-23T23:00:00.000Z', 24],
    [LONDON, '2026-10-25', '2026-10-24T23:00:00.000Z', 25],
    [LONDON, '2026-10-26', '2026-10-26T00:00:00.000Z', 24],
    [LONDON, '2024-02-29', '2024-02-29T00:00:00.000Z', 24],
    [LONDON, '2026-12-31', '2026-12-31T00:00:00.000Z', 24],
    // London kept summer time all through 1970.
    [LONDON, '1970-01-01', '1969-12-31T23:00:00.000Z', 24],
    [NEW_YORK, '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
    [NEW_YORK, '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    [KOLKATA, '2026-03-29', '2026-03-28T18:30:00.000Z', 24],
    // Midnight is skipped: the day starts at one o'clock.
    [SAO_PAULO, '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    [SAO_PAULO, '2018-11-03', '2018-11-03T03:00:00.000Z', 24],
    [SAO_PAULO, '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    [CAIRO, '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    // Midnight comes twice: the day starts at the first.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
  ])('in %s, %s starts at %s and has %d hours', (zone, day, start, hours) => {
    expect(iso(startOfBusinessDay(day, zone))).toBe(start);
    expect(hoursOf(day, zone)).toBe(hours);
  });

  test.each([
    [LONDON, '2026-03-29', '2026-03-29T11:00:00.000Z'],
    [LONDON, '2026-10-25', '2026-10-25T12:00:00.000Z'],
    [LONDON, '2026-06-21', '2026-06-21T11:00:00.000Z'],
    [LONDON, '2026-12-21', '2026-12-21T12:00:00.000Z'],
    [NEW_YORK, '2026-07-04', '2026-07-04T16:00:00.000Z'],
    [KOLKATA, '2026-07-04', '2026-07-04T06:30:00.000Z'],
    [SAO_PAULO, '2018-11-04', '2018-11-04T14:00:00.000Z'],
  ])('noon in %s on %s is %s', (zone, day, noon) => {
    expect(iso(noonOf(day, zone))).toBe(noon);
  });

  test('the last millisecond belongs to the day, the next one does not', () => {
    const end = endOfBusinessDay('2026-10-25', LONDON).getTime();
    expect(dayOf(new Date(end - 1), LONDON)).toBe('2026-10-25');
    expect(dayOf(new Date(end), LONDON)).toBe('2026-10-26');
  });

  test('the same instant is another day elsewhere', () => {
    const instant = at('2026-06-30T23:30:00Z');
    expect(dayOf(instant, LONDON)).toBe('2026-07-01');
    expect(dayOf(instant, NEW_YORK)).toBe('2026-06-30');
    expect(dayOf(instant, KOLKATA)).toBe('2026-07-01');
  });

  test('lists show it as MMM dd, yyyy', () => {
    expect(formatListDate(at('2026-06-30T23:30:00Z'), LONDON)).toBe('Jul 01, 2026');
    expect(formatListDate(at('2026-06-30T23:30:00Z'), NEW_YORK)).toBe('Jun 30, 2026');
  });
});

describe('days are counted without a clock', () => {
  test.each([
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-10-26', -2, '2026-10-24'],
    ['2024-02-28', 2, '2024-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s and %i days is %s', (day, days, other) => {
    expect(addToDay(day, days)).toBe(other);
    expect(daysBetween(day, other)).toBe(days);
  });

  test.each([
    ['2026-03-30', '2026-03-30'],
    ['2026-04-05', '2026-03-30'],
    ['2026-01-01', '2025-12-29'],
  ])('the week of %s begins on %s', (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });
});

describe('a time of day', () => {
  test.each([
    [LONDON, '2026-07-01', '14:05', ['2026-07-01T13:05:00.000Z']],
    [LONDON, '2026-07-01', '00:29', ['2026-06-30T23:29:00.000Z']],
    [LONDON, '2026-12-01', '23:59', ['2026-12-01T23:59:00.000Z']],
    [LONDON, '2026-03-29', '01:30', []],
    [LONDON, '2026-10-25', '01:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    [
      'Australia/Lord_Howe',
      '2026-04-05',
      '01:45',
      ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
    ],
  ])('in %s on %s, %s is these instants, the first one first: %j', (zone, day, time, instants) => {
    expect(instantsOf(day, time, zone).map(iso)).toEqual(instants);
  });

  test('stays the same on another day, to the second, and is noon where the clocks skip it', () => {
    const moved = (day: string, instant: string) => iso(movedTo(day, at(instant), LONDON));
    expect(moved('2026-07-02', '2026-12-01T14:05:07.250Z')).toBe('2026-07-02T13:05:07.250Z');
    expect(moved('2026-03-29', '2026-12-01T01:30:07Z')).toBe('2026-03-29T11:00:00.000Z');
    expect(moved('2026-10-25', '2026-12-01T01:30:00Z')).toBe('2026-10-25T00:30:00.000Z');
  });

  test.each([
    ['2026-07-02T23:30:00Z', '2027-07-02T22:59:00Z', false],
    ['2026-07-02T22:30:00Z', '2027-07-02T22:59:00Z', false],
    ['2026-07-02T22:30:00Z', '2027-07-02T23:00:00Z', true],
    ['2024-02-29T12:00:00Z', '2025-02-28T12:00:00Z', false],
    ['2024-02-29T12:00:00Z', '2025-03-01T12:00:00Z', true],
    ['2026-07-02T12:00:00Z', '2026-01-01T12:00:00Z', false],
  ])('at %s, whether %s is over a year ahead is %j', (now, instant, isAhead) => {
    expect(isOverAYearAhead(at(instant), at(now), LONDON)).toBe(isAhead);
  });
});

describe('a date as text', () => {
  test('says the time of day of the zone', () => {
    expect(formatTime(at('2026-06-30T23:05:00Z'), LONDON)).toBe('00:05');
    expect(formatTime(at('2026-06-30T23:05:00Z'), NEW_YORK)).toBe('19:05');
    expect(formatBritishMoment(at('2026-06-30T23:05:00Z'), LONDON)).toBe('1 Jul 2026, 00:05');
  });

  test('is d MMM yyyy for a day, and MMM dd, HH:mm for an instant', () => {
    expect(formatBritishDay('2026-07-01')).toBe('1 Jul 2026');
    expect(formatDayAndTime(at('2026-06-30T23:05:00Z'), LONDON)).toBe('Jul 01, 00:05');
    expect(formatDayAndTime(at('2026-06-30T23:05:00Z'), NEW_YORK)).toBe('Jun 30, 19:05');
  });

  test.each(['1970-01-01', '2024-02-29', '2000-02-29', '2026-12-31', '9998-12-31'])(
    '%s is a day',
    (text) => {
      expect(isDay(text)).toBe(true);
    },
  );

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '22026-01-01',
    '01/02/2026',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '1969-12-31',
    '0001-01-01',
    '9999-01-01',
    'today',
    '',
  ])('%j is not a day', (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe('today, this week and this month', () => {
  test.each([
    [LONDON, '2026-03-29T12:00:00Z', '2026-03-29T00:00:00.000Z/2026-03-29T23:00:00.000Z'],
    [LONDON, '2026-10-25T12:00:00Z', '2026-10-24T23:00:00.000Z/2026-10-26T00:00:00.000Z'],
    [LONDON, '2026-07-31T23:30:00Z', '2026-07-31T23:00:00.000Z/2026-08-01T23:00:00.000Z'],
    [SAO_PAULO, '2018-11-04T12:00:00Z', '2018-11-04T03:00:00.000Z/2018-11-05T02:00:00.000Z'],
    [CAIRO, '2026-04-24T12:00:00Z', '2026-04-23T22:00:00.000Z/2026-04-24T21:00:00.000Z'],
  ])('in %s at %s, today is %s', (zone, now, expected) => {
    expect(period(dayPeriod(at(now), zone))).toBe(expected);
  });

  test.each([
    // A Sunday is the last day of its week, and a Monday the first of the next.
    [LONDON, '2026-03-29T22:59:59Z', '2026-03-23T00:00:00.000Z/2026-03-29T23:00:00.000Z'],
    [LONDON, '2026-03-29T23:00:00Z', '2026-03-29T23:00:00.000Z/2026-04-05T23:00:00.000Z'],
    [LONDON, '2026-10-25T23:59:59Z', '2026-10-18T23:00:00.000Z/2026-10-26T00:00:00.000Z'],
    // This week crosses the end of a year.
    [LONDON, '2026-01-01T12:00:00Z', '2025-12-29T00:00:00.000Z/2026-01-05T00:00:00.000Z'],
    [NEW_YORK, '2026-03-09T03:59:59Z', '2026-03-02T05:00:00.000Z/2026-03-09T04:00:00.000Z'],
    [KOLKATA, '2026-03-29T18:30:00Z', '2026-03-29T18:30:00.000Z/2026-04-05T18:30:00.000Z'],
    // This week's Monday has no midnight.
    ['Asia/Tehran', '2021-03-24T12:00:00Z', '2021-03-21T20:30:00.000Z/2021-03-28T19:30:00.000Z'],
  ])('in %s at %s, this week is %s', (zone, now, expected) => {
    expect(period(weekPeriod(at(now), zone))).toBe(expected);
  });

  test.each([
    [LONDON, '2026-03-31T22:59:59Z', '2026-03-01T00:00:00.000Z/2026-03-31T23:00:00.000Z'],
    [LONDON, '2026-03-31T23:00:00Z', '2026-03-31T23:00:00.000Z/2026-04-30T23:00:00.000Z'],
    [LONDON, '2026-10-31T12:00:00Z', '2026-09-30T23:00:00.000Z/2026-11-01T00:00:00.000Z'],
    [LONDON, '2024-02-29T12:00:00Z', '2024-02-01T00:00:00.000Z/2024-03-01T00:00:00.000Z'],
    [LONDON, '2026-12-31T23:59:59Z', '2026-12-01T00:00:00.000Z/2027-01-01T00:00:00.000Z'],
    // This month's first day has no midnight.
    ['Asia/Damascus', '2005-04-15T12:00:00Z', '2005-03-31T22:00:00.000Z/2005-04-30T21:00:00.000Z'],
    [NEW_YORK, '2027-01-01T04:59:59Z', '2026-12-01T05:00:00.000Z/2027-01-01T05:00:00.000Z'],
  ])('in %s at %s, this month is %s', (zone, now, expected) => {
    expect(period(monthPeriod(at(now), zone))).toBe(expected);
  });

  test('yesterday, last week and last month are whole', () => {
    const now = at('2026-03-30T12:00:00Z');
    expect(period(dayPeriod(now, LONDON, 1))).toBe(
      '2026-03-29T00:00:00.000Z/2026-03-29T23:00:00.000Z',
    );
    expect(period(weekPeriod(now, LONDON, 1))).toBe(
      '2026-03-23T00:00:00.000Z/2026-03-29T23:00:00.000Z',
    );
    expect(period(monthPeriod(at('2026-03-31T12:00:00Z'), LONDON, 1))).toBe(
      '2026-02-01T00:00:00.000Z/2026-03-01T00:00:00.000Z',
    );
  });
});

describe('whatever the zone and the instant', () => {
  // Tehran has a Monday without midnight, Damascus a first of the month without one.
  const odd = ['America/Havana', 'Pacific/Auckland', 'Asia/Tehran', 'Asia/Damascus'];
  const zone = fc.constantFrom(LONDON, NEW_YORK, KOLKATA, SAO_PAULO, CAIRO, ...odd);
  const anInstant = fc.date({ min: at('1971-01-01'), max: at('2060-01-01'), noInvalidDate: true });
  // Look mostly at days on which the clocks change, and at the days around them.
  const spring = [
    '2026-03-29',
    '2026-03-08',
    '2018-11-04',
    '2026-04-24',
    '2021-03-22',
    '2005-04-01',
  ];
  const autumn = ['2026-10-25', '2026-11-01', '2018-02-18', '2026-10-29', '2021-09-22'];
  const nearAChange = fc
    .tuple(
      fc.constantFrom(...spring, ...autumn),
      fc.integer({ min: -40 * 24 * HOUR, max: 40 * 24 * HOUR }),
    )
    .map(([day, offset]) => new Date(at(day).getTime() + offset));
  const instants = fc.oneof(anInstant, nearAChange);
  const back = fc.integer({ min: 0, max: 14 });
  const runs = { numRuns: cases(400) };

  test('a day is the one that Intl says', () => {
    fc.assert(
      fc.property(instants, zone, (instant, timeZone) => {
        const intl = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant);
        expect(dayOf(instant, timeZone)).toBe(intl);
      }),
      runs,
    );
  });

  test('an instant lies between the start and the end of its day', () => {
    fc.assert(
      fc.property(instants, zone, (instant, timeZone) => {
        const day = dayOf(instant, timeZone);
        const start = startOfBusinessDay(day, timeZone);
        const end = endOfBusinessDay(day, timeZone);
        expect(start.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(instant.getTime()).toBeLessThan(end.getTime());
        expect(dayOf(start, timeZone)).toBe(day);
        expect(dayOf(new Date(start.getTime() - 1), timeZone) < day).toBe(true);
        expect(dayOf(end, timeZone) > day).toBe(true);
        expect(dayOf(noonOf(day, timeZone), timeZone)).toBe(day);
        expect(period(dayPeriod(instant, timeZone))).toBe(period({ start, end }));
      }),
      runs,
    );
  });

  test.each([
    ['day', dayPeriod],
    ['week', weekPeriod],
    ['month', monthPeriod],
  ])('an instant lies in its %s, and each touches the one before', (_, periodOf) => {
    fc.assert(
      fc.property(instants, zone, back, (instant, timeZone, steps) => {
        const { start, end } = periodOf(instant, timeZone);
        expect(start.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(instant.getTime()).toBeLessThan(end.getTime());
        const later = periodOf(instant, timeZone, steps);
        const earlier = periodOf(instant, timeZone, steps + 1);
        expect(iso(earlier.end)).toBe(iso(later.start));
        expect(period(periodOf(later.start, timeZone))).toBe(period(later));
      }),
      runs,
    );
  });

  test('a week starts on a Monday and has seven days, a month on its first', () => {
    fc.assert(
      fc.property(instants, zone, (instant, timeZone) => {
        const { start, end } = weekPeriod(instant, timeZone);
        const monday = at(dayOf(start, timeZone));
        expect(monday.getUTCDay()).toBe(1);
        expect(at(dayOf(end, timeZone)).getTime() - monday.getTime()).toBe(7 * 24 * HOUR);
        const month = monthPeriod(instant, timeZone);
        expect(dayOf(month.start, timeZone)).toMatch(/-01$/);
        expect(dayOf(month.end, timeZone)).toMatch(/-01$/);
      }),
      runs,
    );
  });
});
