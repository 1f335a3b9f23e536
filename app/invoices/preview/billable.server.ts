import { prepared } from '#db/connection.server.ts';
import type { Client, Job } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { formatBritishDay } from '../../lib/calendar.ts';
import { dateBounds, type Condition } from '../../lib/paging.ts';
import type { WorkLogFilters } from '../../work-logs/list/filters.ts';
import { plainConditions } from '../../work-logs/list/search.server.ts';
import type { StoredItem } from '../../work-logs/hardware/hardware-items.ts';
import { listItemsOf } from '../../work-logs/hardware/items.server.ts';
import type { NamedWorkLog } from '../../work-logs/work-logs.ts';
import { ENDED } from '../refresh/release.server.ts';
import { SPLITS_VAT } from '#db/split-vat.server.ts';
import { listClientNames } from '../../clients/clients.server.ts';
import { findJob } from '../../jobs/jobs.server.ts';
import { displayName } from '../../users/users.ts';
import { listUsers } from '../../users/users.server.ts';
import { listWorkTypeNames } from '../../work-types/work-types.server.ts';

type BillableServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

/** A log that may go on an invoice: billable, and on no invoice that is made or being made. */
export type BillableLog = Pick<
  NamedWorkLog,
  | 'id'
  | 'clientId'
  | 'clientName'
  | 'workTypeName'
  | 'itemsName'
  | 'jobId'
  | 'jobName'
  | 'description'
  | 'day'
  | 'isHardware'
  | 'duration'
  | 'hourlyRatePence'
  | 'totalPence'
> &
  Pick<
    Client,
    | 'billingStep'
    | 'billingRounding'
    | 'billingPer'
    | 'invoicePer'
    | 'vatTreatment'
    | 'invoiceDate'
    | 'dueIn'
    | 'lines'
    | 'smallestMinutes'
    | 'lineText'
    | 'poNumber'
  > & {
    clientEmail: Client['email'];
    /** That of its job. */
    jobPoNumber: Job['poNumber'];
    items: StoredItem[];
  };

/** That a log `w` is on no invoice that is made or being made; SQL. */
export const ON_NO_INVOICE =
  'not exists (select 1 from invoice_logs l indexed by invoice_logs_live where l.work_log_id = w.id and l.is_live)';

type Value = number | bigint | string;

function conditionsOf(
  { db, config }: BillableServices,
  filters: WorkLogFilters,
  isInvoiced = false,
): Condition<Value> | null {
  const { timeZone } = config;
  const plain = plainConditions(db, { ...filters, isInvoiced }, timeZone);
  if (plain === null) return null;
  const days = dateBounds(filters, { limit: 0 }, { timeZone, date: 'w.date', id: 'w.id' });
  const parts = [...plain, ...days];
  const text = parts.map(([part]) => ` and ${part}`).join('');
  return [text, parts.flatMap(([, values]) => values)];
}

const MAY_GO = `w.is_invoiced = 0 and w.billable = 1 and ${ON_NO_INVOICE}`;

/** More logs than a page reads: so many hold others up for a fifth of a second. */
export const MOST_READ = 3_000;

/** How many logs match the filters and may go on an invoice. */
export function countBillable(services: BillableServices, filters: WorkLogFilters): number {
  const conditions = conditionsOf(services, filters);
  if (filters.isInvoiced === true || filters.billable === false || !conditions) return 0;
  const [text, values] = conditions;
  const count = `select count(*) as logs from work_logs w indexed by work_logs_unbilled where ${MAY_GO}${text}`;
  return prepared<{ logs: number }>(services.db, count).get(...values)?.logs ?? 0;
}

/** The logs that match the filters and may go on an invoice, by client name, then oldest first. */
export function listBillable(services: BillableServices, filters: WorkLogFilters): BillableLog[] {
  const conditions = conditionsOf(services, filters);
  if (filters.isInvoiced === true || filters.billable === false || !conditions) return [];
  return readLogs(services, `indexed by work_logs_unbilled`, MAY_GO, conditions);
}

const MAY_BE_FREED = `w.billable = 1 and w.id in
  (select work_log_id from invoice_logs where is_live and invoice_id in (${ENDED}))`;

/** The logs of a client that are on invoices that have ended, and that may be billed again once these are released. */
export function listOnEnded(services: BillableServices, filters: WorkLogFilters): BillableLog[] {
  const conditions = conditionsOf(services, filters, true);
  return conditions ? readLogs(services, '', MAY_BE_FREED, conditions) : [];
}

