import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import type { Services } from '../../../context.server.ts';
import type { PostedForm } from '../../../http/form/form.server.ts';
import { mergeEdit, only, type Editable } from '../../../http/form/made-from.server.ts';
import { newOneTimeKey } from '../../../http/once/one-time-keys.server.ts';
import { sayHours, toHoursInput } from '../../../lib/duration.ts';
import { descriptionField, optionalFlag, optionalId } from '../../../lib/fields.ts';
import { isSame, textOf } from '../../../lib/merge.ts';
import { toDecimalString } from '../../../lib/money.ts';
import type { ToastMessage } from '../../../ui/toast/toast.ts';
import type { WorkLogOptions } from '../../../work-logs/form/log-form.server.ts';
import type { RateChoice } from '../../../work-logs/rates/rates.ts';
import {
  checkChosenRate,
  choiceOf,
  describeEdit,
  pairOf,
  ratedJob,
  rateBeside,
  rateOfForm,
  rateValues,
  type OwnRate,
} from '../../../work-logs/rates/rate-choice.ts';
import { taskOptions } from '../../chosen.server.ts';
import {
  confirmPendingLog,
  getOpenPendingLog,
  updatePendingLog,
  type PendingServices,
} from '../../entries.server.ts';
import { getPendingLog, stillInReview } from '../../pending-list.server.ts';
import {
  CONFIRMED,
  typedHours,
  type NamedPendingLog,
  type PendingChange,
} from '../../pending-work-logs.ts';
import { unseenOf, type BilledField } from '../pressed/meanwhile.server.ts';
import { forEach, press, type Pressed } from '../pressed/presses.server.ts';
import { suggestedIn } from '../screen/review-screen.server.ts';

const FIELDS = ['description', 'clientId', 'workTypeId', 'jobId', 'duration', 'billable'] as const;

/** The texts in the edit form's fields. */
export function entryFormValues(entry: NamedPendingLog) {
  return {
    taskName: entry.taskName,
    description: entry.description,
    duration: entry.duration === null ? '' : toHoursInput(entry.duration),
    clientId: String(entry.clientId ?? ''),
    workTypeId: String(entry.workTypeId ?? ''),
    jobId: String(entry.jobId ?? ''),
    billable: entry.billable ? 'on' : 'off',
    estimatedHourlyRate: toDecimalString(entry.estimatedHourlyRatePence),
  };
}

/** The rate that the edit form of an entry starts with. */
export function entryRate(entry: NamedPendingLog, options: WorkLogOptions): OwnRate {
  const { clientId, workTypeId, jobId } = entryFormValues(entry);
  return {
    choice: { clientId, workTypeId, jobId: ratedJob(options, jobId) },
    ratePence: entry.estimatedHourlyRatePence,
    name: "this task's rate",
  };
}

/** What the edit form of an entry shows. */
export function loadEntry(services: Pick<Services, 'db'>, entry: NamedPendingLog) {
  const options = taskOptions(services, entry);
  const ownRate = entryRate(entry, options);
  const values = entryFormValues(entry);
  return {
    options,
    ownRate,
    values: { ...values, ...rateValues(ownRate) },
    suggested: suggestedIn(entry),
    madeFrom: { version: entry.version, values },
    oneTimeKey: newOneTimeKey(),
  };
}

