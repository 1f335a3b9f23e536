import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { write, type Database } from '#db/connection.server.ts';
import { rewrites, type RewriteRow } from '#db/schema.ts';
import { fingerprintOf } from '../http/once/one-time-keys.server.ts';
import { ProductError } from '../lib/errors.ts';
import type { PendingServices } from '../pending-work-logs/entries.server.ts';
import { getBatch, listRewrites, type Subject } from '../ai/batch/batches.server.ts';
import { describeEntry, findEntry } from './subjects.server.ts';

/** The rewrites that a person saw, with their texts, and those whose new text is to be used, by id. */
export type RewriteChoice = { shown: ShownRewrite[]; used: number[] };
type ShownRewrite = { id: number; texts: string };

/**
 * The counts of what became of a choice; all are 0 when everything was decided before. Nothing is
 * decided about what is `unseen`: its texts were replaced after the page was made.
 */
export type Decided = Record<'updated' | 'kept' | 'changed' | 'closed' | 'unseen', number>;

/** What a page says of a rewrite that it shows: its id, and a hash of its two texts ({@link shownField}). */
export function shownAs({ id, before, after }: RewriteRow): string {
  return `${id}-${textsOf({ before, after })}`;
}

/** Reads what {@link shownAs} writes. An id alone says nothing of the texts. */
export const shownField = z
  .string()
  .regex(/^[1-9]\d{0,14}(?:-[\w-]{0,64})?$/)
  .transform((said): ShownRewrite => {
    const [id = '', ...texts] = said.split('-');
    return { id: Number(id), texts: texts.join('-') };
  });

function textsOf({ before, after }: Pick<RewriteRow, 'before' | 'after'>): string {
  return fingerprintOf(before, after ?? '').slice(0, 16);
}

export const CHANGED = 'This description was changed meanwhile, so the new text was not used.';
export const GONE = 'This entry was deleted meanwhile.';

/**
 * Writes the chosen texts to their entries and leaves the others as they are, in one transaction.
 * An entry that cannot be changed any more, or whose text is no longer the one that was rewritten,
 * is left alone and counted, as is one with other texts than the person saw. Earlier decisions stay. Throws 404.
 */
export function decide(services: PendingServices, batchId: number, choice: RewriteChoice): Decided {
  const shown = new Map(choice.shown.map(({ id, texts }) => [id, texts]));
  const used = new Set(choice.used);
  return write(services.db, () => {
    const { subject } = getBatch(services, batchId);
    const decided: Decided = { updated: 0, kept: 0, changed: 0, closed: 0, unseen: 0 };
    for (const row of listRewrites(services, batchId)) {
      if (row.decision !== null || !shown.has(row.id)) continue;
      // A page shows only what has a new text; one that lacks it is being asked for again.
      if (row.after === null || shown.get(row.id) !== textsOf(row)) {
        decided.unseen += 1;
        continue;
      }
      const outcome = used.has(row.id)
        ? use(services, subject, { ...row, after: row.after })
        : KEPT;
      note(services.db, row.id, outcome);
      decided[outcome.as] += 1;
    }
    return decided;
  });
}

type Outcome = { as: Exclude<keyof Decided, 'unseen'>; error: string | null };

const KEPT: Outcome = { as: 'kept', error: null };

function use(
  services: PendingServices,
  subject: Subject,
  { subjectId, before, after }: RewriteRow & { after: string },
): Outcome {
  const entry = findEntry(services, subject, subjectId);
  if (!entry) return { as: 'closed', error: GONE };
  if (entry.closed !== null) return { as: 'closed', error: entry.closed };
  if (entry.text !== before) return { as: 'changed', error: CHANGED };
  try {
    describeEntry(services, subject, subjectId, after);
    return { as: 'updated', error: null };
  } catch (error) {
    if (error instanceof ProductError) return { as: 'closed', error: error.message };
    throw error;
  }
}

function note(db: Database, id: number, { as, error }: Outcome): void {
  db.update(rewrites)
    .set({ decision: as === 'updated' ? 'accepted' : 'kept', error })
    .where(eq(rewrites.id, id))
    .run();
}

const DECIDED_BEFORE = 'These descriptions were decided on before. Nothing more was changed.';

/** The toast for a decision: `5 descriptions updated, 1 was changed meanwhile and kept`. */
export function describeDecided({ unseen, ...decided }: Decided): string {
  if (unseen === 0) return describeCounts(decided);
  const isMore = decided.updated + decided.changed + decided.closed > 0;
  return isMore ? `${describeCounts(decided)}. ${sayUnseen(unseen)}` : sayUnseen(unseen);
}

function sayUnseen(count: number): string {
  return count === 1
    ? '1 text was asked for again after your page was shown, so nothing was decided about it. Look at the new one.'
    : `${count} texts were asked for again after your page was shown, so nothing was decided about them. Look at the new ones.`;
}

function describeCounts({ updated, kept, changed, closed }: Omit<Decided, 'unseen'>): string {
  if (updated + kept + changed + closed === 0) return DECIDED_BEFORE;
  if (updated + changed + closed === 0) return 'All descriptions were kept as they are';
  return [
    updated === 1 ? '1 description updated' : `${updated} descriptions updated`,
    changed > 0 ? `${changed} ${changed === 1 ? 'was' : 'were'} changed meanwhile and kept` : '',
    closed > 0 ? `${closed} could no longer be changed` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
