import type SqliteDatabase from 'better-sqlite3';
import { KEY_SAFE_FOR } from '../../lib/key-safe-for.ts';

/**
 * What became since the backup of the invoices that it knows as claimed or as being sent, nobody knows here: each
 * may have been made meanwhile, under whatever key. So all of them count as sent, by a call that is too old to be
 * repeated and too young to be over, and their runs go on: each is looked up in the ledger, by its reference,
 * before anything is sent. The contacts that they lack are looked up after that.
 */
export function doubtUnsettledInvoices(restored: SqliteDatabase.Database, now: Date): void {
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
