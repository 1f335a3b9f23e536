import { RETOLD_WITHIN } from '../../pending-work-logs/import/task-source.ts';

/**
 * The completions that one import has read, so that one which both of Todoist's sources have is
 * imported once.
 */
export type KnownCompletions = {
  /** Adds a completion from the list of completed tasks. False when it was added before. */
  addListed: (taskId: string, completedAt: Date) => boolean;
  /** Adds a completion from the activity log. False when either source has given it before. */
  addLogged: (taskId: string, completedAt: Date) => boolean;
};

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
export function createKnownCompletions(): KnownCompletions {
  const known = new Set<string>();
  const unmatched = new Map<string, number[]>();

  /** Uses up the listed completion nearest to the instant; false when none is near enough. */
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
    addListed(taskId, completedAt) {
      const instant = completedAt.getTime();
      if (!add(taskId, instant)) return false;
      unmatched.set(taskId, [...(unmatched.get(taskId) ?? []), instant]);
      return true;
    },
    addLogged(taskId, completedAt) {
      const instant = completedAt.getTime();
      return !takeNearest(taskId, instant) && add(taskId, instant);
    },
  };
}
