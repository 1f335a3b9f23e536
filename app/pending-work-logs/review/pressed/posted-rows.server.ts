import { listActiveClients } from '../../../clients/clients.server.ts';
import type { Services } from '../../../context.server.ts';
import { descriptionField } from '../../../lib/fields.ts';
import { listWorkTypes } from '../../../work-types/work-types.server.ts';
import type { PendingChange } from '../../pending-work-logs.ts';
import { barTexts, changesIn, rowsIn, type RefusedRows } from '../presses.ts';
import { idsOfKey } from '../twins.ts';
import { readTyped, type Choices, type ReadRow } from './typed-rows.server.ts';

/** The clients and work types that can be set: active ones, and no hardware, since a task is time. */
export function loadChoices(services: Pick<Services, 'db'>): Choices {
  return {
    clients: listActiveClients(services).map(({ id, name }) => ({ id, name })),
    workTypes: listWorkTypes(services)
      .filter(({ isHardware }) => !isHardware)
      .map(({ id, name }) => ({ id, name })),
  };
}

/** What was changed in one row, or in the row of a group. */
export function readRow(services: Pick<Services, 'db'>, sent: FormData, key: string): ReadRow {
  return readTyped(changesIn(sent, key), loadChoices(services));
}

/**
 * The changed rows of the table: their changes by id, and the sentences for each row that could not
 * be read, by its key. What was typed into a row counts before what was typed for its group.
 */
export function readRows(services: Pick<Services, 'db'>, sent: FormData) {
  const choices = loadChoices(services);
  const changes = new Map<number, PendingChange>();
  const errors: RefusedRows['errors'] = {};
  for (const key of rowsIn(sent)) {
    const typed = changesIn(sent, key);
    if (Object.keys(typed).length === 0) continue;
    const read = readTyped(typed, choices);
    if (Object.keys(read.errors).length > 0) errors[key] = read.errors;
    for (const id of idsOfKey(key) ?? []) {
      changes.set(id, { ...changes.get(id), ...read.change });
    }
  }
  return { changes, errors };
}

/** What the bar's fields set: those that are filled in. A form made elsewhere may send ids. */
export function readBar(services: Pick<Services, 'db'>, sent: FormData): ReadRow {
  const { description, billable, ...typed } = barTexts(sent);
  const read = readTyped(typed, loadChoices(services));
  const { change } = read;
  if (description !== undefined) {
    const text = descriptionField.safeParse(description);
    if (text.success) change.description = text.data;
    else read.errors.client = text.error.issues[0]?.message ?? '';
  }
  if (billable === 'on' || billable === 'off') change.billable = billable === 'on';
  for (const name of ['clientId', 'workTypeId'] as const) {
    const id = sent.get(name);
    if (typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id)) change[name] = Number(id);
  }
  return read;
}
