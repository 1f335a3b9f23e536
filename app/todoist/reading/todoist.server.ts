import type { CompletedTask, TasksQuery } from '../../pending-work-logs/import/task-source.ts';
import type { Todoist, Whose } from '../../ports.ts';
import { readRecurringCompletions, type Reading } from './activity-log.server.ts';
import {
  CompletedItem,
  fromCompletedItem,
  Project,
  readInstant,
  type ProjectNames,
} from './completed-task.ts';
import {
  contains,
  createKnownCompletions,
  createOwnCompletions,
  splitPeriod,
  TOLERANCE,
  widen,
} from './completions.server.ts';
import {
  createRequests,
  parseRows,
  readPages,
  type Get,
  type RequestOptions,
} from './requests.server.ts';
import { createSectionFinder } from './sections.server.ts';
import { hasStatus, TodoistError } from './todoist-error.ts';

const PAGE_SIZE = '200';

/** Clocks differ, so completions up to this many milliseconds in the future are asked for. */
const CLOCK_TOLERANCE = 3_600_000;

/** Makes the adapter for Todoist. Nothing is sent before the first call. */
export function connectTodoist(options: RequestOptions): Todoist {
  const requestsFor = createRequests(options);
  return {
    async checkToken(token) {
      try {
        await requestsFor(token)('/projects', { limit: '1' });
        return true;
      } catch (error) {
        if (error instanceof TodoistError && error.kind === 'unauthorised') return false;
        throw error;
      }
    },
    readCompletions(token, query, whose = 'own') {
      const get = requestsFor(token, query.signal);
      return readCompletions(get, query, { now: options.clock(), whose });
    },
  };
}

async function* readCompletions(
  get: Get,
  { since, until, sections = false, onNote = () => undefined }: TasksQuery,
  { now, whose }: { now: Date; whose: Whose },
): AsyncGenerator<CompletedTask[]> {
  const latest = new Date(now.getTime() + CLOCK_TOLERANCE);
  const period = { since, until: until < latest ? until : latest };
  if (period.since >= period.until) return;

  const projects = await readProjectNames(get);
  const known = createKnownCompletions();
  const { isOthers, noteLeftOut } = createOwnCompletions(get, whose, onNote);
  const unreadable = { list: 0, log: 0 };
  const countIn = (source: keyof typeof unreadable) => (count: number) => {
    unreadable[source] += count;
  };
  // The list must be read first and whole: where both sources have a completion, its time in the
  // list counts.
  const sectionOf = sections ? createSectionFinder(get, onNote) : () => Promise.resolve(null);
  const reading = { get, period, projects, sectionOf, known, isOthers };
  yield* readListedCompletions({ ...reading, onUnreadable: countIn('list') });
  yield* readRecurringCompletions({ ...reading, now, onNote, onUnreadable: countIn('log') });
  noteLeftOut();
  // What is in the list is in the log as well.
  const left = Math.max(unreadable.list, unreadable.log);
  if (left > 0) onNote(describeUnreadable(left));
}

/** Reads the list of completed tasks, which has recurring ones only when they have ended for good. */
async function* readListedCompletions(
  reading: Omit<Reading, 'now' | 'onNote'>,
): AsyncGenerator<CompletedTask[]> {
  const { get, period, projects, known, onUnreadable } = reading;
  // A little more on both sides, since the log may place the same completion inside the period.
  for (const part of splitPeriod(widen(period, TOLERANCE))) {
    const query = {
      since: part.since.toISOString(),
      until: part.until.toISOString(),
      limit: PAGE_SIZE,
    };
    for await (const rows of readPages(get, '/tasks/completed/by_completion_date', query)) {
      const { parsed, unreadable } = parseRows(rows, CompletedItem);
      onUnreadable(unreadable.length);
      const batch: CompletedTask[] = [];
      for (const item of parsed) {
        const completedAt = readInstant(item.completed_at);
        // Completions that are left out here must not come in by the log either.
        if (!known.addListed(item.id, completedAt) || !contains(period, completedAt)) continue;
        if (!(await reading.isOthers(item.completed_by_uid))) {
          batch.push(fromCompletedItem(item, projects, await reading.sectionOf(item)));
        }
      }
      if (batch.length > 0) yield batch;
    }
  }
}

async function readProjectNames(get: Get): Promise<ProjectNames> {
  const names = new Map<string, string>();
  for (const path of ['/projects/archived', '/projects']) {
    try {
      for await (const rows of readPages(get, path, { limit: PAGE_SIZE })) {
        for (const { id, name } of parseRows(rows, Project).parsed) names.set(id, name);
      }
    } catch (error) {
      // Archived projects only bring names, so an import can do without them.
      if (path !== '/projects/archived' || !hasStatus(error, 403, 404, 410)) throw error;
    }
  }
  return names;
}

function describeUnreadable(count: number): string {
  return count === 1
    ? 'One entry from Todoist could not be read and was left out.'
    : `${count} entries from Todoist could not be read and were left out.`;
}
