import { z } from 'zod';
import type { Client, Job, PendingWorkLog, WorkType } from '#db/schema.ts';
import { MAX_DURATION_MINUTES } from '../lib/duration.ts';
import { viewBy } from '../lib/view-by.ts';
import {
  descriptionField,
  optionalFlag,
  optionalHours,
  optionalId,
  optionalPounds,
  requiredLine,
} from '../lib/fields.ts';
import { toDecimalString } from '../lib/money.ts';
import { storableText, VISIBLE } from '../lib/text.ts';
import { rateChoiceField } from '../work-logs/work-logs.ts';
import {
  reasonsIn,
  suggestedFields,
  type PersonField,
  type Suggestions,
} from './suggest/suggestions.ts';
import { formatCount } from '../lib/count.ts';

/** The longest task name that is stored, in characters. */
export const MAX_TASK_NAME_LENGTH = 500;

export const MISSING_TITLE = 'Missing Information';
export const MISSING_TEXT =
  'Please set client, work type, duration, and hourly rate before confirming';
export const CONFIRMED = 'Work log confirmed and added to work logs';
export const CUSTOM_DURATION_RULE =
  'Enter a positive number of hours, such as 1.5, or a duration such as 1h 30m or 90m.';

/** A completed task that may become a work log, with the names of its client and work type: an entry. */
export type NamedPendingLog = Omit<
  PendingWorkLog,
  'labels' | 'metadata' | 'suggestions' | 'setByPerson'
> & {
  clientName: Client['name'] | null;
  workTypeName: WorkType['name'] | null;
  jobName: Job['name'] | null;
  inactiveClientName: Client['name'] | null;
  labels: string[];
  suggestions: Suggestions;
  setByPerson: PersonField[];
  metadata: Record<string, unknown>;
};

/** The description of the log that an entry becomes: its own or, where nothing of that shows, its name. */
export function descriptionOnceConfirmed({
  description,
  taskName,
}: Pick<PendingWorkLog, 'description' | 'taskName'>): string {
  return storableText(VISIBLE.test(description) ? description : taskName);
}

/** What an entry must have before it can be confirmed. */
export type Needed = 'client' | 'work type' | 'duration' | 'hourly rate';

/** What an entry still lacks before it can be confirmed. */
export function missingFor(
  entry: Pick<NamedPendingLog, 'clientId' | 'workTypeId' | 'duration' | 'estimatedHourlyRatePence'>,
): Needed[] {
  const missing: Needed[] = [];
  if (entry.clientId === null) missing.push('client');
  if (entry.workTypeId === null) missing.push('work type');
  if (entry.duration === null) missing.push('duration');
  if (entry.estimatedHourlyRatePence === 0) missing.push('hourly rate');
  return missing;
}

/** A change of an entry, in minutes and pence. A rate left out follows a new client, work type or job with a rate. */
export type PendingChange = {
  taskName?: string;
  description?: string;
  duration?: number | null;
  clientId?: number | null;
  workTypeId?: number | null;
  /** One of the client's jobs. Left out, it goes with a change of the client. */
  jobId?: number | null;
  billable?: boolean;
  estimatedHourlyRatePence?: number | null;
};

const MINUTES_RULE = `This should be a whole number of minutes, from 1 to ${formatCount(MAX_DURATION_MINUTES)}.`;
/** A duration in whole minutes, in the API's JSON. */
export const minutesField = z
  .int(MINUTES_RULE)
  .min(1, MINUTES_RULE)
  .max(MAX_DURATION_MINUTES, MINUTES_RULE)
  .nullish();

const taskNameField = requiredLine('Enter a name for the task.', MAX_TASK_NAME_LENGTH);

/** The body of the API's PUT; fields left out stay as they are. */
export const PendingBody = z
  .object({
    taskName: taskNameField.optional(),
    description: descriptionField.optional(),
    duration: minutesField,
    clientId: optionalId.optional(),
    workTypeId: optionalId.optional(),
    jobId: optionalId.optional(),
    billable: z.boolean('This should be true or false.').optional(),
    estimatedHourlyRate: optionalPounds.optional(),
  })
  .transform(({ estimatedHourlyRate, ...rest }): PendingChange =>
    estimatedHourlyRate == null ? rest : { ...rest, estimatedHourlyRatePence: estimatedHourlyRate },
  );

