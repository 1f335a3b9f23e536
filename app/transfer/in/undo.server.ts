import { prepared, write, type Database } from '#db/connection.server.ts';
import { hasCode } from '#db/own-files.server.ts';
import type { Services } from '../../context.server.ts';
import { oneOrSeveral } from '../../lib/count.ts';
import { conflict } from '../../lib/errors.ts';
import { isNamedByDeletedLog } from '../../work-logs/deletion.server.ts';
import { getBegunImport, setImport } from './import-row.server.ts';

type UndoServices = Pick<Services, 'db' | 'clock'>;

/** What an undo took away, and what it left since other work uses it by now. */
export type Undone = { logs: number; others: number; kept: number };

const OF_IMPORT = (kind: string) =>
  `select record_id from import_records where import_id = :id and kind = '${kind}'`;

const MADE_BY = `work_log_id in (${OF_IMPORT('work-log')})`;

/** Logs of the import that an invoice of ours has claimed or has; those invoiced elsewhere are not. */
const INVOICED = `select count(*) from invoice_logs where is_live and ${MADE_BY}`;

const DELETE_ITEMS = `delete from hardware_items where ${MADE_BY}`;
const DELETE_LOGS = `delete from work_logs where id in (${OF_IMPORT('work-log')})`;
/** Its lines may come in again; not those that were here already, whatever was made of their logs since. */
const FORGET_LINES = `delete from import_lines where import_id = :id and (digest is null or ${MADE_BY})`;
/** Of other imports they were known by what is gone now. */
const LET_GO = `update import_lines set digest = null, raw = null, source_id = null,
    work_log_id = null, note = :note where ${MADE_BY}`;
const GONE = 'Its log came with another import, and went when that was undone.';

/**
 * Takes away all that an import made, in one transaction; a client or work type that is used elsewhere stays. Throws
 * 404, and 409 when something of it is on an invoice, or it is undone already.
 */
export function undoImport(services: UndoServices, id: number): Undone {
  const { db, clock } = services;
  return write(db, () => {
    const row = getBegunImport({ db }, id);
    if (row.status !== 'done') throw conflict(NOT_DONE[row.status]);
    const invoiced = Number(db.$client.prepare(INVOICED).pluck().get({ id }));
    if (invoiced > 0) {
      const logs = oneOrSeveral(invoiced, 'A log of this import is', '# logs of this import are');
      throw conflict(`${logs} on an invoice, so the import can no longer be undone.`);
    }
    prepared(db, DELETE_ITEMS).run({ id });
    const logs = prepared(db, DELETE_LOGS).run({ id }).changes;
    prepared(db, FORGET_LINES).run({ id });
    prepared(db, LET_GO).run({ id, note: GONE });
    const types = deleteUnused(services, id, 'work-type');
    // Before their clients, which they would keep.
    deleteUnused(services, id, 'job');
    const people = deleteUnused(services, id, 'client');
    setImport(services, id, { status: 'undone', finishedAt: clock() });
    return { logs, others: types.deleted + people.deleted, kept: types.kept + people.kept };
  });
}

const STILL = 'This import is still under way. Wait until it has ended.';
const NOT_DONE = {
  reading: STILL,
  waiting: STILL,
  writing: STILL,
  failed: 'This import failed, so there is nothing to undo.',
  undone: 'This import was already undone.',
  done: '',
} as const;

const TABLES = {
  job: ['jobs', 'job_id'],
  client: ['clients', 'client_id'],
  'work-type': ['work_types', 'work_type_id'],
} as const;

function deleteUnused(services: UndoServices, importId: number, kind: keyof typeof TABLES) {
  const { db } = services;
  const [table, column] = TABLES[kind];
  const remove = db.$client.prepare(`delete from ${table} where id = ?`);
  const ids = prepared<number>(db, OF_IMPORT(kind)).pluck().all({ id: importId });
  let deleted = 0;
  for (const id of ids) {
    if (isNamedByDeletedLog(services, column, id)) continue;
    deleted += unlessUsed(db, () => remove.run(id).changes);
  }
  const left = db.$client.prepare(`select count(*) from ${table} where id in (${OF_IMPORT(kind)})`);
  return { deleted, kept: Number(left.pluck().get({ id: importId })) };
}

/** Deletes, and gives how many rows; 0, and nothing is changed, where others refer to them. */
function unlessUsed(db: Database, remove: () => number): number {
  try {
    return write(db, remove);
  } catch (error) {
    if (!hasCode(error, 'SQLITE_CONSTRAINT_FOREIGNKEY')) throw error;
    return 0;
  }
}

/** What an undo did, for its toast. */
export function sayUndone({ logs, others, kept }: Undone): string {
  const parts = [
    oneOrSeveral(logs, '1 work log deleted', '# work logs deleted'),
    others > 0 &&
      oneOrSeveral(others, '1 client or work type deleted', '# clients and work types deleted'),
    kept > 0 &&
      oneOrSeveral(kept, '1 stays, since other work uses it', '# stay, since other work uses them'),
  ];
  return parts.filter((part) => part !== false).join('; ');
}
