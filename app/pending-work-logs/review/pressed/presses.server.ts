import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../../context.server.ts';
import { formatCount } from '../../../lib/count.ts';
import { ProductError } from '../../../lib/errors.ts';
import type { ToastMessage } from '../../../ui/toast/toast.ts';
import { describeWorth } from '../../../work-logs/rates/rates.ts';
import type { PendingServices } from '../../entries.server.ts';
import { pendingIds, stillInReview, type PendingFilters } from '../../pending-list.server.ts';
import { CONFIRMED, type PendingChange } from '../../pending-work-logs.ts';
import type { BarPress, RowPress, SelectPress } from '../presses.ts';
import { MOST_SELECTED } from '../selection.ts';
import { describeBulk, doAll, doOne, type BulkResult, type BulkWork } from './bulk.server.ts';
import { undoable, undoAddress } from './undo.server.ts';

type ReviewServices = PendingServices & Pick<Services, 'logger'>;

/** What a press gives: its toast, and what is selected afterwards. */
export type Pressed = { toast: ToastMessage | null; selected: number[] };

type RowWork = Exclude<RowPress['what'], 'alike'>;

/** The toasts for failures of a row's buttons. */
export const ROW_FAILURES: Record<RowWork, string> = {
  save: 'Failed to update pending work log',
  confirm: 'Failed to confirm pending work log',
  archive: 'Failed to archive pending work log',
  reject: 'Failed to delete pending work log',
};

/** The bar's actions that are done here; `rewrite` is done in `app/ai`. */
type BarWork = Exclude<BarPress['what'], 'rewrite'>;

/** The toasts for failures of the bar's buttons. */
export const BAR_FAILURES: Record<BarWork, string> = {
  confirm: 'Failed to confirm pending work logs',
  archive: 'Failed to archive pending work logs',
  reject: 'Failed to delete pending work logs',
  assign: 'Failed to update pending work logs',
};

const BULK: Record<RowWork | BarWork, BulkWork> = {
  save: 'change',
  assign: 'change',
  confirm: 'confirm',
  archive: 'archive',
  reject: 'reject',
};

type Scene = { userId: number; selected: number[] };

/** Does an action so that it can be undone, and leaves selected what is still in review. */
function act(
  services: ReviewServices,
  { userId, selected }: Scene,
  ids: number[],
  run: () => ToastMessage,
): Pressed {
  const { result: toast, undo } = undoable(services, { userId, ids }, run);
  return {
    toast: undo === null ? toast : { ...toast, undo: undoAddress(undo) },
    selected: stillInReview(services, selected),
  };
}

/** Does the action of a row's button, for each of a group; Save and Confirm apply `change` first. */
export function pressRow(
  services: ReviewServices,
  scene: Scene,
  { what, ids }: { what: RowWork; ids: number[] },
  change: PendingChange,
): Pressed {
  return act(services, scene, ids, () => {
    const [id = 0, ...others] = ids;
    if (others.length === 0) return pressOne(services, what, id, change);
    return toastFor(BULK[what], doAll(services, BULK[what], forEach(ids, change)));
  });
}

/** The same change for each entry. */
const forEach = (ids: number[], change: PendingChange) => new Map(ids.map((id) => [id, change]));

function pressOne(
  services: ReviewServices,
  what: RowWork,
  id: number,
  change: PendingChange,
): ToastMessage {
  const entry = doOne(services, BULK[what], id, change);
  if (what !== 'confirm') return { text: DONE[what] };
  // Without scripts nothing else says what a typed duration came to.
  if (change.duration == null) return { text: CONFIRMED };
  const rate = { ratePence: entry.estimatedHourlyRatePence, name: "this task's rate" };
  return { title: CONFIRMED, text: describeWorth(entry.duration ?? 0, rate, entry.billable) };
}

const DONE: Record<Exclude<RowWork, 'confirm'>, string> = {
  save: 'Pending work log updated',
  archive: 'Pending work log archived successfully',
  reject: 'Pending work log rejected and deleted',
};

const SELECT_FIRST = 'Select at least one task first.';
const CHOOSE_FIRST = 'Choose what to set for the selected tasks first.';
const CHANGE_FIRST = 'Choose a client, a work type or a duration in a row first.';

/** Does the action of a bar's button for the selected but those in `unseen`. Throws 400 for nothing to do. */
export function pressBar(
  services: ReviewServices,
  scene: Scene,
  what: BarWork,
  { change, unseen }: { change: PendingChange; unseen?: ReadonlySet<number> },
): Pressed {
  const ids = scene.selected;
  if (ids.length === 0) throw new ProductError(400, SELECT_FIRST);
  if (what === 'assign' && Object.keys(change).length === 0) {
    throw new ProductError(400, CHOOSE_FIRST);
  }
  const given = what === 'assign' ? change : {};
  return act(services, scene, ids, () =>
    toastFor(BULK[what], doAll(services, BULK[what], forEach(ids, given), unseen)),
  );
}

/** Saves the changes of many rows. Throws 400 when no row was changed. */
export function saveRows(
  services: ReviewServices,
  scene: Scene,
  changes: Map<number, PendingChange>,
): Pressed {
  if (changes.size === 0) throw new ProductError(400, CHANGE_FIRST);
  return act(services, scene, [...changes.keys()], () =>
    toastFor('change', doAll(services, 'change', changes)),
  );
}

/** Where somebody ticks one more than there may be. */
export const TOO_MANY_SELECTED = `More than ${formatCount(MOST_SELECTED)} tasks are selected, the most allowed at once. Clear some, then try again.`;
const TOO_MANY = `Only the newest ${formatCount(MOST_SELECTED)} are selected, the most allowed at once.`;

/** Selects `every` task that matches, those `alike` in labels too, only what is ticked (`keep`), or none (`drop`). */
export function pressSelection(
  services: ReviewServices,
  scene: Scene,
  what: SelectPress['what'] | { alike: number },
  filters: PendingFilters,
): Pressed {
  const matching = (most = MOST_SELECTED + 1) => pendingIds(services, waiting(filters), most);
  const pressed = (ids: number[]): Pressed => {
    const [selected, more] = [ids.slice(0, MOST_SELECTED), ids.length > MOST_SELECTED];
    return { toast: more ? { text: TOO_MANY } : null, selected };
  };
  if (typeof what !== 'string')
    return pressed(labelsAlike(services, what.alike, matching(MOST_LOOKED_AT)));
  switch (what) {
    case 'every':
      return pressed([...new Set([...matching(), ...stillInReview(services, scene.selected)])]);
    case 'keep':
      return pressed(stillInReview(services, scene.selected));
    case 'drop':
      return pressed([]);
  }
}

/** Among so many that match, those with the labels of a task are looked for: more than ever wait. */
const MOST_LOOKED_AT = 1_000_000;

const waiting = (filters: PendingFilters): PendingFilters => ({
  ...filters,
  status: 'pending_review',
});

function toastFor(what: BulkWork, result: BulkResult): ToastMessage {
  const verb = VERBS[what];
  const isWhole = result.refused.length === 0;
  const logs = result.done === 1 ? 'work log' : 'work logs';
  if (isWhole && what === 'confirm') return { text: `${result.done} ${logs} confirmed` };
  if (isWhole) return { text: `${result.done} pending ${logs} ${verb}` };
  return {
    text: describeBulk(result, verb),
    variant: result.done === 0 ? 'destructive' : 'default',
    isPartial: true,
  };
}

const VERBS: Record<BulkWork, string> = {
  confirm: 'confirmed',
  archive: 'archived',
  reject: 'rejected and deleted',
  change: 'changed',
};

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
