import { prepared } from '#db/connection.server.ts';
import { formatMonth } from '../invoices/list/status.ts';
import { SPLITS_VAT } from '#db/split-vat.server.ts';
import type { Services } from '../context.server.ts';
import {
  addToDay,
  dayOf,
  daysBetween,
  formatBritishDay,
  startOfBusinessDay,
} from '../lib/calendar.ts';
import { formatDuration } from '../lib/duration.ts';
import { timeTotal } from '../lib/money.ts';
import {
  daysOfMonth,
  ofLog,
  OLD_AFTER_DAYS,
  oneLine,
  previewOf,
  REVIEW_AFTER_DAYS,
  type Finding,
  type FoundLog,
} from './findings.ts';
import { isInvoiceLate, isMeantToBeFree, isOddOneOut, monthsBefore } from './recurring.ts';

/** What looking for forgotten work needs. */
export type ForgottenServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

/** Finds what may be forgotten on a day for one reason, the first `most` of it. */
export type Find = (services: ForgottenServices, today: string, most: number) => Finding[];

/** The columns of a `FoundLog`, from `work_logs w`, `clients c` and `work_types t`. */
export const FOUND_LOG = `w.id, w.client_id as clientId, c.name as client, t.name as workType, w.description, w.day, w.duration,
  w.is_hardware as isHardware, w.total_pence - w.included_vat_pence * ${SPLITS_VAT} as netPence`;

const sayDays = (first: string, last: string) => {
  const days = daysBetween(first, last);
  return days === 1 ? '1 day' : `${days} days`;
};

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
export const findOldLogs: Find = ({ db, config }, today, most) => {
  const since = startOfBusinessDay(addToDay(today, -OLD_AFTER_DAYS), config.timeZone);
  return prepared<FoundLog>(db, OLD_LOGS)
    .all(since.getTime(), most)
    .map((log) => ({
      reason: 'old-log',
      ...ofLog(log),
      why: `Billable, not invoiced for ${sayDays(log.day, today)}.`,
      mend: { to: previewOf(log.clientId, log.day.slice(0, 7)), label: 'Invoice' },
    }));
};

const TASKS = `
  select p.id, p.task_name as taskName, p.project_name as projectName, c.name as client,
    p.completed_at as completedAt, p.duration, p.billable,
    p.estimated_hourly_rate_pence as ratePence
  from pending_work_logs p indexed by pending_work_logs_status_completed
  left join clients c on c.id = p.client_id
  where p.status = 'pending_review' and p.completed_at < ?
    and ${isNotLeft('in-review', 'p.id')}
  order by p.completed_at, p.id limit ?`;

type TaskRow = Record<'id' | 'completedAt' | 'billable' | 'ratePence', number> & {
  taskName: string;
  projectName: string | null;
  client: string | null;
  duration: number | null;
};

/** At most `most` tasks in review that were done more than a week ago, the oldest first. */
export const findTasks: Find = ({ db, clock, config }, today, most) => {
  const until = clock().getTime() - REVIEW_AFTER_DAYS * 86_400_000;
  return prepared<TaskRow>(db, TASKS)
    .all(until, most)
    .map(({ id, taskName, completedAt, duration, billable, ratePence, ...task }) => {
      const day = dayOf(new Date(completedAt), config.timeZone);
      const netPence = duration === null ? null : timeTotal(duration, ratePence);
      const whose = task.client ?? task.projectName;
      const lack = billable === 0 ? ' Not billable.' : duration === null ? ' No duration yet.' : '';
      return {
        reason: 'in-review',
        subject: String(id),
        name: whose === null ? oneLine(taskName) : `${whose}: ${oneLine(taskName)}`,
        why: `Completed ${formatBritishDay(day)}, in review for ${sayDays(day, today)}.${lack}`,
        amountPence: billable === 0 ? 0 : netPence,
        mend: { to: `/pending-work-logs/${id}/edit`, label: 'Review' },
      };
    });
};

// The clients with billable work in a month, none of which is on an invoice. Triggers keep the totals that
// this reads: a row or two for each client.
const OPEN_MONTHS = `
  select c.id as clientId, c.name as client, t.billable_logs as logs, t.billable_minutes as minutes,
    t.billable_pence as pence
  from clients c
  cross join work_log_totals t
    on t.client_id = c.id and t.unit = 'month' and t.period = ? and t.is_invoiced = 0
  where t.billable_logs > 0
    and not exists (select 1 from work_log_totals i
      where i.client_id = c.id and i.unit = 'month' and i.period = ? and i.is_invoiced = 1
        and i.billable_logs > 0)
    and ${isNotLeft('no-invoice', `c.id || ':' || ?`)}
  order by c.id`;

