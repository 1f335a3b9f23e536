import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { migrateDatabase, openDatabase, write, type Database } from '#db/connection.server.ts';
import { createLogger } from '../../platform/logger.server.ts';
import { keepIndexMerged } from './keep-index.server.ts';

let db: Database;
let file: string;
let isUnderWay = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-index-'));
  file = join(folder, 'database.sqlite');
  db = openDatabase(file);
  // What is written here need not outlast a power cut.
  db.$client.pragma('synchronous = OFF');
  migrateDatabase(db);
  db.$client.exec(`
    insert into clients (name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
      values ('Harbour Dental', 6000, 9000, 0, 0);
    insert into work_types (name, hourly_rate_pence, created_at, updated_at) values ('Support', 6000, 0, 0)`);
  return () => {
    db.$client.close();
    rmSync(folder, { recursive: true });
    vi.useRealTimers();
  };
});

function addLogs(count: number): void {
  const add = db.$client
    .prepare(`insert into work_logs (client_id, work_type_id, duration, description,
      hourly_rate_pence, total_pence, billable, date, day, created_at, updated_at)
    values (1, 1, 60, ?, 6000, 6000, 1, ?, '2026-11-23', 0, 0)`);
  for (let log = 0; log < count; log += 1) {
    write(db, () => add.run(`Mended printer ${log}`, Date.UTC(2026, 10, 23) + log * 60_000));
  }
}

/** The parts of the index, each of which a search reads. */
const parts = () =>
  Number(db.$client.prepare('select count(distinct segid) from work_log_words_idx').pluck().get());

const found = (word: string) =>
  db.$client.prepare('select rowid from work_log_words where work_log_words match ?').all(word);

const services = () => ({
  db,
  longWrites: { isUnderWay: () => isUnderWay } as Parameters<
    typeof keepIndexMerged
  >[0]['longWrites'],
  logger: createLogger({ level: 'silent' }),
});

test('The parts that writes leave behind are merged while nobody waits, and every log is still found', () => {
  addLogs(100);
  // No write merges all of them at once: that is what held up the server.
  expect(parts()).toBeGreaterThan(20);
  const stop = keepIndexMerged(services());
  vi.advanceTimersByTime(5_000);
  expect(parts()).toBeLessThan(10);
  expect(found('printer')).toHaveLength(100);
  expect(found('77')).toHaveLength(1);
  stop();
  addLogs(50);
  const left = parts();
  vi.advanceTimersByTime(60_000);
  expect(parts()).toBe(left);
});

test('Whoever writes comes first: nothing waits for a long write or another program', () => {
  addLogs(100);
  const before = parts();
  const stop = keepIndexMerged(services());
  isUnderWay = true;
  vi.advanceTimersByTime(10_000);
  expect(parts()).toBe(before);
  isUnderWay = false;

  const other = openDatabase(file);
  other.$client.exec('begin immediate');
  const startedAt = performance.now();
  vi.advanceTimersByTime(10_000);
  expect(parts()).toBe(before);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  expect(db.$client.pragma('busy_timeout', { simple: true })).toBe(5_000);
  other.$client.exec('commit');
  other.$client.close();
  vi.advanceTimersByTime(10_000);
  expect(parts()).toBeLessThan(10);
  stop();
});
