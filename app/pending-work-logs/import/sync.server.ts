import { z } from 'zod';
import type { TodoistImport } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { after } from '../../lib/after.ts';
import { dayOf, endOfBusinessDay, startOfBusinessDay } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { inPlainSigns } from '../../lib/looks.ts';
import { shownAs } from '../../lib/shown-as.ts';
import { startImport, type ImportRequest, type ImportServices } from './import.server.ts';
import { checkRange } from './sync-range.ts';

/** The titles of the toasts when an import has ended (docs/specification.md, "Todoist Import"). */
const SYNC_COMPLETE = 'Todoist Sync Complete';
export const SYNC_FAILED = 'Todoist Sync Failed';

const text = z.preprocess(
  (value) => value ?? '',
  z.string('Dates must be in YYYY-MM-DD format').transform(inPlainSigns),
);

/** The days to sync, both included, in the business time zone. */
export const SyncRange = shownAs(
  z.object({ startDate: text, endDate: text }).superRefine(({ startDate, endDate }, context) => {
    for (const { path, message } of checkRange(startDate, endDate)) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  }),
  z.object({ startDate: z.iso.date(), endDate: z.iso.date() }),
);

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

const DAY = 86_400_000;

export const SYNC_NOW_FAILED = 'Failed to sync Todoist tasks. Please check your API configuration.';
export const SYNC_FALLBACK = 'Failed to sync with Todoist';

/** How long to wait for a short import, so that the next page shows its result; in milliseconds. */
const PATIENCE = 2_000;

type CalendarServices = Pick<Services, 'clock'> & { config: Pick<Services['config'], 'timeZone'> };

/** The days that the sync form starts with: from 24 hours ago to today. */
export function defaultRange({ clock, config }: CalendarServices) {
  const now = clock();
  return {
    startDate: dayOf(new Date(now.getTime() - DAY), config.timeZone),
    endDate: dayOf(now, config.timeZone),
  };
}

/** From the start of the first day up to the end of the last one, in the business time zone. */
export function periodOf(
  { config }: CalendarServices,
  { startDate, endDate }: { startDate: string; endDate: string },
) {
  return {
    since: startOfBusinessDay(startDate, config.timeZone),
    until: endOfBusinessDay(endDate, config.timeZone),
  };
}

/** The period that Sync Now reads: the days of {@link defaultRange}. */
export function defaultPeriod(services: CalendarServices) {
  return periodOf(services, defaultRange(services));
}

/** Starts an import and waits two seconds; `ended` is null if it is still running then. Throws 409 without Todoist. */
export async function syncForAWhile(services: ImportServices, request: ImportRequest) {
  const { id, finished } = startImport(services, request);
  return { id, ended: await Promise.race([finished, after(PATIENCE)]) };
}

/** The progress of an import in one line. */
export function describeProgress(result: TodoistImport): string {
  const { tasksProcessed, newPendingLogs, skippedDuplicates } = result;
  return `${formatCount(tasksProcessed)} read so far: ${formatCount(newPendingLogs)} new, ${formatCount(skippedDuplicates)} known`;
}

/** The result of an import as the API gives it. */
export function toSyncView(result: TodoistImport) {
  const { tasksProcessed, newPendingLogs, skippedDuplicates, note } = result;
  const message = [describeSync(result), note].filter(Boolean).join(' ');
  return { message, newPendingLogs, skippedDuplicates, tasksProcessed };
}

/** The toast for an import that ended. */
export function syncToast(result: TodoistImport) {
  if (result.status === 'failed') {
    const text = result.failure ?? SYNC_FALLBACK;
    return { title: SYNC_FAILED, text, variant: 'destructive' } as const;
  }
  return { title: SYNC_COMPLETE, text: toSyncView(result).message };
}
