import type { TodoistImport } from '#db/schema.ts';
import {
  automaticImports,
  startImport,
  type ImportServices,
} from '../../pending-work-logs/import/import.server.ts';
import { readSchedule } from './todoist-settings.server.ts';
import type { Schedule } from './schedules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EVERY: Record<Exclude<Schedule, 'off'>, number> = { hourly: HOUR, daily: DAY };

/** How often to check whether an import is due, in milliseconds. */
const CHECK_INTERVAL = 60_000;

/**
 * Starts the automatic import if one is due; gives null if not. It begins a day before the end of
 * the last automatic import that succeeded, since a task may reach Todoist late from a phone
 * without a network. Imports that people start do not count, since they may be of any range.
 */
export function startDueImport(services: ImportServices): Promise<TodoistImport> | null {
  const schedule = readSchedule(services);
  if (schedule === 'off' || services.taskSource.open() === null) return null;
  const now = services.clock();
  const { first, last, lastDone } = automaticImports(services);
  if (last && now.getTime() - last.startedAt.getTime() < EVERY[schedule]) return null;
  // While none has succeeded, the range of the first one still has to be imported.
  const reached = lastDone ?? first;
  const from = Math.min(reached?.until.getTime() ?? now.getTime(), now.getTime());
  const request = { userId: null, since: new Date(from - DAY), until: now };
  return startImport(services, request).finished;
}

/** Checks every minute whether an import is due. Gives the function that stops this. */
export function keepSchedule(services: ImportServices): () => void {
  const timer = setInterval(() => {
    try {
      void startDueImport(services);
    } catch (error) {
      services.logger.error({ error }, 'The automatic import could not be started');
    }
  }, CHECK_INTERVAL);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
