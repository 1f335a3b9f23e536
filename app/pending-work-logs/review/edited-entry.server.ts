import { write } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { getClient } from '../../clients/clients.server.ts';
import { toHoursInput } from '../../lib/duration.ts';
import type { PostedForm } from '../../http/form.server.ts';
import { textOf } from '../../lib/merge.ts';
import { mergeEdit, type Editable } from '../../http/made-from.server.ts';
import { toDecimalString } from '../../lib/money.ts';
import {
  loadWorkLogOptions,
  withCurrent,
  type WorkLogOptions,
} from '../../work-logs/form/form-options.server.ts';
import { rateBeside, type OwnRate } from '../../work-logs/rates/rate-choice.ts';
import { getWorkType } from '../../work-types/work-types.server.ts';
import {
  confirmPendingLog,
  getOpenPendingLog,
  updatePendingLog,
  type PendingServices,
} from '../entries.server.ts';
import type { NamedPendingLog, PendingChange } from '../pending-work-logs.ts';

/** The texts in the edit form's fields. */
export function entryFormValues(entry: NamedPendingLog) {
  return {
    taskName: entry.taskName,
    description: entry.description,
    duration: entry.duration === null ? '' : toHoursInput(entry.duration),
    clientId: String(entry.clientId ?? ''),
    workTypeId: String(entry.workTypeId ?? ''),
    billable: entry.billable ? 'on' : 'off',
    estimatedHourlyRate: toDecimalString(entry.estimatedHourlyRatePence),
  };
}

/** The rate that the edit form of an entry starts with. */
export function entryRate(entry: NamedPendingLog): OwnRate {
  return {
    choice: { clientId: String(entry.clientId ?? ''), workTypeId: String(entry.workTypeId ?? '') },
    ratePence: entry.estimatedHourlyRatePence,
    name: "this task's rate",
  };
}

/**
 * The clients and work types that the edit form offers: always the entry's own, and no hardware,
 * since a task is time.
 */
export function entryOptions(
  services: Pick<Services, 'db'>,
  entry: NamedPendingLog,
): WorkLogOptions {
  const options = withCurrent(
    loadWorkLogOptions(services),
    entry.clientId === null ? null : getClient(services, entry.clientId),
    entry.workTypeId === null ? null : getWorkType(services, entry.workTypeId),
  );
  return { ...options, workTypes: options.workTypes.filter((one) => !one.isHardware) };
}

function toEditable(entry: NamedPendingLog): Editable {
  const say: Record<string, (text: string) => string> = {
    clientId: () => entry.clientName ?? '',
    workTypeId: () => entry.workTypeName ?? '',
    duration: (text) => `${text} hours`,
    billable: (text) => (text === 'on' ? 'billable' : 'not billable'),
    estimatedHourlyRate: (text) => `£${text}`,
  };
  return {
    version: entry.version,
    values: entryFormValues(entry),
    say: (name, text) => say[name]?.(text) ?? text,
  };
}

/**
 * Saves the Edit Pending Log form, and confirms the entry if asked to. Fields that were changed
 * elsewhere since the form was loaded keep those changes. Throws what `updatePendingLog` and
 * `confirmPendingLog` throw, and `EditConflict` when the form changes such a field too.
 */
export function saveEditedEntry(
  services: PendingServices,
  id: number,
  form: PostedForm<unknown>,
  typed: { change: PendingChange; isConfirmed: boolean },
): NamedPendingLog {
  return write(services.db, () => {
    const entry = getOpenPendingLog(services, id);
    const change = toChange(services, entry, typed.change, form);
    return typed.isConfirmed
      ? confirmPendingLog(services, id, change)
      : updatePendingLog(services, id, change);
  });
}

function toChange(
  services: Pick<Services, 'db'>,
  entry: NamedPendingLog,
  typed: PendingChange,
  form: PostedForm<unknown>,
): PendingChange {
  const { changed } = mergeEdit(form, {
    ...toEditable(entry),
    beside: ({ clientId, workTypeId, estimatedHourlyRate }) =>
      rateBeside(form.payload, {
        rate: textOf(estimatedHourlyRate) ?? '',
        choice: { clientId: textOf(clientId) ?? '', workTypeId: textOf(workTypeId) ?? '' },
        options: entryOptions(services, entry),
        own: entryRate(entry),
      }),
  });
  const isChanged = (name: string) => changed.has(name);
  return {
    taskName: isChanged('taskName') ? typed.taskName : undefined,
    description: isChanged('description') ? typed.description : undefined,
    duration: isChanged('duration') ? typed.duration : undefined,
    billable: isChanged('billable') ? typed.billable : undefined,
    // Named even if unchanged: whoever saves the form has seen them, so they are no longer
    // suggestions.
    clientId: isChanged('clientId') ? typed.clientId : entry.clientId,
    workTypeId: isChanged('workTypeId') ? typed.workTypeId : entry.workTypeId,
    // `followChoice` has already set the form's rate for the chosen client and work type. If that
    // is the entry's own rate, it must be named all the same, or `updatePendingLog` would choose
    // another.
    estimatedHourlyRatePence: isChanged('estimatedHourlyRate')
      ? typed.estimatedHourlyRatePence
      : entry.estimatedHourlyRatePence,
  };
}
