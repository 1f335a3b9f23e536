import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alignBusinessDays, rebuildTotals } from '#db/business-days.server.ts';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import {
  clients,
  hardwareItems,
  jobs,
  personTotals,
  users,
  workLogs,
  workTypes,
} from '#db/schema.ts';
import { IS_WHOLE } from '#tests/support/cases.ts';
import { addToDay, dayOf, mondayOf } from '../lib/calendar.ts';
import { vatOf } from '../lib/vat.ts';
import { keepWorth } from '../work-logs/hardware/items.server.ts';
import { makeReport } from './report.server.ts';
import { addSums, NOBODY, NO_SUMS, REPORT_BY, type ReportQuery, type Sums } from './reports.ts';

/**
 * The figures of reports are those of every log that matches, looked at one by one, whatever was added,
 * changed, deleted and invoiced before.
 */

const ZONE = 'Europe/London';
const STAMPS = { createdAt: new Date(0), updatedAt: new Date(0) };
const HARDWARE = 3;
/** Report after report over the same history, as many as there are random sets of filters. */
const HISTORIES = IS_WHOLE ? 50 : 6;
const REPORTS_OF_EACH = 10;

let db: Database;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  alignBusinessDays(db, ZONE, dayOf);
  for (const name of ['One', 'Two', 'Three']) {
    const rates = { standardRatePence: 0, premiumRatePence: 0 };
    db.insert(clients)
      .values({ name, ...rates, ...STAMPS })
      .run();
  }
  // Two of each client: 1 and 4 are jobs of the first.
  for (const id of [1, 2, 3, 4, 5, 6]) {
    db.insert(jobs)
      .values({ id, clientId: ((id - 1) % 3) + 1, name: `Job ${id}`, ...STAMPS })
      .run();
  }
  for (const name of ['Work', 'Travel', 'Hardware']) {
    const isHardware = name === 'Hardware';
    db.insert(workTypes)
      .values({ name, isHardware, hourlyRatePence: 0, ...STAMPS })
      .run();
  }
});

afterEach(() => {
  db.$client.close();
});

/** Around these days clocks change, weeks, months, tax years and years end. */
const EDGES = ['2025-04-05', '2025-10-26', '2026-01-01', '2026-03-29', '2026-04-06', '2026-10-25'];
const days = fc.oneof(
  fc
    .tuple(fc.constantFrom(...EDGES), fc.integer({ min: -2, max: 2 }))
    .map(([day, more]) => addToDay(day, more)),
  fc.integer({ min: 0, max: 700 }).map((more) => addToDay('2025-01-01', more)),
);
const instants = fc
  .tuple(days, fc.constantFrom(0, 30, 59, 60, 90, 720, 1380, 1410, 1439))
  .map(([day, minutes]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000));

const item = fc.record({
  quantityInPlaces: fc.integer({ min: 1, max: 70_000 }),
  unitPriceInPlaces: fc.integer({ min: 0, max: 5_000_000 }),
  vatIncluded: fc.boolean(),
  vatRateHundredths: fc.constantFrom(0, 500, 1750, 2000),
});
const log = fc.record({
  clientId: fc.integer({ min: 1, max: 3 }),
  workTypeId: fc.integer({ min: 1, max: 3 }),
  duration: fc.integer({ min: 1, max: 6_000 }),
  pence: fc.integer({ min: 0, max: 1_000_000 }),
  billable: fc.boolean(),
  isInvoiced: fc.boolean(),
  createdBy: fc.option(fc.integer({ min: 1, max: 3 })),
  date: instants,
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
});
type Log = typeof log extends fc.Arbitrary<infer Value> ? Value : never;

type Step =
  | { kind: 'add'; log: Log }
  | { kind: 'edit'; nth: number; log: Log }
  | { kind: 'invoice'; nth: number }
  | { kind: 'delete'; nth: number }
  | { kind: 'delete person'; id: number };
