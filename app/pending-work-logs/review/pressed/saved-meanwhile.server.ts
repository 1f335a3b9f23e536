import type { AppLoadContext } from '@remix-run/node';
import { sayMeanwhile } from '../../../http/form/made-from.server.ts';
import type { NamedPendingLog, PendingChange } from '../../pending-work-logs.ts';
import { isOwnSave } from './own-saves.server.ts';
import { loadChoices } from './posted-rows.server.ts';
import {
  changesIn,
  isSameText,
  ROW_FIELDS,
  shownTasks,
  type RefusedRows,
  type RowErrors,
  type RowField,
} from '../presses.ts';
import { othersOf } from './shown-others.server.ts';
import { idsOfKey } from '../twins.ts';
import { readTyped, type Choices } from './typed-rows.server.ts';
import { STORED, textsOf, waitingOf } from './unseen.server.ts';

/**
 * The fields of these rows that were typed into and hold by now what a person set meanwhile, with a
 * sentence that names it: what was typed would overwrite what nobody has seen. Whoever typed what is
 * stored by now overwrites nothing, nor does who typed over another suggestion. Each of a group is held
 * against what its own row showed.
 */
export function savedMeanwhile(
  context: AppLoadContext,
  sent: FormData,
  keys: string[],
): RefusedRows['errors'] {
  const shown = shownTasks(sent);
  const choices = loadChoices(context);
  const errors: RefusedRows['errors'] = {};
  for (const key of keys) {
    const typed = changesIn(sent, key);
    const fields = ROW_FIELDS.filter((field) => typed[field] !== undefined);
    const waiting = fields.length > 0 ? waitingOf(context, idsOfKey(key) ?? []) : [];
    const entries = waiting.filter(({ id }) => !isOwnSave(context, sent, id));
    for (const field of fields) {
      const set = entries.filter(({ setByPerson }) => setByPerson.includes(STORED[field]));
      const others = set.filter((entry) =>
        [shown.get(entry.id)?.[field], typed[field]].every(
          (text) => text !== undefined && !isHeld(entry, field, text, choices),
        ),
      );
      const texts = others.map((entry) => textsOf(entry, choices)[field]);
      if (texts.length > 0) {
        const all = [...new Set(texts.map((text) => text || 'nothing'))];
        errors[key] = { ...errors[key], [field]: sayMeanwhile(all.join(', ')) };
      }
    }
  }
  return errors;
}

/**
 * Those of the tasks in which a change would overwrite what a person set after the page had shown something else,
 * as in {@link savedMeanwhile}; tasks of other pages have no row.
 */
export function setMeanwhileAmong(
  context: AppLoadContext,
  sent: FormData,
  ids: number[],
  change: PendingChange,
): ReadonlySet<number> {
  const shown = shownTasks(sent);
  const choices = loadChoices(context);
  const fields = SET_BY_BAR.filter((field) => change[STORED[field]] !== undefined);
  const visible = ids.filter((id) => shown.has(id));
  const others = waitingOf(context, visible).filter((entry) => {
    const wasShown = shown.get(entry.id) ?? {};
    const isOverwritten = (field: (typeof SET_BY_BAR)[number]) => {
      const text = wasShown[field];
      const isAsShown = isOther(field)
        ? othersOf(entry)[field] === text
        : text !== undefined && isHeld(entry, field, text, choices);
      const stored = STORED[field];
      const isChanged = change[stored] !== entry[stored];
      return text !== undefined && !isAsShown && isChanged && entry.setByPerson.includes(stored);
    };
    return fields.some(isOverwritten) && !isOwnSave(context, sent, entry.id);
  });
  return new Set(others.map(({ id }) => id));
}

/** What the bar can set, and a row says that it showed. */
const SET_BY_BAR = [...ROW_FIELDS, 'billable', 'description'] as const;

const isOther = (field: (typeof SET_BY_BAR)[number]) =>
  field === 'billable' || field === 'description';

/** Whether an entry's field holds what a text says, however it is written. */
function isHeld(entry: NamedPendingLog, field: RowField, text: string, choices: Choices): boolean {
  const stored = STORED[field];
  return (
    isSameText(textsOf(entry, choices)[field], text) ||
    readTyped({ [field]: text }, choices).change[stored] === entry[stored]
  );
}

/** The sentences of rows, in which a field may have one of each. */
export function joinErrors(
  errors: RefusedRows['errors'],
  others: RefusedRows['errors'],
): RefusedRows['errors'] {
  const keys = new Set([...Object.keys(errors), ...Object.keys(others)]);
  const joined = [...keys].map((key) => [key, joinRow(errors[key], others[key])] as const);
  return Object.fromEntries(joined.filter(([, row]) => Object.keys(row).length > 0));
}

function joinRow(errors: RowErrors = {}, others: RowErrors = {}): RowErrors {
  const row = { ...others, ...errors };
  for (const field of ROW_FIELDS) {
    const both = [errors[field], others[field]].filter((text) => text !== undefined);
    if (both.length > 0) row[field] = both.join(' ');
  }
  return row;
}
