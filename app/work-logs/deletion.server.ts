import { and, eq, inArray, lt } from 'drizzle-orm';
import { prepared, write, type Database } from '#db/connection.server.ts';
import { deletedWorkLogs, hardwareItems, pendingWorkLogs, workLogs } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { conflict } from '../lib/errors.ts';
import { UNDO_LIFETIME } from '../lib/undo.ts';
import { agedBy } from '../platform/aged-by.server.ts';
import { keepWorth } from './hardware/items.server.ts';
import { findWorkLog, getOpenWorkLog, getWorkLog } from './work-logs.server.ts';
import type { NamedWorkLog } from './work-logs.ts';

type DeletionServices = Pick<Services, 'db' | 'clock'>;

type Row = Record<string, unknown>;

/** The rows of a deleted log, kept as JSON: the column values as the database stores them. */
type Contents = {
  log: Row;
  items: Row[];
  /** The imported task that became this log. Deleting the log puts the task back in review. */
  pendingWorkLogId?: number;
};

/** Deletes a log, for an hour to be undone; its task is in review again. Throws 404, and 409 for one that is invoiced. */
export function deleteWorkLog(services: DeletionServices & Pick<Services, 'logger'>, id: number) {
  const { db, clock, logger } = services;
  const now = clock();
  write(db, () => {
    getOpenWorkLog(services, id);
    const contents: Contents = {
      log: prepared<Row>(db, 'select * from work_logs where id = ?').get(id) ?? {},
      items: prepared<Row>(db, 'select * from hardware_items where work_log_id = ?').all(id),
      pendingWorkLogId: db
        .select({ id: pendingWorkLogs.id })
        .from(pendingWorkLogs)
        .where(eq(pendingWorkLogs.workLogId, id))
        .get()?.id,
    };
    db.delete(deletedWorkLogs)
      .where(lt(deletedWorkLogs.deletedAt, new Date(agedBy(services).getTime() - UNDO_LIFETIME)))
      .run();
    db.insert(deletedWorkLogs)
      .values({ workLogId: id, contents: JSON.stringify(contents), deletedAt: now })
      .run();
    db.delete(hardwareItems).where(eq(hardwareItems.workLogId, id)).run();
    db.delete(workLogs).where(eq(workLogs.id, id)).run();
  });
  logger.info({ event: 'deleted', record: `work-log:${id}` }, 'A work log was deleted');
}

/** Whether a log is as it was made: each item that was made with it raised its version, and nothing else did. */
const AS_MADE = `
  select 1 from work_logs w where w.id = ?
    and w.version = 1 + (
      select count(*) from hardware_items i
      where i.work_log_id = w.id and i.created_at = w.created_at)
    and not exists (
      select 1 from hardware_items i
      where i.work_log_id = w.id and i.created_at <> w.created_at)`;

/**
 * Takes back one log, or several that were made together. Deletes those that are as they were made, and
 * leaves those that were changed since or are on an invoice. Gives the ids of all that are deleted now (also
 * by an earlier call), and how many were left. Throws 409 when none of them is deleted.
 */
export function takeBackWorkLogs(
  services: DeletionServices & Pick<Services, 'logger'>,
  ids: number[],
): { deleted: number[]; left: number } {
  const { db } = services;
  return write(db, () => {
    const logs = ids.map((id) => findWorkLog(services, id)).filter((log) => log !== null);
    const untouched = logs.filter(
      ({ id, isInvoiced, isClaimed }) =>
        !isInvoiced && !isClaimed && prepared(db, AS_MADE).get(id) !== undefined,
    );
    for (const { id } of untouched) deleteWorkLog(services, id);
    const deleted = db
      .select({ id: deletedWorkLogs.workLogId })
      .from(deletedWorkLogs)
      .where(inArray(deletedWorkLogs.workLogId, ids))
      .all();
    if (deleted.length === 0) throw nothingTaken(services, ids, logs);
    return { deleted: deleted.map(({ id }) => id), left: logs.length - untouched.length };
  });
}

