import { write } from '#db/connection.server.ts';
import type { Services } from '../context.server.ts';
import { getClient } from '../clients/clients.server.ts';
import { dayOf, formatDay } from '../lib/calendar.ts';
import { toHoursInput } from '../lib/duration.ts';
import type { PostedForm } from '../http/form.server.ts';
import { mergeEdit, only, type Editable } from '../http/made-from.server.ts';
import type { FormTexts } from '../lib/merge.ts';
import { toDecimalString } from '../lib/money.ts';
import { getWorkType } from '../work-types/work-types.server.ts';
import {
  loadWorkLogOptions,
  ofKind,
  withCurrent,
  type WorkLogOptions,
} from './form/form-options.server.ts';
import { describeItem, sayItemField, toItemValues } from './form/form-values.ts';
import { rateBeside, type OwnRate } from './rates/rate-choice.ts';
import type { NamedWorkLog, WorkLogChange, WorkLogInput } from './work-logs.ts';
import { getOpenWorkLog, updateWorkLog, type WorkLogServices } from './work-logs.server.ts';

/** A log as the fields of its form show it: those of its kind. */
export function toFormValues(log: NamedWorkLog, timeZone: string): FormTexts {
  const shared = {
    clientId: String(log.clientId),
    workTypeId: String(log.workTypeId),
    description: log.description,
    date: dayOf(log.date, timeZone),
    billable: log.billable ? 'on' : 'off',
  };
  if (log.isHardware) return { ...shared, hardwareItems: log.hardwareItems.map(toItemValues) };
  return {
    ...shared,
    duration: toHoursInput(log.duration),
    hourlyRate: toDecimalString(log.hourlyRatePence),
  };
}

/** The rate that its form starts with. */
export function ownRateOf(log: NamedWorkLog): OwnRate {
  return {
    choice: { clientId: String(log.clientId), workTypeId: String(log.workTypeId) },
    ratePence: log.isHardware ? null : log.hourlyRatePence,
    name: "this log's rate",
  };
}

/** What its form offers: its own client and work type always, and work types of its kind alone. */
export function optionsFor(services: Pick<Services, 'db'>, log: NamedWorkLog): WorkLogOptions {
  const options = ofKind(loadWorkLogOptions(services), log);
  const client = getClient(services, log.clientId);
  return withCurrent(options, client, getWorkType(services, log.workTypeId));
}

function toEditable(log: NamedWorkLog, timeZone: string): Editable {
  const say: Record<string, (text: string) => string> = {
    clientId: () => log.clientName,
    workTypeId: () => log.workTypeName,
    duration: (text) => `${text} hours`,
    hourlyRate: (text) => `£${text}`,
    date: formatDay,
    billable: (text) => (text === 'on' ? 'billable' : 'not billable'),
  };
  return {
    version: log.version,
    values: toFormValues(log, timeZone),
    say: (name, text) => say[name]?.(text) ?? sayItemField(name, text),
    sayRow: describeItem,
  };
}

/**
 * Saves the Edit Log form: what was changed elsewhere since it was made stays, unless the form
 * changes the same. Throws what `updateWorkLog` throws, and `EditConflict`.
 */
export function saveEditedLog(
  services: WorkLogServices,
  id: number,
  form: PostedForm<unknown>,
  input: WorkLogInput,
): NamedWorkLog {
  return write(services.db, () => {
    const log = getOpenWorkLog(services, id);
    const edit = mergeEdit(inTotal(form, input), {
      ...toEditable(log, services.config.timeZone),
      beside: ({ clientId, workTypeId, hourlyRate = '' }) =>
        rateBeside(form.payload, {
          rate: String(hourlyRate),
          choice: { clientId: String(clientId), workTypeId: String(workTypeId) },
          options: optionsFor(services, log),
          own: ownRateOf(log),
        }),
    });
    const change: WorkLogChange = only(input, edit.changed);
    if (edit.changed.has('duration')) change.travelTime = input.travelTime;
    const { hardwareItems } = edit.merged;
    if (edit.changed.has('hardwareItems') && Array.isArray(hardwareItems)) {
      change.hardwareItems = hardwareItems;
    }
    // The form says the rate of what is chosen there (`followChoice`), even if it is the log's own.
    if (!edit.changed.has('hourlyRate')) change.hourlyRate = log.hourlyRatePence;
    return updateWorkLog(services, id, change);
  });
}

/** Travel time is added to the duration: together they are what may collide with another's. */
function inTotal({ madeFrom, payload }: PostedForm<unknown>, input: WorkLogInput) {
  if (!input.travelTime) return { madeFrom, payload };
  const duration = toHoursInput((input.duration ?? 0) + input.travelTime);
  return { madeFrom, payload: { ...payload, duration } };
}
