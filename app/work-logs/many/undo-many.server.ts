import { eq, lt } from 'drizzle-orm';
import { prepared, write, type Database } from '#db/connection.server.ts';
import { presentActor } from '#db/history/acting.server.ts';
import { changedWorkLogs } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict, notFound, ProductError } from '../../lib/errors.ts';
import { UNDO_LIFETIME } from '../../lib/undo.ts';
import { agedBy } from '../../platform/aged-by.server.ts';
import { restoreWorkLog, takeBackWorkLogs } from '../deletion.server.ts';
import { findWorkLog } from '../work-logs.server.ts';
import type { Deed, Left, ManyDone, Undone } from './many.ts';

type UndoServices = Pick<Services, 'db' | 'clock' | 'logger'>;

type Row = Record<string, unknown> & { id: number; version: number };

/** A log that was changed, deleted or made; of a changed one its version since, and what its columns held before. */
export type Kept = { id: number; version?: number; before?: Record<string, unknown> };

type Contents = { deed: Deed; logs: Kept[]; undone?: Undone };

/** The row of a log as the database has it; there is one. */
export function storedLog(db: Database, id: number): Row {
  const row = prepared<Row>(db, 'select * from work_logs where id = ?').get(id);
  if (!row) throw notFound('The work log');
  return row;
}

/** What the database keeps by itself. */
const BOOKKEEPING = new Set(['version', 'updated_at']);

/** What a change made of a log. */
export function whatChanged(before: Row, after: Row): Kept {
  const changed = Object.entries(before).filter(
    ([name, value]) => !BOOKKEEPING.has(name) && value !== after[name],
  );
  return { id: after.id, version: after.version, before: Object.fromEntries(changed) };
}

/** Keeps what was done to many logs, so that the person who did it can undo it for an hour; what is older goes. */
export function keepForUndo(
  services: UndoServices,
  deed: Deed,
  { kept, left }: { kept: Kept[]; left: Left[] },
): ManyDone {
  const { db, clock } = services;
  const { userId } = presentActor();
  const changed = kept.map(({ id }) => id);
  if (changed.length === 0 || userId === null) return { changed, left, undo: null };
  db.delete(changedWorkLogs)
    .where(lt(changedWorkLogs.doneAt, new Date(agedBy(services).getTime() - UNDO_LIFETIME)))
    .run();
  const contents: Contents = { deed, logs: kept };
  const { id } = db
    .insert(changedWorkLogs)
    .values({ userId, contents: JSON.stringify(contents), doneAt: clock() })
    .returning({ id: changedWorkLogs.id })
    .get();
  return { changed, left, undo: id };
}

/**
 * Undoes what was done to many logs. What was changed or invoiced since, and what cannot be brought back, is left. A second
 * call changes nothing, and gives the same. Throws 404 for what another person did, and 409 after an hour, or when nothing
 * could be undone.
 */
export function undoMany(
  services: UndoServices,
  { userId, undo }: { userId: number; undo: number },
): Undone {
  const { db, clock } = services;
  return write(db, () => {
    const found = db.select().from(changedWorkLogs).where(eq(changedWorkLogs.id, undo)).get();
    if (found && found.userId !== userId) throw notFound('This action');
    if (!found || found.doneAt.getTime() < clock().getTime() - UNDO_LIFETIME)
      throw conflict('You can undo for an hour only, and that has passed.');
    const { deed, logs, undone: known } = JSON.parse(found.contents) as Contents;
    if (known) return known;
    const done = logs.filter((log) => isBack(services, deed, log)).length;
    if (done === 0) throw conflict('They were changed or invoiced since, so no changes were made.');
    const undone: Undone = { deed, done, left: logs.length - done };
    const contents: Contents = { deed, logs: [], undone };
    db.update(changedWorkLogs)
      .set({ contents: JSON.stringify(contents) })
      .where(eq(changedWorkLogs.id, undo))
      .run();
    return undone;
  });
}

/** Puts one log back, unless that cannot be any more. */
function isBack(services: UndoServices, deed: Deed, log: Kept): boolean {
  try {
    if (deed === 'deleted') restoreWorkLog(services, log.id);
    else if (deed === 'duplicated') takeBackWorkLogs(services, [log.id]);
    else return putBack(services, log);
    return true;
  } catch (error) {
    if (error instanceof ProductError) return false;
    throw error;
  }
}

/** What columns of a log name. */
const NAMED = { client_id: 'clients', work_type_id: 'work_types', job_id: 'jobs' };

function putBack({ db, clock }: UndoServices, { id, version, before = {} }: Kept): boolean {
  const log = findWorkLog({ db }, id);
  if (!log || log.version !== version || log.isInvoiced || log.isClaimed) return false;
  const isGone = Object.entries(NAMED).some(([column, table]) => {
    const named = before[column] ?? null;
    if (named === null) return false;
    return prepared(db, `select 1 from ${table} where id = ?`).get(named) === undefined;
  });
  if (isGone) return false;
  const row = { ...before, updated_at: clock().getTime() };
  const columns = Object.keys(row).map((name) => `${name} = ?`);
  prepared(db, `update work_logs set ${columns.join(', ')} where id = ?`).run(
    ...Object.values(row),
    id,
  );
  return true;
}
