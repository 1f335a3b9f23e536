import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';

/** Something that happened to a work log: when, what, and who did it as far as is known. */
export type LogEvent = { at: Date; what: string; by: string | null };

/** A description that the AI service rewrote and a person took. */
export type TakenRewrite = { before: string; after: string; at: Date; by: string | null };

/** The completed task that a log came from. */
export type OriginTask = {
  id: number;
  taskName: string;
  description: string;
  projectName: string | null;
  completedAt: Date;
};

/** What is known of where a log came from. */
export type LogHistory = { events: LogEvent[]; rewrites: TakenRewrite[]; task: OriginTask | null };

const NAME = `coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email)`;

const LOG = `select created_at as createdAt from work_logs where id = ?`;

const TASK = `
  select id, task_name as taskName, description, project_name as projectName,
    completed_at as completedAt, created_at as createdAt
  from pending_work_logs where work_log_id = ?`;

const REWRITES = `
  select r.before, r.after, b.started_at as at, ${NAME} as by
  from rewrites r join rewrite_batches b on b.id = r.batch_id
  left join users u on u.id = b.user_id
  where r.decision = 'accepted' and b.subject = ? and r.subject_id = ? order by r.id`;

const RUNS = `
  select n.started_at as at, ${NAME} as by, i.xero_invoice_number as number
  from invoice_logs l join invoices i on i.id = l.invoice_id
  join invoice_runs n on n.id = i.run_id left join users u on u.id = n.user_id
  where l.work_log_id = ? and i.state in ('created', 'released') order by i.id`;

type Stored<Row> = { [Key in keyof Row]: Row[Key] extends Date ? number : Row[Key] };

/**
 * Where a log came from, what was done with it, when and by whom, oldest first: as far as the tables
 * tell. This is the one place that puts a log's history together for an invoice; a trail of changes
 * is to be read here.
 */
export function historyOfLog({ db }: Pick<Services, 'db'>, logId: number): LogHistory {
  const log = prepared<{ createdAt: number }>(db, LOG).get(logId);
  const entry = prepared<Stored<OriginTask & { createdAt: Date }>>(db, TASK).get(logId);
  const taken = [
    ...prepared<Stored<TakenRewrite>>(db, REWRITES).all('work_log', logId),
    ...(entry
      ? prepared<Stored<TakenRewrite>>(db, REWRITES).all('pending_work_log', entry.id)
      : []),
  ];
  const runs = prepared<{ at: number; by: string | null; number: string | null }>(db, RUNS).all(
    logId,
  );
  const events = [
    ...(entry
      ? [
          { at: entry.completedAt, what: 'Completed in Todoist', by: null },
          { at: entry.createdAt, what: 'Imported from Todoist', by: null },
        ]
      : []),
    ...(log ? [{ at: log.createdAt, what: entry ? 'Confirmed' : 'Logged', by: null }] : []),
    ...taken.map(({ at, by }) => ({ at, what: 'Description rewritten with AI', by })),
    ...runs.map(({ at, by, number }) => ({
      at,
      what: number ? `Put on invoice ${number}` : 'Put on an invoice',
      by,
    })),
  ].sort((one, other) => one.at - other.at);
  return {
    events: events.map((event) => ({ ...event, at: new Date(event.at) })),
    rewrites: taken.map((rewrite) => ({ ...rewrite, at: new Date(rewrite.at) })),
    task: entry
      ? {
          id: entry.id,
          taskName: entry.taskName,
          description: entry.description,
          projectName: entry.projectName,
          completedAt: new Date(entry.completedAt),
        }
      : null,
  };
}
