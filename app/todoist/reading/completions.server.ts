import { formatCount } from '../../lib/count.ts';
import { RETOLD_WITHIN } from '../../pending-work-logs/import/task-source.ts';
import type { Whose } from '../../ports.ts';
import { User } from './completed-task.ts';
import type { Get } from './requests.server.ts';
import { hasStatus } from './todoist-error.ts';

/** From `since`, included, to `until`, not included. */
export type ReadingPeriod = { since: Date; until: Date };

const DAY = 86_400_000;

/** Todoist refuses more than three months; the shortest three months have 89 days. In milliseconds. */
const LONGEST_PART = 88 * DAY;

const FREE_LOG = 7 * DAY;

/** Time for the calls to arrive before their earliest entry leaves the log, in milliseconds. */
const FREE_LOG_MARGIN = 60_000;

/** Cuts a period into parts that Todoist accepts in one call, oldest first, without gaps. */
export function splitPeriod({ since, until }: ReadingPeriod): ReadingPeriod[] {
  const parts: ReadingPeriod[] = [];
  for (let start = since.getTime(); start < until.getTime(); start += LONGEST_PART) {
    const end = Math.min(start + LONGEST_PART, until.getTime());
    parts.push({ since: new Date(start), until: new Date(end) });
  }
  return parts;
}

/** The period, longer by this many milliseconds at both ends. */
export function widen({ since, until }: ReadingPeriod, milliseconds: number): ReadingPeriod {
  return {
    since: new Date(since.getTime() - milliseconds),
    until: new Date(until.getTime() + milliseconds),
  };
}

/** Whether the instant lies in the period. */
export function contains({ since, until }: ReadingPeriod, instant: Date): boolean {
  return instant >= since && instant < until;
}

/** The instant before which the free plan's activity log holds nothing. */
export function startOfFreeLog(now: Date): Date {
  return new Date(now.getTime() - FREE_LOG + FREE_LOG_MARGIN);
}

/** The completions that one import has read: one that both of Todoist's sources have is imported once. */
export type KnownCompletions = ReturnType<typeof createKnownCompletions>;

/** The times of one completion in the two sources may differ by this many milliseconds. */
export const TOLERANCE = RETOLD_WITHIN;

/**
 * Makes an empty record. Add everything from the list before anything from the log: then the list's
 * time always counts, in this import and in every later one.
 *
 * The list has only a task's last completion, while the log has each of them. So a listed
 * completion matches one logged completion and no more: a recurring task that was completed three
 * times in a row stays three. Add the log's newest entries first, since those match the list.
 */
export function createKnownCompletions() {
  const known = new Set<string>();
  const unmatched = new Map<string, number[]>();

  function takeNearest(taskId: string, instant: number): boolean {
    const listed = unmatched.get(taskId) ?? [];
    const near = listed
      .filter((other) => Math.abs(other - instant) <= TOLERANCE)
      .sort((a, b) => Math.abs(a - instant) - Math.abs(b - instant))[0];
    if (near === undefined) return false;
    unmatched.set(
      taskId,
      listed.filter((other) => other !== near),
    );
    return true;
  }

  function add(taskId: string, instant: number): boolean {
    const key = `${taskId} ${instant}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  }

  return {
    /** Adds a completion from the list of completed tasks. False when it was added before. */
    addListed(taskId: string, completedAt: Date): boolean {
      const instant = completedAt.getTime();
      if (!add(taskId, instant)) return false;
      unmatched.set(taskId, [...(unmatched.get(taskId) ?? []), instant]);
      return true;
    },
    /** Adds a completion from the activity log. False when either source has given it before. */
    addLogged(taskId: string, completedAt: Date): boolean {
      const instant = completedAt.getTime();
      return !takeNearest(taskId, instant) && add(taskId, instant);
    },
  };
}

/** Whether a completion is another person's, by the id that Todoist gives of whoever completed it. */
export type IsOthers = (completedBy: string | null | undefined) => Promise<boolean>;

/**
 * Tells one's own completions from those of others. Todoist is asked whose token it is when the first
 * completion names somebody, and once. Where it does not say, nothing is left out, and a note says so.
 */
export function createOwnCompletions(
  get: Get,
  whose: Whose,
  onNote: (note: string) => void,
): { isOthers: IsOthers; noteLeftOut: () => void } {
  let owner: Promise<string | null> | undefined;
  let leftOut = 0;
  const findOwner = async () => {
    const id = await readOwner(get);
    if (id === null) onNote(UNKNOWN);
    return id;
  };
  return {
    async isOthers(completedBy) {
      if (whose === 'everyone' || completedBy == null) return false;
      const own = await (owner ??= findOwner());
      const isOthers = own !== null && own !== completedBy;
      if (isOthers) leftOut += 1;
      return isOthers;
    },
    noteLeftOut() {
      if (leftOut > 0) onNote(describe(leftOut));
    },
  };
}

const UNKNOWN =
  'Todoist did not say whose token this is, so tasks that other people completed may be among these.';

function describe(count: number): string {
  return count === 1
    ? 'One task that somebody else completed was left out.'
    : `${formatCount(count)} tasks that other people completed were left out.`;
}

async function readOwner(get: Get): Promise<string | null> {
  try {
    return User.safeParse(await get('/user')).data?.id ?? null;
  } catch (error) {
    // An account that may not be asked about is no reason not to import from it.
    if (hasStatus(error, 403, 404)) return null;
    throw error;
  }
}
