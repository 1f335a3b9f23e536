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

/** How often it is looked whether an import is due, in milliseconds. */
const LOOK = 60_000;

/**
 * Starts the import that the schedule in Settings asks for, if one is due. It begins a day
 * before the end of its last import that ended well, since a task may reach Todoist late from
 * a phone without a network. What people import by hand does not count: it may be any range.
 */
export function startDueImport(services: ImportServices): Promise<TodoistImport> | null {
  const schedule = readSchedule(services);
  if (schedule === 'off' || services.taskSource.open() === null) return null;
  const now = services.clock();
  const { first, last, lastDone } = automaticImports(services);
  if (last && now.getTime() - last.startedAt.getTime() < EVERY[schedule]) return null;
  // As long as none has ended well, the first one is still to be made up for.
  const reached = lastDone ?? first;
  const from = Math.min(reached?.until.getTime() ?? now.getTime(), now.getTime());
  const request = { userId: null, since: new Date(from - DAY), until: now };
  return startImport(services, request).finished;
}

/** Looks every minute whether an import is due. Gives the function that ends it. */
export function keepSchedule(services: ImportServices): () => void {
  const timer = setInterval(() => {
    try {
      void startDueImport(services);
    } catch (error) {
      services.logger.error({ error }, 'The automatic import could not be started');
    }
  }, LOOK);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
