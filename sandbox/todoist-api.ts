import type {
  TodoistAccount,
  TodoistCompletion,
  TodoistProject,
  TodoistTask,
} from './todoist-data.ts';

/**
 * How much of the activity log can be read: `whole` is all of it; `seven-days` silently leaves
 * out older events; `seven-days-only` refuses a range that begins earlier; `refused` refuses
 * every call.
 */
export type ActivityLogAccess = 'whole' | 'seven-days' | 'seven-days-only' | 'refused';

export type ActivityLogSettings = {
  access: ActivityLogAccess;
  /** How many seconds later than in the list of completed tasks a completion is in the log. */
  delaySeconds: number;
  /** Whether the event of a recurring task says that it recurs; Todoist's old events do not, and others never do. */
  tellsRecurring: boolean;
};

export type ApiAnswer = { status: number; body: unknown };

type Call = {
  account: TodoistAccount;
  path: string;
  query: URLSearchParams;
  now: Date;
  log: ActivityLogSettings;
};

const WEEK = 7 * 86_400_000;
/** The id of the user whose token it is. */
export const SANDBOX_USER_ID = '2671355';

/** Answers one call of Todoist's API v1, the way that Todoist does. */
export function answerApi(call: Call): ApiAnswer {
  const { account, path, query } = call;
  const task = /^\/tasks\/([^/]+)$/.exec(path)?.[1];
  if (path === '/projects') return listProjects(account, false, query);
  if (path === '/projects/archived') return listProjects(account, true, query);
  if (path === '/sections') return listSections(account, query);
  if (path === '/tasks/completed/by_completion_date') return listCompleted(call);
  if (path === '/activities') return listActivities(call);
  if (path === '/user') {
    return ok({
      id: SANDBOX_USER_ID,
      full_name: 'Robin Hale',
      is_premium: call.log.access === 'whole',
    });
  }
  if (task !== undefined) return showTask(account, decodeURIComponent(task));
  return refuse(404, 'Not found');
}

function listProjects(account: TodoistAccount, archived: boolean, query: URLSearchParams) {
  const rows = account.projects
    .filter(({ isArchived }) => isArchived === archived)
    .map((project) => toWireProject(project));
  return paged(rows, query, 200, ({ page, next }) => ({ results: page, next_cursor: next }));
}

function listSections({ projects, sections = [] }: TodoistAccount, query: URLSearchParams) {
  const project = query.get('project_id');
  // Such as an archived one of a workspace, which is in no list.
  if (project !== null && !projects.some(({ id }) => id === project)) {
    return refuse(404, 'Project not found');
  }
  const rows = sections
    .filter(({ projectId }) => project === null || projectId === project)
    .map(({ id, projectId, name }) => ({ id, project_id: projectId, name, is_archived: false }));
  return paged(rows, query, 200, ({ page, next }) => ({ results: page, next_cursor: next }));
}

function listCompleted({ account, query }: Call): ApiAnswer {
  const since = readInstant(query.get('since'));
  const until = readInstant(query.get('until'));
  if (!since || !until) return refuse(400, 'Both since and until are required');
  const latest = new Date(since);
  latest.setUTCMonth(latest.getUTCMonth() + 3);
  if (until > latest) return refuse(400, 'The range is longer than 3 months');
  const rows = listedCompletions(account)
    .filter(({ completion: { at } }) => at >= since && at <= until)
    .map(({ task, completion }) => toWireCompleted(task, completion))
    .reverse();
  // In this list, unlike the log, the last page has no cursor field at all.
  return paged(rows, query, 200, ({ page, next }) =>
    next === null ? { items: page } : { items: page, next_cursor: next },
  );
}

/**
 * The list has each task once, with its last completion. Completing a recurring task only moves
 * its date, so it is in the list only once it was ended for good.
 */
function listedCompletions({ tasks, completions }: TodoistAccount) {
  const last = new Map(completions.map((completion) => [completion.taskId, completion]));
  return tasks.flatMap((task) => {
    const completion = last.get(task.id);
    const isDone = task.repeats === null || task.isFinished === true;
    return completion && isDone && !task.isDeleted ? [{ task, completion }] : [];
  });
}

