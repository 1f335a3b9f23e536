import { actingAs } from '#db/history/acting.server.ts';
import type { TodoistImport } from '#db/schema.ts';
import { latestBy } from '../../lib/ahead.ts';
import {
  automaticImports,
  nextImport,
  startImport,
  type ImportServices,
} from '../../pending-work-logs/import/import.server.ts';
import type { JobState } from '../../platform/health/health.server.ts';
import { EVERY } from './schedules.ts';
import { readSchedule } from './todoist-settings.server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const CHECK_INTERVAL = 60_000;

/**
 * Starts the automatic import if one is due; gives null if not. One that failed is tried again within
 * the hour. It begins a day before the end of
 * the last automatic import that succeeded, since a task may reach Todoist late from a phone
 * without a network. Imports that people start do not count, since they may be of any range.
 */
export function startDueImport(services: ImportServices): Promise<TodoistImport> | null {
  const schedule = readSchedule(services);
  if (schedule === 'off' || services.taskSource.open() === null) return null;
  const now = services.clock();
  const { first, lastDone } = automaticImports(services);
  const next = nextImport(services, EVERY[schedule]);
  if (next !== null && now < next) return null;
  // While none has succeeded, the range of the first one still has to be imported.
  const reached = lastDone ?? first;
  const from = Math.min(reached?.until.getTime() ?? now.getTime(), now.getTime());
  const request = { userId: null, since: new Date(from - DAY), until: now };
  return actingAs(AUTOMATIC, () => startImport(services, request).finished);
}

const AUTOMATIC = { userId: null, name: 'Automatic import' };

/** The longest that an automatic import may be overdue before it counts as behind. */
const GRACE = HOUR;

/** The state of automatic imports: behind when two in a row are missing since the server's start. */
export function scheduleState(services: ImportServices, since: Date): JobState {
  const { last, lastDone, lastFailed } = automaticImports(services);
  const schedule = readSchedule(services);
  const every = schedule === 'off' || services.taskSource.open() === null ? null : EVERY[schedule];
  const now = services.clock();
  const reached = latestBy(now, [since, lastDone?.startedAt]);
  const isBehind = every !== null && now.getTime() - reached > 2 * every + GRACE;
  return {
    isRunning: last?.status === 'running',
    lastSuccess: lastDone?.finishedAt ?? null,
    lastFailure: lastFailed?.finishedAt ?? null,
    behind: isBehind
      ? `The ${schedule} import from Todoist has not succeeded for too long. Todoist Import says why.`
      : null,
  };
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
