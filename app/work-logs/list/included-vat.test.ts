import { beforeAll, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { clients, hardwareItems, users, workLogs, workTypes } from '#db/schema.ts';
import { NO_FILTERS, type WorkLogFilters } from './filters.ts';
import { keepWorth } from '../hardware/items.server.ts';
import { partsOfAmount, sumIncludedVat } from './totals.server.ts';
import { listWorkLogs } from './list.server.ts';

const STAMPS = { createdAt: new Date(0), updatedAt: new Date(0) };
const RATES = { standardRatePence: 0, premiumRatePence: 0 };

let db: Database;
const services = () => ({ db, config: { timeZone: 'Europe/London' } });

/** The VAT of a log, in pence, by which it is known from every other in a sum. */
const vatOf = (id: number) => 20 * 2 ** id;

/** One hardware log for each way to combine what filters look at, with its price including VAT. */
function addLog(id: number): void {
  const is = (place: number) => ((id >> place) & 1) === 1;
  const day = is(2) ? '2026-03-02' : '2026-02-01';
  db.insert(workLogs)
    .values({
      ...{ id, clientId: is(0) ? 2 : 1, workTypeId: is(1) ? 2 : 1, createdBy: is(3) ? 2 : 1, day },
      ...{ duration: 0, hourlyRatePence: 0, totalPence: 6 * vatOf(id), isHardware: true },
      ...{
        billable: !is(4),
        isInvoiced: id % 3 === 0 && !is(4),
        date: new Date(`${day}T12:00:00Z`),
      },
      ...{ description: is(0) === is(3) ? 'New cable' : 'New screen', ...STAMPS },
    })
    .run();
  db.insert(hardwareItems)
    .values({
      ...{ workLogId: id, itemName: 'Part', quantityInPlaces: 10_000 },
      unitPriceInPlaces: 600 * vatOf(id),
      ...{ vatIncluded: true, vatRateHundredths: 2_000, taxCode: 'OUTPUT2', ...STAMPS },
    })
    .run();
  keepWorth(db, id);
}

// No test changes them.
beforeAll(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  for (const name of ['One', 'Two']) {
    db.insert(clients)
      .values({ name, ...RATES, ...STAMPS })
      .run();
    db.insert(workTypes)
      .values({ name, hourlyRatePence: 0, isHardware: true, ...STAMPS })
      .run();
    db.insert(users)
      .values({ email: `${name.toLowerCase()}@example.com`, ...STAMPS })
      .run();
  }
  for (let id = 1; id <= 31; id += 1) addLog(id);
  return () => db.$client.close();
});

const ONE_BY_ONE: Partial<WorkLogFilters>[] = [
  {},
  { clientId: 1 },
  { startDate: '2026-02-15' },
  { endDate: '2026-02-15' },
  { isInvoiced: true },
  { isInvoiced: false },
  { workTypeId: 2 },
  { billable: true },
  { billable: false },
  { person: 2 },
  { q: 'cab' },
  { q: 'nothing' },
];
const IN_PAIRS = ONE_BY_ONE.flatMap((one) => ONE_BY_ONE.map((other) => ({ ...one, ...other })));

test.each(IN_PAIRS)('The VAT within the totals is that of the logs found by %j', (some) => {
  const filters = { ...NO_FILTERS, ...some };
  const found = listWorkLogs(services(), filters, { limit: 100, older: undefined }).logs;
  const expected = found.reduce((sum, { id }) => sum + vatOf(id), 0);
  expect(sumIncludedVat(services(), filters)).toBe(expected);
  const unpaid = found.filter(({ billable }) => filters.billable === null && !billable);
  expect(partsOfAmount(services(), filters)).toEqual({
    vatPence: expected,
    unbillablePence: unpaid.reduce((sum, { totalPence }) => sum + totalPence, 0),
  });
});
