import { eq, lt } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { presentActor } from '#db/history/acting.server.ts';
import { changedWorkLogs } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict, notFound, ProductError } from '../../lib/errors.ts';
import { UNDO_LIFETIME } from '../../lib/undo.ts';
import { agedBy } from '../../platform/aged-by.server.ts';
import { isThere, restoreWorkLog, takeBackWorkLogs } from '../deletion.server.ts';
import { findWorkLog, updateWorkLog, type WorkLogServices } from '../work-logs.server.ts';
import type { WorkLogChange } from '../work-logs.ts';
import { sayManyUndone, type Deed, type Left, type ManyDone } from './many.ts';

type UndoServices = Pick<Services, 'db' | 'clock' | 'logger'>;

/** A log that was changed, deleted or made; of a changed one its version since, and what its columns held before. */
export type Kept = { id: number; version?: number; before?: Record<string, unknown> };

const KEEP_UNDONE = 'update changed_work_logs set contents = ? where id = ?';

type Contents = { deed: Deed; logs: Kept[]; said?: string };

/** What the database keeps by itself. */
const BOOKKEEPING = new Set(['version', 'updated_at']);

const ONE_ROW = 'select * from work_logs where id = ?';

/** Changes one log (`updateWorkLog`, and throws what it throws), and gives what puts it back. */
export function changeKept(services: WorkLogServices, id: number, change: WorkLogChange): Kept {
  const row = prepared<Record<string, unknown>>(services.db, ONE_ROW);
  const before = row.get(id) ?? {};
  const { version } = updateWorkLog(services, id, change);
  const after = row.get(id) ?? {};
  const changed = Object.entries(before).filter(
    ([name, value]) => !BOOKKEEPING.has(name) && value !== after[name],
  );
  return { id, version, before: Object.fromEntries(changed) };
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
  if (changed.length === 0 || userId === null) return { deed, changed, left, undo: null };
  const oldest = agedBy(services).getTime() - UNDO_LIFETIME;
  db.delete(changedWorkLogs)
    .where(lt(changedWorkLogs.doneAt, new Date(oldest)))
    .run();
  const contents: Contents = { deed, logs: kept };
  const { id } = db
    .insert(changedWorkLogs)
    .values({ userId, contents: JSON.stringify(contents), doneAt: clock() })
    .returning({ id: changedWorkLogs.id })
    .get();
  return { deed, changed, left, undo: id };
}

/**
 * Undoes what was done to many logs, and says how many. What was changed or invoiced since, and what cannot be
 * brought back, is left. A second call changes nothing, and says the same. Throws 404 for what another person did,
 * and 409 after an hour, or when nothing could be undone.
 */
export function undoMany(services: UndoServices, undo: number): string {
  const { db, clock } = services;
  return write(db, () => {
    const found = db.select().from(changedWorkLogs).where(eq(changedWorkLogs.id, undo)).get();
    if (found && found.userId !== presentActor().userId) throw notFound('This action');
    if (!found || found.doneAt.getTime() < clock().getTime() - UNDO_LIFETIME)
      throw conflict('You can undo for an hour only, and that has passed.');
    const { deed, logs, said: known } = JSON.parse(found.contents) as Contents;
    if (known !== undefined) return known;
    const done = logs.filter((log) => isBack(services, deed, log)).length;
    if (done === 0) throw conflict('They were changed or invoiced since, so no changes were made.');
    const said = sayManyUndone(deed, done, logs.length - done);
    const contents: Contents = { deed, logs: [], said };
    prepared(db, KEEP_UNDONE).run(JSON.stringify(contents), undo);
    return said;
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
const NAMED = { client_id: 'clients', work_type_id: 'work_types', job_id: 'jobs' } as const;

function putBack({ db, clock }: UndoServices, { id, version, before = {} }: Kept): boolean {
  const log = findWorkLog({ db }, id);
  if (!log || log.version !== version || log.isInvoiced || log.isClaimed) return false;
  for (const [column, table] of Object.entries(NAMED)) {
    const named = before[column] ?? null;
    if (named !== null && !isThere(db, table, named)) return false;
  }
  const row = { ...before, updated_at: clock().getTime() };
  const columns = Object.keys(row).map((name) => `${name} = ?`);
  const text = `update work_logs set ${columns.join(', ')} where id = ?`;
  prepared(db, text).run(...Object.values(row), id);
  return true;
}
