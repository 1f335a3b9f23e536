import { prepared, type Database } from '#db/connection.server.ts';
import { notFound } from '../../lib/errors.ts';
import { toId } from '../json-api.server.ts';

const LAST_ID = 'select seq as id from sqlite_sequence where name = ?';

/** The tables whose ids are in the addresses of forms and buttons. */
export type Table =
  | 'approved_emails'
  | 'clients'
  | 'imports'
  | 'invoices'
  | 'jobs'
  | 'passkeys'
  | 'pending_work_logs'
  | 'rules'
  | 'timers'
  | 'users'
  | 'work_logs'
  | 'work_types';

/**
 * The id of the record that a form or a button was sent for. The record existed when its page was opened,
 * but may be deleted by now; ids are never used again. Throws 404 for an id that was never given
 * to any record.
 */
export function toIdOnceGiven(
  { db }: { db: Database },
  table: Table,
  { id: text, what }: { id: string | undefined; what: string },
): number {
  const id = toId(text, what);
  const last = prepared<{ id: number }>(db, LAST_ID).get(table);
  if (id > (last?.id ?? 0)) throw notFound(what);
  return id;
}
