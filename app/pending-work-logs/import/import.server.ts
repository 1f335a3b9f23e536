import { and, asc, desc, eq, gte, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { prepared, write, type Database } from '#db/connection.server.ts';
import { pendingWorkLogs, todoistImports, type TodoistImport } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { listJobs } from '../../jobs/jobs.server.ts';
import { latestKnown } from '../../lib/ahead.ts';
import { dayOf, formatBritishMoment } from '../../lib/calendar.ts';
import { conflict } from '../../lib/errors.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../lib/fields.ts';
import { shorten } from '../../lib/shorten.ts';
import { untilAborted } from '../../platform/background.server.ts';
import { FALLBACK_RATE_PENCE } from '../../records/fallback-rate.ts';
import type { Watch } from '../../webhooks/events.ts';
import { MAX_TASK_NAME_LENGTH } from '../pending-work-logs.ts';
import { nameKey } from '../suggest/names.ts';
import { givenDuration, toLabelText } from '../suggest/suggestions.ts';
import { TaskSourceError, type CompletedTask, type ReadTasks } from './task-source.ts';
import { createTellings, type Tellings } from './tellings.server.ts';

const HOUR = 3_600_000;
/** When an import that failed is tried again, in milliseconds: the first time, the second, and so on. */
const RETRIES = [HOUR / 4, HOUR / 2, HOUR] as const;

const FAILURES = `
  select count(*) as count from (
    select 1 from todoist_imports
    where user_id is null and status = 'failed' and id > ? and started_at <= ?
    order by id desc limit ${RETRIES.length}
  )`;

/**
 * When the next automatic import is due, if there is one every so many milliseconds; null when it is
 * due at once, since there was none yet, or the clock was ahead when the last one began. One that
 * failed is tried again within the hour.
 */
export function nextImport(services: Pick<Services, 'db' | 'clock'>, every: number): Date | null {
  const { last, lastDone } = automaticImports(services);
  if (!last) return null;
  if (last.status !== 'failed') return new Date(last.startedAt.getTime() + every);
  const failures = prepared<{ count: number }>(services.db, FAILURES).get(
    lastDone?.id ?? 0,
    latestKnown(services.clock()).getTime(),
  );
  const retry = RETRIES[(failures?.count ?? 1) - 1] ?? HOUR;
  return new Date(last.startedAt.getTime() + Math.min(every, retry));
}

/** Why the last automatic import failed, for the screens; null when it did not, or none is wanted. */
export function automaticTrouble(
  services: Pick<Services, 'db' | 'clock' | 'taskSource'> & {
    config: Pick<Services['config'], 'timeZone'>;
  },
): { title: string; text: string } | null {
  const { taskSource, clock, config } = services;
  const every = taskSource.every?.() ?? null;
  if (every === null || taskSource.open() === null) return null;
  const { last } = automaticImports(services);
  if (last?.status !== 'failed') return null;
  const next = nextImport(services, every) ?? clock();
  const when = next <= clock() ? 'in a minute' : `at ${formatBritishMoment(next, config.timeZone)}`;
  const start = formatBritishMoment(last.startedAt, config.timeZone);
  return {
    title: `The automatic import of ${start} failed`,
    text: `${last.failure ?? 'Failed to sync with Todoist.'} The next try is ${when}, from the last import that succeeded.`,
  };
}

/** The services that an import needs. */
export type ImportServices = Pick<
  Services,
  'db' | 'clock' | 'taskSource' | 'background' | 'logger'
>;

/** The period to import, without `until` itself. A null user means that the schedule asked. */
export type ImportRequest = { userId: number | null; since: Date; until: Date };

type StartedImport = { id: number; finished: Promise<TodoistImport> };

const NO_TASK_SOURCE = 'Todoist is not connected. Add your API token in Settings.';
const INTERRUPTED =
  'The server stopped during this import. Tasks already read are kept; sync again to complete it.';
const FAULT = 'Failed to sync with Todoist';
const KEPT = ' Tasks already read are kept; the next sync completes the import.';

const LANE = 'todoist import';

/** Imports of this process that have not ended, by their period and the settings of their source. */
const running = new WeakMap<Services['background'], Map<string, StartedImport>>();

/** Starts an import, or joins one of the same period and settings. Throws 409 when Todoist is not connected. */
export function startImport(services: ImportServices, request: ImportRequest): StartedImport {
  const { taskSource } = services;
  const read = taskSource.open();
  if (read === null) throw conflict(NO_TASK_SOURCE);
  const { since, until, userId } = request;
  const known = running.get(services.background) ?? new Map<string, StartedImport>();
  running.set(services.background, known);
  const key = `${since.toISOString()} ${until.toISOString()} ${taskSource.settings?.() ?? ''}`;
  const joined = known.get(key);
  if (joined) return joined;

  const { id } = services.db
    .insert(todoistImports)
    .values({ userId, since, until, status: 'running', startedAt: services.clock() })
    .returning({ id: todoistImports.id })
    .get();
  const finished = services.background
    .run(LANE, (signal) => runImport(services, { id, read, since, until, signal }))
    .finally(() => known.delete(key))
    .then(() => getImport(services, id));
  const started = { id, finished };
  known.set(key, started);
  return started;
}

type Run = { id: number; read: ReadTasks; since: Date; until: Date; signal: AbortSignal };

/** Reads the tasks in batches and stores each at once, so that a fault loses nothing already read. */
async function runImport(services: ImportServices, run: Run): Promise<void> {
  const { id, read, since, until, signal } = run;
  const notes: string[] = [];
  const onNote = (note: string) => {
    notes.push(note);
  };
  try {
    // Only jobs are named by sections.
    const sections = listJobs(services).some(({ isOpen }) => isOpen);
    const batches = read({ since, until, sections, onNote, signal });
    const tellings = createTellings(services.db);
    for await (const batch of untilAborted(batches, signal)) {
      keepBatch(services, id, batch, tellings);
    }
    if (signal.aborted) finish(services, id, { status: 'failed', failure: INTERRUPTED });
    else finish(services, id, { status: 'done', note: notes.join(' ') || null });
  } catch (error) {
    if (!(error instanceof TaskSourceError)) services.logger.error({ error }, 'An import failed');
    const reason = error instanceof TaskSourceError ? error.message : `${FAULT}.`;
    const { tasksProcessed } = getImport(services, id);
    const failure = tasksProcessed > 0 ? `${reason}${KEPT}` : reason;
    finish(services, id, { status: 'failed', failure, note: notes.join(' ') || null });
  }
}

function finish(
  { db, clock }: ImportServices,
  id: number,
  end: Pick<TodoistImport, 'status'> & Partial<Pick<TodoistImport, 'failure' | 'note'>>,
): void {
  db.update(todoistImports)
    .set({ ...end, finishedAt: clock() })
    .where(eq(todoistImports.id, id))
    .run();
}

function keepBatch(
  { db, clock }: ImportServices,
  importId: number,
  batch: CompletedTask[],
  tellings: Tellings,
): void {
  write(db, () => {
    const now = clock();
    let added = 0;
    for (const task of batch) {
      if (!tellings.isKnown(task) && keepTask(db, task, now)) added += 1;
    }
    db.update(todoistImports)
      .set({
        tasksProcessed: sql`${todoistImports.tasksProcessed} + ${batch.length}`,
        newPendingLogs: sql`${todoistImports.newPendingLogs} + ${added}`,
        skippedDuplicates: sql`${todoistImports.skippedDuplicates} + ${batch.length - added}`,
      })
      .where(eq(todoistImports.id, importId))
      .run();
  });
}

function keepTask(db: Database, task: CompletedTask, now: Date): boolean {
  // Shortened to what the edit form accepts, or the entry could not be saved there.
  const taskName = shorten(task.content, MAX_TASK_NAME_LENGTH);
  const { taskId, completedAt, projectId, projectName, labels, durationMinutes } = task;
  const { changes } = db
    .insert(pendingWorkLogs)
    .values({
      todoistTaskId: taskId,
      completedAt,
      taskName,
      nameKey: nameKey(taskName),
      isRetold: task.isRetold ?? false,
      projectId,
      projectName,
      sectionName: task.sectionName,
      labels: toLabelText(labels),
      description: shorten(task.description, MAX_DESCRIPTION_LENGTH),
      ...givenDuration(durationMinutes),
      estimatedHourlyRatePence: FALLBACK_RATE_PENCE,
      metadata: JSON.stringify(task.raw),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .run();
  return changes > 0;
}

function getImport(services: Pick<Services, 'db'>, id: number): TodoistImport {
  const row = findImport(services, id);
  if (!row) throw new Error(`There is no import ${id}`);
  return row;
}

/** The latest import, started by hand or by the schedule; null when there was none. */
export function lastImport({ db }: Pick<Services, 'db'>): TodoistImport | null {
  return db.select().from(todoistImports).orderBy(desc(todoistImports.id)).limit(1).get() ?? null;
}

/**
 * The first, the last, the last successful and the last failed of the scheduled imports; undefined
 * if there is none. One that a wrong clock dated in the future does not count, or none would be due until then.
 */
export function automaticImports({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const isOfItsTime = lte(todoistImports.startedAt, latestKnown(clock()));
  const pick = (order: SQL, condition?: SQL): TodoistImport | undefined =>
    db
      .select()
      .from(todoistImports)
      .where(and(isNull(todoistImports.userId), isOfItsTime, condition))
      .orderBy(order)
      .limit(1)
      .get();
  return {
    first: pick(asc(todoistImports.id)),
    last: pick(desc(todoistImports.id)),
    lastDone: pick(desc(todoistImports.id), eq(todoistImports.status, 'done')),
    lastFailed: pick(desc(todoistImports.id), eq(todoistImports.status, 'failed')),
  };
}

/** One import by its id, or null. */
export function findImport({ db }: Pick<Services, 'db'>, id: number): TodoistImport | null {
  return db.select().from(todoistImports).where(eq(todoistImports.id, id)).get() ?? null;
}

/** Marks imports that a crash left running as failed. Called when the server starts. */
export function endInterruptedImports({ db, clock }: Pick<Services, 'db' | 'clock'>): void {
  db.update(todoistImports)
    .set({ status: 'failed', failure: INTERRUPTED, finishedAt: clock() })
    .where(eq(todoistImports.status, 'running'))
    .run();
}

/** Tells of imports of tasks that failed; of automatic ones, which are tried again within the hour, once a day. */
export const FAILED_TASK_IMPORTS: Watch = {
  type: 'import.failed',
  look: ({ db, config }, since) =>
    db
      .select()
      .from(todoistImports)
      .where(and(eq(todoistImports.status, 'failed'), gte(todoistImports.finishedAt, since)))
      .all()
      .map(({ id, userId, failure, finishedAt, startedAt }) => {
        const at = finishedAt ?? startedAt;
        const text = failure ?? 'Failed to sync with Todoist.';
        return {
          key: `tasks:${userId === null ? dayOf(at, config.timeZone) : id}`,
          at,
          title: 'The import from Todoist failed',
          text,
          path: '/pending-work-logs',
          data: { source: 'todoist', importId: id, isAutomatic: userId === null, reason: text },
        };
      }),
};
