import { and, asc, desc, eq, isNull, type SQL } from 'drizzle-orm';
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
 * before the end of its last import that ended well, since a task may reach Todoist late from
 * a phone without a network. What people import by hand does not count: it may be any range.
 */
export function startDueImport(services: ImportServices): Promise<TodoistImport> | null {
  const schedule = readSchedule(services);
  if (schedule === 'off' || !hasToken(services)) return null;
  const now = services.clock();
  const last = pick(services, desc(todoistImports.id));
  if (last && now.getTime() - last.startedAt.getTime() < EVERY[schedule]) return null;
  // As long as none has ended well, the first one is still to be made up for.
  const reached =
    pick(services, desc(todoistImports.id), eq(todoistImports.status, 'done')) ??
    pick(services, asc(todoistImports.id));
  const from = Math.min(reached?.until.getTime() ?? now.getTime(), now.getTime());
  const request = { userId: null, since: new Date(from - DAY), until: now };
  return startImport(services, request).finished;
}

/** The first import of the schedule in this order. */
function pick({ db }: ImportServices, order: SQL, condition?: SQL): TodoistImport | undefined {
  return db
    .select()
    .from(todoistImports)
    .where(and(isNull(todoistImports.userId), condition))
    .orderBy(order)
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
