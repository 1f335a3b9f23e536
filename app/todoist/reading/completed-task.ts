import { MAX_DURATION_MINUTES } from '../../lib/duration.ts';
import { storableLine, storableText, VISIBLE } from '../../lib/text.ts';
import type { CompletedTask, Json } from '../../pending-work-logs/import/task-source.ts';
import type { ActivityEvent, CompletedItem, Task } from './schemas.ts';

export type ProjectNames = ReadonlyMap<string, string>;

const UNNAMED = 'Untitled task';

/** The instant of a completion, rounded down to the second. `text` is a valid ISO 8601 instant. */
export function readInstant(text: string): Date {
  return new Date(Math.floor(Date.parse(text) / 1_000) * 1_000);
}

/**
 * The minutes of a task's duration; null unless it is in minutes and within a work log's limits.
 */
export function minutesOf(duration: Task['duration']): number | null {
  if (duration?.unit !== 'minute') return null;
  const { amount } = duration;
  return Number.isInteger(amount) && amount >= 1 && amount <= MAX_DURATION_MINUTES ? amount : null;
}

/** Turns an entry of the list of completed tasks into a completion. */
export function fromCompletedItem(item: CompletedItem, projects: ProjectNames): CompletedTask {
  const projectName = nameOf(item.project_id, projects);
  const labels = labelsOf(item.labels);
  return {
    taskId: item.id,
    completedAt: readInstant(item.completed_at),
    content: firstText(item.content),
    description: descriptionOf(item),
    projectId: item.project_id ?? null,
    projectName,
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
      ...describeTask(item),
    }),
  };
}

/**
 * Turns an entry of the activity log into a completion. The log holds little about a task, so
 * `task` is the task as it is now; null when it no longer exists.
 */
export function fromActivityEvent(
  event: ActivityEvent,
  task: Task | null,
  projects: ProjectNames,
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
      ...(task ? describeTask(task) : { taskStillExists: false }),
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

function describeTask(task: Task): Record<string, Json> {
  const { duration, due } = task;
  return {
    duration: duration ? `${duration.amount} ${duration.unit}` : null,
    due: due?.string ?? null,
    // The API's 4 is the most urgent, which the app shows as p1.
    priority: task.priority ? `p${5 - task.priority}` : null,
    section: task.section_id ?? null,
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
