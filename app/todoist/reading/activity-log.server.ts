import type { CompletedTask } from '../../pending-work-logs/import/task-source.ts';
import {
  ActivityEvent,
  fromActivityEvent,
  readInstant,
  Task,
  User,
  type ProjectNames,
} from './completed-task.ts';
import {
  contains,
  startOfFreeLog,
  widen,
  type IsOthers,
  type KnownCompletions,
  type ReadingPeriod,
} from './completions.server.ts';
import { parseRows, readPage, readPages, type Get, type RowPage } from './requests.server.ts';
import type { SectionOf } from './sections.server.ts';
import { hasStatus, TodoistError, unreadableAnswer } from './todoist-error.ts';

/** What the two sources of completions are read with. */
export type Reading = {
  get: Get;
  period: ReadingPeriod;
  now: Date;
  projects: ProjectNames;
  sectionOf: SectionOf;
  known: KnownCompletions;
  onNote: (note: string) => void;
  onUnreadable: (count: number) => void;
  isOthers: IsOthers;
};

const PAGE_SIZE = 100;

const TASKS_AT_ONCE = 4;

const SECOND = 1_000;

/**
 * The completions of recurring and of deleted tasks, which only the activity log has, in batches. Everything in
 * the list of completed tasks must be in `known` already. How long Todoist keeps the log depends on
 * the plan; a note tells what is missing for that reason. Throws a TodoistError.
 */
export async function* readRecurringCompletions(reading: Reading): AsyncGenerator<CompletedTask[]> {
  const log = await openLog(reading);
  if (!log) return;
  const findTask = createTaskFinder(reading.get);
  let oldest = reading.now;
  for await (const rows of readPages(reading.get, '/activities', log.query, log.firstPage)) {
    const { parsed, unreadable } = parseRows(rows, ActivityEvent);
    reading.onUnreadable(unreadable.length);
    const instants = parsed.map((event) => readInstant(event.event_date));
    oldest = instants.reduce((earliest, at) => (at < earliest ? at : earliest), oldest);

    const picked: ActivityEvent[] = [];
    for (const event of pickEvents(parsed, reading)) {
      if (!(await reading.isOthers(event.initiator_id))) picked.push(event);
    }
    const batch = await completionsOf(picked, findTask, reading);
    if (batch.length > 0) yield batch;
    // The log comes newest first. This ends it when Todoist ignores the range that was asked for.
    if (instants.length > 0 && instants.every((at) => at < reading.period.since)) break;
  }
  if (await mayBeCutOff(log.since, oldest, reading)) noteMissing(reading);
}

type OpenLog = { since: Date; query: Record<string, string>; firstPage: RowPage };

/**
 * Reads the first page. When the range goes back further than the plan allows, Todoist answers 403
 * to all of it, so the part that every plan has is asked for next. Null when there is no log.
 */
async function openLog(reading: Reading): Promise<OpenLog | null> {
  const { get, period, now } = reading;
  const asked = widen(period, SECOND);
  const freeStart = startOfFreeLog(now);
  const starts = [asked.since, ...(freeStart > asked.since ? [freeStart] : [])];
  for (const since of starts.filter((start) => start < asked.until)) {
    const query = {
      object_event_types: JSON.stringify(['item:completed']),
      date_from: since.toISOString(),
      date_to: asked.until.toISOString(),
      limit: String(PAGE_SIZE),
    };
    try {
      const firstPage = await readPage(get, '/activities', query);
      if (since === freeStart) noteMissing(reading);
      return { since, query, firstPage };
    } catch (error) {
      if (!hasStatus(error, 403)) throw error;
    }
  }
  if (freeStart >= asked.until) noteMissing(reading);
  else {
    reading.onNote(
      'Completions of recurring tasks are missing: this Todoist account may not read its activity log.',
    );
  }
  return null;
}

/** Whether Todoist may have left out the older part of the log without saying so, as on the free plan. */
async function mayBeCutOff(logStart: Date, oldest: Date, reading: Reading): Promise<boolean> {
  const freeStart = startOfFreeLog(reading.now);
  if (logStart >= freeStart || oldest < freeStart) return false;
  try {
    const user = User.safeParse(await reading.get('/user'));
    return user.success && user.data.is_premium === false;
  } catch (error) {
    // The plan matters only for the note, so this failure does not count.
    if (error instanceof TodoistError) return false;
    throw error;
  }
}

function noteMissing({ now, onNote }: Reading): void {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    startOfFreeLog(now),
  );
  onNote(`Completions of recurring tasks before ${day} are not kept by Todoist on its free plan.`);
}

function pickEvents(events: ActivityEvent[], { period, known }: Reading): ActivityEvent[] {
  return events
    .filter((event) => event.event_type === 'completed')
    .filter((event) => event.object_type === 'item' || event.object_type === 'task')
    .map((event) => ({ event, at: readInstant(event.event_date) }))
    .filter(({ at }) => contains(period, at))
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .filter(({ event, at }) => known.addLogged(event.object_id, at))
    .map(({ event }) => event);
}

async function completionsOf(
  events: ActivityEvent[],
  findTask: (id: string) => Promise<Task | null>,
  { projects, sectionOf }: Reading,
): Promise<CompletedTask[]> {
  const ids = [...new Set(events.map((event) => event.object_id))];
  const tasks = new Map<string, Task | null>();
  for (let start = 0; start < ids.length; start += TASKS_AT_ONCE) {
    const group = ids.slice(start, start + TASKS_AT_ONCE);
    const found = await Promise.all(group.map(async (id) => [id, await findTask(id)] as const));
    for (const [id, task] of found) tasks.set(id, task);
  }
  const completions: CompletedTask[] = [];
  for (const event of events) {
    const task = tasks.get(event.object_id) ?? null;
    if (!isFromLogAlone(event, task)) continue;
    completions.push(fromActivityEvent(event, task, projects, await sectionOf(task)));
  }
  return completions;
}

/**
 * Whether the list of completed tasks cannot have the completion: the task recurs, by the log, which says so of
 * recurring ones only, or by itself; or it is gone, so that no completion is lost.
 */
function isFromLogAlone(event: ActivityEvent, task: Task | null): boolean {
  return task === null || (event.extra_data?.is_recurring ?? task.due?.is_recurring === true);
}

/** Reads each task once; null for one that is deleted or no longer shown. */
function createTaskFinder(get: Get): (id: string) => Promise<Task | null> {
  const found = new Map<string, Promise<Task | null>>();
  return (id) => {
    const asked = found.get(id) ?? readTask(get, id);
    found.set(id, asked);
    return asked;
  };
}

async function readTask(get: Get, id: string): Promise<Task | null> {
  try {
    const task = Task.safeParse(await get(`/tasks/${encodeURIComponent(id)}`));
    // The task is not gone. Taken for gone, its completion would be imported a second time under another
    // second.
    if (!task.success) throw unreadableAnswer('gave an answer without a task in it');
    return task.data.is_deleted ? null : task.data;
  } catch (error) {
    if (hasStatus(error, 403, 404)) return null;
    throw error;
  }
}
