import { prepared, type Database } from '#db/connection.server.ts';
import { notFound } from '../lib/errors.ts';
import { toId } from './json-api.server.ts';

const LAST = 'select seq as id from sqlite_sequence where name = ?';

/**
 * The id of what an edit form was sent for: it was there when the form was opened, and may be gone
 * by now. Ids are never given twice. Throws 404 for one that was never given.
 */
export function toIdOnceGiven(
  { db }: { db: Database },
  table: 'work_logs' | 'work_types',
  { id: text, what }: { id: string | undefined; what: string },
): number {
  const id = toId(text, what);
  const last = prepared<{ id: number }>(db, LAST).get(table);
  if (id > (last?.id ?? 0)) throw notFound(what);
  return id;
}
