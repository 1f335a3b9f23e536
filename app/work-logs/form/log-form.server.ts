import type { Client, WorkType } from '#db/schema.ts';
import { splitsVat } from '#db/split-vat.server.ts';
import type { Services } from '../../context.server.ts';
import { listOfferedJobs } from '../../jobs/jobs.server.ts';
import { listActiveClients, getClient } from '../../clients/clients.server.ts';
import { toDecimalString } from '../../lib/money.ts';
import { apart } from '../../lib/text.ts';
import { tellApart } from '../../lib/twins.ts';
import { isOnSite } from '../../work-types/work-types.ts';
import { listWorkTypes, getWorkType } from '../../work-types/work-types.server.ts';
import { prepared, write } from '#db/connection.server.ts';
import { dayOf, formatBritishDay } from '../../lib/calendar.ts';
import { sayHours, toHoursInput } from '../../lib/duration.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { textOf, type FormTexts } from '../../lib/merge.ts';
import { mergeEdit, only, type Editable } from '../../http/form/made-from.server.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { describeItem, sayItemField, toItemValues } from '../hardware/item-prices.ts';
import {
  checkChosenRate,
  describeEdit,
  ratedJob,
  rateBeside,
  rateOfForm,
  type OwnRate,
} from '../rates/rate-choice.ts';
import type { NamedWorkLog, WorkLogChange, WorkLogInput } from '../work-logs.ts';
import { minutesOfTimes, typedTimes } from '../work-times.ts';
import { getOpenWorkLog, updateWorkLog, type WorkLogServices } from '../work-logs.server.ts';

/** How many of the newest logs are looked at; so many that weeks of work are among them. */
const LOOKED_AT = 200;

export const LATELY = `(
    select * from work_logs indexed by work_logs_date where date > 0 order by date desc, id desc limit ${LOOKED_AT}
  )`;

const lastUsed = (column: 'client_id' | 'work_type_id', most: number) => `
  select ${column} as id from ${LATELY} group by ${column} order by max(date) desc limit ${most}`;

/** The clients and work types that were used last, newest first, for the tops of pickers. */
function listLastUsed({ db }: Pick<Services, 'db'>) {
  const idsOf = (text: string) => prepared<number>(db, text).pluck().all();
  return {
    clients: idsOf(lastUsed('client_id', 5)),
    workTypes: idsOf(lastUsed('work_type_id', 3)),
  };
}

/** The clients and work types that a form for logging work offers. Rates are in pence an hour. */
export type WorkLogOptions = ReturnType<typeof loadWorkLogOptions>;

function toClientOption(client: Client, labels?: ReturnType<typeof tellApart>) {
  const label = labels?.get(client.id);
  const { id, name, standardRatePence, premiumRatePence, discountedRatePence } = client;
  const rates = { standardRatePence, premiumRatePence, discountedRatePence };
  return { id, name, ...rates, ...(label === undefined ? {} : { label }) };
}

function toWorkTypeOption(workType: WorkType) {
  const { id, name, hourlyRatePence, isHardware, itemsName } = workType;
  return {
    id,
    name,
    hourlyRatePence,
    isHardware,
    ...(itemsName === null ? {} : { itemsName }),
    label: isHardware ? name : `${apart(name)} (£${toDecimalString(hourlyRatePence)}/hr)`,
    isOnSite: !isHardware && isOnSite(name),
  };
}

/** The active clients and work types, as options of a form. */
export function loadWorkLogOptions(services: Pick<Services, 'db'>) {
  const clients = listActiveClients(services);
  const labels = tellApart(clients);
  return {
    clients: clients.map((client) => toClientOption(client, labels)),
    workTypes: listWorkTypes(services).map(toWorkTypeOption),
    ...listOfferedJobs(services),
    /** What was used last, to be offered first: ids, newest first. */
    lastUsed: listLastUsed(services),
    /** Whether hardware has VAT in the active organisation. */
    hasVat: splitsVat(services.db),
  };
}

/** The options with only the work types of one kind: an existing log stays time or hardware. */
export function ofKind(options: WorkLogOptions, { isHardware }: { isHardware: boolean }) {
  const workTypes = options.workTypes.filter((workType) => workType.isHardware === isHardware);
  return { ...options, workTypes };
}

/** The options with the client and work type that an entry already has, retired or not. */
export function withCurrent(
  options: WorkLogOptions,
  client: Client | null,
  workType: WorkType | null,
): WorkLogOptions {
  return {
    ...options,
    clients: withOne(options.clients, client && toClientOption(client)),
    workTypes: withOne(options.workTypes, workType && toWorkTypeOption(workType)),
  };
}

function withOne<Option extends { id: number }>(offered: Option[], one: Option | null): Option[] {
  return one === null || offered.some(({ id }) => id === one.id) ? offered : [one, ...offered];
}

