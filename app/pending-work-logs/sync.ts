import { z } from 'zod';
import { isDay } from '../lib/calendar.ts';

/** The texts of SPECIFICATION §5 and §8, in the project's own docs/specification.md. */
export const SYNC_COMPLETE = 'Todoist Sync Complete';
export const SYNC_FAILED = 'Todoist Sync Failed';
const BOTH = 'Both start and end dates are required';
const FORMAT = 'Dates must be in YYYY-MM-DD format';
const INVALID = 'Invalid date values';
const ORDER = 'Start date must be before or equal to end date';

const text = z.preprocess((value) => value ?? '', z.string(FORMAT));

/** The days to sync, both included, in the business time zone. */
export const SyncRange = z
  .object({ startDate: text, endDate: text })
  .superRefine(({ startDate, endDate }, context) => {
    for (const [path, day] of Object.entries({ startDate, endDate })) {
      const message = ruleFor(day);
      if (message !== null) context.addIssue({ code: 'custom', path: [path], message });
    }
    if (isDay(startDate) && isDay(endDate) && startDate > endDate) {
      context.addIssue({ code: 'custom', path: ['startDate'], message: ORDER });
    }
  });

function ruleFor(day: string): string | null {
  if (day === '') return BOTH;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return FORMAT;
  return isDay(day) ? null : INVALID;
}

type Counts = { tasksProcessed: number; newPendingLogs: number; skippedDuplicates: number };

const tasks = (count: number) =>
  count === 1 ? '1 task' : `${count.toLocaleString('en-GB')} tasks`;

/** What an import that ended well brought, in one sentence. */
export function describeSync(counts: Counts): string {
  const { tasksProcessed, newPendingLogs, skippedDuplicates } = counts;
  if (tasksProcessed === 0) return 'No completed tasks found in this date range.';
  if (newPendingLogs === 0 && skippedDuplicates === 0) return 'There were no tasks to process.';
  if (newPendingLogs === 0) {
    return `Nothing new: ${skippedDuplicates === 1 ? 'the one task was' : `all ${tasks(skippedDuplicates)} were`} imported before.`;
  }
  const found = `Found ${newPendingLogs === 1 ? '1 new task' : `${newPendingLogs.toLocaleString('en-GB')} new tasks`}`;
  if (skippedDuplicates === 0) return `${found}.`;
  const duplicates = skippedDuplicates === 1 ? 'duplicate' : 'duplicates';
  return `${found}, skipped ${skippedDuplicates.toLocaleString('en-GB')} ${duplicates}.`;
}
