import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alignBusinessDays, rebuildTotals } from '#db/business-days.server.ts';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { clients, workLogs, workLogTotals, workTypes, workTypeTotals } from '#db/schema.ts';
import { eq, gt } from 'drizzle-orm';
import { dayOf } from '../../lib/calendar.ts';
import { NO_FILTERS, type WorkLogFilters } from './filters.ts';
import { splitRange, summariseWorkLogs } from './totals.server.ts';
import { cases } from '#tests/support/cases.ts';

const ZONE = 'Europe/London';
const DAY = 86_400_000;
const FIRST = Date.UTC(2025, 10, 20);

let db: Database;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  alignBusinessDays(db, ZONE, dayOf);
  const stamps = { createdAt: new Date(0), updatedAt: new Date(0) };
  for (const name of ['One', 'Two', 'Three']) {
    db.insert(clients)
      .values({ name, standardRatePence: 0, premiumRatePence: 0, ...stamps })
      .run();
  }
  for (const name of ['Work', 'Travel']) {
    db.insert(workTypes)
      .values({ name, hourlyRatePence: 0, ...stamps })
      .run();
  }
});

const services = () => ({ db, config: { timeZone: ZONE } });

afterEach(() => {
  db.$client.close();
});

const instants = fc.integer({ min: FIRST, max: FIRST + 200 * DAY }).map((time) => new Date(time));

const row = fc.record({
  clientId: fc.integer({ min: 1, max: 3 }),
  duration: fc.integer({ min: 1, max: 6_000 }),
  totalPence: fc.integer({ min: 0, max: 1_000_000 }),
  billable: fc.boolean(),
  isInvoiced: fc.boolean(),
  workTypeId: fc.integer({ min: 1, max: 2 }),
  date: instants,
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

type Step =
  | { kind: 'insert'; row: Row }
  | { kind: 'update'; nth: number; row: Row }
  | { kind: 'delete'; nth: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('insert' as const), row }) },
  fc.record({ kind: fc.constant('update' as const), nth: fc.nat(50), row }),
  fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(50) }),
);

const filters: fc.Arbitrary<WorkLogFilters> = fc.record({
  clientId: fc.option(fc.integer({ min: 1, max: 4 })),
  isInvoiced: fc.option(fc.boolean()),
  workTypeId: fc.option(fc.integer({ min: 1, max: 3 })),
  billable: fc.option(fc.boolean()),
  q: fc.constant(null),
  jobId: fc.constant(null),
  person: fc.constant(null),
  startDate: fc.option(instants.map((instant) => dayOf(instant, ZONE))),
  endDate: fc.option(instants.map((instant) => dayOf(instant, ZONE))),
});

function columnsOf(values: Row) {
  const stamps = { createdAt: new Date(0), updatedAt: new Date(0) };
  const day = dayOf(values.date, ZONE);
  return { ...values, hourlyRatePence: 0, description: '', day, ...stamps };
}

function take(steps: Step[]): void {
  for (const taken of steps) {
    const ids = db.select({ id: workLogs.id }).from(workLogs).all();
    if (taken.kind === 'insert') {
      db.insert(workLogs).values(columnsOf(taken.row)).run();
      continue;
    }
    const chosen = ids[taken.nth % Math.max(1, ids.length)];
    if (!chosen) continue;
    if (taken.kind === 'delete') db.delete(workLogs).where(eq(workLogs.id, chosen.id)).run();
    else db.update(workLogs).set(columnsOf(taken.row)).where(eq(workLogs.id, chosen.id)).run();
  }
}

/** The slow, obvious way: every log is looked at. */
function countAll(filter: WorkLogFilters) {
  const { clientId, isInvoiced, workTypeId, billable, startDate, endDate } = filter;
  const matching = db
    .select()
    .from(workLogs)
    .all()
    .filter((log) => clientId === null || log.clientId === clientId)
    .filter((log) => isInvoiced === null || log.isInvoiced === isInvoiced)
    .filter((log) => workTypeId === null || log.workTypeId === workTypeId)
    .filter((log) => billable === null || log.billable === billable)
    .filter((log) => startDate === null || dayOf(log.date, ZONE) >= startDate)
    .filter((log) => endDate === null || dayOf(log.date, ZONE) <= endDate);
  return {
    count: matching.length,
    minutes: matching.reduce((sum, { duration }) => sum + duration, 0),
    totalPence: matching.reduce((sum, { totalPence }) => sum + totalPence, 0),
  };
}

