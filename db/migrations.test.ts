import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { migrateUntil } from '#tests/support/data/migrate-until.ts';
import { migrateDatabase, openDatabase } from './connection.server.ts';
import { invoices } from './schema.ts';
import * as schema from './schema.ts';
import { withoutSearchIndex } from './search-index.server.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
const META = join(MIGRATIONS, 'meta');

test('the migrations end with the tables of the schema', async () => {
  const last = readdirSync(META)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  /* eslint-disable @typescript-eslint/no-unsafe-assignment -- a type that drizzle-kit names comes with no package of it */
  const now = await generateSQLiteDrizzleJson(schema);
  const snapshot = JSON.parse(readFileSync(join(META, last ?? ''), 'utf8')) as typeof now;
  expect(await generateSQLiteMigration(snapshot, now)).toEqual([]);
  /* eslint-enable @typescript-eslint/no-unsafe-assignment */
});

test('an invoice that was read in another currency before its currency was kept is in that after', () => {
  const db = openDatabase(':memory:');
  migrateUntil(db, '0021_other_currencies');
  db.$client.exec(`
    insert into clients (id, name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
      values (1, 'One', 0, 0, 0, 0);
    insert into invoice_runs (id, tenant_id, status, started_at) values (1, 't', 'running', 0);`);
  const add = db.$client.prepare(`
    insert into invoices (id, run_id, tenant_id, client_id, month, state, reference, contents,
      total_minutes, total_pence, created_at, updated_at)
      values (?, 1, 't', 1, '2026-10', 'claimed', 'r' || ?, '{}', 60, 7200, 0, 0)`);
  const read = db.$client.prepare('insert into ledger_invoices values (?, ?, 0)');
  for (const [index, contents] of [
    '{"currency":"EUR"}',
    '{"currency":"GBP"}',
    '{"currency":null}',
    '{}',
    null,
  ].entries()) {
    add.run(index, index);
    if (contents !== null) read.run(index, contents);
  }
  migrateDatabase(db);
  const kept = db.select({ currency: invoices.currency }).from(invoices).all();
  expect(kept.map(({ currency }) => currency)).toEqual(['EUR', 'GBP', 'GBP', 'GBP', 'GBP']);
  db.$client.close();
});

test('a log whose description has signs that nobody sees is found by its words as they look after', () => {
  const db = openDatabase(':memory:');
  migrateUntil(db, '0022_words_as_shown');
  db.$client.exec(`
    insert into clients (id, name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
      values (1, 'One', 0, 0, 0, 0);
    insert into work_types (id, name, hourly_rate_pence, created_at, updated_at)
      values (1, 'Support', 0, 0, 0);`);
  const add = db.$client.prepare(`
    insert into work_logs (client_id, work_type_id, duration, description, hourly_rate_pence,
      total_pence, billable, date, day, created_at, updated_at)
      values (1, 1, 60, ?, 0, 0, 1, ?, '1970-01-01', 0, 0)`);
  for (const [index, text] of ['mail\u00adbox', 'mailbox', '\u200bprinter'].entries()) {
    add.run(text, index * 1_000);
  }
  const found = (word: string) =>
    db.$client
      .prepare('select count(*) from work_log_words where work_log_words match ?')
      .pluck()
      .get(word);
  expect(found('mailbox')).toBe(1);
  migrateDatabase(db);
  const after = () => ['mailbox', 'mail', 'printer', '"\uE000c1"'].map(found);
  expect(after()).toEqual([2, 1, 1, 3]);
  // The same where the index is made anew as a whole.
  withoutSearchIndex(db, () => undefined);
  expect(after()).toEqual([2, 1, 1, 3]);
  db.$client.prepare("update work_logs set description = 'key\u00adboard' where id = 2").run();
  expect(['mailbox', 'keyboard', 'board'].map(found)).toEqual([1, 1, 1]);
  db.$client.close();
});

test('an invoice from before its net was kept bills what it did after, line by line, less its credit', () => {
  const db = openDatabase(':memory:');
  migrateUntil(db, '0027_billed_net');
  const stamps = '0, 0';
  db.$client.exec(`
    insert into clients (id, name, standard_rate_pence, premium_rate_pence, created_at, updated_at)
      values (1, 'One', 0, 0, ${stamps});
    insert into work_types (id, name, hourly_rate_pence, created_at, updated_at) values (1, 'Support', 0, ${stamps});
    insert into work_logs (id, client_id, work_type_id, duration, hourly_rate_pence, total_pence, included_vat_pence,
        is_hardware, date, day, created_at, updated_at)
      values (1, 1, 1, 5, 6000, 500, 0, 0, 0, '1970-01-01', ${stamps}), (2, 1, 1, 10, 6000, 1000, 0, 0, 0, '1970-01-01', ${stamps}),
        (3, 1, 1, 0, 0, 12000, 2000, 1, 0, '1970-01-01', ${stamps});
    insert into invoice_runs (id, tenant_id, status, started_at) values (1, 't', 'running', 0);`);
  const contents = JSON.stringify({
    hasVat: false,
    lines: [{ netPence: 3_000 }, { netPence: 12_000 }],
    origins: [[1, 2], [3]],
  });
  db.$client
    .prepare(
      `insert into invoices (id, run_id, tenant_id, client_id, month, state, reference, send_key, contents,
        total_minutes, total_pence, net_pence, created_at, updated_at)
      values (1, 1, 't', 1, '1970-01', 'claimed', 'r', 'k', ?, 15, 15000, 15000, ${stamps})`,
    )
    .run(contents);
  db.$client.exec(`
    insert into invoice_logs (invoice_id, work_log_id) values (1, 1), (1, 2), (1, 3);
    update invoices set state = 'sending';
    update invoices set state = 'created', xero_invoice_id = 'x', status = 'sent', amount_credited_pence = 1500;`);
  migrateDatabase(db);
  const billed = db.$client
    .prepare(
      'select total_pence - included_vat_pence + billed_more_pence from work_logs order by id',
    )
    .pluck();
  expect(billed.all()).toEqual([900, 1_800, 10_800]);
  db.$client.close();
});

test('a line that came before its words were kept is known by its digest after, and keeps its log', () => {
  const db = openDatabase(':memory:');
  migrateUntil(db, '0040_lines_as_they_came');
  db.$client.exec(`
    insert into imports (id, file_name, stored_as, status, format, choices, started_at)
      values (7, 'a.csv', 'a', 'done', 'toggl', '{}', 0);
    insert into import_lines (digest, work_log_id, rate_pence, import_id)
      values ('two', 12, null, 7), ('one', 11, 8000, 7), ('one', 13, 8000, 8);`);
  migrateDatabase(db);
  const kept = db.$client
    .prepare(
      `select import_id, line, source, digest, work_log_id as log, rate_pence as rate, source_id
      from import_lines order by work_log_id`,
    )
    .raw()
    .all();
  expect(kept).toEqual([
    [7, -1, 'toggl', 'one', 11, 8_000, null],
    [7, -2, 'toggl', 'two', 12, null, null],
    [8, -1, null, 'one', 13, 8_000, null],
  ]);
  db.$client.close();
});
