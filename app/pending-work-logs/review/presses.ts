import { OTHER_DURATION } from './durations.ts';
import type { PendingRow } from './review-screen.server.ts';

/**
 * The whole table of Todoist Import is one form, since a form cannot stand around a row and
 * text browsers know no other way to tie a field to a form. The pressed button says what is
 * asked, and of which row: `confirm:12`.
 */
export const PRESS = 'do';

/** What the buttons of a row ask for. `save` keeps what was chosen in the row. */
const OF_ROWS = ['save', 'confirm', 'archive', 'reject'] as const;
/** What the bar asks for the ticked rows. */
const OF_BAR = ['confirm', 'reject', 'assign', 'rewrite'] as const;

/** The fields of a row. `shown` is what the others held when the page was made. */
const ROW_FIELDS = ['durationChoice', 'customHours', 'workTypeId', 'shown'] as const;

export type RowPress = { of: 'row'; what: (typeof OF_ROWS)[number]; id: number };
export type BarPress = { of: 'bar'; what: (typeof OF_BAR)[number] };
/** Enter, or a form sent without a button: every row that was changed is saved. */
export type SaveAll = { of: 'all' };
export type Press = RowPress | BarPress | SaveAll;

export const SAVE_ALL = 'save';

/** Which button was pressed; null when it is none of this table's. */
export function readPress(value: unknown): Press | null {
  if (value === null || value === SAVE_ALL) return { of: 'all' };
  if (typeof value !== 'string') return null;
  const [, name, digits] = /^([a-z]+)(?::([1-9]\d{0,14}))?$/.exec(value) ?? [];
  if (digits === undefined) {
    const what = OF_BAR.find((known) => known === name);
    return what ? { of: 'bar', what } : null;
  }
  const what = OF_ROWS.find((known) => known === name);
  return what ? { of: 'row', what, id: Number(digits) } : null;
}

/** What a button of a row says. */
export function pressOf({ what, id }: Omit<RowPress, 'of'>): string {
  return `${what}:${id}`;
}

/** The name of a row's field. */
export function fieldOf(name: (typeof ROW_FIELDS)[number], id: number): string {
  return `${name}:${id}`;
}

/** What the fields of a row hold as the page shows it. */
export function shownIn(row: Pick<PendingRow, 'durationChoice' | 'customHours' | 'workTypeId'>) {
  return [row.durationChoice, row.customHours, row.workTypeId ?? ''].join('|');
}

/** The ids of the rows whose fields a form has. */
export function rowsIn(form: FormData): number[] {
  const prefix = fieldOf('durationChoice', 0).slice(0, -1);
  const names = [...form.keys()].filter((name) => name.startsWith(prefix));
  return names.map((name) => Number(name.slice(prefix.length))).filter((id) => id > 0);
}

/**
 * What was chosen in a row, under plain names: only what differs from what its page showed, so
 * that nobody puts an old value back over another person's.
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
