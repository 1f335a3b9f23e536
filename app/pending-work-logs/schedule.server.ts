import { and, desc, eq, isNull } from 'drizzle-orm';
import { todoistImports, type TodoistImport } from '#db/schema.ts';
import { startImport, type ImportServices } from './import.server.ts';
import { hasToken, readSchedule } from './todoist-settings.server.ts';
import type { Schedule } from './todoist-choices.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EVERY: Record<Exclude<Schedule, 'off'>, number> = { hourly: HOUR, daily: DAY };

/** How often it is looked whether an import is due, in milliseconds. */
const LOOK = 60_000;

/**
 * Starts the import that the schedule in Settings asks for, if one is due. It begins a day
 * before the end of the last import that ended well, since a task may reach Todoist late from
 * a phone without a network.
 */
export function startDueImport(services: ImportServices): Promise<TodoistImport> | null {
  const schedule = readSchedule(services);
  if (schedule === 'off' || !hasToken(services)) return null;
  const now = services.clock();
  const last = lastOf(services, isNull(todoistImports.userId));
  if (last && now.getTime() - last.startedAt.getTime() < EVERY[schedule]) return null;
  const complete = lastOf(services, eq(todoistImports.status, 'done'));
  const from = Math.min(complete?.until.getTime() ?? now.getTime(), now.getTime());
  const request = { userId: null, since: new Date(from - DAY), until: now };
  return startImport(services, request).finished;
}

function lastOf({ db }: ImportServices, condition: ReturnType<typeof eq>) {
  return db
    .select()
    .from(todoistImports)
    .where(and(condition))
    .orderBy(desc(todoistImports.id))
    .limit(1)
    .get();
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
