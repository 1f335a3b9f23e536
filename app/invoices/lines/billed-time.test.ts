import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BILLING_ROUNDINGS, BILLING_STEPS } from '#db/words.ts';
import { cases } from '#tests/support/cases.ts';
import { billedMinutes, billedTogether, billTime } from './billed-time.ts';

const rule = fc.record({
  billingStep: fc.constantFrom(...BILLING_STEPS),
  billingRounding: fc.constantFrom(...BILLING_ROUNDINGS),
});
const minutes = fc.integer({ min: 1, max: 60_000 });

describe('Billed time', () => {
  test.each([
    [70, 15, 'up', 75],
    [75, 15, 'up', 75],
    [76, 15, 'nearest', 75],
    [67, 15, 'nearest', 60],
    [68, 15, 'nearest', 75],
    [63, 6, 'nearest', 66],
    [2, 30, 'nearest', 30],
    [1, 6, 'up', 6],
    [0, 15, 'up', 0],
    [0, 30, 'nearest', 0],
    [43, 1, 'up', 43],
    [43, 1, 'nearest', 43],
  ] as const)('of %i minutes in steps of %i, %s, is %i', (worked, billingStep, how, billed) => {
    expect(billedMinutes(worked, { billingStep, billingRounding: how })).toBe(billed);
  });

  test('is whole steps, near the work, and never nothing for some', () => {
    fc.assert(
      fc.property(minutes, rule, (worked, by) => {
        const billed = billedMinutes(worked, by);
        expect(billed % by.billingStep).toBe(0);
        expect(billed).toBeGreaterThan(0);
        expect(Math.abs(billed - worked)).toBeLessThan(by.billingStep);
        if (by.billingRounding === 'up') expect(billed).toBeGreaterThanOrEqual(worked);
        else if (worked >= by.billingStep) {
          expect(Math.abs(billed - worked) * 2).toBeLessThanOrEqual(by.billingStep);
        }
        // What is billed is not rounded again.
        expect(billedMinutes(billed, by)).toBe(billed);
      }),
      { numRuns: cases(500) },
    );
  });
});

describe('Logs that are rounded as a day', () => {
  const log = {
    isHardware: false,
    day: '2026-10-05',
    workTypeName: 'Support',
    hourlyRatePence: 60,
    jobId: null,
  };
  const byDay = {
    billingStep: 15,
    billingRounding: 'up',
    billingPer: 'day',
    lines: 'log',
    smallestMinutes: null,
  } as const;

  test('are those of one day, one work type and one rate, and never hardware', () => {
    const logs = [
      { ...log, id: 1 },
      { ...log, id: 2, day: '2026-10-06' },
      { ...log, id: 3 },
      { ...log, id: 4, workTypeName: 'Travel' },
      { ...log, id: 5, hourlyRatePence: 61 },
      { ...log, id: 6, isHardware: true },
      { ...log, id: 7, isHardware: true },
    ];
    const ids = (groups: { id: number }[][]) => groups.map((group) => group.map(({ id }) => id));
    expect(ids(billedTogether(logs, byDay))).toEqual([[1, 3], [2], [4], [5], [6], [7]]);
    const each = logs.map(({ id }) => [id]);
    expect(ids(billedTogether(logs, { ...byDay, billingPer: 'log' }))).toEqual(each);
    expect(ids(billedTogether(logs, { ...byDay, billingStep: 1 }))).toEqual(each);
  });
});

describe('The lines of a client', () => {
  const log = {
    isHardware: false,
    day: '2026-10-05',
    workTypeName: 'Support',
    hourlyRatePence: 60_00,
    jobId: null as number | null,
  };
  const rule = {
    billingStep: 1,
    billingRounding: 'up',
    billingPer: 'log',
    lines: 'log',
    smallestMinutes: null,
  } as const;
  const logs = [
    { ...log, id: 1, duration: 10 },
    { ...log, id: 2, duration: 10 },
    { ...log, id: 3, duration: 10, day: '2026-10-06', jobId: 7 },
    { ...log, id: 4, duration: 10, workTypeName: 'Travel', hourlyRatePence: 30_00 },
    { ...log, id: 5, duration: 0, isHardware: true },
  ];

  test.each([
    ['log', [[1], [2], [3], [4], [5]]],
    ['day', [[1, 2], [3], [4], [5]]],
    ['type', [[1, 2, 3], [4], [5]]],
    ['job', [[1, 2, 4], [3], [5]]],
    ['one', [[1, 2, 3, 4], [5]]],
  ] as const)('%s', (lines, together) => {
    const groups = billedTogether(logs, { ...rule, lines });
    expect(groups.map((group) => group.map(({ id }) => id))).toEqual(together);
  });

  test.each([
    ['log', [[1], [2], [3], [4], [5]]],
    ['day', [[1, 2], [3], [4], [5]]],
    ['type', [[1, 2], [3], [4], [5]]],
    ['job', [[1, 2, 4], [3], [5]]],
    ['one', [[1, 2, 4], [3], [5]]],
  ] as const)('%s, of which no line has two VATs', (lines, together) => {
    const since = (day: string) => (day < '2026-10-06' ? null : '2026-10-06');
    const groups = billedTogether(logs, { ...rule, lines }, since);
    expect(groups.map((group) => group.map(({ id }) => id))).toEqual(together);
  });

  test('are rounded log by log, or day by day, whatever is one line', () => {
    const step = { ...rule, billingStep: 15, lines: 'one' } as const;
    const time = logs.slice(0, 4);
    expect(billTime(time, step)).toEqual({
      workedMinutes: 40,
      billedMinutes: 60,
      ratePence: null,
      totalPence: 45_00 + 7_50,
    });
    expect(billTime(time, { ...step, billingPer: 'day' })).toMatchObject({
      billedMinutes: 30 + 15 + 15,
      totalPence: 45_00 + 7_50,
    });
    expect(billTime(logs.slice(0, 3), step)).toMatchObject({ ratePence: 60_00 });
  });

  test('bill at least the smallest charge for each log, before rounding, and nothing for no time', () => {
    const least = { ...rule, smallestMinutes: 20 } as const;
    expect(billTime(logs.slice(0, 1), least)).toMatchObject({
      workedMinutes: 10,
      billedMinutes: 20,
    });
    expect(billTime(logs.slice(0, 2), { ...least, lines: 'day' })).toMatchObject({
      billedMinutes: 40,
    });
    expect(billTime(logs.slice(0, 1), { ...least, billingStep: 15 })).toMatchObject({
      billedMinutes: 30,
    });
    expect(billTime([{ ...log, duration: 25 }], least)).toMatchObject({ billedMinutes: 25 });
    expect(billTime([{ ...log, duration: 0 }], least)).toMatchObject({ billedMinutes: 0 });
  });
});
