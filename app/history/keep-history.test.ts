import { beforeEach, expect, test, vi } from 'vitest';
import { migrateDatabase, openDatabase, write, type Database } from '#db/connection.server.ts';
import { verifyChain } from '#db/history/chain.server.ts';
import { keepTrailBy } from '#db/history/record-changes.server.ts';
import { agedBy } from '../platform/aged-by.server.ts';
import { readConfig } from '../platform/env.server.ts';
import { createLogger } from '../platform/logger.server.ts';
import { keepHistory } from './keep-history.server.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
let db: Database;
let now: Date;

beforeEach(() => {
  vi.useFakeTimers();
  db = openDatabase(':memory:');
  migrateDatabase(db);
  keepTrailBy(db.$client, () => now);
  for (let day = 0; day < 100; day++) {
    now = new Date(START + day * DAY);
    write(db, () => {
      db.$client.exec(
        `insert into approved_emails (email, created_at) values ('d${day}@example.com', 0)`,
      );
    });
  }
  return () => {
    db.$client.close();
    vi.useRealTimers();
  };
});

const services = (environment: Record<string, string>) => ({
  db,
  clock: () => now,
  config: readConfig(environment),
  logger: createLogger({ level: 'silent' }),
});
const entries = () => db.$client.prepare('select kind, at, after from history_entries').all();

test('Entries are kept for good unless the operator says otherwise', () => {
  keepHistory(services({}))();
  expect(entries()).toHaveLength(100);
});

test('A clock that jumps ahead drops no entry on its first day', () => {
  agedBy({ db, clock: () => now });
  now = new Date(now.getTime() + 365 * DAY);
  keepHistory(services({ HISTORY_DAYS: '30' }))();
  // Day 69 and later, as before the jump, and the entry about those before.
  expect(entries()).toHaveLength(32);
});

test('Entries older than the operator says are dropped at the start and daily; that they were stays', () => {
  agedBy({ db, clock: () => now });
  now = new Date(now.getTime() + DAY);
  const stop = keepHistory(services({ HISTORY_DAYS: '30' }));
  // Day 69 and later, and the entry about it.
  expect(entries()).toHaveLength(32);
  expect(entries().at(-1)).toMatchObject({
    kind: 'history',
    after: '{"entries":69,"before":"2026-03-11"}',
  });
  expect(verifyChain(db.$client, null)).toMatchObject({ isWhole: true, first: 70 });
  now = new Date(now.getTime() + DAY);
  vi.advanceTimersByTime(DAY);
  expect(verifyChain(db.$client, null)).toMatchObject({ isWhole: true, first: 71 });
  stop();
  now = new Date(now.getTime() + 50 * DAY);
  vi.advanceTimersByTime(50 * DAY);
  expect(verifyChain(db.$client, null)).toMatchObject({ first: 71 });
});
