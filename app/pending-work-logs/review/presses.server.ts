import { ProductError } from '../../lib/errors.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { describeWorth } from '../../work-logs/rates/named-rates.ts';
import {
  assignAll,
  confirmAll,
  describeBulk,
  rejectAll,
  updateAll,
  type BulkResult,
} from './bulk.server.ts';
import {
  archivePendingLog,
  confirmPendingLog,
  rejectPendingLog,
  updatePendingLog,
  type PendingServices,
} from '../entries.server.ts';
import {
  CONFIRMED,
  CUSTOM_DURATION_RULE,
  RowForm,
  type PendingChange,
} from '../pending-work-logs.ts';
import { changesIn, rowsIn, type BarPress, type RowPress } from './presses.ts';

/** The toasts for failures of a row's buttons. */
export const ROW_FAILURES: Record<RowPress['what'], string> = {
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
  reject: 'Failed to delete pending work logs',
  assign: 'Failed to update pending work logs',
};

/**
 * Does the action of a row's button; Save and Confirm apply `change` first. Returns the toast.
 * Throws what the action throws.
 */
export function pressRow(
  services: PendingServices,
  { what, id }: RowPress,
  change: PendingChange,
): ToastMessage {
  const undo = `/pending-work-logs/${id}/put-back`;
  switch (what) {
    case 'save':
      updatePendingLog(services, id, change);
      return { text: 'Pending work log updated' };
    case 'confirm': {
      const entry = confirmPendingLog(services, id, change);
      // Without scripts nothing else says what a typed duration came to.
      if (change.duration == null) return { text: CONFIRMED };
      const rate = { ratePence: entry.estimatedHourlyRatePence, name: "this task's rate" };
      return {
        title: CONFIRMED,
        text: describeWorth(entry.duration ?? 0, rate, entry.billable),
      };
    }
    case 'archive':
      archivePendingLog(services, id);
      return { text: 'Pending work log archived successfully', undo };
    case 'reject':
      rejectPendingLog(services, id);
      return { text: 'Pending work log rejected and deleted', undo };
  }
}

const SELECT_FIRST = 'Select at least one task first. Nothing was changed.';
const CHOOSE_FIRST = 'Choose a client or a work type to assign. Nothing was changed.';
const CHANGE_FIRST = 'Choose a duration or a work type in a row first. Nothing was changed.';

type Asked = { ids: number[]; clientId: number | null; workTypeId: number | null };

/**
 * Does the action of a bar's button for each ticked row. Returns the toast. Throws 400 when no row
 * is ticked or there is nothing to assign.
 */
export function pressBar(services: PendingServices, what: BarWork, asked: Asked): ToastMessage {
  const { ids, clientId, workTypeId } = asked;
  if (ids.length === 0) throw new ProductError(400, SELECT_FIRST);
  switch (what) {
    case 'confirm':
      return toastFor(what, confirmAll(services, ids));
    case 'reject':
      return toastFor(what, rejectAll(services, ids));
    case 'assign': {
      if (clientId === null && workTypeId === null) throw new ProductError(400, CHOOSE_FIRST);
      const change = {
        ...(clientId === null ? {} : { clientId }),
        ...(workTypeId === null ? {} : { workTypeId }),
      };
      return toastFor(what, assignAll(services, ids, change));
    }
  }
}

/**
 * Reads the changed rows of the table: their changes by id, and a sentence for each row that could
 * not be read.
 */
export function readRows(form: FormData) {
  const changes = new Map<number, PendingChange>();
  const errors: Record<string, string> = {};
  for (const id of rowsIn(form)) {
    const typed = changesIn(form, id);
    if (Object.keys(typed).length === 0) continue;
    const { success, data, error } = RowForm.safeParse(typed);
    if (success) changes.set(id, data);
    else errors[id] = error.issues[0]?.message ?? CUSTOM_DURATION_RULE;
  }
  return { changes, errors };
}

/** Saves the changes of many rows. Returns the toast. Throws 400 when no row was changed. */
export function saveRows(
  services: PendingServices,
  changes: Map<number, PendingChange>,
): ToastMessage {
  if (changes.size === 0) throw new ProductError(400, CHANGE_FIRST);
  return toastFor('assign', updateAll(services, changes));
}

function toastFor(what: BarWork, result: BulkResult): ToastMessage {
  const verb = { confirm: 'confirmed', reject: 'rejected and deleted', assign: 'changed' }[what];
  const isWhole = result.refused.length === 0;
  const logs = result.done === 1 ? 'work log' : 'work logs';
  if (isWhole && what === 'confirm') return { text: `${result.done} ${logs} confirmed` };
  if (isWhole) return { text: `${result.done} pending ${logs} ${verb}` };
  return {
    text: describeBulk(result, verb),
    variant: result.done === 0 ? 'destructive' : 'default',
  };
}
