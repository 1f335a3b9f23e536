import type SqliteDatabase from 'better-sqlite3';
import { hasTable } from './ended-since.server.ts';

/**
 * Lets the restored database know that it is one: what was invoiced after the backup is not in it, so no invoice is made
 * until the ledger was looked at (`invoices/unmatched/`), for which the last reading no longer counts.
 */
export function markRestored(restored: SqliteDatabase.Database, now: Date): void {
  restored
    .prepare(
      `insert into settings (name, value) values ('restored.at', ?)
        on conflict (name) do update set value = excluded.value`,
    )
    .run(now.toISOString());
  // An older program's triggers would have the history tell of it.
  if (hasTable(restored, 'history_touched')) {
    restored.exec(`delete from history_touched where record = 'settings:restored.at'`);
  }
  if (hasTable(restored, 'ledger_reads')) {
    restored.exec('update ledger_reads set current_at = null, page = 1, begun_at = null');
  }
}
