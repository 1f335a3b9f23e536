import { ProductError } from '../../lib/errors.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
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
import { RowForm, type PendingChange } from '../pending-work-logs.ts';
import type { BarPress, RowPress } from './presses.ts';

/** The toast when a button of a row could not do it. */
export const ROW_FAILURES: Record<RowPress['what'], string> = {
  save: 'Failed to update pending work log',
  confirm: 'Failed to confirm pending work log',
  archive: 'Failed to archive pending work log',
  reject: 'Failed to delete pending work log',
};

/** What a button of the bar does in this room; rewriting is another room's. */
type BarWork = Exclude<BarPress['what'], 'rewrite'>;

/** The toast when a button of the bar could not do it. */
export const BAR_FAILURES: Record<BarWork, string> = {
  confirm: 'Failed to confirm pending work logs',
  reject: 'Failed to delete pending work logs',
  assign: 'Failed to update pending work logs',
};

/** Does what a button of a row asks, `change` first; the toast says what was done. Throws as they do. */
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
    case 'confirm':
      confirmPendingLog(services, id, change);
      return { text: 'Work log confirmed and added to work logs' };
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

/** Does what a button of the bar asks for the ticked rows, each by the rule of one. Throws 400. */
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

/** Saves what was chosen in many rows. Throws 400 for a duration that is none: nothing is saved then. */
export function saveRows(
  services: PendingServices,
  rows: (readonly [id: number, typed: Record<string, string>])[],
): ToastMessage {
  const changed = rows.filter(([, typed]) => Object.keys(typed).length > 0);
  if (changed.length === 0) throw new ProductError(400, CHANGE_FIRST);
  return toastFor(
    'assign',
    updateAll(services, new Map(changed.map(([id, typed]) => [id, read(typed)]))),
  );
}

function read(typed: Record<string, string>): PendingChange {
  const { success, data, error } = RowForm.safeParse(typed);
  if (success) return data;
  throw new ProductError(400, error.issues[0]?.message ?? CHANGE_FIRST);
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
