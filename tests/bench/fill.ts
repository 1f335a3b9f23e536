import { alignBusinessDays, withoutTotalTriggers } from '#db/business-days.server.ts';
import { migrateDatabase, openDatabase, write, type Database } from '#db/connection.server.ts';
import { dayOf } from '#app/lib/calendar.ts';

/** Who the benchmark signs in as. */
export const BENCH_EMAIL = 'bench@example.com';

/** Ten years of logs end here. */
const START = Date.UTC(2016, 0, 4);
const SPAN = 10 * 365 * 86_400_000;

const NUMBERS = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;

/**
 * A database with so many logs over ten years: forty clients, eight work types, one log in
 * fifty for hardware with two items, half of them invoiced. The same every time.
 */
export function fillDatabase(file: string, logs: number): Database {
  const db = openDatabase(file);
  migrateDatabase(db);
  const sqlite = db.$client;
  write(db, () => {
    sqlite.exec(`
      insert into approved_emails (email, created_at) values ('${BENCH_EMAIL}', 0);
      ${NUMBERS(40)} insert into clients (name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
        select 'Client number ' || i, 5500 + i * 50, 9000, 0, 0 from n;
      ${NUMBERS(8)} insert into work_types (name, hourly_rate_pence, is_hardware, created_at, updated_at)
        select iif(i = 8, 'Hardware', 'Work type ' || i), 6000, i = 8, 0, 0 from n;`);
    withoutTotalTriggers(db, () => {
      sqlite.exec(`
        ${NUMBERS(logs)} insert into work_logs (client_id, work_type_id, duration, description,
          hourly_rate_pence, total_pence, billable, date, day, is_invoiced, xero_invoice_id,
          xero_invoice_number, is_hardware, created_at, updated_at)
        select 1 + (i * 7919) % 40, iif(i % 50 = 0, 8, 1 + (i * 31) % 7), iif(i % 50 = 0, 0, 15 * (1 + (i * 17) % 32)),
          'Looked into the slow printer on the second floor and replaced its driver, ticket ' || i,
          iif(i % 50 = 0, 0, 6000), iif(i % 50 = 0, 25000, 1500 * (1 + (i * 17) % 32)), i % 11 > 0,
          ${START} + (i * 104729 % ${logs}) * (${SPAN} / ${logs}), '', (i * 104729 % ${logs}) < ${logs / 2},
          iif((i * 104729 % ${logs}) < ${logs / 2}, printf('%08x-0000-4000-8000-000000000000', i), null),
          iif((i * 104729 % ${logs}) < ${logs / 2}, 'INV-' || (i / 20), null), i % 50 = 0, 0, 0
        from n;
        insert into hardware_items (work_log_id, item_name, quantity, unit_price_pence, vat_included, vat_rate_hundredths, tax_code, created_at, updated_at)
          select id, 'Network switch', 1, 15000, 1, 2000, 'OUTPUT2', 0, 0 from work_logs where is_hardware
          union all select id, 'Patch cable', 10, 1000, 0, 2000, 'OUTPUT2', 0, 0 from work_logs where is_hardware;`);
    });
  });
  alignBusinessDays(db, 'Europe/London', dayOf);
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  return db;
}

/** A database with so many tasks in review, half of them with a client and a kind of work. */
export function fillPending(file: string, tasks: number): Database {
  const db = openDatabase(file);
  migrateDatabase(db);
  write(db, () => {
    db.$client.exec(`
      insert into approved_emails (email, created_at) values ('${BENCH_EMAIL}', 0);
      ${NUMBERS(40)} insert into clients (name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
        select 'Client number ' || i, 5500 + i * 50, 9000, 0, 0 from n;
      ${NUMBERS(8)} insert into work_types (name, hourly_rate_pence, is_hardware, created_at, updated_at)
        select 'Work type ' || i, 6000, 0, 0, 0 from n;
      ${NUMBERS(tasks)} insert into pending_work_logs (todoist_task_id, completed_at, task_name,
          project_id, project_name, duration, client_id, work_type_id, is_client_suggested,
          estimated_hourly_rate_pence, metadata, created_at, updated_at)
        select 'task' || i, ${START} + i * 60000, 'Looked into the slow printer, ticket ' || i,
          'p' || (i % 40), 'Project ' || (i % 40), 30, iif(i % 2, 1 + i % 40, null), iif(i % 2, 1 + i % 8, null),
          i % 2, 6000, '{}', 0, 0 from n;`);
  });
  return db;
}
