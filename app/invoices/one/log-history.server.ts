import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { ReadEntry } from '../../history/history.ts';
import { entriesOf } from '../../history/history.server.ts';
import { sayEntry, sentenceOf } from '../../history/say-entry.ts';

const NAME = `coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email)`;

const LOGS = `
  select w.id as ofId, w.created_at as at, ${NAME} as by
  from json_each(?) j cross join work_logs w on w.id = j.value
  left join users u on u.id = w.created_by`;

const TASKS = `
  select p.work_log_id as ofId, p.id, p.source, p.task_name as taskName, p.description,
    p.project_name as projectName, p.completed_at as completedAt, p.created_at as createdAt
  from json_each(?) j cross join pending_work_logs p on p.work_log_id = j.value`;

const REWRITES = `
  select r.subject_id as ofId, r.before, r.after, b.started_at as at, ${NAME} as by
  from json_each(?) j cross join rewrites r on r.subject_id = j.value
  join rewrite_batches b on b.id = r.batch_id left join users u on u.id = b.user_id
  where r.decision = 'accepted' and b.subject = ? order by r.id`;

const RUNS = `
  select l.work_log_id as ofId, n.started_at as at, ${NAME} as by, i.xero_invoice_number as number
  from json_each(?) j cross join invoice_logs l on l.work_log_id = j.value
  join invoices i on i.id = l.invoice_id
  join invoice_runs n on n.id = i.run_id left join users u on u.id = n.user_id
  where i.state in ('created', 'released') order by i.id`;

type LogRow = { ofId: number; at: number; by: string | null };
type RewriteRow = LogRow & { before: string; after: string };
type RunRow = LogRow & { number: string | null };
type TaskRow = {
  ofId: number;
  id: number;
  /** The program that told of it; null: Todoist. */
  source: string | null;
  taskName: string;
  description: string;
  projectName: string | null;
  completedAt: number;
  createdAt: number;
};

/** What is known of where a log came from: what happened to it, by whom as far as is known. */
export type LogHistory = {
  events: { at: Date; what: string; by: string | null }[];
  rewrites: (Omit<RewriteRow, 'at'> & { at: Date })[];
  task: (Omit<TaskRow, 'completedAt'> & { completedAt: Date }) | null;
};

/**
 * Where each of these logs came from, what was done with it, when and by whom, oldest first, by the
 * log's id. The trail says it; of what is older than the trail, the tables do as far as they know. It
 * takes as many queries for five hundred logs as for one.
 */
export function historyOfLogs(
  services: Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> },
  logIds: number[],
): Map<number, LogHistory> {
  const { timeZone } = services.config;
  const rowsOf = <Row extends { ofId: number }>(text: string, ids: number[], ...more: string[]) =>
    Map.groupBy(
      prepared<Row>(services.db, text).all(JSON.stringify(ids), ...more),
      ({ ofId }) => ofId,
    );
  const made = rowsOf<LogRow>(LOGS, logIds);
  const runs = rowsOf<RunRow>(RUNS, logIds);
  const tasks = rowsOf<TaskRow>(TASKS, logIds);
  const taskIds = [...tasks.values()].flat().map(({ id }) => id);
  const ofLogs = rowsOf<RewriteRow>(REWRITES, logIds, 'work_log');
  const ofTasks = rowsOf<RewriteRow>(REWRITES, taskIds, 'pending_work_log');
  const logTrail = entriesOf(services, 'work-log', logIds);
  const taskTrail = entriesOf(services, 'pending-work-log', taskIds);
  const historyOf = (id: number): LogHistory => {
    const [log] = made.get(id) ?? [];
    const [task] = tasks.get(id) ?? [];
    const taken = [...(ofLogs.get(id) ?? []), ...((task && ofTasks.get(task.id)) ?? [])];
    const ofLog = logTrail.get(id) ?? [];
    const ofTask = (task && taskTrail.get(task.id)) ?? [];
    const isPutOn = ofLog.some((entry) => sayEntry(entry, timeZone).what.startsWith('On '));
    const source = task?.source ?? 'Todoist';
    const older = [
      ...(task ? [{ at: task.completedAt, what: `Completed in ${source}`, by: null }] : []),
      ...(task && !isToldFrom(ofTask)
        ? [{ at: task.createdAt, what: `Imported from ${source}`, by: null }]
        : []),
      ...(log && !isToldFrom(ofLog)
        ? [{ at: log.at, what: task ? 'Confirmed' : 'Logged', by: log.by }]
        : []),
      ...taken.map(({ at, by }) => ({ at, what: 'Description rewritten with AI', by })),
      ...(isPutOn ? [] : (runs.get(id) ?? [])).map(({ at, by, number }) => ({
        at,
        what: number ? `Put on invoice ${number}` : 'Put on an invoice',
        by,
      })),
    ].map((event) => ({ ...event, at: new Date(event.at) }));
    const told = [...ofTask, ...ofLog].map((entry) => ({
      at: entry.at,
      what: sentenceOf(sayEntry(entry, timeZone)),
      by: entry.by,
    }));
    return {
      // The sort keeps the order of what happened at once: the task before its log.
      events: [...older, ...told].sort((one, other) => one.at.getTime() - other.at.getTime()),
      rewrites: taken.map((rewrite) => ({ ...rewrite, at: new Date(rewrite.at) })),
      task: task ? { ...task, completedAt: new Date(task.completedAt) } : null,
    };
  };
  return new Map(logIds.map((id) => [id, historyOf(id)]));
}

const isToldFrom = (entries: ReadEntry[]) => entries.some(({ action }) => action === 'created');
