import { beforeEach, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { agedBy } from './aged-by.server.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 28, 9);
const YEAR = 365 * 24;

let db: Database;
/** What the running server works with: a start knows only what the database knows. */
let server: Database;
let now: number;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  server = db;
  now = START;
  return () => {
    db.$client.close();
  };
});

/** By which time age is judged after so many hours, by the running server or one that starts; in hours since the beginning. */
function agedAfter(hours: number, isStart = false): number {
  now += hours * HOUR;
  if (isStart) server = Object.create(db) as Database;
  return (agedBy({ db: server, clock: () => new Date(now) }).getTime() - START) / HOUR;
}

const NOTHING = -START / HOUR;

test('on the first day nothing is old; then what was old a day or two before', () => {
  expect(agedAfter(0)).toBe(NOTHING);
  expect(agedAfter(23)).toBe(NOTHING);
  expect(agedAfter(1)).toBe(0);
  expect(agedAfter(23)).toBe(0);
  expect(agedAfter(1)).toBe(24);
});

test('a clock that jumps ahead makes nothing old for a day, through however many starts', () => {
  agedAfter(0);
  agedAfter(24);
  for (let start = 0; start < 5; start++) expect(agedAfter(start === 0 ? YEAR : 4, true)).toBe(24);
  expect(agedAfter(24 - 16)).toBe(24 + YEAR);
});

test('once it was put right, all is as if it had never been ahead', () => {
  agedAfter(0);
  agedAfter(24);
  expect(agedAfter(YEAR, true)).toBe(24);
  expect(agedAfter(1 - YEAR, true)).toBe(24);
  expect(agedAfter(23)).toBe(24);
  expect(agedAfter(1)).toBe(25);
});

test('a clock that has stood in the past makes nothing old for a day once it is right', () => {
  agedAfter(0);
  agedAfter(24);
  expect(agedAfter(-YEAR, true)).toBe(24 - YEAR);
  expect(agedAfter(YEAR)).toBe(24 - YEAR);
  expect(agedAfter(24)).toBe(24);
});

test('a disk that takes no note of it keeps no server from starting', () => {
  agedAfter(0);
  db.$client.pragma('query_only = on');
  expect(agedAfter(24, true)).toBe(0);
});

test('a server that is switched on for a moment now and then has it of the time before', () => {
  agedAfter(0);
  for (let month = 0; month < 3; month++) expect(agedAfter(720, true)).toBe(720 * month);
});
