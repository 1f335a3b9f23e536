import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { write, type Database } from '#db/connection.server.ts';
import { rewrites, type RewriteRow } from '#db/schema.ts';
import {
  getBatch,
  isWaiting,
  listRewrites,
  type Entry,
  type Subject,
} from '../ai/batch/batches.server.ts';
import { stopSentence } from '../ai/client/ai-error.ts';
import { judgeRewrite, type WordChange } from '../ai/compare/compare.server.ts';
import { fingerprintOf, newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { formatBritishMoment } from '../lib/calendar.ts';
import { ProductError } from '../lib/errors.ts';
import {
  taskToRewrite,
  updatePendingLog,
  type PendingServices,
} from '../pending-work-logs/entries.server.ts';
import { describeWorkLog } from '../work-logs/work-logs.server.ts';
import { logToRewrite } from '../work-logs/logged.server.ts';

/** The data of a batch's page, as text. */
export type Review = ReturnType<typeof loadReview>;
export type ReviewRow = Review['rows'][number];

/** `ready` to be decided on; `outdated`: its entry's text was changed since; `closed`: that cannot be changed. */
type State = 'waiting' | 'failed' | 'ready' | 'same' | 'outdated' | 'closed' | 'accepted' | 'kept';

/** What is called how on the page, and how its descriptions are read and changed, by the rules of its own form. */
const SUBJECTS = {
  work_log: {
    one: 'work log',
    many: 'work logs',
    back: 'Back to the invoices',
    find: logToRewrite,
    describe: describeWorkLog,
  },
  pending_work_log: {
    one: 'task',
    many: 'tasks',
    back: 'Back to Todoist Import',
    find: taskToRewrite,
    describe: (services: PendingServices, id: number, description: string) =>
      updatePendingLog(services, id, { description }),
  },
};

/** Reads an entry; null when it does not exist any more. */
export const findEntry = (services: PendingServices, subject: Subject, id: number): Entry | null =>
  SUBJECTS[subject].find(services, id);

/** A batch with all its rewrites, compared word by word and fact by fact. Throws 404. */
export function loadReview(services: PendingServices, id: number) {
  const batch = getBatch(services, id);
  const names = SUBJECTS[batch.subject];
  const found = listRewrites(services, id).map((row) => {
    const entry = findEntry(services, batch.subject, row.subjectId);
    return { row, entry, ...judge(row, entry) };
  });
  const countOf = (...states: State[]) =>
    found.filter(({ state }) => states.includes(state)).length;
  const count = found.length;
  const isRunning = batch.status === 'running';
  const again = countOf('waiting', 'failed', 'outdated');
  const isStopped = batch.status === 'stopped' && again > 0;
  return {
    id,
    about: `${count} ${count === 1 ? names.one : names.many}, started ${formatBritishMoment(batch.startedAt, services.config.timeZone)}`,
    back: batch.back,
    backLabel: names.back,
    isRunning,
    stopped: isStopped ? stopSentence(batch.stoppedBy ?? '') : null,
    progress: isRunning
      ? `${count - countOf('waiting')} of ${count} done`
      : `${found.filter(({ row }) => row.after !== null).length} of ${count} rewritten`,
    /** How many have no text to use and can be asked for. */
    again: isRunning ? 0 : again,
    ready: countOf('ready'),
    /** The rewrites on the page: the decision must not cover those, or texts of them, that arrive later. */
    shown: found.filter(({ state }) => OPEN.includes(state)).map(({ row }) => shownAs(row)),
    rows: found.map(({ row, entry, state, note }) => ({
      id: row.id,
      title: entry?.title ?? 'A deleted entry',
      details: entry?.details ?? '',
      before: row.before,
      state,
      note,
      ...compare(row),
    })),
    oneTimeKey: newOneTimeKey(),
  };
}

const OPEN: State[] = ['ready', 'same', 'outdated'];

function judge(row: RewriteRow, entry: Entry | null): { state: State; note: string | null } {
  if (row.decision !== null) return { state: row.decision, note: row.error };
  if (!entry) return { state: 'closed', note: GONE };
  if (entry.closed !== null) return { state: 'closed', note: entry.closed };
  if (isWaiting(row)) return { state: 'waiting', note: null };
  if (row.after === null) return { state: 'failed', note: row.error };
  if (row.before !== entry.text) return { state: 'outdated', note: CHANGED };
  return { state: row.before === row.after ? 'same' : 'ready', note: null };
}

type Comparison = { changes: WordChange[] | null; warnings: string[] };

function compare({ before, after }: RewriteRow): Comparison {
  if (after === null) return { changes: null, warnings: [] };
  const { changes, warnings } = judgeRewrite(before, after);
  return { changes, warnings };
}

/** The rewrites that a person saw, with their texts, and those whose new text is to be used, by id. */
type RewriteChoice = { shown: ShownRewrite[]; used: number[] };
type ShownRewrite = { id: number; texts: string };

/** What became of a choice, counted; `unseen` texts were replaced after the page was made. */
export type Decided = Record<'updated' | 'kept' | 'changed' | 'closed' | 'unseen', number>;

/** What a page says of a rewrite that it shows: its id, and a hash of its two texts ({@link shownField}). */
function shownAs({ id, before, after }: RewriteRow): string {
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

const CHANGED = 'This description has changed since, so the new text was not used.';
const GONE = 'This entry was deleted.';

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
    SUBJECTS[subject].describe(services, subjectId, after);
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

const DECIDED_BEFORE = 'These descriptions were already decided. No further changes were made.';

/** The toast for a decision: `5 descriptions updated, 1 was changed since and kept`. */
export function describeDecided({ unseen, ...decided }: Decided): string {
  if (unseen === 0) return describeCounts(decided);
  const isMore = decided.updated + decided.changed + decided.closed > 0;
  return isMore ? `${describeCounts(decided)}. ${sayUnseen(unseen)}` : sayUnseen(unseen);
}

function sayUnseen(count: number): string {
  return count === 1
    ? '1 text was asked for again after your page was shown, so it was kept undecided. Check the new one.'
    : `${count} texts were asked for again after your page was shown, so they were kept undecided. Check the new ones.`;
}

function describeCounts({ updated, kept, changed, closed }: Omit<Decided, 'unseen'>): string {
  if (updated + kept + changed + closed === 0) return DECIDED_BEFORE;
  if (updated + changed + closed === 0) return 'All descriptions were kept as they are';
  return [
    updated === 1 ? '1 description updated' : `${updated} descriptions updated`,
    changed > 0 ? `${changed} ${changed === 1 ? 'was' : 'were'} changed since and kept` : '',
    closed > 0 ? `${closed} could no longer be changed` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
