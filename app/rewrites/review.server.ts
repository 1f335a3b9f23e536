import type { RewriteRow } from '#db/schema.ts';
import { judgeRewrite } from '../ai/compare/compare.server.ts';
import type { WordChange } from '../ai/compare/word-changes.ts';
import { formatListDateTime } from '../lib/calendar.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import type { PendingServices } from '../pending-work-logs/entries.server.ts';
import { getBatch, isWaiting, listRewrites, type Subject } from '../ai/batch/batches.server.ts';
import { CHANGED, GONE, shownAs } from './decide.server.ts';
import { stopSentence, toStopReason } from '../ai/batch/faults.ts';
import type { Entry } from '../ai/batch/entry.ts';
import { findEntry } from './subjects.server.ts';

/** The data of a batch's page, as text. */
export type Review = ReturnType<typeof loadReview>;
export type ReviewRow = Review['rows'][number];

/**
 * The state of a rewrite: `ready` to be decided on, `same` as before, `outdated` since its entry's
 * text was changed after it was sent, `closed` since its entry cannot be changed.
 */
type State = 'waiting' | 'failed' | 'ready' | 'same' | 'outdated' | 'closed' | 'accepted' | 'kept';

const NAMES: Record<Subject, { one: string; many: string; back: string }> = {
  work_log: { one: 'work log', many: 'work logs', back: 'Back to the invoices' },
  pending_work_log: { one: 'task', many: 'tasks', back: 'Back to Todoist Import' },
};

/** A batch with all its rewrites, compared word by word and fact by fact. Throws 404. */
export function loadReview(services: PendingServices, id: number) {
  const batch = getBatch(services, id);
  const names = NAMES[batch.subject];
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
    subtitle: `${count} ${count === 1 ? names.one : names.many}, started ${formatListDateTime(batch.startedAt, services.config.timeZone)}`,
    back: batch.back,
    backLabel: names.back,
    isRunning,
    stopped: isStopped ? stopSentence(toStopReason(batch.stoppedBy ?? '')) : null,
    progress: isRunning
      ? `${count - countOf('waiting')} of ${count} done`
      : `${found.filter(({ row }) => row.after !== null).length} of ${count} rewritten`,
    /** How many have no text to use and can be asked for. */
    again: isRunning ? 0 : again,
    ready: countOf('ready'),
    /** The rewrites on the page: the decision must not cover those, or texts of them, that arrive later. */
    shown: found.filter(({ state }) => isOpen(state)).map(({ row }) => shownAs(row)),
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

function isOpen(state: State): boolean {
  return state === 'ready' || state === 'same' || state === 'outdated';
}

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
