import { and, eq, isNull, lt } from 'drizzle-orm';
import { write, type Database } from '#db/connection.server.ts';
import { rewriteBatches, rewrites, type RewriteBatch, type RewriteRow } from '#db/schema.ts';
import type { REWRITE_SUBJECTS } from '#db/words.ts';
import type { Services } from '../../context.server.ts';
import { conflict, notFound, ProductError } from '../../lib/errors.ts';
import { agedBy } from '../../platform/aged-by.server.ts';
import type { Stop } from '../client/ai-error.ts';
import { AI_NOT_CONFIGURED } from '../rewrite.server.ts';
import { readAiKey } from '../settings/ai-settings.server.ts';

/** What a batch rewrites the description of, as it is now, with the texts that people know it by. */
export type Entry = {
  title: string;
  details: string;
  text: string;
  /** A sentence that says why it cannot be changed; null when it can. */
  closed: string | null;
};

/** An entry as `read` gives it, null where it throws 404; `check` throws the reason why it cannot be changed. */
export function entryOf(read: () => Omit<Entry, 'closed'>, check: () => unknown): Entry | null {
  try {
    return { ...read(), closed: refusalOf(check) };
  } catch (error) {
    if (error instanceof ProductError && error.status === 404) return null;
    throw error;
  }
}

function refusalOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof ProductError) return error.message;
    throw error;
  }
}

/** The services for making a batch. */
export type BatchServices = Pick<Services, 'db' | 'clock' | 'appSecret'>;
type Store = Pick<Services, 'db'>;

/** The most descriptions in one batch. */
export const MOST_REWRITES = 100;

const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;

const SELECT_FIRST = {
  work_log: 'Select at least one line first.',
  pending_work_log: 'Select at least one task first.',
};
const TOO_MANY = `At most ${MOST_REWRITES} descriptions can be rewritten at a time. Select fewer.`;
const ALL_CLOSED = 'None of these descriptions can be changed any more.';

/** The kind of entry whose descriptions a batch rewrites. */
export type Subject = (typeof REWRITE_SUBJECTS)[number];

/** The descriptions to rewrite, how they are read, and the address in the product to go back to. */
export type BatchRequest = {
  userId: number;
  subject: Subject;
  ids: number[];
  find: (id: number) => Entry | null;
  back: string;
};

/** Stores a batch to rewrite, without what is blank or closed. Throws 400 for none or too many, 409 without a key. */
export function makeBatch(
  services: BatchServices,
  { userId, subject, ids, find, back }: BatchRequest,
): { id: number; leftOut: number } {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw new ProductError(400, SELECT_FIRST[subject]);
  if (wanted.length > MOST_REWRITES) throw new ProductError(400, TOO_MANY);
  if (readAiKey(services) === null) throw conflict(AI_NOT_CONFIGURED);
  return write(services.db, () => {
    const now = services.clock();
    const open = wanted.flatMap((subjectId) => {
      const entry = find(subjectId);
      if (entry?.closed !== null || entry.text.trim() === '') return [];
      return [{ subjectId, before: entry.text }];
    });
    if (open.length === 0) throw conflict(ALL_CLOSED);
    forgetOld(services.db, agedBy(services));
    const { id } = services.db
      .insert(rewriteBatches)
      .values({ userId, subject, back, status: 'running', startedAt: now })
      .returning({ id: rewriteBatches.id })
      .get();
    services.db
      .insert(rewrites)
      .values(open.map((row) => ({ batchId: id, ...row })))
      .run();
    return { id, leftOut: wanted.length - open.length };
  });
}

function forgetOld(db: Database, now: Date): void {
  const oldest = new Date(now.getTime() - KEPT_FOR);
  db.delete(rewriteBatches).where(lt(rewriteBatches.startedAt, oldest)).run();
}

/** One batch. Throws 404. */
export function getBatch({ db }: Store, id: number): RewriteBatch {
  const batch = db.select().from(rewriteBatches).where(eq(rewriteBatches.id, id)).get();
  if (!batch) throw notFound('The rewrite');
  return batch;
}

/** The rewrites of a batch, in the order in which they were selected. */
export function listRewrites({ db }: Store, batchId: number): RewriteRow[] {
  return db.select().from(rewrites).where(eq(rewrites.batchId, batchId)).orderBy(rewrites.id).all();
}

/** Whether a rewrite has neither a result nor a decision yet. */
export function isWaiting({ after, error, decision }: RewriteRow): boolean {
  return after === null && error === null && decision === null;
}

/** Stores the new text, or why there is none, unless the rewrite has a text already. */
export function settleRewrite(
  { db }: Store,
  id: number,
  outcome: { after: string } | { error: string },
): void {
  db.update(rewrites)
    .set(outcome)
    .where(and(eq(rewrites.id, id), isNull(rewrites.after)))
    .run();
}

/** Ends a running batch: as done when nothing waits, else as stopped for this reason. */
export function endBatch(services: Store, id: number, reason: Stop): void {
  write(services.db, () => {
    const hasWaiting = listRewrites(services, id).some(isWaiting);
    services.db
      .update(rewriteBatches)
      .set(
        hasWaiting ? { status: 'stopped', stoppedBy: reason } : { status: 'done', stoppedBy: null },
      )
      .where(eq(rewriteBatches.id, id))
      .run();
  });
}

/** Which of a batch to ask for again, all for null, and how its entries are read. */
export type Revival = { onlyId: number | null; find: BatchRequest['find'] };

/** Makes a batch run again for what waits, failed or changed; false where there is nothing to ask for. Throws 404. */
export function reviveBatch(services: Store, id: number, { onlyId, find }: Revival): boolean {
  return write(services.db, () => {
    const { status } = getBatch(services, id);
    if (status === 'running') return false;
    let waiting = 0;
    for (const row of listRewrites(services, id)) {
      if (row.decision !== null) continue;
      const entry = find(row.subjectId);
      if (entry?.closed !== null) continue;
      const isMeant = onlyId === null || onlyId === row.id;
      const isUseless = row.after === null || row.before !== entry.text;
      if (!isWaiting(row) && !(isMeant && isUseless)) continue;
      services.db
        .update(rewrites)
        .set({ before: entry.text, after: null, error: null })
        .where(eq(rewrites.id, row.id))
        .run();
      waiting += 1;
    }
    if (waiting === 0) return false;
    services.db
      .update(rewriteBatches)
      .set({ status: 'running', stoppedBy: null })
      .where(eq(rewriteBatches.id, id))
      .run();
    return true;
  });
}

/** Marks batches that were running when the server stopped, so that they can go on. Called when it starts. */
export function endInterruptedBatches(services: Store): void {
  const running = services.db
    .select({ id: rewriteBatches.id })
    .from(rewriteBatches)
    .where(eq(rewriteBatches.status, 'running'))
    .all();
  for (const { id } of running) endBatch(services, id, 'interrupted');
}
