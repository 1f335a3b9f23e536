import { existsSync } from 'node:fs';
import type SqliteDatabase from 'better-sqlite3';
import { CALL_OVER_AFTER } from '../../lib/call-over-after.ts';
import { hasTable } from './ended-since.server.ts';
import { readPresent } from './read-present.server.ts';

/**
 * Lets the restored database know that it is one: what was invoiced after the backup is not in it, so no invoice is made
 * until the ledger was looked at (`invoices/unmatched/`), for which the last reading no longer counts. A call that the
 * present database has under way, or may have where it cannot be read, can still arrive: then a look counts later.
 */
export function markRestored(
  restored: SqliteDatabase.Database,
  presentFile: string,
  now: Date,
): void {
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
