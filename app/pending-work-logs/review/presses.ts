import { OTHER_DURATION } from './durations.ts';
import type { PendingRow } from './review-screen.server.ts';

/**
 * The name of the buttons. The whole table of Todoist Import is one form, since HTML allows no form
 * around a table row, and text browsers do not know the `form` attribute of fields. So the value of
 * the pressed button names the action and the row: `confirm:12`.
 */
export const PRESS = 'do';

/** The actions of a row's buttons. `save` saves the row's fields. */
const ROW_ACTIONS = ['save', 'confirm', 'archive', 'reject'] as const;
/** The actions of the bar, for the ticked rows. */
const BAR_ACTIONS = ['confirm', 'reject', 'assign', 'rewrite'] as const;

/** The fields of a row. `shown` holds the values of the others when the page was loaded. */
const ROW_FIELDS = ['durationChoice', 'customHours', 'workTypeId', 'shown'] as const;

export type RowPress = { of: 'row'; what: (typeof ROW_ACTIONS)[number]; id: number };
export type BarPress = { of: 'bar'; what: (typeof BAR_ACTIONS)[number] };
/** Enter, or a form sent without a button, saves every row that was changed. */
export type SaveAll = { of: 'all' };
export type Press = RowPress | BarPress | SaveAll;

export const SAVE_ALL = 'save';

/** Reads which button was pressed; null for a value that no button of this form has. */
export function readPress(value: unknown): Press | null {
  if (value === null || value === SAVE_ALL) return { of: 'all' };
  if (typeof value !== 'string') return null;
  const [, name, digits] = /^([a-z]+)(?::([1-9]\d{0,14}))?$/.exec(value) ?? [];
  if (digits === undefined) {
    const what = BAR_ACTIONS.find((known) => known === name);
    return what ? { of: 'bar', what } : null;
  }
  const what = ROW_ACTIONS.find((known) => known === name);
  return what ? { of: 'row', what, id: Number(digits) } : null;
}

/** The value of a row's button: `confirm:12`. */
export function pressOf({ what, id }: Omit<RowPress, 'of'>): string {
  return `${what}:${id}`;
}

/** Rows whose durations could not be read: nothing was saved, and what was typed stays. */
export type RefusedRows = {
  /** A sentence by the id of its row. */
  errors: Record<string, string>;
  /** The fields that differ from what the page showed, by the id of their row. */
  typed: Record<string, Partial<Record<(typeof ROW_FIELDS)[number], string>>>;
  /** The ids of the ticked rows. */
  ticked: number[];
};

/** The name of a row's field: `workTypeId:12`. */
export function fieldOf(name: (typeof ROW_FIELDS)[number], id: number): string {
  return `${name}:${id}`;
}

/** The value of a row's `shown` field: its other fields' values as the page shows them. */
export function shownIn(row: Pick<PendingRow, 'durationChoice' | 'customHours' | 'workTypeId'>) {
  return [row.durationChoice, row.customHours, row.workTypeId ?? ''].join('|');
}

/** The ids of the rows whose fields are in a posted form. */
export function rowsIn(form: FormData): number[] {
  const prefix = fieldOf('durationChoice', 0).slice(0, -1);
  const names = [...form.keys()].filter((name) => name.startsWith(prefix));
  return names.map((name) => Number(name.slice(prefix.length))).filter((id) => id > 0);
}

/**
 * The fields of a row that differ from what the page showed, by their plain names. Sending the
 * others too would overwrite another person's change with an old value.
 */
export function changesIn(form: FormData, id: number): Record<string, string> {
  const [duration, hours, workType] = ROW_FIELDS.map((name) => textIn(form, fieldOf(name, id)));
  const [shownDuration, shownHours, shownType] =
    textIn(form, fieldOf('shown', id))?.split('|') ?? [];
  const changes: Record<string, string> = {};
  const isTyped = duration === OTHER_DURATION && hours !== shownHours;
  if (duration !== undefined && (duration !== shownDuration || isTyped)) {
    changes.durationChoice = duration;
    changes.customHours = hours ?? '';
  }
  if (workType !== undefined && workType !== shownType) changes.workTypeId = workType;
  return changes;
}

function textIn(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === 'string' ? value : undefined;
}