/** The VAT in a month's logs that are on no invoice, of the few logs that have any. */
const INCLUDED_VAT = `
  select w.client_id as clientId, sum(w.included_vat_pence) * ${SPLITS_VAT} as pence
  from work_logs w indexed by work_logs_included_vat
  where w.included_vat_pence > 0 and w.day between ? and ? and w.billable = 1 and w.is_invoiced = 0
  group by w.client_id`;

/** Clients for whom an invoice is being made now that has this month, alone or with others. */
const BEING_MADE = `
  select client_id as clientId from invoices indexed by invoices_state
  where state in ('claimed', 'sending') and ? between coalesce(first_month, month) and month`;

/** The newest days on which a client's invoices were made. */
const INVOICE_DAYS = `
  select issued_day as day from invoices indexed by invoices_sums
  where client_id = ? and state in ('created', 'released') and issued_day > ''
  group by issued_day order by issued_day desc limit 8`;

type OpenRow = Record<'clientId' | 'logs' | 'minutes' | 'pence', number> & { client: string };

/** The clients with billable work last month and no invoice for it, the most money first. */
export const findNoInvoice: Find = ({ db }, today, most) => {
  const [month = ''] = monthsBefore(today, 1);
  const { first, last } = daysOfMonth(month);
  const open = prepared<OpenRow>(db, OPEN_MONTHS).all(month, month, month);
  if (open.length === 0) return [];
  const included = new Map(prepared<[number, number]>(db, INCLUDED_VAT).raw().all(first, last));
  const beingMade = new Set(prepared<number>(db, BEING_MADE).pluck().all(month));
  const daysOf = (clientId: number) => prepared<string>(db, INVOICE_DAYS).pluck().all(clientId);
  const everybody = prepared<number>(db, 'select id from clients').pluck();
  let ofEverybody: string[] | null = null;
  const ofAll = () => (ofEverybody ??= [...new Set(everybody.all().flatMap(daysOf))]);
  return open
    .filter(({ clientId }) => !beingMade.has(clientId))
    .filter(({ clientId }) => isInvoiceLate({ ofClient: daysOf(clientId), ofAll }, today))
    .map(({ pence, ...one }) => ({ ...one, netPence: pence - (included.get(one.clientId) ?? 0) }))
    .sort((one, other) => other.netPence - one.netPence)
    .slice(0, most)
    .map(({ clientId, client, logs, minutes, netPence }) => {
      const open = logs === 1 ? '1 billable log' : `${logs} billable logs`;
      return {
        reason: 'no-invoice',
        subject: `${clientId}:${month}`,
        name: `${client}, ${formatMonth(month)}`,
        why: `${open}${minutes > 0 ? `, ${formatDuration(minutes)}` : ''}, no invoice.`,
        amountPence: netPence,
        mend: { to: previewOf(clientId, month), label: 'Invoice' },
      };
    });
};

const YEAR_OF_CLIENTS = `
  select c.id as clientId, sum(t.logs) as logs, sum(t.billable_logs) as billable
  from clients c
  cross join work_log_totals t on t.client_id = c.id and t.unit = 'month' and t.period >= ?
  group by c.id`;

// A work type that is mostly not billable, such as an internal one, is no slip.
const NOT_BILLABLE = `
  select ${FOUND_LOG}
  from work_logs w indexed by work_logs_not_billable
  cross join clients c on c.id = w.client_id
  cross join work_types t on t.id = w.work_type_id
  where w.client_id = ? and w.billable = 0 and w.is_invoiced = 0 and w.date >= ?
    and w.total_pence > 0
    and (select sum(s.billable_logs) * 2 >= sum(s.logs) from work_type_totals s
      where s.work_type_id = w.work_type_id and s.client_id = 0 and s.unit = 'ever' and s.period = '')
    and ${isNotLeft('not-billable', 'w.id')}
  order by w.date desc, w.id desc limit ?`;

/** The logs of the last twelve months that are not billable at clients where nearly all else is. */
export const findNotBillable: Find = ({ db, config }, today, most) => {
  const since = monthsBefore(today, 12).at(-1) ?? '';
  const from = startOfBusinessDay(`${since}-01`, config.timeZone).getTime();
  const clients = prepared<{ clientId: number; logs: number; billable: number }>(
    db,
    YEAR_OF_CLIENTS,
  ).all(since);
  return clients
    .filter(isOddOneOut)
    .flatMap(({ clientId, billable }) =>
      prepared<FoundLog>(db, NOT_BILLABLE)
        .all(clientId, from, most)
        .filter(({ description }) => !isMeantToBeFree(description))
        .map((log) => ({ log, billable })),
    )
    .sort((one, other) => (one.log.day < other.log.day ? 1 : -1))
    .slice(0, most)
    .map(({ log, billable }) => ({
      reason: 'not-billable',
      ...ofLog(log),
      why: `Not billable, where ${billable} other logs in the last 12 months are.`,
      mend: { press: 'billable', id: log.id, label: 'Make billable' },
    }));
};
