import { withoutTriggers } from '#db/business-days.server.ts';
import { write, type Database } from '#db/connection.server.ts';
import { IS_SHORT } from '../bench/figures.ts';
import { fillDatabase } from '../bench/fill.ts';

/** More than any practice has: what grows without anybody's doing, and what a wrong file or script may make of it. */
export const EXTREMES = {
  // The short form leaves room for slower machines, since it judges time.
  clients: IS_SHORT ? 2_000 : 5_000,
  sessions: 20_000,
  tasks: 20_000,
  rules: IS_SHORT ? 100 : 300,
};

const numbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;

/** A name of 200 letters. */
const longName = (words: string) =>
  `substr(${words} || replace(printf('%200d', 0), ' ', 'm'), 1, 200)`;

const ADDED = `
  update clients set name = ${longName("'Client number ' || id || ' '")};
  insert into users (email, created_at, updated_at) values ('bench@example.com', 0, 0);
  ${numbers(EXTREMES.clients)} insert into approved_emails (email, created_at)
    select 'person-' || i || '@example.com', 0 from n;
  ${numbers(EXTREMES.clients)} insert into users (email, first_name, created_at, updated_at)
    select 'person-' || i || '@example.com', 'Person ' || i, 0, 0 from n;
  ${numbers(EXTREMES.sessions)} insert into sessions (id_hash, user_id, created_at, expires_at, device, address)
    select 'hash-' || i, u.id, 1700000000000, 4102444800000, 'Firefox on Linux', '192.0.2.' || (i % 250)
    from n join users u on u.email = 'bench@example.com';
  ${numbers(EXTREMES.tasks)} insert into pending_work_logs (todoist_task_id, completed_at, task_name,
      project_id, project_name, duration, client_id, work_type_id, suggestions,
      estimated_hourly_rate_pence, metadata, created_at, updated_at)
    select 'waits-' || i, 1700000000000 + i * 60000, 'Looked into the slow printer, ticket ' || i,
      'p' || (i % 40), 'Project ' || (i % 40), 30, iif(i % 2, 1 + i % ${EXTREMES.clients}, null), iif(i % 2, 1 + i % 7, null),
      '{}', 6000, '{}', 0, 0 from n;
  ${numbers(EXTREMES.rules)} insert into rules (position, words, client_id, created_at, updated_at)
    select i, 'words ' || i, i, 0, 0 from n;
  ${numbers(EXTREMES.tasks)} insert into todoist_imports (since, until, status, started_at, finished_at)
    select 0, 1, 'done', i, i + 1 from n;
  ${numbers(EXTREMES.tasks)} insert into imports (file_name, stored_as, choices, status, format, new_count, started_at, finished_at)
    select 'work-' || i || '.csv', 'none', '{}', 'done', 'harvest', 3, i, i + 1 from n;
  ${numbers(EXTREMES.rules)} insert into timers (user_id, started_at, stopped_at)
    select u.id, 1700000000000, 1700000000000 + i * 60000 from n join users u on u.email = 'bench@example.com';`;

/** Makes a database with so many logs, of which so many are not invoiced, and {@link EXTREMES} of all else. */
export function fillExtremes(file: string, logs: number, uninvoiced: number): Database {
  const db = fillDatabase(file, logs, { uninvoiced, clients: EXTREMES.clients });
  write(db, () => {
    withoutTriggers(db, 'history_%', () => db.$client.exec(ADDED));
  });
  db.$client.pragma('wal_checkpoint(TRUNCATE)');
  return db;
}
