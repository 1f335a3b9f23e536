import { beforeEach, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { invoiceRuns, xeroOrganisations } from '#db/schema.ts';
import { dueRuns } from './carry-on.server.ts';
import { waitFor } from './pause.server.ts';

const NOW = new Date('2026-11-20T09:00:00Z');
const HOUR = 3_600_000;
const clock = () => NOW;
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

let db: Database;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  db.insert(xeroOrganisations)
    .values({ tenantId: 'harbour', name: 'Harbour', updatedAt: NOW })
    .run();
});

test.each([
  ['is over', -1, true],
  ['lasts an hour more', 1, false],
  ['lasts as long as a limit of a day', 24, false],
  ['was said by a clock that was years ahead', 9 * 365 * 24, true],
])('a run whose pause %s', (_, hours, isDue) => {
  db.insert(invoiceRuns)
    .values({ tenantId: 'harbour', status: 'paused', startedAt: NOW, resumeAt: inHours(hours) })
    .run();
  expect(dueRuns({ db, clock })).toHaveLength(isDue ? 1 : 0);
});

test('a pause lasts as long as the ledger says, but a day at most and 20 seconds at least', () => {
  const hours = (retryAt: Date | null) =>
    (waitFor({ clock }, { retryAt, message: '' }).until.getTime() - NOW.getTime()) / HOUR;
  expect(hours(inHours(3))).toBe(3);
  expect(hours(inHours(9 * 365 * 24))).toBe(24);
  expect(hours(null)).toBe(20 / 3_600);
});