/** Why none was deleted; a single log has a reason of its own. */
function nothingTaken(services: Pick<Services, 'db'>, ids: number[], logs: NamedWorkLog[]) {
  const [id = 0] = ids;
  if (ids.length > 1)
    return conflict(
      logs.length === 0
        ? 'They are not there any more.'
        : 'They were changed or invoiced since, so no changes were made.',
    );
  if (logs.length === 0) return conflict('This log is not there any more.');
  getOpenWorkLog(services, id);
  return conflict('The log was changed since, so no changes were made.');
}

/** Brings several deleted logs back, all or none. Throws what `restoreWorkLog` throws. */
export function restoreWorkLogs(services: DeletionServices, ids: number[]): NamedWorkLog[] {
  return write(services.db, () => ids.map((id) => restoreWorkLog(services, id)));
}

/** Brings a deleted log back, with its id and items; done twice, the same. Throws 409 when that cannot be any more. */
export function restoreWorkLog(services: DeletionServices, id: number): NamedWorkLog {
  const { db, clock } = services;
  return write(db, () => {
    const isThis = eq(deletedWorkLogs.workLogId, id);
    const deleted = db.select().from(deletedWorkLogs).where(isThis).get();
    // Undone already, from another tab or by a second click.
    const restored = deleted ? null : findWorkLog(services, id);
    if (restored) return restored;
    if (!deleted || deleted.deletedAt.getTime() < clock().getTime() - UNDO_LIFETIME) {
      throw conflict('You can undo for an hour only, and that has passed.');
    }
    const { log, items, pendingWorkLogId } = JSON.parse(deleted.contents) as Contents;
    if (!isThere(db, 'work_types', log.work_type_id)) throw conflict(goneFor('work type'));
    if (!isThere(db, 'clients', log.client_id)) throw conflict(goneFor('client'));
    const { created_by: maker, job_id: job } = log;
    // Whoever made it, or its job, may have been deleted since.
    insertRow(services, 'work_logs', {
      ...log,
      created_by: isThere(db, 'users', maker) ? maker : null,
      job_id: isThere(db, 'jobs', job) ? job : null,
    });
    for (const item of items) insertRow(services, 'hardware_items', item);
    keepWorth(db, id);
    if (pendingWorkLogId !== undefined) confirmAgain(db, pendingWorkLogId, id);
    db.delete(deletedWorkLogs).where(isThis).run();
    return getWorkLog(services, id);
  });
}

/** Marks the imported task as confirmed again. Throws 409 when it is no longer in review. */
function confirmAgain(db: Database, pendingWorkLogId: number, workLogId: number): void {
  const { changes } = db
    .update(pendingWorkLogs)
    .set({ status: 'confirmed', workLogId })
    .where(
      and(eq(pendingWorkLogs.id, pendingWorkLogId), eq(pendingWorkLogs.status, 'pending_review')),
    )
    .run();
  if (changes === 0)
    throw conflict(
      'The work log cannot be restored: its task was confirmed, archived or rejected since.',
    );
}

const goneFor = (what: string) =>
  `The work log cannot be restored: its ${what} was deleted for good since.`;

/** Whether a table has a record with this id. */
export function isThere(
  db: Database,
  table: 'clients' | 'work_types' | 'users' | 'jobs',
  id: unknown,
): boolean {
  return prepared(db, `select 1 from ${table} where id = ?`).get(id ?? null) !== undefined;
}

const NAMED = (column: 'client_id' | 'work_type_id' | 'job_id') => `select 1 from deleted_work_logs
  where deleted_at >= ? and contents ->> '$.log.${column}' = ? limit 1`;

/** Whether a log of this client, work type or job was deleted, and can still be brought back. */
export function isNamedByDeletedLog(
  { db, clock }: DeletionServices,
  column: 'client_id' | 'work_type_id' | 'job_id',
  id: number,
): boolean {
  const since = clock().getTime() - UNDO_LIFETIME;
  return prepared(db, NAMED(column)).get(since, id) !== undefined;
}

function insertRow({ db }: DeletionServices, table: string, row: Row): void {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  db.$client
    .prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
    .run(...Object.values(row));
}
