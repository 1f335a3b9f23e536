import { z } from 'zod';
import { descriptionField, optionalLine, requiredLine } from '../../lib/fields.ts';
import { workDate } from '../../work-logs/work-logs.ts';
import { MAX_TASK_NAME_LENGTH, minutesField, type NamedPendingLog } from '../pending-work-logs.ts';

/** The longest name of a program that tells of work, in characters. */
export const MAX_SOURCE_LENGTH = 40;

/** The body of the API's POST: what another program knows of some work, in minutes. */
export const EvidenceBody = z.object({
  source: requiredLine('Enter what tells of it, such as git.', MAX_SOURCE_LENGTH),
  sourceId: requiredLine('Enter what the source calls it, so that it is taken once.'),
  taskName: requiredLine('Enter a name for the task.', MAX_TASK_NAME_LENGTH),
  completedAt: workDate.refine((date) => date !== null, 'Enter when it was completed.'),
  projectName: optionalLine(),
  labels: z
    .array(requiredLine('A label should not be empty.', 100), 'This should be a list of labels.')
    .max(50, 'Keep this to 50 labels or fewer.')
    .nullish()
    .transform((labels) => [...new Set(labels)]),
  duration: minutesField.transform((minutes) => minutes ?? null),
  description: descriptionField,
});

const Times = z.object({ startedAt: z.coerce.date(), endedAt: z.coerce.date() });

/** From when to when the work was done, where a log was proposed with it. */
export function proposedTimes({ source, metadata }: Pick<NamedPendingLog, 'source' | 'metadata'>) {
  return source === null ? {} : Times.safeParse(metadata).data;
}

/** What another program tells of some work. */
export type Evidence = z.output<typeof EvidenceBody>;
