import { write } from '#db/connection.server.ts';
import type { Services } from '../../../context.server.ts';
import type { PostedForm } from '../../../http/form/form.server.ts';
import { mergeEdit, only } from '../../../http/form/made-from.server.ts';
import { newOneTimeKey } from '../../../http/once/one-time-keys.server.ts';
import { toHoursInput } from '../../../lib/duration.ts';
import { descriptionField, optionalFlag, optionalId } from '../../../lib/fields.ts';
import type { PendingServices } from '../../entries.server.ts';
import { getPendingLog, stillInReview } from '../../pending-list.server.ts';
import { TypedDuration, type PendingChange } from '../../pending-work-logs.ts';
import { pressRow, type Pressed } from '../pressed/presses.server.ts';
import { entryFormValues, entryOptions, toEditable } from './edited-entry.server.ts';

/** What can be set for all tasks of a group at once. */
export const GroupFormSchema = TypedDuration.safeExtend({
  description: descriptionField,
  clientId: optionalId,
  workTypeId: optionalId,
  billable: optionalFlag.transform((value) => value ?? undefined),
});

const FIELDS = ['description', 'clientId', 'workTypeId', 'duration', 'billable'] as const;

/**
 * The tasks of a group as one record, which holds what they share, and nothing where they differ. What has left the queue
 * belongs to it no more, unless all has. Throws 404.
 */
function readGroup(services: Pick<Services, 'db'>, ids: number[]) {
  const waiting = stillInReview(services, ids);
  const entries = (waiting.length > 0 ? waiting : ids).map((id) => getPendingLog(services, id));
  const texts = entries.map(entryFormValues);
  const mixed = FIELDS.filter((name) => new Set(texts.map((one) => one[name])).size > 1);
  const shared = FIELDS.map((name) => [name, mixed.includes(name) ? '' : texts[0]?.[name]]);
  return {
    first: getPendingLog(services, entries[0]?.id ?? 0),
    open: entries.map(({ id }) => id),
    mixed,
    version: entries.reduce((sum, { version }) => sum + version, 0),
    values: Object.fromEntries(shared) as Record<(typeof FIELDS)[number], string>,
  };
}

/** What the form of a group shows. Throws 404. */
export function loadGroup(services: Pick<Services, 'db'>, ids: number[]) {
  const { first, open, mixed, version, values } = readGroup(services, ids);
  return {
    count: open.length,
    mixed,
    taskName: first.taskName,
    options: entryOptions(services, first),
    madeFrom: { version, values },
    oneTimeKey: newOneTimeKey(),
  };
}

/**
 * Sets for all tasks of a group what was changed in its form, so that it can be undone. Throws `EditConflict` where what
 * they share was changed elsewhere since the form was loaded.
 */
export function saveGroup(
  services: PendingServices & Pick<Services, 'logger'>,
  { userId, ids }: { userId: number; ids: number[] },
  form: PostedForm<unknown>,
  typed: PendingChange & { duration: number | null },
): Pressed {
  return write(services.db, () => {
    const { first, open, version, values } = readGroup(services, ids);
    // However it is written, the same duration is no change.
    const duration = typed.duration === null ? form.payload.duration : toHoursInput(typed.duration);
    const { changed } = mergeEdit(
      { madeFrom: form.madeFrom, payload: { ...form.payload, duration } },
      { ...toEditable(first), version, values },
    );
    return pressRow(
      services,
      { userId, selected: [] },
      { what: 'save', ids: open },
      only(typed, changed),
    );
  });
}
