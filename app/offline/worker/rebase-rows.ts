import {
  changesIn,
  fieldOf,
  isSameText,
  PRESS,
  readPress,
  ROW_FIELDS,
  rowsIn,
  shownWith,
} from '../../pending-work-logs/review/presses.ts';
import { idsOfKey } from '../../pending-work-logs/review/twins.ts';

/**
 * A further press on Todoist Import, made on a page that does not show what an earlier one saves, which
 * still waits: its rows then show that. So it is not taken for a save over another person's value.
 */
export function rebaseRows(change: URLSearchParams, earlier: URLSearchParams): URLSearchParams {
  const press = readPress(earlier.get(PRESS));
  const [before, now] = [formOf(earlier), formOf(change)];
  const isRow = press?.of === 'row' && press.what === 'save';
  const saved = press?.of === 'all' ? rowsIn(before) : isRow ? [press.key] : [];
  if (saved.length === 0) return change;
  const rebased = new URLSearchParams(change);
  for (const key of saved) {
    const ids = idsOfKey(key) ?? [];
    const typed = changesIn(before, key);
    const rows = rowsIn(now).filter((row) => idsOfKey(row)?.every((id) => ids.includes(id)));
    for (const row of rows) {
      const shown = rebased.get(fieldOf('shown', row)) ?? '';
      rebased.set(fieldOf('shown', row), shownWith(shown, typed));
      for (const name of ROW_FIELDS) {
        const [text, field] = [typed[name], fieldOf(name, row)];
        const isLeft = isSameText(
          rebased.get(field) ?? '',
          shown.split('|')[ROW_FIELDS.indexOf(name)],
        );
        if (text !== undefined && isLeft) rebased.set(field, text);
      }
    }
  }
  return rebased;
}

function formOf(fields: URLSearchParams): FormData {
  const form = new FormData();
  for (const [name, text] of fields) form.append(name, text);
  return form;
}
