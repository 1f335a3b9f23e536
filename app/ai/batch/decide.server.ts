import { eq } from 'drizzle-orm';
import { write, type Database } from '#db/connection.server.ts';
import { rewrites, type RewriteRow } from '#db/schema.ts';
import { ProductError } from '../../lib/errors.ts';
import type { PendingServices } from '../../pending-work-logs/entries.server.ts';
import { getBatch, listRewrites } from './batches.server.ts';
import { describeEntry, findEntry, type Subject } from './subjects.server.ts';

/** The rewrites that a person saw, and those whose new text is to be used, by id. */
export type RewriteChoice = { shown: number[]; used: number[] };

/** The counts of what became of a choice; all are 0 when everything was decided before. */
export type Decided = { updated: number; kept: number; changed: number; closed: number };

export const CHANGED = 'This description was changed meanwhile, so the new text was not used.';
export const GONE = 'This entry was deleted meanwhile.';

/**
 * Writes the chosen texts to their entries and leaves the others as they are, in one transaction.
 * An entry that cannot be changed any more, or whose text is no longer the one that was rewritten,
 * is left alone and counted. Earlier decisions stay. Throws 404.
 */
export function decide(services: PendingServices, batchId: number, choice: RewriteChoice): Decided {
  const shown = new Set(choice.shown);
  const used = new Set(choice.used);
  return write(services.db, () => {
    const { subject } = getBatch(services, batchId);
    const decided: Decided = { updated: 0, kept: 0, changed: 0, closed: 0 };
    for (const row of listRewrites(services, batchId)) {
      if (row.decision !== null || row.after === null || !shown.has(row.id)) continue;
      const outcome = used.has(row.id)
        ? use(services, subject, { ...row, after: row.after })
        : KEPT;
      note(services.db, row.id, outcome);
      decided[outcome.as] += 1;
    }
    return decided;
  });
}

type Outcome = { as: keyof Decided; error: string | null };

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
export function describeDecided({ updated, kept, changed, closed }: Decided): string {
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
