import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { prepared, write } from '#db/connection.server.ts';
import { pendingWorkLogs } from '#db/schema.ts';
import { MAX_DURATION_MINUTES } from '../../lib/duration.ts';
import { invalid } from '../../lib/errors.ts';
import { descriptionField, optionalLine, requiredLine } from '../../lib/fields.ts';
import { shorten } from '../../lib/shorten.ts';
import { FALLBACK_RATE_PENCE } from '../../records/fallback-rate.ts';
import type { UserView } from '../../users/users.ts';
import { rateOfNewLog } from '../../work-logs/rates/rates.ts';
import { minutesOfTimes, timesOf, timesOnDay } from '../../work-logs/work-times.ts';
import { toInstant } from '../../work-logs/work-logs.server.ts';
import { TOO_LONG, workDate, type WorkLogInput } from '../../work-logs/work-logs.ts';
import { findChosen } from '../chosen.server.ts';
import type { PendingServices } from '../entries.server.ts';
import { getPendingLog } from '../pending-list.server.ts';
import { MAX_TASK_NAME_LENGTH, minutesField, type NamedPendingLog } from '../pending-work-logs.ts';
import { nameKey } from '../suggest/names.ts';
import { givenDuration, toLabelText, type PersonField } from '../suggest/suggestions.ts';

/** The longest name of a program that tells of work, in characters. */
const MAX_SOURCE_LENGTH = 40;

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

const BY_SOURCE = `select id from pending_work_logs where source = ? and source_id = ?`;

/**
 * Puts into review what another program knows of some work. The same source and id again leave the entry as it is,
 * whatever became of it and whatever else is told; `isNew` says if there was none. Throws 400 for a date that is far ahead.
 */
export function addEvidence(services: PendingServices, evidence: z.output<typeof EvidenceBody>) {
  const { source, sourceId, completedAt, duration, labels, ...texts } = evidence;
  const { id, isNew } = write(services.db, () => {
    const known = prepared<{ id: number }>(services.db, BY_SOURCE).get(source, sourceId);
    if (known) return { id: known.id, isNew: false };
    const id = insert(services, {
      ...texts,
      source,
      sourceId,
      completedAt: toInstant(services, completedAt, 'completedAt'),
      projectId: texts.projectName === null ? null : JSON.stringify([texts.projectName]),
      labels: toLabelText(labels),
      ...givenDuration(duration, source),
      estimatedHourlyRatePence: FALLBACK_RATE_PENCE,
    });
    return { id, isNew: true };
  });
  // Suggestions were filled in at the end of the transaction.
  return { entry: getPendingLog(services, id), isNew };
}

/**
 * Puts a log into review that would have been made by {@link logWork}: what was asked for counts as set by a person, so
 * that no suggestion changes it. `source` says who proposed it. Throws 400 for what cannot be chosen.
 */
export function proposeLog(
  services: PendingServices,
  user: Pick<UserView, 'id'>,
  input: WorkLogInput,
  source = 'proposed',
): NamedPendingLog {
  const id = write(services.db, () => {
    const { clientId, workTypeId, jobId = null, description, billable, hourlyRate } = input;
    const { client, workType, job } = findChosen(
      services.db,
      { clientId, workTypeId, jobId },
      null,
    );
    if (!client || !workType) throw new Error('A log has a client and a work type');
    const times = timesOf(input);
    const duration = (input.duration ?? minutesOfTimes(times) ?? 0) + (input.travelTime ?? 0);
    if (duration > MAX_DURATION_MINUTES) throw invalid('duration', TOO_LONG);
    const given = input.date ?? (times.startedAt && { instant: times.startedAt });
    const completedAt = given ? toInstant(services, given) : services.clock();
    const { startedAt, endedAt } = timesOnDay(times, completedAt, services.config.timeZone);
    const [firstLine = ''] = description.split('\n');
    const setByPerson: PersonField[] = [
      'clientId',
      'workTypeId',
      ...(jobId === null ? [] : (['jobId'] as const)),
      ...(duration === 0 ? [] : (['duration'] as const)),
      ...(description === '' ? [] : (['description'] as const)),
      ...(billable === null ? [] : (['billable'] as const)),
      ...(hourlyRate === null ? [] : (['estimatedHourlyRate'] as const)),
    ];
    return insert(services, {
      source: shorten(source, MAX_SOURCE_LENGTH),
      sourceId: `${user.id} ${randomUUID()}`,
      taskName: shorten(firstLine, MAX_TASK_NAME_LENGTH) || 'Proposed work log',
      description,
      completedAt,
      clientId,
      workTypeId,
      jobId,
      duration: duration || null,
      billable: billable ?? true,
      estimatedHourlyRatePence: rateOfNewLog(input, client, workType, job).ratePence,
      setByPerson: JSON.stringify(setByPerson.sort()),
      metadata: JSON.stringify(startedAt && endedAt ? { startedAt, endedAt } : {}),
    });
  });
  return getPendingLog(services, id);
}

type Columns = Omit<
  typeof pendingWorkLogs.$inferInsert,
  'todoistTaskId' | 'nameKey' | 'createdAt' | 'updatedAt'
> & { source: string; sourceId: string };

function insert(services: PendingServices, columns: Columns): number {
  const now = services.clock();
  return services.db
    .insert(pendingWorkLogs)
    .values({
      ...columns,
      todoistTaskId: JSON.stringify([columns.source, columns.sourceId]),
      nameKey: nameKey(columns.taskName),
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: pendingWorkLogs.id })
    .get().id;
}
