import { prepared, type Database } from '#db/connection.server.ts';
import { notFound } from '../../lib/errors.ts';
import { toId } from '../json-api.server.ts';

const LAST_ID = 'select seq as id from sqlite_sequence where name = ?';

/**
 * The id of the record that an edit form was sent for. The record existed when the form was opened,
 * but may be deleted by now; ids are never used again. Throws 404 for an id that was never given
 * to any record.
 */
export function toIdOnceGiven(
  { db }: { db: Database },
  table: 'work_logs' | 'work_types' | 'rules' | 'clients' | 'timers',
  { id: text, what }: { id: string | undefined; what: string },
): number {
  const id = toId(text, what);
  const last = prepared<{ id: number }>(db, LAST_ID).get(table);
  if (id > (last?.id ?? 0)) throw notFound(what);
  return id;
}
