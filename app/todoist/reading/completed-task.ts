import { z } from 'zod';
import { MAX_DURATION_MINUTES } from '../../lib/duration.ts';
import { storableLine, storableText, VISIBLE } from '../../lib/text.ts';
import type { CompletedTask, Json } from '../../pending-work-logs/import/task-source.ts';

/**
 * The parts of Todoist's API v1 that are read. Only what an entry is useless without is required;
 * an optional field of an unknown form counts as absent, and unknown fields are dropped.
 */

const Id = z.union([z.string().min(1), z.number().int()]).transform(String);
const OptionalId = Id.nullish().catch(null);
const OptionalText = z.string().nullish().catch(null);

/** An instant in ISO 8601, with or without fractions of a second; in UTC where it names no time zone. */
const Instant = z
  .string()
  .transform((text) => (/T[\d:.]+$/.test(text) ? `${text}Z` : text))
  .refine((text) => !Number.isNaN(Date.parse(text)));

const Labels = z.array(z.string()).nullish().catch(null);
const Duration = z.object({ amount: z.number(), unit: z.string() }).nullish().catch(null);
const Due = z
  .object({ is_recurring: z.boolean().optional().catch(undefined), string: OptionalText })
  .nullish()
  .catch(null);

const taskFields = {
  id: Id,
  content: OptionalText,
  description: OptionalText,
  project_id: OptionalId,
  section_id: OptionalId,
  parent_id: OptionalId,
  labels: Labels,
  duration: Duration,
  due: Due,
  priority: z.number().nullish().catch(null),
  added_at: OptionalText,
  completed_by_uid: OptionalId,
};

/** A task, from `/tasks/{id}`, which gives one that is deleted as well. */
export const Task = z.object({ ...taskFields, is_deleted: z.boolean().nullish().catch(null) });
export type Task = z.output<typeof Task>;

/** A completed task, from `/tasks/completed/by_completion_date`. */
export const CompletedItem = z.object({ ...taskFields, completed_at: Instant });
export type CompletedItem = z.output<typeof CompletedItem>;

/** An entry of the activity log, from `/activities`. */
export const ActivityEvent = z.object({
  object_type: z.string(),
  object_id: Id,
  event_type: z.string(),
  event_date: Instant,
  parent_project_id: OptionalId,
  initiator_id: OptionalId,
  extra_data: z
    .object({
      content: OptionalText,
      is_recurring: z.boolean().optional().catch(undefined),
      labels: Labels,
    })
    .nullish()
    .catch(null),
});

export type ActivityEvent = z.output<typeof ActivityEvent>;

/** A project, from `/projects` and `/projects/archived`; a section of one, from `/sections`. */
export const Project = z.object({ id: Id, name: z.string() });

/** The user whose token it is, from `/user`. */
export const User = z.object({
  id: OptionalId,
  is_premium: z.boolean().nullish().catch(null),
});

/** A page of a list. A cursor that is null, empty or absent ends the list. */
export const ResultPage = z
  .object({
    items: z.array(z.unknown()).optional(),
    results: z.array(z.unknown()).optional(),
    next_cursor: z.string().nullish(),
  })
  .transform(({ items, results, next_cursor }) => ({
    rows: items ?? results,
    cursor: next_cursor === '' ? null : (next_cursor ?? null),
  }));

export type ProjectNames = ReadonlyMap<string, string>;

const UNNAMED = 'Untitled task';

/** The instant of a completion, rounded down to the second. `text` is a valid ISO 8601 instant. */
export function readInstant(text: string): Date {
  return new Date(Math.floor(Date.parse(text) / 1_000) * 1_000);
}

/** The minutes of a task's duration; null unless it is in minutes and within a work log's limits. */
export function minutesOf(duration: Task['duration']): number | null {
  if (duration?.unit !== 'minute') return null;
  const { amount } = duration;
  return Number.isInteger(amount) && amount >= 1 && amount <= MAX_DURATION_MINUTES ? amount : null;
}

/** Turns an entry of the list of completed tasks into a completion. */
export function fromCompletedItem(
  item: CompletedItem,
  projects: ProjectNames,
  sectionName: string | null = null,
): CompletedTask {
  const projectName = nameOf(item.project_id, projects);
  const labels = labelsOf(item.labels);
  return {
    taskId: item.id,
    completedAt: readInstant(item.completed_at),
    content: firstText(item.content),
    description: descriptionOf(item),
    projectId: item.project_id ?? null,
    projectName,
    sectionName,
    labels,
    durationMinutes: minutesOf(item.duration),
    isRecurring: item.due?.is_recurring === true,
    raw: withoutBlanks({
      source: 'Todoist: completed tasks',
      taskId: item.id,
      completedAt: item.completed_at,
      completedBy: item.completed_by_uid ?? null,
      project: projectName,
      labels,
      ...describeTask(item, sectionName),
    }),
  };
}

/** Turns an entry of the activity log, which holds little, and the task as it is now, if it is, into a completion. */
export function fromActivityEvent(
  event: ActivityEvent,
  task: Task | null,
  projects: ProjectNames,
  sectionName: string | null = null,
): CompletedTask {
  const projectId = event.parent_project_id ?? task?.project_id ?? null;
  const projectName = nameOf(projectId, projects);
  const labels = labelsOf(event.extra_data?.labels ?? task?.labels);
  return {
    taskId: event.object_id,
    completedAt: readInstant(event.event_date),
    content: firstText(event.extra_data?.content, task?.content),
    description: descriptionOf(task),
    projectId,
    projectName,
    sectionName,
    labels,
    durationMinutes: minutesOf(task?.duration),
    isRecurring: event.extra_data?.is_recurring ?? task?.due?.is_recurring ?? false,
    isRetold: true,
    raw: withoutBlanks({
      source: 'Todoist: activity log',
      taskId: event.object_id,
      completedAt: event.event_date,
      completedBy: event.initiator_id ?? null,
      project: projectName,
      labels,
      ...(task ? describeTask(task, sectionName) : { taskStillExists: false }),
    }),
  };
}

function firstText(...texts: (string | null | undefined)[]): string {
  return texts.map(storableLine).find(Boolean) ?? UNNAMED;
}

/** Empty where nothing of it shows, since the name of the task is the description then. */
function descriptionOf(task: Pick<Task, 'description'> | null): string {
  const text = storableText(task?.description ?? '');
  return VISIBLE.test(text) ? text : '';
}

function labelsOf(labels: Task['labels']): string[] {
  return [...new Set((labels ?? []).map(storableLine).filter(Boolean))];
}

function nameOf(projectId: string | null | undefined, projects: ProjectNames): string | null {
  const name = projectId ? storableLine(projects.get(projectId)) : '';
  return name === '' ? null : name;
}

function describeTask(
  task: CompletedItem | Task,
  sectionName: string | null,
): Record<string, Json> {
  const { duration, due } = task;
  return {
    duration: duration ? `${duration.amount} ${duration.unit}` : null,
    due: due?.string ?? null,
    // The API's 4 is the most urgent, which the app shows as p1.
    priority: task.priority ? `p${5 - task.priority}` : null,
    section: sectionName ?? task.section_id ?? null,
    parentTask: task.parent_id ?? null,
    addedAt: task.added_at ?? null,
  };
}

function withoutBlanks(fields: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && !value.length),
    ),
  );
}
