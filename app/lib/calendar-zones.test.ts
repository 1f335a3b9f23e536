import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayOf,
  endOfBusinessDay,
  instantsOf,
  noonOf,
  startOfBusinessDay,
  toLocalText,
} from './calendar.ts';
import { cases } from '#tests/support/cases.ts';
import { dayPeriod, monthPeriod, weekPeriod } from '#sandbox/periods.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 168 * HOUR;

const ZONES = Intl.supportedValuesOf('timeZone');

/** When the clocks of a zone are moved in a year. */
function changesIn(timeZone: string, year: number): number[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
  const offsetAt = (time: number) => format.format(time).slice('01/01/2026, '.length);
  const changes: number[] = [];
  for (let time = Date.UTC(year, 0, 1); time < Date.UTC(year + 1, 0, 1); time += WEEK) {
    let [from, to] = [time, time + WEEK];
    if (offsetAt(from) === offsetAt(to)) continue;
    while (to - from > MINUTE) {
      const middle = from + Math.floor((to - from) / 2 / MINUTE) * MINUTE;
      if (offsetAt(middle) === offsetAt(from)) from = middle;
      else to = middle;
    }
    changes.push(to);
  }
  return changes;
}

const AROUND = [-27, -4, -2.5, -1, -0.5, 0, 0.5, 1, 2.5, 4, 27].map((hours) => hours * HOUR);

function expectOneDay(instant: Date, timeZone: string): void {
  const day = dayOf(instant, timeZone);
  const [start, end] = [startOfBusinessDay(day, timeZone), endOfBusinessDay(day, timeZone)];
  const of = `${timeZone} ${instant.toISOString()}`;
  expect([start <= instant, instant < end], of).toEqual([true, true]);
  expect(dayOf(start, timeZone), of).toBe(day);
  expect(dayOf(new Date(start.getTime() - 1), timeZone) < day, of).toBe(true);
  expect(dayOf(new Date(end.getTime() - 1), timeZone), of).toBe(day);
  expect(dayOf(end, timeZone) > day, of).toBe(true);
  expect(dayOf(noonOf(day, timeZone), timeZone), of).toBe(day);
  expect(dayPeriod(instant, timeZone), of).toEqual({ start, end });
  for (const { start, end } of [weekPeriod(instant, timeZone), monthPeriod(instant, timeZone)]) {
    expect([start <= instant, instant < end], of).toEqual([true, true]);
  }
  const [written, time = ''] = toLocalText(instant, timeZone).split('T');
  expect(instantsOf(written ?? '', time, timeZone), of).toContainEqual(instant);
}

describe('wherever the clocks are moved', () => {
  test.each([
    // Over one midnight, and over the hours around it: the day begins at the first of two.
    ['Asia/Amman', '2015-10-30', '2015-10-29T21:00:00.000Z'],
    ['Asia/Gaza', '2012-09-21', '2012-09-20T21:00:00.000Z'],
    ['Antarctica/Vostok', '2023-12-18', '2023-12-17T17:00:00.000Z'],
    ['Antarctica/Casey', '2020-03-08', '2020-03-07T13:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ])('in %s, %s begins at the first of its two midnights', (zone, day, first) => {
    expect(startOfBusinessDay(day, zone).toISOString()).toBe(first);
    expect(instantsOf(day, '00:00', zone).map((one) => one.toISOString())).toHaveLength(2);
    expectOneDay(new Date(first), zone);
    expectOneDay(new Date(new Date(first).getTime() + HOUR / 2), zone);
  });

  test('what is logged at any time counts on the day on which it is shown, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 2012, max: 2035 }),
        (timeZone, year) => {
          for (const change of changesIn(timeZone, year)) {
            for (const offset of AROUND) expectOneDay(new Date(change + offset), timeZone);
          }
        },
      ),
      { numRuns: cases(150) },
    );
  });
});
