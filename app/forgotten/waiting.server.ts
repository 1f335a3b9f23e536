import { prepared } from '#db/connection.server.ts';
import { SPLITS_VAT } from '#db/split-vat.server.ts';
import type { Services } from '../context.server.ts';
import { addToDay, dayOf, startOfBusinessDay } from '../lib/calendar.ts';
import { timeTotal } from '../lib/money.ts';
import {
  OLD_AFTER_DAYS,
  REVIEW_AFTER_DAYS,
  sayOldLog,
  sayTask,
  type Finding,
  type FoundLog,
  type FoundTask,
} from './findings.ts';

/** What looking for forgotten work needs. */
export type ForgottenServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

/** The columns of a `FoundLog`, from `work_logs w`, `clients c` and `work_types t`. */
export const FOUND_LOG = `w.id, w.client_id as clientId, w.work_type_id as workTypeId,
  c.name as client, t.name as workType, w.description, w.day, w.duration,
  w.is_hardware as isHardware, w.total_pence - w.included_vat_pence * ${SPLITS_VAT} as netPence`;

/** An SQL condition: nobody has left the record with this alias's id as it is, for this reason. */
export const isNotLeft = (reason: Finding['reason'], id: string) =>
  `not exists (select 1 from left_findings f
    where f.reason = '${reason}' and f.subject = cast(${id} as text))`;

const OLD_LOGS = `
  select ${FOUND_LOG}
  from work_logs w indexed by work_logs_unbilled_date
  cross join clients c on c.id = w.client_id
  cross join work_types t on t.id = w.work_type_id
  where w.is_invoiced = 0 and w.billable = 1 and w.date < ?
    and not exists (select 1 from invoice_logs l indexed by invoice_logs_live
      where l.work_log_id = w.id and l.is_live)
    and ${isNotLeft('old-log', 'w.id')}
  order by w.date, w.id limit ?`;

/** At most `most` billable logs that have been on no invoice for more than 60 days, the oldest first. */
export function findOldLogs(
  { db, config }: ForgottenServices,
  today: string,
  most: number,
): Finding[] {
  const since = startOfBusinessDay(addToDay(today, -OLD_AFTER_DAYS), config.timeZone);
  return prepared<FoundLog>(db, OLD_LOGS)
    .all(since.getTime(), most)
    .map((log) => sayOldLog(log, today));
}

const TASKS = `
  select p.id, p.task_name as taskName, p.project_name as projectName, c.name as client,
    p.completed_at as completedAt, p.duration, p.billable,
    p.estimated_hourly_rate_pence as ratePence
  from pending_work_logs p indexed by pending_work_logs_status_completed
  left join clients c on c.id = p.client_id
  where p.status = 'pending_review' and p.completed_at < ?
    and ${isNotLeft('in-review', 'p.id')}
  order by p.completed_at, p.id limit ?`;

type TaskRow = Omit<FoundTask, 'day' | 'netPence'> & { completedAt: number; ratePence: number };

/** At most `most` tasks in review that were done more than a week ago, the oldest first. */
export function findTasks(
  { db, clock, config }: ForgottenServices,
  today: string,
  most: number,
): Finding[] {
  const until = clock().getTime() - REVIEW_AFTER_DAYS * 86_400_000;
  return prepared<TaskRow>(db, TASKS)
    .all(until, most)
    .map(({ completedAt, ratePence, ...task }) => {
      const day = dayOf(new Date(completedAt), config.timeZone);
      const netPence = task.duration === null ? null : timeTotal(task.duration, ratePence);
      return sayTask({ ...task, day, netPence }, today);
    });
}
