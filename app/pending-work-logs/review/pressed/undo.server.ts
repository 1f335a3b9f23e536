import { eq, lt } from 'drizzle-orm';
import { prepared, write, type Database } from '#db/connection.server.ts';
import { reviewUndos } from '#db/schema.ts';
import type { Services } from '../../../context.server.ts';
import { conflict, notFound, ProductError } from '../../../lib/errors.ts';
import { UNDO_LIFETIME } from '../../../lib/undo.ts';
import { agedBy } from '../../../platform/aged-by.server.ts';
import { isThere, takeBackWorkLogs } from '../../../work-logs/deletion.server.ts';
import type { PendingServices } from '../../entries.server.ts';
import type { PersonField, Suggestions } from '../../suggest/suggestions.ts';

type Contents = {
  /** Each as it was; `set`: what people had set afterwards ({@link setByPeople}). */
  entries: { before: Row; set: string; isMoved: boolean }[];
  /** What the undo came to, for whoever presses it again; then no entries are kept. */
  undone?: Undone;
};

const ROWS = `select * from pending_work_logs where id in (select value from json_each(?))`;

/** What an undo does not touch: what no action of the review changes, and what the database keeps. */
const KEPT = new Set(['id', 'version', 'status', 'work_log_id', 'created_at', 'updated_at']);

/** Does an action of the review so that all of it can be undone; `undo` is null when no changes were made. */
export function undoable<Result>(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { userId, ids }: { userId: number; ids: number[] },
  run: () => Result,
): { result: Result; undo: number | null } {
  return write(db, () => {
    const before = rowsOf(db, ids);
    const result = run();
    const after = new Map(rowsOf(db, ids).map((row) => [row.id, row]));
    const entries = before.flatMap((row) => {
      const now = after.get(row.id) ?? row;
      const set = setByPeople(now);
      // What the action refused may have got suggestions from the others.
      if (set === setByPeople(row)) return [];
      return [{ before: row, set, isMoved: now.status !== row.status }];
    });
    if (entries.length === 0) return { result, undo: null };
    const now = clock();
    db.delete(reviewUndos)
      .where(lt(reviewUndos.doneAt, new Date(agedBy({ db, clock }).getTime() - UNDO_LIFETIME)))
      .run();
    const contents: Contents = { entries };
    const { id } = db
      .insert(reviewUndos)
      .values({ userId, contents: JSON.stringify(contents), doneAt: now })
      .returning({ id: reviewUndos.id })
      .get();
    return { result, undo: id };
  });
}

/** The address that undoes an action. */
export const undoAddress = (undo: number) => `/pending-work-logs/undo/${undo}`;

/** What an undo came to: how many entries are as they were, and how many changed since and were left. */
export type Undone = { done: number; left: number; isBackInReview: boolean };

/**
 * Puts the entries of an action back as they were: what people had set, and their place in review, where no
 * rule archives them. The log of an entry that was confirmed is deleted. What somebody changed or invoiced since
 * is left as it is. A second call changes nothing, and gives the same. Throws 404 for another person's action,
 * and 409 after an hour or when nothing could be put back.
 */
export function undoReview(
  services: PendingServices & Pick<Services, 'logger'>,
  { userId, undo }: { userId: number; undo: number },
): Undone {
  const { db, clock } = services;
  return write(db, () => {
    const kept = db.select().from(reviewUndos).where(eq(reviewUndos.id, undo)).get();
    if (kept && kept.userId !== userId) throw notFound('This action');
    if (!kept || kept.doneAt.getTime() < clock().getTime() - UNDO_LIFETIME) {
      throw conflict(TOO_LATE);
    }
    const { entries, undone: known } = JSON.parse(kept.contents) as Contents;
    if (known) return known;
    const back = entries.filter((one) => putBack(services, one));
    if (back.length === 0) throw conflict(ALL_CHANGED);
    const undone: Undone = {
      done: back.length,
      left: entries.length - back.length,
      isBackInReview: back.some(({ isMoved }) => isMoved),
    };
    const contents: Contents = { entries: [], undone };
    db.update(reviewUndos)
      .set({ contents: JSON.stringify(contents), undoneAt: clock() })
      .where(eq(reviewUndos.id, undo))
      .run();
    return undone;
  });
}

const TOO_LATE = 'You can undo for an hour only, and that has passed.';
const ALL_CHANGED = 'This was changed or invoiced since, so no changes were made.';