function readLogs(
  { db }: BillableServices,
  index: string,
  which: string,
  [text, values]: Condition<Value>,
): BillableLog[] {
  const rows = prepared<Omit<BillableLog, 'items' | 'isHardware'> & { isHardware: number }>(
    db,
    `select w.id, w.client_id as clientId, c.name as clientName, c.email as clientEmail,
      c.billing_step as billingStep, c.billing_rounding as billingRounding,
      c.billing_per as billingPer, c.invoice_per as invoicePer, c.vat_treatment as vatTreatment,
      c.invoice_date as invoiceDate, c.due_in as dueIn, c.lines, c.smallest_minutes as smallestMinutes,
      c.line_text as lineText, c.po_number as poNumber,
      w.job_id as jobId, j.name as jobName, j.po_number as jobPoNumber,
      t.name as workTypeName, t.items_name as itemsName, w.description, w.day, w.duration, w.is_hardware as isHardware,
      w.hourly_rate_pence as hourlyRatePence, w.total_pence as totalPence
    from work_logs w ${index}
    cross join clients c on c.id = w.client_id
    cross join work_types t on t.id = w.work_type_id
    left join jobs j on j.id = w.job_id
    where ${which}${text}
    order by c.name collate nocase, c.id, w.date, w.id`,
  ).all(...values);
  const hardware = rows.filter(({ isHardware }) => isHardware === 1).map(({ id }) => id);
  const items = listItemsOf(db, hardware);
  return rows.map((row) => ({
    ...row,
    isHardware: row.isHardware === 1,
    items: items.get(row.id) ?? [],
  }));
}

/** Counts of the logs that match the filters, are not invoiced, and are left out of an invoice. */
export type LeftOut = { notBillable: number; beingInvoiced: number };

/** Counts the logs that match the filters but are left out, by reason. */
export function countLeftOut(services: BillableServices, filters: WorkLogFilters): LeftOut {
  const conditions = conditionsOf(services, filters);
  if (!conditions) return { notBillable: 0, beingInvoiced: 0 };
  const { db } = services;
  const [text, values] = conditions;
  const index =
    filters.clientId === null ? 'work_logs_invoiced_date' : 'work_logs_client_invoiced_date';
  const row = prepared<LeftOut>(
    db,
    `select coalesce(sum(w.billable = 0), 0) as notBillable,
      coalesce(sum(w.billable = 1 and not (${ON_NO_INVOICE})), 0) as beingInvoiced
    from work_logs w indexed by ${index} where w.is_invoiced = 0${text}`,
  ).get(...values);
  return row ?? { notBillable: 0, beingInvoiced: 0 };
}

/** The work of a client that is on invoices being made: its minutes, and its pence net of VAT. */
export type BeingMade = { minutes: number; netPence: number };

const BEING_MADE = `
  select w.client_id as clientId, sum(w.duration) as minutes,
    sum(w.total_pence - w.included_vat_pence * ${SPLITS_VAT}) as netPence
  from invoices i indexed by invoices_state
  cross join invoice_logs l on l.invoice_id = i.id and l.is_live
  cross join work_logs w on w.id = l.work_log_id
  where i.state in ('claimed', 'sending') and w.is_invoiced = 0
  group by w.client_id`;

/**
 * The work on invoices that are being made, by the client's id. The kept sums still count it as not invoiced,
 * which matters where no plan can be made.
 */
export function amountsBeingMade({ db }: Pick<Services, 'db'>): Map<number, BeingMade> {
  const rows = prepared<BeingMade & { clientId: number }>(db, BEING_MADE).all();
  return new Map(rows.map(({ clientId, ...made }) => [clientId, made]));
}

/** Every filter that applies, in words. */
export function describeFilters(services: Pick<Services, 'db'>, filters: WorkLogFilters): string {
  const { clientId, jobId, workTypeId, isInvoiced, billable, person, startDate, endDate, q } =
    filters;
  const client = listClientNames(services).find(({ id }) => id === clientId);
  const workType = listWorkTypeNames(services).find(({ id }) => id === workTypeId);
  const logger = listUsers(services).find(({ id }) => id === person);
  const parts = [
    clientId === null ? 'All clients' : (client?.name ?? `client ${clientId}`),
    jobId === null ? '' : `job ${findJob(services, jobId)?.name ?? jobId}`,
    workTypeId === null ? '' : (workType?.name ?? `work type ${workTypeId}`),
    isInvoiced === null ? '' : isInvoiced ? 'invoiced' : 'pending',
    billable === null ? '' : billable ? 'billable' : 'not billable',
    person === null ? '' : `logged by ${logger ? displayName(logger) : `person ${person}`}`,
    startDate === null ? '' : `from ${formatBritishDay(startDate)}`,
    endDate === null ? '' : `to ${formatBritishDay(endDate)}`,
    q === null ? '' : `description with “${q}”`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** What of the filtered logs goes on no invoice, in words; null where all of them go. */
export function describeLeftOut({ notBillable, beingInvoiced }: LeftOut): string | null {
  const logs = (count: number) => (count === 1 ? 'log' : 'logs');
  const parts = [
    notBillable > 0 ? `${notBillable} non-billable ${logs(notBillable)}` : '',
    beingInvoiced > 0 ? `${beingInvoiced} ${logs(beingInvoiced)} on invoices being made` : '',
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(' and ')} not included` : null;
}
