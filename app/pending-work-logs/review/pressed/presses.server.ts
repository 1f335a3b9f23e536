import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../../context.server.ts';
import { formatCount } from '../../../lib/count.ts';
import { ProductError } from '../../../lib/errors.ts';
import type { ToastMessage } from '../../../ui/toast/toast.ts';
import { describeWorth } from '../../../work-logs/rates/rates.ts';
import type { PendingServices } from '../../entries.server.ts';
import { pendingIds, stillInReview, type PendingFilters } from '../../pending-list.server.ts';
import { CONFIRMED, type PendingChange } from '../../pending-work-logs.ts';
import type { Selecting, Work, WorkPress } from '../presses.ts';
import { MOST_SELECTED } from '../selection.ts';
import { DO, doAll } from './bulk.server.ts';
import { undoable, undoAddress } from './undo.server.ts';

type ReviewServices = PendingServices & Pick<Services, 'logger'>;

/** What a press gives: its toast, and what is selected afterwards. */
export type Pressed = { toast: ToastMessage | null; selected: number[] };

const VERBS: Record<Work, string> = {
  change: 'update',
  confirm: 'confirm',
  archive: 'archive',
  reject: 'delete',
};

/** The toast for a failure, of one or of several. */
export function failureOf(work: Work, isOne: boolean): string {
  return `Failed to ${VERBS[work]} pending work ${isOne ? 'log' : 'logs'}`;
}

type Scene = { userId: number; selected: number[] };

/**
 * Does to each task what was pressed, with its change, but not to those in `unseen`, so that all of it can be undone, and
 * leaves selected what is still in review. Throws 400 for nothing to do; for the row of one task what the use-case throws.
 */
export function press(
  services: ReviewServices,
  { userId, selected }: Scene,
  { of, work }: Pick<WorkPress, 'of' | 'work'>,
  changes: ReadonlyMap<number, PendingChange>,
  unseen: ReadonlySet<number> = new Set(),
): Pressed {
  const [first, ...others] = changes;
  if (!first) throw new ProductError(400, of === 'bar' ? SELECT_FIRST : CHANGE_FIRST);
  if (of === 'bar' && work === 'change' && Object.keys(first[1]).length === 0) {
    throw new ProductError(400, CHOOSE_FIRST);
  }
  const { result: toast, undo } = undoable(services, { userId, ids: [...changes.keys()] }, () =>
    of === 'row' && others.length === 0
      ? doAlone(services, work, ...first)
      : doAll(services, work, changes, unseen),
  );
  return {
    toast: undo === null ? toast : { ...toast, undo: undoAddress(undo) },
    selected: stillInReview(services, selected),
  };
}

const SELECT_FIRST = 'Select at least one task first.';
const CHOOSE_FIRST = 'Choose what to set for the selected tasks first.';
const CHANGE_FIRST = 'Choose a client, a work type or a duration in a row first.';

/** The same change for each of these. */
export const forEach = (ids: number[], change: PendingChange) =>
  new Map(ids.map((id) => [id, change]));

function doAlone(
  services: ReviewServices,
  work: Work,
  id: number,
  change: PendingChange,
): ToastMessage {
  const entry = DO[work](services, id, change);
  if (work !== 'confirm') return { text: DONE[work] };
  // Without scripts nothing else says what a typed duration came to.
  if (change.duration == null) return { text: CONFIRMED };
  const rate = { ratePence: entry.estimatedHourlyRatePence, name: "this task's rate" };
  return { title: CONFIRMED, text: describeWorth(entry.duration ?? 0, rate, entry.billable) };
}

const DONE: Record<Exclude<Work, 'confirm'>, string> = {
  change: 'Pending work log updated',
  archive: 'Pending work log archived successfully',
  reject: 'Pending work log rejected and deleted',
};

/** Where somebody ticks one more than there may be. */
export const TOO_MANY_SELECTED = `More than ${formatCount(MOST_SELECTED)} tasks are selected, the most allowed at once. Clear some, then try again.`;
const TOO_MANY = `Only the newest ${formatCount(MOST_SELECTED)} are selected, the most allowed at once.`;

/** Among so many that match, those with the labels of a task are looked for: more than ever wait. */
const MOST_LOOKED_AT = 1_000_000;

/** Selects `every` task that matches, those with the labels of one, only what is ticked (`keep`), or none (`drop`). */
export function select(
  services: ReviewServices,
  { selected }: Scene,
  what: Selecting,
  filters: PendingFilters,
): Pressed {
  const matching = (most: number) =>
    pendingIds(services, { ...filters, status: 'pending_review' }, most);
  const kept = what === 'drop' ? [] : stillInReview(services, selected);
  const ids =
    typeof what === 'number'
      ? labelsAlike(services, what, matching(MOST_LOOKED_AT))
      : [...new Set([...(what === 'every' ? matching(MOST_SELECTED + 1) : []), ...kept])];
  const toast = ids.length > MOST_SELECTED ? { text: TOO_MANY } : null;
  return { toast, selected: ids.slice(0, MOST_SELECTED) };
}

// Labels are stored sorted, so that equal sets of labels have equal texts.
const ALIKE = `
  select id from pending_work_logs
  where id in (select value from json_each(?))
    and labels = (select labels from pending_work_logs where id = ?)`;

function labelsAlike({ db }: Pick<Services, 'db'>, id: number, ids: number[]): number[] {
  const rows = prepared<{ id: number }>(db, ALIKE).all(JSON.stringify(ids), id);
  const alike = new Set(rows.map((row) => row.id));
  return ids.filter((one) => alike.has(one));
}
