import { readRecurringCompletions } from './activity-log.server.ts';
import { fromCompletedItem, readInstant } from './completed-task.ts';
import type { CompletedTask, ProjectNames } from './completed-task.ts';
import { createLedger, TOLERANCE, type Ledger } from './ledger.ts';
import { parseRows, readPages } from './pages.server.ts';
import { contains, splitPeriod, widen, type Period } from './periods.ts';
import { createRequests, type Get, type RequestOptions } from './requests.server.ts';
import { CompletedItem, Project } from './schemas.ts';
import { TodoistError } from './todoist-error.ts';

export type { CompletedTask } from './completed-task.ts';
export { TodoistError } from './todoist-error.ts';

/** What of Todoist is read: from `since` on, up to but without `until`. */
export type CompletionsQuery = {
  since: Date;
  until: Date;
  /** Is given sentences for people about what could not be read. */
  onNote?: (note: string) => void;
  /** Raised when nobody waits for the rest any more: what is under way is broken off. */
  signal?: AbortSignal;
};

/** Reads from Todoist. Every function throws a TodoistError when Todoist fails. */
export type Todoist = {
  /** Ends without a word when Todoist accepts the token. */
  checkToken: (token: string) => Promise<void>;
  /**
   * Completions in batches as they arrive, none twice, so that a caller may keep what came
   * before a fault. Their order is not promised.
   */
  readCompletions: (token: string, query: CompletionsQuery) => AsyncGenerator<CompletedTask[]>;
};

/** The most that Todoist gives on one page of projects or of completed tasks. */
const PAGE_SIZE = '200';

/** Clocks differ; nothing is completed later than this many milliseconds from now. */
const LATEST = 3_600_000;

/** The way to Todoist. Nothing is asked before the first call. */
export function connectTodoist(options: RequestOptions): Todoist {
  const requestsFor = createRequests(options);
  return {
    async checkToken(token) {
      await requestsFor(token)('/projects', { limit: '1' });
    },
    readCompletions(token, query) {
      return readCompletions(requestsFor(token, query.signal), query, options.clock());
    },
  };
}

async function* readCompletions(
  get: Get,
  { since, until, onNote = () => undefined }: CompletionsQuery,
  now: Date,
): AsyncGenerator<CompletedTask[]> {
  const latest = new Date(now.getTime() + LATEST);
  const period = { since, until: until < latest ? until : latest };
  if (period.since >= period.until) return;

  const projects = await readProjectNames(get);
  const ledger = createLedger();
  let unreadable = 0;
  const onUnreadable = (count: number) => {
    unreadable += count;
  };
  // The list first and whole: what it has is known under its instant, whatever the log says.
  yield* readListedCompletions({ get, period, projects, ledger, onUnreadable });
  yield* readRecurringCompletions({ get, period, now, projects, ledger, onNote, onUnreadable });
  if (unreadable > 0) onNote(describeUnreadable(unreadable));
}

type Reading = {
  get: Get;
  period: Period;
  projects: ProjectNames;
  ledger: Ledger;
  onUnreadable: (count: number) => void;
};

/** The list of completed tasks, which leaves recurring ones out unless they ended for good. */
async function* readListedCompletions(reading: Reading): AsyncGenerator<CompletedTask[]> {
  const { get, period, projects, ledger, onUnreadable } = reading;
  // A little more on both sides, since the log may place the same completion within the period.
  for (const part of splitPeriod(widen(period, TOLERANCE))) {
    const query = {
      since: part.since.toISOString(),
      until: part.until.toISOString(),
      limit: PAGE_SIZE,
    };
    for await (const rows of readPages(get, '/tasks/completed/by_completion_date', query)) {
      const { parsed, unreadable } = parseRows(rows, CompletedItem);
      onUnreadable(unreadable.length);
      const batch = parsed
        .filter((item) => ledger.addListed(item.id, readInstant(item.completed_at)))
        .map((item) => fromCompletedItem(item, projects))
        .filter(({ completedAt }) => contains(period, completedAt));
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
      if (path !== '/projects/archived' || !isAbsent(error)) throw error;
    }
  }
  return names;
}

/** Archived projects only bring names; an account or a server may do without them. */
function isAbsent(error: unknown): boolean {
  return error instanceof TodoistError && [403, 404, 410].includes(error.status ?? 0);
}

function describeUnreadable(count: number): string {
  return count === 1
    ? 'One entry from Todoist could not be read and was left out.'
    : `${count} entries from Todoist could not be read and were left out.`;
}
