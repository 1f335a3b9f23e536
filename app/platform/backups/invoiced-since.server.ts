import { prepared, type Database } from '#db/connection.server.ts';

/** A run that ended since, or one that waits and sent something since; none of a clock that was ahead. */
const INVOICED_SINCE = `select 1 from invoice_runs r
  where r.finished_at between :since and :now
    or r.status = 'paused' and exists (
      select 1 from invoices i where i.run_id = r.id and i.sent_at between :since and :now)
  limit 1`;

/** Whether invoices were made since this moment, and nobody is at it now. */
export function hasInvoicedSince(db: Database, since: Date, now: Date): boolean {
  const between = { since: since.getTime(), now: now.getTime() };
  return prepared(db, INVOICED_SINCE).get(between) !== undefined;
}