const nth = fc.nat(50);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('add' as const), log }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), nth, log }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('invoice' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth }) },
  fc.record({ kind: fc.constant('delete person' as const), id: fc.integer({ min: 1, max: 3 }) }),
);

/** Mostly no limit, since several at once leave nothing. */
const seldom = <Value>(limit: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: limit });
const queries: fc.Arbitrary<ReportQuery> = fc
  .record({
    by: fc.constantFrom(...REPORT_BY),
    ends: fc.tuple(fc.option(days, { freq: 1 }), fc.option(days, { freq: 1 })),
    clientId: seldom(fc.integer({ min: 1, max: 4 })),
    jobId: seldom(fc.integer({ min: 1, max: 7 })),
    workTypeId: seldom(fc.integer({ min: 1, max: 4 })),
    person: seldom(fc.integer({ min: 1, max: 4 })),
    billable: seldom(fc.boolean()),
    isInvoiced: seldom(fc.boolean()),
  })
  .map(({ ends: [one, other], ...rest }) => {
    const isTurned = one !== null && other !== null && one > other;
    return { ...rest, from: isTurned ? other : one, to: isTurned ? one : other, sort: null };
  });

/** In pence, rounded half up. */
const priceOf = (one: { quantityInPlaces: number; unitPriceInPlaces: number }) =>
  Math.floor((one.quantityInPlaces * one.unitPriceInPlaces + 500_000) / 1_000_000);

function columnsOf({ items, pence, ...columns }: Log) {
  const isHardware = columns.workTypeId === HARDWARE;
  const total = items.reduce((sum, one) => sum + priceOf(one), 0);
  const isKnown = db
    .select()
    .from(users)
    .all()
    .some(({ id }) => id === columns.createdBy);
  return {
    ...columns,
    // One of the two jobs of its client, or none.
    jobId: pence % 3 === 0 ? null : columns.clientId + (pence % 3 === 1 ? 0 : 3),
    ...{ isHardware, hourlyRatePence: 0, day: dayOf(columns.date, ZONE), ...STAMPS },
    createdBy: isKnown ? columns.createdBy : null,
    duration: isHardware ? 0 : columns.duration,
    totalPence: isHardware ? total : pence,
    includedVatPence: 0,
  };
}

function setItems(workLogId: number, { items, workTypeId }: Log): void {
  db.delete(hardwareItems).where(eq(hardwareItems.workLogId, workLogId)).run();
  if (workTypeId !== HARDWARE) return;
  for (const one of items) {
    const named = { workLogId, itemName: 'Part', taxCode: 'OUTPUT2' as const };
    db.insert(hardwareItems)
      .values({ ...one, ...named, ...STAMPS })
      .run();
  }
  keepWorth(db, workLogId);
}

function take(taken: Step): void {
  if (taken.kind === 'add') {
    const { id } = db.insert(workLogs).values(columnsOf(taken.log)).returning().get();
    setItems(id, taken.log);
    return;
  }
  if (taken.kind === 'delete person') {
    db.delete(users).where(eq(users.id, taken.id)).run();
    return;
  }
  const all = db.select().from(workLogs).all();
  const chosen = all[taken.nth % Math.max(1, all.length)];
  if (!chosen) return;
  const isChosen = eq(workLogs.id, chosen.id);
  switch (taken.kind) {
    case 'delete':
      db.delete(workLogs).where(isChosen).run();
      return;
    case 'invoice':
      db.update(workLogs).set({ isInvoiced: !chosen.isInvoiced }).where(isChosen).run();
      return;
    case 'edit':
      db.update(workLogs).set(columnsOf(taken.log)).where(isChosen).run();
      setItems(chosen.id, taken.log);
  }
}

function startAgain(): void {
  for (const table of [hardwareItems, workLogs, users]) db.delete(table).run();
  for (const id of [1, 2, 3]) {
    db.insert(users)
      .values({ id, email: `${id}@example.com`, ...STAMPS })
      .run();
  }
}

