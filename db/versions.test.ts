import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from './connection.server.ts';
import { clients, hardwareItems, pendingWorkLogs, rules, workLogs, workTypes } from './schema.ts';

let db: Database;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  // So that any column can get any value, without matching rows in other tables.
  db.$client.pragma('foreign_keys = OFF');
  db.$client.pragma('ignore_check_constraints = ON');
  db.$client.exec(`
    insert into clients (name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
      values ('Acme', 0, 0, 0, 0);
    insert into work_types (name, hourly_rate_pence, created_at, updated_at) values ('Work', 0, 0, 0);
    insert into work_logs (client_id, work_type_id, duration, hourly_rate_pence, total_pence, date,
      day, created_at, updated_at) values (1, 1, 60, 0, 0, 0, '1970-01-01', 0, 0);
    insert into hardware_items (work_log_id, item_name, quantity_in_places, unit_price_in_places, vat_included,
      vat_rate_hundredths, tax_code, created_at, updated_at)
      values (1, 'Switch', 1, 1, 1, 2000, 'OUTPUT2', 0, 0);
    insert into pending_work_logs (todoist_task_id, completed_at, task_name,
      estimated_hourly_rate_pence, created_at, updated_at) values ('t', 0, 'Task', 0, 0, 0);
    insert into rules (position, project, created_at, updated_at) values (1, 'P', 0, 0);
    update work_logs set version = 1;`);
});

afterEach(() => {
  db.$client.close();
});

const versionOf = (table: string) =>
  db.$client.prepare(`select version from ${table}`).pluck().get() as number;

const UNVERSIONED = new Set([
  'id',
  'version',
  'created_at',
  'updated_at',
  // It follows from the items, which raise the version themselves.
  'included_vat_pence',
  // It follows from its invoice, whose changes are of the invoice.
  'billed_more_pence',
  // Who made a log stays, and what told of an entry.
  'created_by',
  'source',
  'source_id',
  // Noted of an entry for suggestions; nobody reads or changes them.
  'name_key',
  'is_retold',
  'set_by_person',
  'decision',
]);

function columnsOf(table: SQLiteTable): string[] {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name);
  return names.filter((name) => !UNVERSIONED.has(name));
}

const RECORDS: [string, SQLiteTable][] = [
  ['clients', clients],
  ['work_types', workTypes],
  ['work_logs', workLogs],
  ['pending_work_logs', pendingWorkLogs],
  ['rules', rules],
];
const COLUMNS = RECORDS.flatMap(([name, table]) =>
  columnsOf(table).map((column): [string, string] => [name, column]),
);
// An entry's status and its work log can only change together.
const MOVES: Record<string, string> = {
  status: `status = 'confirmed', work_log_id = 1`,
  work_log_id: `status = 'confirmed', work_log_id = 1`,
};

test.each(COLUMNS)('of %s: a change of %s raises the version', (table, column) => {
  const change = MOVES[column] ?? `${column} = iif(${column} is 7, 8, 7)`;
  db.$client.exec(`update ${table} set ${change}`);
  expect(versionOf(table)).toBe(2);
});

test.each(RECORDS)('of %s: what changes nothing leaves the version', (table, record) => {
  const all = columnsOf(record)
    .map((column) => `${column} = ${column}`)
    .join(', ');
  db.$client.exec(`update ${table} set ${all}, updated_at = 5`);
  expect(versionOf(table)).toBe(1);
});

test.each(columnsOf(hardwareItems).filter((name) => name !== 'work_log_id'))(
  'a change of an item’s %s raises the version of its log',
  (column) => {
    db.$client.exec(`update hardware_items set ${column} = iif(${column} is 7, 8, 7)`);
    expect(versionOf('work_logs')).toBe(2);
  },
);

test('an item added or removed raises the version of its log', () => {
  db.$client.exec(`insert into hardware_items
    select 2, work_log_id, item_name, description, quantity_in_places, unit_price_in_places, vat_included,
      vat_rate_hundredths, tax_code, created_at, updated_at from hardware_items`);
  expect(versionOf('work_logs')).toBe(2);
  db.$client.exec('update hardware_items set updated_at = 5');
  expect(versionOf('work_logs')).toBe(2);
  db.$client.exec('delete from hardware_items where id = 2');
  expect(versionOf('work_logs')).toBe(3);
});
