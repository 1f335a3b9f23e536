import { z } from 'zod';
import type { Client, PendingWorkLog, WorkType } from '#db/schema.ts';
import { MAX_DURATION_MINUTES } from '../lib/duration.ts';
import {
  descriptionField,
  optionalFlag,
  optionalHours,
  optionalId,
  optionalPounds,
  requiredLine,
} from '../lib/fields.ts';
import { jsonNames } from '../http/known-fields.ts';
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
  /** The name of the inactive client that would be suggested. */
  inactiveClientName: Client['name'] | null;
  labels: string[];
  suggestions: Suggestions;
  setByPerson: PersonField[];
  /** Further details of the task from Todoist. */
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

/** A change of an entry, in minutes and pence. A rate left out follows a new client or work type, all else stays. */
export type PendingChange = {
  taskName?: string;
  description?: string;
  duration?: number | null;
  clientId?: number | null;
  workTypeId?: number | null;
  billable?: boolean;
  estimatedHourlyRatePence?: number | null;
};

const MINUTES_RULE = `This should be a whole number of minutes, from 1 to ${formatCount(MAX_DURATION_MINUTES)}.`;
const taskNameField = requiredLine('Enter a name for the task.', MAX_TASK_NAME_LENGTH);

/** The body of the API's PUT; fields left out stay as they are. */
export const PendingBody = z
  .object({
    taskName: taskNameField.optional(),
    description: descriptionField.optional(),
    duration: z
      .int(MINUTES_RULE)
      .min(1, MINUTES_RULE)
      .max(MAX_DURATION_MINUTES, MINUTES_RULE)
      .nullish(),
    clientId: optionalId.optional(),
    workTypeId: optionalId.optional(),
    billable: z.boolean('This should be true or false.').optional(),
    estimatedHourlyRate: optionalPounds.optional(),
  })
  .transform(({ estimatedHourlyRate, ...rest }): PendingChange =>
    estimatedHourlyRate == null ? rest : { ...rest, estimatedHourlyRatePence: estimatedHourlyRate },
  );

/** The edit dialog's form: the duration in hours, and `then` if the entry is to be confirmed too. */
export const PendingFormSchema = z
  .object({
    taskName: taskNameField,
    description: descriptionField,
    duration: optionalHours,
    clientId: optionalId,
    workTypeId: optionalId,
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
  })
  .superRefine(({ change }, context) => {
    checkMinutes(change, context);
  });

/** A typed duration ({@link optionalHours}) of a task, in minutes; null when it is left empty. */
export const TypedDuration = z
  .object({ duration: optionalHours })
  .superRefine((change, context) => {
    checkMinutes(change, context);
  });

function checkMinutes(
  { duration }: Pick<PendingChange, 'duration'>,
  context: z.RefinementCtx,
): void {
  if (duration == null) return;
  const message =
    duration < 1
      ? CUSTOM_DURATION_RULE
      : `One entry can be at most ${MAX_DURATION_MINUTES / 60} hours long.`;
  if (duration < 1 || duration > MAX_DURATION_MINUTES || !Number.isInteger(duration)) {
    context.addIssue({ code: 'custom', path: ['duration'], message });
  }
}

/** What of an entry is only suggested, why, and the inactive client that would be. */
export function toSuggestionsView(entry: NamedPendingLog) {
  const { suggestions, inactiveClientId, inactiveClientName } = entry;
  return {
    isClientSuggested: suggestions.clientId !== undefined,
    isWorkTypeSuggested: suggestions.workTypeId !== undefined,
    suggested: suggestedFields(suggestions),
    suggestionReasons: reasonsIn(suggestions),
    inactiveClient:
      inactiveClientId === null || inactiveClientName === null
        ? null
        : { id: inactiveClientId, name: inactiveClientName },
  };
}

/** An entry for the API: minutes, decimal strings, ISO timestamps. */
export function toPendingView(entry: NamedPendingLog) {
  return {
    id: entry.id,
    taskName: entry.taskName,
    description: entry.description,
    projectName: entry.projectName,
    completedAt: entry.completedAt.toISOString(),
    duration: entry.duration,
    clientId: entry.clientId,
    client: entry.clientName === null ? null : { name: entry.clientName },
    workTypeId: entry.workTypeId,
    workType: entry.workTypeName === null ? null : { name: entry.workTypeName },
    ...toSuggestionsView(entry),
    status: entry.status,
    billable: entry.billable,
    estimatedHourlyRate: toDecimalString(entry.estimatedHourlyRatePence),
    workLogId: entry.workLogId,
    metadata: entry.metadata,
    updatedAt: entry.updatedAt.toISOString(),
    createdAt: entry.createdAt.toISOString(),
  };
}

/** The names of an entry's JSON. */
export const PENDING_JSON = jsonNames<ReturnType<typeof toPendingView>>({
  id: true,
  taskName: true,
  description: true,
  projectName: true,
  completedAt: true,
  duration: true,
  clientId: true,
  client: true,
  workTypeId: true,
  workType: true,
  isClientSuggested: true,
  isWorkTypeSuggested: true,
  suggested: true,
  suggestionReasons: true,
  inactiveClient: true,
  status: true,
  billable: true,
  estimatedHourlyRate: true,
  workLogId: true,
  metadata: true,
  updatedAt: true,
  createdAt: true,
});