function putBack(
  services: PendingServices & Pick<Services, 'logger'>,
  { before, set, isMoved }: Contents['entries'][number],
): boolean {
  const { db } = services;
  const [row] = rowsOf(db, [before.id]);
  if (!row || setByPeople(row) !== set) return false;
  if (row.status === 'confirmed' && before.status !== 'confirmed') {
    if (!takeBack(services, row.work_log_id)) return false;
  } else if (row.status !== before.status) setColumns(db, before.id, { status: before.status });
  const gone = Object.keys(NAMED).filter((name) => isGone(db, name, before[name]));
  const columns = Object.entries(before)
    .filter(([name]) => !KEPT.has(name) && name in row)
    .map(([name, value]): [string, unknown] => [name, gone.includes(name) ? null : value]);
  setColumns(db, before.id, {
    ...Object.fromEntries(columns),
    set_by_person: personFieldsOnceBack(before, row, { isMoved, gone }),
    updated_at: services.clock().getTime(),
  });
  return true;
}

/** Whose the fields are once back. No rule archives what a person put back; what is gone nobody emptied. */
function personFieldsOnceBack(
  before: Row,
  row: Row,
  { isMoved, gone }: { isMoved: boolean; gone: string[] },
): string {
  const isPutBack = isMoved || personFields(row).includes('status');
  const emptied = gone.map((name) => NAMED[name]?.field);
  const fields = personFields(before).filter((field) => !emptied.includes(field));
  return JSON.stringify([...new Set([...fields, ...(isPutBack ? ['status'] : [])])].sort());
}

const NAMED: Record<string, { table: Parameters<typeof isThere>[1]; field?: PersonField }> = {
  client_id: { table: 'clients', field: 'clientId' },
  inactive_client_id: { table: 'clients' },
  work_type_id: { table: 'work_types', field: 'workTypeId' },
  job_id: { table: 'jobs', field: 'jobId' },
};

function isGone(db: Database, name: string, id: unknown): boolean {
  const named = NAMED[name];
  return named !== undefined && id !== null && !isThere(db, named.table, id);
}

function takeBack(
  services: PendingServices & Pick<Services, 'logger'>,
  workLogId: unknown,
): boolean {
  try {
    return takeBackWorkLogs(services, [Number(workLogId)]).left === 0;
  } catch (error) {
    if (error instanceof ProductError) return false;
    throw error;
  }
}

function setColumns(db: Database, id: number, columns: Record<string, unknown>): void {
  const names = Object.keys(columns);
  const text = `update pending_work_logs set ${names.map((name) => `${name} = ?`).join(', ')} where id = ?`;
  prepared(db, text).run(...Object.values(columns), id);
}

function rowsOf(db: Database, ids: number[]): Row[] {
  return prepared<Row>(db, ROWS).all(JSON.stringify(ids));
}

/** What an undo came to, in a sentence. */
export function describeUndone({ done, left, isBackInReview }: Undone): string {
  const some = done === 1 ? '' : `${done} `;
  const text = isBackInReview ? `${some}back in review` : `${some}restored`;
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  if (left === 0) return sentence;
  const were = left === 1 ? '1 was' : `${left} were`;
  return `${sentence}. ${were} changed since and not undone.`;
}

type Row = Record<string, unknown> & {
  id: number;
  status: string;
  suggestions: string;
  set_by_person: string;
};

const personFields = ({ set_by_person: fields }: Row) => JSON.parse(fields) as PersonField[];

/**
 * What people have set in an entry, and where it stands, as a text to be compared: it differs after whatever a
 * person does, and not after something was only suggested.
 */
function setByPeople(row: Row): string {
  const suggested = JSON.parse(row.suggestions) as Suggestions;
  const fields = personFields(row);
  return JSON.stringify({
    status: row.status,
    log: row.work_log_id,
    name: row.task_name,
    client: suggested.clientId ? null : row.client_id,
    workType: suggested.workTypeId ? null : row.work_type_id,
    job: suggested.jobId ? null : row.job_id,
    duration: suggested.duration ? null : row.duration,
    description: suggested.description ? suggested.description.was : row.description,
    billable: suggested.billable ? 1 : row.billable,
    // One that nobody typed follows from the client and the work type.
    rate: fields.includes('estimatedHourlyRate') ? row.estimated_hourly_rate_pence : null,
    decision: row.decision,
    // That it was put back into review is none of its fields.
    fields: fields.filter((field) => field !== 'status'),
  });
}