/** The slow, obvious way: every log is looked at, and its VAT is that of each of its items. */
function lookAtAll(query: ReportQuery): Record<string, Sums> {
  const rows: Record<string, Sums> = {};
  const items = db.select().from(hardwareItems).all();
  for (const one of db.select().from(workLogs).all()) {
    const day = dayOf(one.date, ZONE);
    const isWanted =
      (query.from === null || day >= query.from) &&
      (query.to === null || day <= query.to) &&
      (query.clientId === null || one.clientId === query.clientId) &&
      (query.jobId === null || one.jobId === query.jobId) &&
      (query.workTypeId === null || one.workTypeId === query.workTypeId) &&
      (query.person === null || one.createdBy === query.person) &&
      (query.billable === null || one.billable === query.billable) &&
      (query.isInvoiced === null || one.isInvoiced === query.isInvoiced);
    if (!isWanted) continue;
    const keys = {
      client: String(one.clientId),
      'work-type': String(one.workTypeId),
      month: day.slice(0, 7),
      week: mondayOf(day),
      person: String(one.createdBy ?? NOBODY),
      job: String(one.jobId ?? NOBODY),
    };
    const net = one.isHardware
      ? items
          .filter(({ workLogId }) => workLogId === one.id)
          .reduce((sum, { vatIncluded, vatRateHundredths, ...one }) => {
            const price = priceOf(one);
            const isIncluded = { isIncluded: true, rateHundredths: vatRateHundredths };
            return sum + (vatIncluded ? vatOf(price, isIncluded).net : price);
          }, 0)
      : one.totalPence;
    const was = rows[keys[query.by]];
    rows[keys[query.by]] = {
      logs: (was?.logs ?? 0) + 1,
      minutes: (was?.minutes ?? 0) + one.duration,
      billableMinutes: (was?.billableMinutes ?? 0) + (one.billable ? one.duration : 0),
      netPence: (was?.netPence ?? 0) + (one.billable ? net : 0),
      workedNetPence: (was?.workedNetPence ?? 0) + (one.isInvoiced ? net : 0),
      invoicedNetPence: (was?.invoicedNetPence ?? 0) + (one.isInvoiced ? net : 0),
      timePence: (was?.timePence ?? 0) + (one.billable && !one.isHardware ? net : 0),
    };
  }
  return rows;
}

function figuresOf(query: ReportQuery): Record<string, Sums> {
  const { rows } = makeReport({ db }, query);
  return Object.fromEntries(rows.map((row) => [row.key, addSums(NO_SUMS, row)]));
}

test(`${HISTORIES * REPORTS_OF_EACH} random reports are what all logs, one by one, come to`, () => {
  let rows = 0;
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 15, maxLength: 60 }),
      fc.array(queries, { minLength: REPORTS_OF_EACH, maxLength: REPORTS_OF_EACH }),
      (steps, wanted) => {
        startAgain();
        for (const one of steps) take(one);
        for (const query of wanted) {
          const expected = lookAtAll(query);
          rows += Object.keys(expected).length;
          expect(figuresOf(query)).toEqual(expected);
        }
      },
    ),
    { numRuns: HISTORIES, ...(IS_WHOLE ? {} : { seed: 36 }) },
  );
  // Reports of nothing would agree as well.
  expect(rows).toBeGreaterThan(HISTORIES * REPORTS_OF_EACH);
});

test('The totals of people are the same when they are counted afresh', () => {
  startAgain();
  const steps = fc.sample(fc.array(step, { minLength: 60, maxLength: 60 }), {
    numRuns: 1,
    seed: 7,
  });
  for (const one of steps.flat()) take(one);
  // The triggers leave a row of zeros where there is no log any more.
  const kept = () =>
    db
      .select()
      .from(personTotals)
      .all()
      .filter(({ logs }) => logs !== 0);
  const before = kept();
  expect(new Set(before.map(({ unit }) => unit))).toEqual(new Set(['day', 'month']));
  expect(new Set(before.map(({ personId }) => personId)).size).toBeGreaterThan(1);
  rebuildTotals(db);
  expect(kept()).toEqual(before);
});
