import type SqliteDatabase from 'better-sqlite3';
import { formatCount } from '../../lib/count.ts';
import { formatPounds } from '../../lib/money.ts';
import { existsSync } from 'node:fs';
import { CALL_OVER_AFTER } from '../../lib/call-over-after.ts';
import { KEY_SAFE_FOR } from '../../lib/key-safe-for.ts';
import { openFile } from '#db/open-file.server.ts';

type Connection = SqliteDatabase.Database;

/** What a database has that a backup of it does not know: pence, those of other currencies left out. */
export type MadeSince = { invoices: number; totalPence: number; logs: number };

/** Invoices that are in Xero, or may be. */
const INVOICES = `select count(*) as invoices,
    coalesce(sum(iif(currency = 'GBP', total_pence, 0)), 0) as totalPence
  from invoices where id > ? and state in ('sending', 'created', 'released')`;
const LOGS = 'select count(*) from work_logs where id > ?';

/** What was made since a backup, before its restore passes over ids; null where the present database cannot be read. */
export function readMadeSince(restored: Connection, presentFile: string): MadeSince | null {
  return readPresent(presentFile, (present) => {
    const made = present
      .prepare<[number], Omit<MadeSince, 'logs'>>(INVOICES)
      .get(lastIdOf(restored, 'invoices'));
    const logs = present
      .prepare<[number], number>(LOGS)
      .pluck()
      .get(lastIdOf(restored, 'work_logs'));
    return { invoices: made?.invoices ?? 0, totalPence: made?.totalPence ?? 0, logs: logs ?? 0 };
  });
}

/** `3 invoices, £1,377.00, 18 logs since then will not be known.` */
export function sayMadeSince(since: MadeSince | null): string {
  if (since === null) {
    return 'There was no readable database here to compare it with, so it cannot be told which invoices and logs since then will not be known.';
  }
  const { invoices, totalPence, logs } = since;
  const parts = [
    invoices === 0 ? '' : `${countOf(invoices, 'invoice')}, ${formatPounds(totalPence)}`,
    logs === 0 ? '' : countOf(logs, 'log'),
  ].filter(Boolean);
  if (parts.length === 0) return 'No invoice and no log was made here since then.';
  return `${parts.join(', ')} since then will not be known.`;
}

