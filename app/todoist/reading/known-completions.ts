/**
 * Which completions were read in one import, so that one that both of Todoist's sources know
 * comes once.
 */
export type KnownCompletions = {
  /** Notes a completion of the list of completed tasks. False when it was noted before. */
  addListed: (taskId: string, completedAt: Date) => boolean;
  /** Notes a completion of the activity log. False when either source gave it before. */
  addLogged: (taskId: string, completedAt: Date) => boolean;
};

/** The two sources may state one completion this many milliseconds apart. */
export const TOLERANCE = 10_000;

/**
 * Knows nothing yet. Everything listed is to be noted before anything logged: the list's
 * instant is then always the one that counts, in this import and in every later one.
 *
 * The list has a task at most once at a time, while the log has each completion of it. So
 * something listed stands for one logged completion and no more; a recurring task completed
 * three times in a row to catch up stays three. Give the log's newest entries first: what is
 * listed is a task's last completion.
 */
export function createKnownCompletions(): KnownCompletions {
  const known = new Set<string>();
  const unmatched = new Map<string, number[]>();

  /** Takes the listed completion nearest to the instant; false when none is near enough. */
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
