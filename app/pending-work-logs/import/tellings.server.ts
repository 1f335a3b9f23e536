import { prepared, type Database } from '#db/connection.server.ts';
import { RETOLD_WITHIN, type CompletedTask } from './task-source.ts';

/** Recognises completions that were imported before, from another source that told another second. */
export type Tellings = ReturnType<typeof createTellings>;

const NEAR = `
  select id, completed_at as completedAt, is_retold as isRetold
  from pending_work_logs indexed by pending_work_logs_completion
  where todoist_task_id = ? and completed_at between ? and ?`;

type Near = { id: number; completedAt: number; isRetold: number };

/**
 * For one import. A recurring task that was ended is told first hand, and, once it was taken up again,
 * only second hand: then the entry that it has must be found, though its second may differ.
 */
export function createTellings(db: Database) {
  const told = new Set<string>();
  const matched = new Set<number>();
  const keyOf = (taskId: string, instant: number) => `${taskId} ${instant}`;
  return {
    /**
     * Whether the completion is here already, told first hand by an earlier import; each entry answers for one telling.
     * Everything that the import reads must be asked about, in the order in which it comes.
     */
    isKnown({ taskId, completedAt, isRetold = false }: CompletedTask): boolean {
      const instant = completedAt.getTime();
      if (!isRetold) {
        told.add(keyOf(taskId, instant));
        return false;
      }
      const near = prepared<Near>(db, NEAR).all(
        taskId,
        instant - RETOLD_WITHIN,
        instant + RETOLD_WITHIN,
      );
      if (near.some((entry) => entry.completedAt === instant && entry.isRetold === 1)) return true;
      const [nearest] = near
        .filter((entry) => entry.isRetold === 0 && !matched.has(entry.id))
        // What this import was told first hand has its second telling already.
        .filter((entry) => !told.has(keyOf(taskId, entry.completedAt)))
        .sort((a, b) => Math.abs(a.completedAt - instant) - Math.abs(b.completedAt - instant));
      if (nearest === undefined) return false;
      matched.add(nearest.id);
      return true;
    },
  };
}
