import { alignBusinessDays, withoutTriggers } from '#db/business-days.server.ts';
import { withoutSearchIndex } from '#db/search-index.server.ts';
import { migrateDatabase, openDatabase, write, type Database } from '#db/connection.server.ts';
import { dayOf } from '#app/lib/calendar.ts';

/** The email that the benchmark signs in with. */
export const BENCH_EMAIL = 'bench@example.com';

/** The instant at which the ten years of logs begin. */
const START = Date.UTC(2016, 0, 4);
const SPAN = 10 * 365 * 86_400_000;

const NUMBERS = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;

const clientsAndWorkTypes = (clients: number) => `
  insert into approved_emails (email, created_at) values ('${BENCH_EMAIL}', 0);
  insert into users (email, created_at, updated_at) values ('colleague@example.com', 0, 0);
  ${NUMBERS(clients)} insert into clients (name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
    select 'Client number ' || i, 5500 + i * 50, 9000, 0, 0 from n;
  ${NUMBERS(8)} insert into work_types (name, hourly_rate_pence, is_hardware, created_at, updated_at)
    select iif(i = 8, 'Hardware', 'Work type ' || i), 6000, i = 8, 0, 0 from n;`;

/** One log in fifty is for hardware; all but the newest are invoiced, where they are billable. */
const workLogs = (count: number, { uninvoiced, clients }: Shape) => `
  ${NUMBERS(count)}, logs as (
    select i, (i * 104729 % ${count}) as place, i % 11 > 0 as billable, i % 50 = 0 as hardware from n
  )
  insert into work_logs (client_id, work_type_id, duration, description, hourly_rate_pence,
    total_pence, included_vat_pence, billable, date, day, is_invoiced, is_hardware, created_by, created_at, updated_at)
  select 1 + (i * 7919) % iif(place < ${count - uninvoiced}, 40, ${clients}), iif(hardware, 8, 1 + (i * 31) % 7),
    iif(hardware, 0, 15 * (1 + (i * 17) % 32)),
    'Looked into the slow printer on the ' || iif(i % 2, 'first', 'second') || ' floor, desk' || (i % 500) ||
      ', and replaced its driver, ticket ' || i,
    iif(hardware, 0, 6000), iif(hardware, 25000, 1500 * (1 + (i * 17) % 32)), iif(hardware, 2500, 0), billable,
    ${START} + place * (${SPAN} / ${count}), '0000-00-00', billable and place < ${count - uninvoiced}, hardware, iif(i % 3, 1, null), 0, 0
  from logs;`;

const HARDWARE_ITEMS = `
  insert into hardware_items (work_log_id, item_name, quantity_in_places, unit_price_in_places, vat_included,
    vat_rate_hundredths, tax_code, created_at, updated_at)
  select id, 'Network switch', 10000, 1500000, 1, 2000, 'OUTPUT2', 0, 0 from work_logs where duration = 0
  union all
  select id, 'Patch cable', 100000, 100000, 0, 2000, 'OUTPUT2', 0, 0 from work_logs where duration = 0;`;

/** An invoice for each client and month of the invoiced logs. */
const INVOICES = `
  insert into xero_organisations (tenant_id, name, updated_at) values ('bench', 'Bench Ltd', 0);
  insert into invoice_runs (id, tenant_id, status, started_at, finished_at)
    values (1, 'bench', 'done', 0, 0);
  insert into invoices (run_id, tenant_id, client_id, month, state, reference, contents,
    total_minutes, total_pence, xero_invoice_id, status, created_at, updated_at)
  select 1, 'bench', client_id, substr(day, 1, 7), 'created', client_id || '/' || substr(day, 1, 7),
    '{}', sum(duration), sum(total_pence), 'id-' || client_id || '-' || substr(day, 1, 7), 'paid', 0, 0
  from work_logs where is_invoiced = 1 group by client_id, substr(day, 1, 7);
  update invoices set xero_invoice_number = 'INV-' || id;
  create temp table invoice_of as select client_id, month, id from invoices;
  create unique index temp.invoice_of_month on invoice_of (client_id, month, id);
  insert into invoice_logs (invoice_id, work_log_id, is_live)
    select o.id, w.id, 1 from work_logs w
    join invoice_of o on o.client_id = w.client_id and o.month = substr(w.day, 1, 7)
    where w.is_invoiced = 1;
  drop table temp.invoice_of;
  update work_logs set (xero_invoice_id, xero_invoice_number) = (
    select i.xero_invoice_id, i.xero_invoice_number
    from invoice_logs l join invoices i on i.id = l.invoice_id
    where l.work_log_id = work_logs.id and l.is_live)
  where is_invoiced = 1;`;

