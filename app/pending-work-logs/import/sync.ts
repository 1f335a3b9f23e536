import { z } from 'zod';
import { checkRange } from './sync-range.ts';
import { inPlainSigns } from '../../lib/looks.ts';
import { formatCount } from '../../lib/count.ts';

/** The titles of the toasts when an import has ended (docs/specification.md, "Todoist Import"). */
export const SYNC_COMPLETE = 'Todoist Sync Complete';
export const SYNC_FAILED = 'Todoist Sync Failed';

const text = z.preprocess(
  (value) => value ?? '',
  z.string('Dates must be in YYYY-MM-DD format').transform(inPlainSigns),
);

/** The days to sync, both included, in the business time zone. */
export const SyncRange = z
  .object({ startDate: text, endDate: text })
  .superRefine(({ startDate, endDate }, context) => {
    for (const { path, message } of checkRange(startDate, endDate)) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  });

type Counts = { tasksProcessed: number; newPendingLogs: number; skippedDuplicates: number };

const tasks = (count: number) => (count === 1 ? '1 task' : `${formatCount(count)} tasks`);

/** The result of a successful import in one sentence. */
export function describeSync(counts: Counts): string {
  const { tasksProcessed, newPendingLogs, skippedDuplicates } = counts;
  if (tasksProcessed === 0) return 'No completed tasks found in this date range.';
  if (newPendingLogs === 0 && skippedDuplicates === 0) return 'There were no tasks to process.';
  if (newPendingLogs === 0) {
    return `Nothing new: ${skippedDuplicates === 1 ? 'the one task was' : `all ${tasks(skippedDuplicates)} were`} imported before.`;
  }
  const found = `Found ${newPendingLogs === 1 ? '1 new task' : `${formatCount(newPendingLogs)} new tasks`}`;
  if (skippedDuplicates === 0) return `${found}.`;
  const duplicates = skippedDuplicates === 1 ? 'duplicate' : 'duplicates';
  return `${found}, skipped ${formatCount(skippedDuplicates)} ${duplicates}.`;
}