describe('the totals of a filter', () => {
  test('are those of every matching log, whatever was added, changed and deleted', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.array(filters, { minLength: 1, maxLength: 8 }),
        (steps, wanted) => {
          db.delete(workLogs).run();
          take(steps);
          for (const filter of wanted)
            expect(summariseWorkLogs(services(), filter)).toEqual(countAll(filter));
        },
      ),
      { numRuns: cases(100) },
    );
  });

  test('are the same when they are counted afresh', () => {
    take(
      fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: 7 }).flat(),
    );
    expect(summariseWorkLogs(services(), NO_FILTERS)?.count).toBeGreaterThan(0);
    const rows = () =>
      db
        .select()
        .from(workLogTotals)
        // The triggers leave a row of zeros where there is no log any more.
        .where(gt(workLogTotals.logs, 0))
        .orderBy(
          workLogTotals.clientId,
          workLogTotals.unit,
          workLogTotals.period,
          workLogTotals.isInvoiced,
        )
        .all();
    const ofTypes = () =>
      db
        .select()
        .from(workTypeTotals)
        .where(gt(workTypeTotals.logs, 0))
        .all()
        .map((row) => JSON.stringify(row))
        .sort();
    const kept = rows();
    const keptOfTypes = ofTypes();
    expect(keptOfTypes).not.toEqual([]);
    expect(new Set(kept.map(({ unit }) => unit))).toEqual(new Set(['day', 'month', 'ever']));
    expect(kept.some(({ minutes, billableMinutes }) => minutes > billableMinutes)).toBe(true);
    rebuildTotals(db);
    expect(rows()).toEqual(kept);
    expect(ofTypes()).toEqual(keptOfTypes);
  });

  test('follow the business time zone when it is changed', () => {
    const late = new Date('2026-03-10T23:30:00Z');
    take([
      {
        kind: 'insert',
        row: {
          clientId: 1,
          workTypeId: 1,
          duration: 60,
          totalPence: 100,
          billable: true,
          isInvoiced: false,
          date: late,
        },
      },
    ]);
    const on = (day: string) =>
      summariseWorkLogs(services(), { ...NO_FILTERS, startDate: day, endDate: day })?.count;
    expect([on('2026-03-10'), on('2026-03-11')]).toEqual([1, 0]);
    expect(alignBusinessDays(db, 'Asia/Kolkata', dayOf)).toBe(true);
    expect([on('2026-03-10'), on('2026-03-11')]).toEqual([0, 1]);
    expect(alignBusinessDays(db, 'Asia/Kolkata', dayOf)).toBe(false);
    // The triggers are back: what is added now counts too.
    take([
      {
        kind: 'insert',
        row: {
          clientId: 2,
          workTypeId: 1,
          duration: 60,
          totalPence: 100,
          billable: true,
          isInvoiced: false,
          date: new Date('2026-03-11T09:00:00Z'),
        },
      },
    ]);
    expect(on('2026-03-11')).toBe(2);
  });
});

describe('a range of days', () => {
  test('within one month is read day by day', () => {
    expect(splitRange('2026-03-05', '2026-03-31')).toEqual([
      { unit: 'day', from: '2026-03-05', to: '2026-03-31' },
    ]);
  });

  test('over years is read by whole months and the odd days at the ends', () => {
    expect(splitRange('2024-11-20', '2026-01-15')).toEqual([
      { unit: 'day', from: '2024-11-20', to: '2024-11-31' },
      { unit: 'month', from: '2024-11~', to: '2025-12' },
      { unit: 'day', from: '2026-01-01', to: '2026-01-15' },
    ]);
  });
});
