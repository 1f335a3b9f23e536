import { prepared, type Database } from '#db/connection.server.ts';
import { notFound } from '../../lib/errors.ts';
import { toId } from '../json-api.server.ts';

const LAST_ID = 'select seq as id from sqlite_sequence where name = ?';

/** The records whose ids are in the addresses of forms and buttons: the table of each, and how a sentence about it begins. */
const KINDS = {
  'approved-email': { table: 'approved_emails', what: 'The approved email' },
  client: { table: 'clients', what: 'The client' },
  import: { table: 'imports', what: 'The import' },
  invoice: { table: 'invoices', what: 'The invoice' },
  job: { table: 'jobs', what: 'The job' },
  passkey: { table: 'passkeys', what: 'The passkey' },
  'pending-work-log': { table: 'pending_work_logs', what: 'The pending work log' },
  rule: { table: 'rules', what: 'The rule' },
  token: { table: 'api_tokens', what: 'The token' },
  timer: { table: 'timers', what: 'The time' },
  user: { table: 'users', what: 'The user' },
  webhook: { table: 'webhooks', what: 'The webhook' },
  'work-log': { table: 'work_logs', what: 'The work log' },
  'work-type': { table: 'work_types', what: 'The work type' },
};

export type Kind = keyof typeof KINDS;

/** The id of the record of this kind that an address names. Throws 404 for a text that is no id. */
export const toIdOf = (kind: Kind, text: string | undefined) => toId(text, KINDS[kind].what);

/**
 * The id of the record that a form or a button was sent for. The record existed when its page was opened,
 * but may be deleted by now; ids are never used again. Throws 404 for an id that was never given
 * to any record.
 */
export function toIdOnceGiven(
  { db }: { db: Database },
  kind: Kind,
  text: string | undefined,
): number {
  const { table, what } = KINDS[kind];
  const id = toId(text, what);
  const last = prepared<{ id: number }>(db, LAST_ID).get(table);
  if (id > (last?.id ?? 0)) throw notFound(what);
  return id;
}
