import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alignBusinessDays } from '#db/business-days.server.ts';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { clients, workLogs, workTypes } from '#db/schema.ts';
import { dayOf } from '../../lib/calendar.ts';
import { listReadyToInvoice } from '../ready-to-invoice.server.ts';
import { loadStatistics, toStatisticsView } from './stats.server.ts';
import { cases } from '#tests/support/cases.ts';
import { dayPeriod, monthPeriod, weekPeriod, type Period } from '#sandbox/periods.ts';

const STAMPS = { createdAt: new Date(0), updatedAt: new Date(0) };
const NAMES = ['One', 'Two', 'Three', 'Idle'];
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

let db: Database;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  for (const name of NAMES) {
    db.insert(clients)
      .values({ name, standardRatePence: 0, premiumRatePence: 0, ...STAMPS })
      .run();
  }
  db.insert(workTypes)
    .values({ name: 'Work', hourlyRatePence: 0, ...STAMPS })
    .run();
});

afterEach(() => {
  db.$client.close();
});

const zone = fc.constantFrom(
  'Europe/London',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Auckland',
);

/** Around where clocks change, years end, and weeks begin in one month and end in another. */
const now = fc
  .tuple(
    fc.constantFrom(
      '2026-03-08', // New York's summer time starts.
      '2026-03-29', // London's starts.
      '2026-04-01', // A Wednesday: its week began in March.
      '2026-10-25', // London's ends.
      '2026-11-01', // New York's ends, on the last day of a week from October.
      '2025-12-31',
      '2027-01-01',
      '2024-02-29',
      '2026-03-31', // The month before has no such day.
    ),
    fc.integer({ min: -2 * DAY, max: 2 * DAY }),
  )
  .map(([day, offset]) => new Date(Date.parse(`${day}T12:00Z`) + offset));

/** Every period that the Dashboard tells of, as instants: the days are not asked. */
function periodsOf(at: Date, timeZone: string): Record<string, Period> {
  return {
    today: dayPeriod(at, timeZone),
    yesterday: dayPeriod(at, timeZone, 1),
    thisWeek: weekPeriod(at, timeZone),
    lastWeek: weekPeriod(at, timeZone, 1),
    thisMonth: monthPeriod(at, timeZone),
    lastMonth: monthPeriod(at, timeZone, 1),
  };
}

const weeksOf = (at: Date, timeZone: string) =>
  Array.from({ length: 12 }, (_, index) => weekPeriod(at, timeZone, 11 - index));

/** When a log was made: at the very edge of a period, or anywhere around. */
const moment = fc.oneof(
  fc.record({
    edge: fc.nat(30),
    offset: fc.constantFrom(-1, 0, 1, -30 * MINUTE, 30 * MINUTE),
  }),
  fc.record({ offset: fc.integer({ min: -100 * DAY, max: 40 * DAY }) }),
);
type Moment = { edge?: number; offset: number };

const log = fc.record({
  clientId: fc.integer({ min: 1, max: 3 }),
  duration: fc.integer({ min: 0, max: 6_000 }),
  totalPence: fc.integer({ min: 0, max: 1_000_000 }),
  billable: fc.boolean(),
  isInvoiced: fc.boolean(),
  moment,
});

function instantOf({ edge, offset }: Moment, at: Date, timeZone: string): Date {
  if (edge === undefined) return new Date(at.getTime() + offset);
  const periods = [...Object.values(periodsOf(at, timeZone)), ...weeksOf(at, timeZone)];
  const edges = periods.flatMap(({ start, end }) => [start, end]);
  return new Date((edges[edge % edges.length]?.getTime() ?? 0) + offset);
}

type Stored = typeof workLogs.$inferSelect;

const isIn = ({ start, end }: Period) => {
  return ({ date }: Stored) => date >= start && date < end;
};
const total = (logs: Stored[], of: (log: Stored) => number) =>
  logs.reduce((sum, one) => sum + of(one), 0);

/** The slow, obvious way: every log is looked at. */
function recompute(logs: Stored[], at: Date, timeZone: string) {
  const pence = (some: Stored[]) =>
    total(
      some.filter(({ billable }) => billable),
      ({ totalPence }) => totalPence,
    );
  return {
    statistics: Object.fromEntries(
      Object.entries(periodsOf(at, timeZone)).map(([name, period]) => {
        const inside = logs.filter(isIn(period));
        const minutes = total(inside, ({ duration }) => duration);
        return [name, { minutes, pence: pence(inside), includedVatPence: 0 }];
      }),
    ),
    weeks: weeksOf(at, timeZone).map((week) => {
      const inside = logs.filter(isIn(week));
      return {
        first: dayOf(week.start, timeZone),
        last: dayOf(new Date(week.end.getTime() - 1), timeZone),
        invoicedPence: pence(inside.filter(({ isInvoiced }) => isInvoiced)),
        openPence: pence(inside.filter(({ isInvoiced }) => !isInvoiced)),
      };
    }),
  };
}

