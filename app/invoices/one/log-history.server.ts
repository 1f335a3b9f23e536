import type { Stored } from '#db/columns.server.ts';
import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { ReadEntry } from '../../history/history.ts';
import { entriesOf } from '../../history/history.server.ts';
import { sayEntry, sentenceOf } from '../../history/say-entry.ts';

/** A description that the AI service rewrote and a person took. */
type TakenRewrite = { before: string; after: string; at: Date; by: string | null };

/** The completed task that a log came from. */
type OriginTask = {
  id: number;
  /** The program that told of it; null: Todoist. */
  source: string | null;
  taskName: string;
  description: string;
  projectName: string | null;
  completedAt: Date;
};

/** What is known of where a log came from: what happened to it, by whom as far as is known. */
export type LogHistory = {
  events: { at: Date; what: string; by: string | null }[];
  rewrites: TakenRewrite[];
  task: OriginTask | null;
};

const NAME = `coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email)`;

const LOGS = `
  select w.id as logId, w.created_at as at, ${NAME} as by
  from json_each(?) j cross join work_logs w on w.id = j.value
  left join users u on u.id = w.created_by`;

const TASKS = `
  select p.work_log_id as logId, p.id, p.source, p.task_name as taskName, p.description,
    p.project_name as projectName, p.completed_at as completedAt, p.created_at as createdAt
  from json_each(?) j cross join pending_work_logs p on p.work_log_id = j.value`;

const REWRITES = `
  select r.subject_id as subjectId, r.before, r.after, b.started_at as at, ${NAME} as by
  from json_each(?) j cross join rewrites r on r.subject_id = j.value
  join rewrite_batches b on b.id = r.batch_id left join users u on u.id = b.user_id
  where r.decision = 'accepted' and b.subject = ? order by r.id`;

const RUNS = `
  select l.work_log_id as logId, n.started_at as at, ${NAME} as by, i.xero_invoice_number as number
  from json_each(?) j cross join invoice_logs l on l.work_log_id = j.value
  join invoices i on i.id = l.invoice_id
  join invoice_runs n on n.id = i.run_id left join users u on u.id = n.user_id
  where i.state in ('created', 'released') order by i.id`;

type TaskRow = Stored<OriginTask & { createdAt: Date }> & { logId: number };
type RewriteRow = Stored<TakenRewrite> & { subjectId: number };
type RunRow = { logId: number; at: number; by: string | null; number: string | null };
type LogRow = { logId: number; at: number; by: string | null };

/**
 * Where each of these logs came from, what was done with it, when and by whom, oldest first, by the
 * log's id. The trail says it; of what is older than the trail, the tables do as far as they know. It
 * takes as many queries for five hundred logs as for one.
 */
export function historyOfLogs(
  services: Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> },
  logIds: number[],
): Map<number, LogHistory> {
  const { db } = services;
  const ids = JSON.stringify(logIds);
  const made = byId(prepared<LogRow>(db, LOGS).all(ids), ({ logId }) => logId);
  const tasks = prepared<TaskRow>(db, TASKS).all(ids);
  const taskIds = tasks.map(({ id }) => id);
  const taskOf = byId(tasks, ({ logId }) => logId);
  const ofSubject = ({ subjectId }: RewriteRow) => subjectId;
  const rewrites = prepared<RewriteRow>(db, REWRITES);
  const ofLogs = byId(rewrites.all(ids, 'work_log'), ofSubject);
  const ofTasks = byId(rewrites.all(JSON.stringify(taskIds), 'pending_work_log'), ofSubject);
  const runs = byId(prepared<RunRow>(db, RUNS).all(ids), ({ logId }) => logId);
  const logTrail = entriesOf(services, 'work-log', logIds);
  const taskTrail = entriesOf(services, 'pending-work-log', taskIds);
  const { timeZone } = services.config;
  return new Map(
    logIds.map((id) => {
      const [task] = taskOf.get(id) ?? [];
      const history = putTogether({
        made: made.get(id)?.[0],
        task,
        taken: [...(ofLogs.get(id) ?? []), ...(task ? (ofTasks.get(task.id) ?? []) : [])],
        runs: runs.get(id) ?? [],
        ofLog: logTrail.get(id) ?? [],
        ofTask: task ? (taskTrail.get(task.id) ?? []) : [],
        timeZone,
      });
      return [id, history];
    }),
  );
}

type Known = {
  made: LogRow | undefined;
  task: TaskRow | undefined;
  taken: RewriteRow[];
  runs: RunRow[];
  ofLog: ReadEntry[];
  ofTask: ReadEntry[];
  timeZone: string;
};

function putTogether({ made, task, taken, runs, ofLog, ofTask, timeZone }: Known): LogHistory {
  const isToldFrom = (entries: ReadEntry[]) => entries.some(({ action }) => action === 'created');
  const isInTrail = (entries: ReadEntry[], what: RegExp) =>
    entries.some((entry) => what.test(sayEntry(entry, timeZone).what));
  const source = task?.source ?? 'Todoist';
  const older = [
    ...(task ? [{ at: task.completedAt, what: `Completed in ${source}`, by: null }] : []),
    ...(task && !isToldFrom(ofTask)
      ? [{ at: task.createdAt, what: `Imported from ${source}`, by: null }]
      : []),
    ...(made && !isToldFrom(ofLog)
      ? [{ at: made.at, what: task ? 'Confirmed' : 'Logged', by: made.by }]
      : []),
    ...taken.map(({ at, by }) => ({ at, what: 'Description rewritten with AI', by })),
    ...(isInTrail(ofLog, /^On /)
      ? []
      : runs.map(({ at, by, number }) => ({
          at,
          what: number ? `Put on invoice ${number}` : 'Put on an invoice',
          by,
        }))),
  ].map((event) => ({ ...event, at: new Date(event.at) }));
  const told = [...ofTask, ...ofLog].map((entry) => ({
    at: entry.at,
    what: sentenceOf(sayEntry(entry, timeZone)),
    by: entry.by,
  }));
  return {
    // The sort keeps the order of what happened at once: the task before its log.
    events: [...older, ...told].sort((one, other) => one.at.getTime() - other.at.getTime()),
    rewrites: taken.map(({ before, after, at, by }) => ({ before, after, at: new Date(at), by })),
    task: task ? { ...task, completedAt: new Date(task.completedAt) } : null,
  };
}

function byId<Row>(rows: Row[], idOf: (row: Row) => number): Map<number, Row[]> {
  const map = new Map<number, Row[]>();
  for (const row of rows) {
    const some = map.get(idOf(row));
    if (some) some.push(row);
    else map.set(idOf(row), [row]);
  }
  return map;
}