/** One log in twenty came from Todoist; half as many more tasks are in review or were put aside. */
const TASKS = `
  insert into pending_work_logs (todoist_task_id, completed_at, task_name, project_id,
    project_name, duration, client_id, work_type_id, estimated_hourly_rate_pence, status,
    work_log_id, created_at, updated_at)
  select 'log' || id, date, 'Looked into the slow printer', 'p' || client_id,
    'Project ' || client_id, duration, client_id, work_type_id, hourly_rate_pence,
    iif(is_invoiced, 'converted', 'confirmed'), id, 0, 0
  from work_logs where id % 20 = 1 and duration > 0
  union all
  select 'task' || id, date, 'Looked into the slow printer', 'p' || client_id,
    'Project ' || client_id, duration, client_id, work_type_id, hourly_rate_pence,
    case id % 3 when 0 then 'pending_review' when 1 then 'rejected' else 'archived' end, null, 0, 0
  from work_logs where id % 40 = 2 and duration > 0;`;

/** How many of the newest logs are not invoiced, and for how many clients they are. */
type Shape = { uninvoiced: number; clients: number };

/**
 * Makes a database with so many logs over ten years: forty clients (or more, for what is not invoiced), eight work types,
 * invoices of the older half (or more), tasks from Todoist. Its contents are the same every time.
 */
export function fillDatabase(
  file: string,
  logs: number,
  shape: Shape = { uninvoiced: logs / 2, clients: 40 },
): Database {
  const db = openDatabase(file);
  migrateDatabase(db);
  const sqlite = db.$client;
  write(db, () => {
    withoutTriggers(db, 'history_%', () => {
      sqlite.exec(clientsAndWorkTypes(shape.clients));
      withoutTriggers(db, 'work_log_totals_%', () => {
        withoutSearchIndex(db, () => {
          sqlite.exec(workLogs(logs, shape));
        });
      });
      sqlite.exec(HARDWARE_ITEMS);
    });
  });
  // Gives each log its day, and counts the totals.
  alignBusinessDays(db, 'Europe/London', dayOf);
  write(db, () => {
    withoutTriggers(db, '%', () => {
      sqlite.exec(INVOICES);
      sqlite.exec(TASKS);
    });
  });
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  return db;
}

/** Makes a database with so many tasks in review, half of them with a client and a kind of work. */
export function fillPending(file: string, tasks: number): Database {
  const db = openDatabase(file);
  migrateDatabase(db);
  write(db, () => {
    db.$client.exec(`
      ${clientsAndWorkTypes(40)}
      ${NUMBERS(tasks)} insert into pending_work_logs (todoist_task_id, completed_at, task_name,
          project_id, project_name, duration, client_id, work_type_id, suggestions,
          estimated_hourly_rate_pence, metadata, created_at, updated_at)
        select 'task' || i, ${START} + i * 60000, 'Looked into the slow printer, ticket ' || i,
          'p' || (i % 40), 'Project ' || (i % 40), 30, iif(i % 2, 1 + i % 40, null), iif(i % 2, 1 + i % 7, null),
          iif(i % 2, '{"clientId":{"reason":"as the project"}}', '{}'), 6000, '{}', 0, 0 from n;`);
  });
  return db;
}