/** A typed duration ({@link optionalHours}) of a task, in minutes; null when it is left empty. */
export const typedHours = optionalHours.superRefine((minutes, context) => {
  if (minutes === null) return;
  const message =
    minutes < 1
      ? CUSTOM_DURATION_RULE
      : `One entry can be at most ${MAX_DURATION_MINUTES / 60} hours long.`;
  if (minutes < 1 || minutes > MAX_DURATION_MINUTES || !Number.isInteger(minutes)) {
    context.addIssue({ code: 'custom', message });
  }
});

/** The edit dialog's form: the duration in hours, and `then` if the entry is to be confirmed too. */
export const PendingFormSchema = z
  .object({
    taskName: taskNameField,
    description: descriptionField,
    duration: typedHours,
    clientId: optionalId,
    workTypeId: optionalId,
    jobId: optionalId,
    billable: optionalFlag,
    estimatedHourlyRate: optionalPounds,
    rateChoice: rateChoiceField,
    then: z.literal('confirm').optional(),
  })
  .transform(({ estimatedHourlyRate, rateChoice, billable, then, ...rest }) => {
    const change: PendingChange = {
      ...rest,
      billable: billable ?? false,
      estimatedHourlyRatePence: estimatedHourlyRate,
    };
    return { change, rateChoice, then };
  });

/** The inactive client that would be suggested for an entry. */
export function inactiveClientOf({
  inactiveClientId: id,
  inactiveClientName: name,
}: NamedPendingLog) {
  return id === null || name === null ? null : { id, name };
}

/** A client or a work type in a record's JSON, by its name. */
export const named = (name: string | null) => (name === null ? null : { name });

/** The JSON of an entry, field by field: minutes, decimal strings, ISO timestamps. */
const VIEW = {
  id: ({ id }) => id,
  source: ({ source }) => source,
  sourceId: ({ sourceId }) => sourceId,
  taskName: ({ taskName }) => taskName,
  description: ({ description }) => description,
  projectName: ({ projectName }) => projectName,
  sectionName: ({ sectionName }) => sectionName,
  completedAt: ({ completedAt }) => completedAt.toISOString(),
  duration: ({ duration }) => duration,
  clientId: ({ clientId }) => clientId,
  client: ({ clientName }) => named(clientName),
  workTypeId: ({ workTypeId }) => workTypeId,
  workType: ({ workTypeName }) => named(workTypeName),
  jobId: ({ jobId }) => jobId,
  job: ({ jobName }) => named(jobName),
  isClientSuggested: ({ suggestions }) => suggestions.clientId !== undefined,
  isWorkTypeSuggested: ({ suggestions }) => suggestions.workTypeId !== undefined,
  suggested: ({ suggestions }) => suggestedFields(suggestions),
  suggestionReasons: ({ suggestions }) => reasonsIn(suggestions),
  inactiveClient: inactiveClientOf,
  status: ({ status }) => status,
  billable: ({ billable }) => billable,
  estimatedHourlyRate: ({ estimatedHourlyRatePence }) => toDecimalString(estimatedHourlyRatePence),
  workLogId: ({ workLogId }) => workLogId,
  metadata: ({ metadata }) => metadata,
  updatedAt: ({ updatedAt }) => updatedAt.toISOString(),
  createdAt: ({ createdAt }) => createdAt.toISOString(),
} satisfies Record<string, (entry: NamedPendingLog) => unknown>;

/** An entry for the API. */
export const toPendingView = (entry: NamedPendingLog) => viewBy(VIEW, entry);

/** What a program is told that may only propose: neither what is suggested, nor what became of it. */
export const toProposedView = ({ id, source, sourceId }: NamedPendingLog) => ({
  id,
  source,
  sourceId,
});