function recomputeReady(logs: Stored[], timeZone: string) {
  const waiting = logs
    .filter(({ billable, isInvoiced }) => billable && !isInvoiced)
    .sort((one, other) => one.date.getTime() - other.date.getTime());
  return NAMES.flatMap((client, index) => {
    const own = waiting.filter(({ clientId }) => clientId === index + 1);
    const [oldest] = own;
    if (!oldest) return [];
    const minutes = total(own, ({ duration }) => duration);
    const pence = total(own, ({ totalPence }) => totalPence);
    const oldestDay = dayOf(oldest.date, timeZone);
    const ready = { clientId: index + 1, client, minutes, pence, oldestDay };
    return [{ oldest: oldest.date, ready }];
  })
    .sort((one, other) => one.oldest.getTime() - other.oldest.getTime())
    .map(({ ready }) => ready);
}

/** A log at the very start of each period: the edges are start and end of one after the other. */
const oneInEachPeriod = [0, 2, 4, 6, 8, 10].map((edge) => ({
  clientId: 1,
  duration: 1,
  totalPence: 1,
  billable: true,
  isInvoiced: false,
  moment: { edge, offset: 0 },
}));

test('the numbers of the Dashboard are those of every log, looked at one by one', () => {
  fc.assert(
    fc.property(now, zone, fc.array(log, { maxLength: 40, size: 'max' }), (at, timeZone, logs) => {
      db.delete(workLogs).run();
      alignBusinessDays(db, timeZone, dayOf);
      for (const { moment: when, ...columns } of [...oneInEachPeriod, ...logs]) {
        const date = instantOf(when, at, timeZone);
        const day = dayOf(date, timeZone);
        const rest = { workTypeId: 1, hourlyRatePence: 0, ...STAMPS };
        db.insert(workLogs)
          .values({ ...columns, ...rest, date, day })
          .run();
      }
      const stored = db.select().from(workLogs).all();
      const services = { db, clock: () => at, config: { timeZone } };
      const loaded = loadStatistics(services);
      expect(loaded).toEqual(recompute(stored, at, timeZone));
      expect(listReadyToInvoice(services)).toEqual(recomputeReady(stored, timeZone));
      for (const [name, { minutes, pence }] of Object.entries(loaded.statistics)) {
        // Else nothing would have been compared.
        expect([name, minutes > 0, pence > 0]).toEqual([name, true, true]);
      }
    }),
    { numRuns: cases(200) },
  );
});

describe('the clients that can be invoiced', () => {
  const add = (columns: Partial<typeof workLogs.$inferInsert>) => {
    const rest = { duration: 60, hourlyRatePence: 6_000, totalPence: 6_000, ...STAMPS };
    const date = new Date('2026-03-10T12:00Z');
    const values = { clientId: 1, workTypeId: 1, ...rest, date, day: '2026-03-10', ...columns };
    return db.insert(workLogs).values(values).returning().get().id;
  };
  const ready = () => listReadyToInvoice({ db }).map(({ client, pence }) => [client, pence]);

  test('stay when they are deactivated, and go when all is invoiced or nothing is billable', () => {
    add({ clientId: 1 });
    add({ clientId: 2, billable: false });
    expect(ready()).toEqual([['One', 6_000]]);
    db.update(clients).set({ isActive: false }).run();
    expect(ready()).toEqual([['One', 6_000]]);
    db.update(workLogs).set({ isInvoiced: true }).run();
    expect(ready()).toEqual([]);
    db.update(workLogs).set({ isInvoiced: false, billable: true }).run();
    expect(ready()).toEqual([
      ['One', 6_000],
      ['Two', 6_000],
    ]);
  });

  test('are there for work at no rate too, and not dated by what is not billable', () => {
    add({ totalPence: 0, hourlyRatePence: 0 });
    add({ billable: false, date: new Date('2020-01-01T12:00Z'), day: '2020-01-01' });
    expect(listReadyToInvoice({ db })).toEqual([
      { clientId: 1, client: 'One', minutes: 60, pence: 0, oldestDay: '2026-03-10' },
    ]);
  });
});

test('the API gives hours and pounds as numbers, under the names of the specification', () => {
  const figures = { minutes: 90, pence: 12_345, includedVatPence: 0 };
  const nothing = { minutes: 0, pence: 0, includedVatPence: 0 };
  expect(
    toStatisticsView({
      today: figures,
      yesterday: nothing,
      thisWeek: figures,
      lastWeek: nothing,
      thisMonth: figures,
      lastMonth: nothing,
    }),
  ).toEqual({
    todayHours: 1.5,
    todayRevenue: 123.45,
    yesterdayHours: 0,
    yesterdayRevenue: 0,
    thisWeekHours: 1.5,
    thisWeekRevenue: 123.45,
    lastWeekHours: 0,
    lastWeekRevenue: 0,
    thisMonthHours: 1.5,
    thisMonthRevenue: 123.45,
    lastMonthHours: 0,
    lastMonthRevenue: 0,
  });
});
