import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rebuildTotals } from './business-days.server.ts';
import { migrateDatabase, openDatabase } from './connection.server.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** A copy of the migrations that ends before one of them. */
function migrationsBefore(tag: string, folder: string): string {
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex((entry) => entry.tag === tag);
  expect(end).toBeGreaterThan(0);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return folder;
}

test('logs of an older version count in the totals of billable minutes and of all time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-migrations-'));
  const db = openDatabase(':memory:');
  try {
    migrateDatabase(db, migrationsBefore('0002_dashboard', folder));
    db.$client.exec(`
      insert into clients (name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
        values ('One', 0, 0, 0, 0), ('Two', 0, 0, 0, 0);
      insert into work_types (name, hourly_rate_pence, created_at, updated_at) values ('Work', 0, 0, 0);
      insert into work_logs (client_id, work_type_id, duration, hourly_rate_pence, total_pence,
        billable, date, day, is_invoiced, created_at, updated_at)
      values (1, 1, 60, 0, 100, 1, 0, '1970-01-01', 0, 0, 0), (1, 1, 30, 0, 50, 0, 0, '1970-01-01', 0, 0, 0),
        (2, 1, 15, 0, 25, 1, 0, '1970-02-01', 1, 0, 0);`);
    migrateDatabase(db);
    const rows = () =>
      db.all(sql`select * from work_log_totals order by client_id, unit, period, is_invoiced`);
    const migrated = rows();
    expect(migrated).toContainEqual({
      client_id: 1,
      unit: 'ever',
      period: '',
      is_invoiced: 0,
      logs: 2,
      minutes: 90,
      total_pence: 150,
      billable_pence: 100,
      billable_minutes: 60,
    });
    rebuildTotals(db);
    expect(migrated).toEqual(rows());
  } finally {
    db.$client.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