function listActivities({ account, query, now, log }: Call): ApiAnswer {
  const from = readInstant(query.get('date_from')) ?? new Date(0);
  const to = readInstant(query.get('date_to')) ?? now;
  const weekAgo = new Date(now.getTime() - WEEK);
  const { access, delaySeconds } = log;
  if (access === 'refused' || (access === 'seven-days-only' && from < weekAgo)) {
    return refuse(403, 'Premium only feature');
  }
  const start = access === 'seven-days' && from < weekAgo ? weekAgo : from;
  const wanted = query.get('object_event_types');
  if (wanted !== null && wanted !== '["item:completed"]') {
    return refuse(400, 'The stand-in has no such events');
  }
  const delay = delaySeconds * 1_000;
  const rows = account.completions
    .map((completion) => ({ ...completion, at: new Date(completion.at.getTime() + delay) }))
    .filter(({ at }) => at >= start && at < to)
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map((completion) => toWireEvent(account, completion, log));
  return paged(rows, query, 100, ({ page, next }) => ({ results: page, next_cursor: next }));
}

function showTask(account: TodoistAccount, id: string): ApiAnswer {
  const task = account.tasks.find((candidate) => candidate.id === id);
  if (!task) return refuse(404, 'Task not found');
  const listed = listedCompletions(account).find((entry) => entry.task === task);
  return ok(
    listed
      ? toWireCompleted(task, listed.completion)
      : { ...toWireTask(task), checked: false, completed_at: null },
  );
}

function paged(
  rows: unknown[],
  query: URLSearchParams,
  most: number,
  wrap: (part: { page: unknown[]; next: string | null }) => unknown,
): ApiAnswer {
  const limit = Number(query.get('limit') ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) {
    return refuse(400, `The limit is 1 to ${most}`);
  }
  const cursor = query.get('cursor');
  const start = cursor === null ? 0 : Number(/^from-(\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) return refuse(400, 'Invalid cursor');
  const end = start + limit;
  return ok(wrap({ page: rows.slice(start, end), next: end < rows.length ? `from-${end}` : null }));
}

function toWireProject({ id, name, isArchived }: TodoistProject) {
  return { id, name, is_archived: isArchived, is_shared: false, inbox_project: false };
}

function toWireTask(task: TodoistTask) {
  return {
    id: task.id,
    user_id: SANDBOX_USER_ID,
    project_id: task.projectId,
    section_id: task.sectionId ?? null,
    parent_id: null,
    labels: task.labels,
    duration: task.duration,
    due: task.repeats === null ? null : { is_recurring: true, string: task.repeats, lang: 'en' },
    priority: 1,
    is_deleted: task.isDeleted === true,
    added_at: '2026-01-05T08:00:00.000000Z',
    content: task.content,
    description: task.description,
  };
}

/** The list states an instant to the whole second, the log to the microsecond. */
function toWireCompleted(task: TodoistTask, { at, by }: TodoistCompletion) {
  const completedAt = at.toISOString().replace(/\.\d+Z$/, '.000000Z');
  return {
    ...toWireTask(task),
    checked: true,
    completed_at: completedAt,
    completed_by_uid: by ?? null,
  };
}

function toWireEvent(
  account: TodoistAccount,
  completion: TodoistCompletion,
  { tellsRecurring }: ActivityLogSettings,
) {
  const task = taskOf(account, completion);
  return {
    id: completion.at.getTime() * 1e21,
    object_type: 'item',
    object_id: completion.taskId,
    event_type: 'completed',
    event_date: completion.at.toISOString().replace('Z', '651Z'),
    parent_project_id: task?.projectId ?? null,
    parent_item_id: null,
    initiator_id: completion.by ?? null,
    extra_data: {
      client: 'Mozilla/5.0; Todoist/10416',
      content: task?.content ?? 'A deleted task',
      // The log still knows that a purged task was a recurring one.
      ...(tellsRecurring && task?.repeats !== null ? { is_recurring: true } : {}),
      note_count: 0,
    },
  };
}

function taskOf(account: TodoistAccount, { taskId }: TodoistCompletion) {
  return account.tasks.find(({ id }) => id === taskId);
}

function readInstant(text: string | null): Date | null {
  const instant = new Date(text ?? '');
  return Number.isNaN(instant.getTime()) ? null : instant;
}

function ok(body: unknown): ApiAnswer {
  return { status: 200, body };
}

/** Todoist's form of an error. */
export function refuse(status: number, error: string): ApiAnswer {
  return { status, body: { error, error_code: status * 10, http_code: status } };
}

/** Refuses a call that is one too many; how long to wait, in seconds, is in the body alone. */
export function refuseFor(seconds: number): ApiAnswer {
  const error = 'Too many requests. Limits reached. Try again later';
  const body = { error, error_code: 35, error_extra: { retry_after: seconds }, http_code: 429 };
  return { status: 429, body };
}