function toEditable(entry: NamedPendingLog): Editable {
  const say: Record<string, (text: string) => string> = {
    clientId: () => entry.clientName ?? '',
    workTypeId: () => entry.workTypeName ?? '',
    jobId: () => entry.jobName ?? 'none',
    duration: sayHours,
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
 * Saves the Edit Pending Log form, confirms the entry if asked to, and says what it comes to. Fields that were changed
 * elsewhere since the form was loaded keep those changes. Throws what `updatePendingLog` and
 * `confirmPendingLog` throw, and `EditConflict` when the form changes such a field too, or would
 * confirm what came to it since and nobody has seen.
 */
export function saveEditedEntry(
  services: PendingServices,
  id: number,
  form: PostedForm<unknown>,
  typed: { change: PendingChange; rateChoice: RateChoice; isConfirmed: boolean },
): ToastMessage {
  return write(services.db, () => {
    const entry = getOpenPendingLog(services, id);
    const options = taskOptions(services, entry);
    const own = entryRate(entry, options);
    const client = options.clients.find((one) => one.id === typed.change.clientId) ?? null;
    const workType = options.workTypes.find((one) => one.id === typed.change.workTypeId) ?? null;
    checkChosenRate(form.payload, 'estimatedHourlyRate', typed.rateChoice, client, workType);
    const change = toChange(entry, { options, own }, typed, form);
    const saved = typed.isConfirmed
      ? confirmPendingLog(services, id, change)
      : updatePendingLog(services, id, change);
    const text = typed.isConfirmed ? CONFIRMED : 'Pending work log updated';
    if (saved.duration === null) return { text };
    const ratePence = saved.estimatedHourlyRatePence;
    const rate = rateOfForm(form.payload, { ratePence, options, own });
    return { title: text, text: describeEdit(saved.duration, rate, own, saved.billable) };
  });
}

/** What the form left alone, and what it held before something else came that nobody has seen. */
function unseenIn(
  entry: NamedPendingLog,
  known: Known,
  { madeFrom, payload }: Sent,
): BilledField[] {
  const base = madeFrom?.version === entry.version ? {} : (madeFrom?.values ?? {});
  const stored: Record<string, string> = entryFormValues(entry);
  const shown = (name: string) => textOf(base[name]);
  const isOther = (name: string) =>
    shown(name) !== undefined && !isSame(shown(name) ?? '', stored[name] ?? '');
  const isLeft = (name: string) => isSame(shown(name) ?? '', textIn(payload, name));
  return unseenOf(entry.setByPerson, isOther).filter(
    (field) => isLeft(field) || (field === 'estimatedHourlyRate' && isOwnRate(known, payload)),
  );
}

/** What the form offers, and the rate that the entry has. */
type Known = { options: WorkLogOptions; own: OwnRate };
type Sent = Pick<PostedForm<unknown>, 'madeFrom' | 'payload'>;

/** Whether the form has the entry's own rate, which `followChoice` has set to what it is now. */
function isOwnRate({ options, own }: Known, payload: Sent['payload']): boolean {
  const choice = choiceOf(payload, options);
  return choice.rateChoice === '' && pairOf(choice) === pairOf(own.choice);
}

function textIn(payload: Sent['payload'], name: string): string {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
}

function toChange(
  entry: NamedPendingLog,
  known: Known,
  { change: typed, isConfirmed }: { change: PendingChange; isConfirmed: boolean },
  form: PostedForm<unknown>,
): PendingChange {
  const { duration } = typed;
  // However it is written, the same duration is no change.
  const sent =
    duration == null ? form.payload : { ...form.payload, duration: toHoursInput(duration) };
  const unseen = unseenIn(entry, known, { madeFrom: form.madeFrom, payload: sent });
  // A rate that was filled in, and is another by now, comes back as it was shown, and is kept so.
  const isRateShown =
    isConfirmed && unseen.includes('estimatedHourlyRate') && isOwnRate(known, sent);
  const rateShown: Record<string, string> = isRateShown
    ? {
        estimatedHourlyRate: textOf(form.madeFrom?.values?.estimatedHourlyRate) ?? '',
        rateChoice: 'typed',
      }
    : {};
  const payload = { ...sent, ...rateShown };
  const { changed } = mergeEdit(
    { madeFrom: form.madeFrom, payload },
    {
      ...toEditable(entry),
      unseen: isConfirmed ? unseen : [],
      beside: ({ clientId, workTypeId, jobId, estimatedHourlyRate }) => ({
        ...rateBeside(payload, {
          rate: textOf(estimatedHourlyRate) ?? '',
          choice: {
            clientId: textOf(clientId) ?? '',
            workTypeId: textOf(workTypeId) ?? '',
            jobId: textOf(jobId),
          },
          ...known,
        }),
        ...rateShown,
      }),
    },
  );
  // Named even if unchanged: whoever saves the form has seen them, so they are no longer
  // suggestions; but not what came since.
  const seen = FIELDS.filter((name) => !unseen.includes(name)).map((name) => [name, entry[name]]);
  return {
    ...(Object.fromEntries(seen) as PendingChange),
    ...only(typed, changed),
    // Without scripts the form offers the jobs of all clients: one of the old client is refused.
    ...(changed.has('clientId') ? { jobId: typed.jobId } : {}),
    // `followChoice` has already set the form's rate for the chosen client and work type. If that
    // is the entry's own rate, it must be named all the same, or `updatePendingLog` would choose
    // another.
    estimatedHourlyRatePence: changed.has('estimatedHourlyRate')
      ? typed.estimatedHourlyRatePence
      : entry.estimatedHourlyRatePence,
  };
}

/** What can be set for all tasks of a group at once. */
export const GroupFormSchema = z.object({
  duration: typedHours,
  description: descriptionField,
  clientId: optionalId,
  workTypeId: optionalId,
  jobId: optionalId,
  billable: optionalFlag.transform((value) => value ?? undefined),
});

/** The open tasks of a group, else all, as one record: what they share, and nothing where they differ. Throws 404. */
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
    options: taskOptions(services, first),
    madeFrom: { version, values },
    oneTimeKey: newOneTimeKey(),
  };
}

/** Sets what was changed for all tasks of a group, to be undone at once. Throws `EditConflict`. */
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
    const scene = { userId, selected: [] };
    const changes = forEach(open, only(typed, changed));
    return press(services, scene, { of: 'row', work: 'change' }, changes);
  });
}