/** The texts in the edit form's fields: those of a time log or those of a hardware log. */
export function logFormValues(log: NamedWorkLog, timeZone: string): FormTexts {
  const shared = {
    clientId: String(log.clientId),
    workTypeId: String(log.workTypeId),
    jobId: log.jobId === null ? '' : String(log.jobId),
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

/** The rate that the edit form of a log starts with. */
export function logRate(log: NamedWorkLog, options: WorkLogOptions): OwnRate {
  return {
    choice: {
      clientId: String(log.clientId),
      workTypeId: String(log.workTypeId),
      jobId: ratedJob(options, String(log.jobId)),
    },
    ratePence: log.isHardware ? null : log.hourlyRatePence,
    name: "this log's rate",
  };
}

/** What the edit form of a log offers: only work types of its kind, and always its own client, work type and job. */
export function logOptions(services: Pick<Services, 'db'>, log: NamedWorkLog): WorkLogOptions {
  const options = {
    ...ofKind(loadWorkLogOptions(services), log),
    ...listOfferedJobs(services, log.jobId),
  };
  const client = getClient(services, log.clientId);
  return withCurrent(options, client, getWorkType(services, log.workTypeId));
}

function toEditable(log: NamedWorkLog, timeZone: string): Editable {
  const say: Record<string, (text: string) => string> = {
    clientId: () => log.clientName,
    workTypeId: () => log.workTypeName,
    jobId: () => log.jobName ?? 'none',
    duration: sayHours,
    hourlyRate: (text) => `£${text}`,
    date: formatBritishDay,
    billable: (text) => (text === 'on' ? 'billable' : 'not billable'),
  };
  return {
    version: log.version,
    values: logFormValues(log, timeZone),
    say: (name, text) => say[name]?.(text) ?? sayItemField(name, text),
    sayRow: describeItem,
  };
}

/** Saves the Edit Log form, merged with others' changes. Throws what `updateWorkLog` throws, and `EditConflict`. */
export function saveEditedLog(
  services: WorkLogServices,
  id: number,
  form: PostedForm<unknown>,
  input: WorkLogInput,
): ToastMessage {
  return write(services.db, () => {
    const log = getOpenWorkLog(services, id);
    const options = logOptions(services, log);
    const client = options.clients.find(({ id: one }) => one === input.clientId) ?? null;
    if (!log.isHardware) {
      const workType = options.workTypes.find(({ id: one }) => one === input.workTypeId) ?? null;
      checkChosenRate(form.payload, 'hourlyRate', input.rateChoice, client, workType);
    }
    const edit = mergeEdit(withTotalDuration(form, input), {
      ...toEditable(log, services.config.timeZone),
      beside: ({ clientId, workTypeId, jobId, hourlyRate }) =>
        rateBeside(form.payload, {
          rate: textOf(hourlyRate) ?? '',
          choice: {
            clientId: textOf(clientId) ?? '',
            workTypeId: textOf(workTypeId) ?? '',
            jobId: textOf(jobId),
          },
          options,
          own: logRate(log, options),
        }),
    });
    const change: WorkLogChange = only(input, edit.changed);
    if (edit.changed.has('duration')) change.travelTime = input.travelTime;
    Object.assign(change, timesOfEdit(services, log, form, change));
    // Without scripts the form offers the jobs of all clients: one of the old client is refused.
    if (edit.changed.has('clientId')) change.jobId = input.jobId;
    const { hardwareItems } = edit.merged;
    if (edit.changed.has('hardwareItems') && Array.isArray(hardwareItems)) {
      change.hardwareItems = hardwareItems;
    }
    // `followChoice` has already set the form's rate for the chosen client and work type. If that
    // is the log's own rate, it must be named all the same, or `updateWorkLog` would choose
    // another.
    if (!edit.changed.has('hourlyRate')) change.hourlyRate = log.hourlyRatePence;
    const saved = updateWorkLog(services, id, change);
    if (saved.isHardware) return { text: SAVED };
    const own = logRate(log, options);
    const ratePence = saved.hourlyRatePence;
    const rate = rateOfForm(form.payload, { ratePence, options, own });
    return { title: SAVED, text: describeEdit(saved.duration, rate, own, saved.billable) };
  });
}

/** The times typed for the duration; none where what is typed is longer than those of the log. */
function timesOfEdit(
  { config: { timeZone } }: WorkLogServices,
  log: NamedWorkLog,
  { payload }: PostedForm<unknown>,
  { date, duration }: WorkLogChange,
): WorkLogChange {
  if (log.isHardware) return {};
  const day = date && 'day' in date ? date.day : dayOf(log.date, timeZone);
  const typed = typedTimes(payload.duration, day, timeZone);
  const isTooLong = duration && !typed.startedAt && duration > (minutesOfTimes(log) ?? duration);
  return isTooLong ? { startedAt: null, endedAt: null } : typed;
}

const SAVED = 'Work log updated successfully';

/** The form with its duration as a log stores it, travel included, to be compared with what somebody else saved. */
function withTotalDuration({ madeFrom, payload }: PostedForm<unknown>, input: WorkLogInput) {
  if (input.duration === null && !input.travelTime) return { madeFrom, payload };
  const duration = toHoursInput((input.duration ?? 0) + (input.travelTime ?? 0));
  return { madeFrom, payload: { ...payload, duration } };
}