const countOf = (count: number, what: string) =>
  `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;

/** More than are given in a day, after which there is another backup. */
const GIVEN_AT_MOST = 100_000;

/** Its last id says that no entry is missing at its end; nothing outside names an entry. */
const KEEPS_ITS_LAST = 'history_entries';

const TABLES = `select name from sqlite_master
  where type = 'table' and sql like '%autoincrement%' and name <> '${KEEPS_ITS_LAST}'`;
const RAISE = `update sqlite_sequence set seq = max(seq, ?) where name = ?`;
const ADD = `insert into sqlite_sequence (name, seq)
  select ?, 0 where not exists (select 1 from sqlite_sequence where name = ?)`;

/**
 * Keeps a restore from giving an id a second time that was given since the backup: pages that are open, forms that
 * wait on a device and callers of the API still name the record of then by it, and so does a contact in Xero. Where the present
 * database cannot be read, or is not there, more ids are passed over than can have been given.
 */
export function passOverIdsGivenSince(restored: Connection, presentFile: string): void {
  const given = readPresent(presentFile, lastIdsOf);
  restored.transaction(() => {
    for (const name of restored.prepare<[], string>(TABLES).pluck().all()) {
      restored.prepare(ADD).run(name, name);
      const last = lastIdsOf(restored).get(name) ?? 0;
      restored.prepare(RAISE).run(given ? (given.get(name) ?? 0) : last + GIVEN_AT_MOST, name);
    }
  })();
}

const VERSIONED = `select m.name from sqlite_master m, pragma_table_info(m.name) c
  where m.type = 'table' and c.name = 'version'`;

/**
 * Keeps a restore from giving a version a second time: an open form, or a caller's `If-Match`, that was made from a
 * version since the backup would pass for one made from what is saved after it. A record has fewer changes than seconds,
 * so those of its earlier lives are all below the second of the restore.
 */
export function raiseVersions(restored: Connection, now: Date): void {
  const second = Math.floor(now.getTime() / 1_000);
  for (const name of restored.prepare<[], string>(VERSIONED).pluck().all()) {
    restored.prepare(`update ${name} set version = max(version + 1, ?)`).run(second);
  }
}

/** The last id that each table of a database ever gave. */
function lastIdsOf(sqlite: Connection): Map<string, number> {
  const text = 'select name, seq from sqlite_sequence';
  const rows = sqlite.prepare<[], { name: string; seq: number }>(text).all();
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

/** The last id that one of its tables ever gave; 0 for none. */
function lastIdOf(sqlite: Connection, table: string): number {
  return lastIdsOf(sqlite).get(table) ?? 0;
}

/** What is for one use within minutes: in a backup it has been used, or is too old. */
const FOR_ONE_USE = ['sign_in_links', 'passkey_challenges'];

/** What lets somebody in until it is ended: its table, the column that names it, and which rows still do. */
const LETS_IN = [
  { table: 'sessions', column: 'id_hash', live: 'true' },
  { table: 'passkeys', column: 'credential_id', live: 'true' },
  { table: 'api_tokens', column: 'token_hash', live: 'ended_at is null' },
  { table: 'calendars', column: 'secret_hash', live: 'true' },
];

/**
 * Keeps a restore from letting in whom it should not: links and challenges of the backup are dropped, and so are the
 * sessions, passkeys, tokens and calendar addresses that the present database no longer has. False where that
 * cannot be read, is not there or is another installation's: then nobody knows which have ended, and all stay.
 */
export function dropWhatEndedSince(restored: Connection, presentFile: string): boolean {
  for (const table of FOR_ONE_USE.filter((one) => hasTable(restored, one))) {
    restored.exec(`delete from ${table}`);
  }
  return (
    readPresent(presentFile, (present) => {
      if (installationOf(present) !== installationOf(restored)) return false;
      for (const { table, column, live } of LETS_IN) {
        if (!hasTable(present, table) || !hasTable(restored, table)) continue;
        const names = present.prepare(`select ${column} from ${table} where ${live}`).pluck().all();
        restored
          .prepare(`delete from ${table} where ${column} not in (select value from json_each(?))`)
          .run(JSON.stringify(names));
      }
      return true;
    }) ?? false
  );
}

/** What a restore says of that. */
export const sayEndedSince = (isKnown: boolean): string =>
  isKnown
    ? 'Sessions, passkeys, tokens and calendar addresses that were ended since then stay ended; whoever misses one makes it anew.'
    : 'Sessions, passkeys, tokens and calendar addresses that were ended since then let people in again, since no database here told which: have everybody look through theirs in Settings.';

/** Which installation a database is of; undefined where it does not say so. */
const installationOf = (sqlite: Connection): unknown =>
  sqlite.prepare(`select value from settings where name = 'installation.id'`).pluck().get();

/** Whether a database, perhaps of an older program, has a table. */
function hasTable(sqlite: Connection, name: string): boolean {
  const found = sqlite
    .prepare("select 1 from sqlite_master where type = 'table' and name = ?")
    .get(name);
  return found !== undefined;
}

/**
 * Lets the restored database know that it is one: what was invoiced after the backup is not in it, so no invoice is made
 * until the ledger was looked at (`invoices/unmatched/`), for which the last reading no longer counts. A call that the
 * present database has under way, or may have where it cannot be read, can still arrive: then a look counts later.
 */
export function markRestored(restored: Connection, presentFile: string, now: Date): void {
  const from = mayBeSending(presentFile) ? now.getTime() + CALL_OVER_AFTER : now.getTime();
  restored
    .prepare(
      `insert into settings (name, value) values ('restored.at', ?)
        on conflict (name) do update set value = excluded.value`,
    )
    .run(new Date(from).toISOString());
  // An older program's triggers would have the history tell of it.
  if (hasTable(restored, 'history_touched')) {
    restored.exec(`delete from history_touched where record = 'settings:restored.at'`);
  }
  if (hasTable(restored, 'ledger_reads')) {
    restored.exec('update ledger_reads set current_at = null, page = 1, begun_at = null');
  }
}

/** Whether a database has sent an invoice whose answer it does not know, or may have, since it cannot be read. */
function mayBeSending(file: string): boolean {
  if (!existsSync(file)) return false;
  const sending = `select count(*) from invoices where state = 'sending'`;
  return readPresent(file, (present) => present.prepare(sending).pluck().get()) !== 0;
}

/**
 * What became since the backup of the invoices that it knows as claimed or as being sent, nobody knows here: each
 * may have been made meanwhile, under whatever key. So all of them count as sent, by a call that is too old to be
 * repeated and too young to be over, and their runs go on: each is looked up in the ledger, by its reference,
 * before anything is sent. The contacts that they lack are looked up after that.
 */
export function doubtUnsettledInvoices(restored: Connection, now: Date): void {
  const instants = { now: now.getTime(), sentAt: now.getTime() - KEY_SAFE_FOR };
  restored
    .prepare(
      `update invoices set state = 'sending', send_key = lower(hex(randomblob(16))), sent_at = @sentAt,
        message = null, updated_at = @now where state in ('claimed', 'sending')`,
    )
    .run(instants);
  restored
    .prepare(
      `update invoice_runs set status = 'running', resume_at = null, finished_at = null, message = null
        where id in (select run_id from invoices where state = 'sending')`,
    )
    .run();
}

/** Reads of the database that a restore replaces; null when it cannot be read, or is not there. */
function readPresent<Result>(file: string, read: (present: Connection) => Result): Result | null {
  if (!existsSync(file)) return null;
  try {
    const present = openFile(file, { readonly: true, fileMustExist: true });
    try {
      return read(present);
    } finally {
      present.close();
    }
  } catch {
    return null;
  }
}
