import { listClientNames } from '../clients/clients.server.ts';
import { listJobs } from '../jobs/jobs.server.ts';
import type { Services } from '../context.server.ts';
import { formatBritishDay } from '../lib/calendar.ts';
import { ProductError } from '../lib/errors.ts';
import { toDecimalString } from '../lib/money.ts';
import { formatMonth } from '../invoices/list/status.ts';
import { displayName } from '../users/users.ts';
import { listUsers } from '../users/users.server.ts';
import { listWorkTypeNames } from '../work-types/work-types.server.ts';
import {
  readReportQuery,
  addSums,
  NOBODY,
  NO_SUMS,
  SUM_NAMES,
  sortRows,
  type Report,
  type ReportBy,
  type ReportQuery,
  type ReportScope,
  type Sums,
} from './reports.ts';
import { prepared, type Database } from '#db/connection.server.ts';
import { splitsVatOf } from '#db/split-vat.server.ts';
import { plainConditions } from '../work-logs/list/search.server.ts';
import { splitRange } from '../work-logs/list/totals.server.ts';

type ReportServices = Pick<Services, 'db'>;

/** The report that an address asks for. Throws 400 with what cannot be read. */
export function answerReport(
  services: ReportServices,
  url: URL,
): { report: Report; query: ReportQuery } {
  const { filters: query, issues } = readReportQuery(url.searchParams);
  if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
  return { report: makeReport(services, query), query };
}

/** A report: a row for each group that has logs, in the order asked for, and the sum of all. */
export function makeReport(services: ReportServices, query: ReportQuery): Report {
  const sums = sumUp(services, query.by, query);
  if (query.by === 'job' && query.jobId === null) addRest(sums, totalOfScope(services, query));
  const nameOf = namesFor(services, query.by);
  const rows = [...sums].map(([key, some]) => ({ key, name: nameOf(key), ...some }));
  return { rows: sortRows(rows, query.by, query.sort), total: totalOf(sums.values()) };
}

/** What all logs of a scope come to. */
export function totalOfScope(services: ReportServices, scope: ReportScope): Sums {
  return totalOf(sumUp(services, 'month', scope).values());
}

/** Adds what is for no job: what is left of the total. */
function addRest(sums: Map<string, Sums>, total: Sums): void {
  const rest = { ...total };
  for (const one of sums.values()) for (const name of SUM_NAMES) rest[name] -= one[name];
  if (rest.logs > 0) sums.set(NOBODY, rest);
}

const totalOf = (sums: Iterable<Sums>): Sums => [...sums].reduce(addSums, NO_SUMS);

function namesFor(services: ReportServices, by: ReportBy): (key: string) => string {
  switch (by) {
    case 'client':
      return lookUp(listClientNames(services));
    case 'work-type':
      return lookUp(listWorkTypeNames(services));
    case 'person':
      return lookUp([
        { id: NOBODY, name: 'Not known' },
        ...listUsers(services).map((user) => ({ id: user.id, name: displayName(user) })),
      ]);
    case 'job':
      return lookUp([{ id: NOBODY, name: 'No job' }, ...listJobs(services)]);
    case 'month':
      return formatMonth;
    case 'week':
      return (monday) => `Week of ${formatBritishDay(monday)}`;
  }
}

function lookUp(named: { id: number | string; name: string }[]): (key: string) => string {
  const names = new Map(named.map(({ id, name }) => [String(id), name]));
  return (key) => names.get(key) ?? key;
}

const toAmounts = (sums: Sums) => ({
  hours: sums.minutes / 60,
  net: toDecimalString(sums.netPence),
  billableHours: sums.billableMinutes / 60,
  invoicedNet: toDecimalString(sums.invoicedNetPence),
  workedNet: toDecimalString(sums.workedNetPence),
});

/** A report for the API: hours as numbers, not rounded; money as decimal strings. */
export function toReportView({ rows, total }: Report) {
  return {
    rows: rows.map((row) => ({ key: row.key, name: row.name, ...toAmounts(row) })),
    total: toAmounts(total),
  };
}

/** Who made a log whose maker is not known, in the kept totals. */
const NOBODY_ID = 0;

type Value = number | string;
type Part = [text: string, values: Value[]];

/** How groups are found: by the key of a table `g` that is read first, or by the period. Both give them sorted. */
type KeptBy = Exclude<ReportBy, 'job'>;
const GROUPS: Record<KeptBy, { from: string; key: string }> = {
  client: { from: 'clients g cross join', key: 'g.id' },
  'work-type': { from: 'work_types g cross join', key: 'g.id' },
  month: { from: '', key: 't.period' },
  week: { from: '', key: 't.period' },
  person: {
    from: `(select id from users union all select ${NOBODY_ID}) g cross join`,
    key: 'g.id',
  },
};

/** A period's key: the Monday of its week (six days back, then on to the next Monday), or its month. */
const WHOLE_PERIOD = {
  week: `date(key, '-6 days', 'weekday 1')`,
  month: 'substr(key, 1, 7)',
} as const;

/** All logs, the billable ones, and the others: number, minutes, pence, and the VAT in these. */
const KEPT = {
  all: ['t.logs', 't.minutes', 't.total_pence', 't.vat_pence'],
  billable: ['t.billable_logs', 't.billable_minutes', 't.billable_pence', 't.billable_vat_pence'],
  others: [
    't.logs - t.billable_logs',
    't.minutes - t.billable_minutes',
    't.total_pence - t.billable_pence',
    't.vat_pence - t.billable_vat_pence',
  ],
} as const;

function sumsOf({ billable }: ReportScope): string {
  const [logs, minutes, pence, vat] =
    KEPT[billable === null ? 'all' : billable ? 'billable' : 'others'];
  const worked = `iif(t.is_invoiced, ${pence} - (${vat}), 0)`;
  const paid = (text: string) => (billable === false ? '0' : text);
  const sums: Record<keyof Sums, string> = {
    logs,
    minutes,
    billableMinutes: paid('t.billable_minutes'),
    netPence: paid(`t.billable_pence - t.billable_vat_pence * ${splitsVatOf('t')}`),
    workedNetPence: worked,
    // Only billable work is on invoices of ours.
    invoicedNetPence: billable === false ? worked : `${worked} + t.billed_more_pence`,
    timePence: paid('t.billable_pence - t.hardware_pence'),
  };
  return Object.entries(sums)
    .map(([name, text]) => `sum(${text}) as ${name}`)
    .join(', ');
}

/**
 * What a scope comes to, by the key of its groups, from kept totals (docs/decisions/0007-totals-and-reports.md); of jobs, from
 * their logs.
 */
function sumUp({ db }: ReportServices, by: ReportBy, scope: ReportScope): Map<string, Sums> {
  if (by === 'job' || scope.jobId !== null) return sumJobs(db, by, scope);
  const { text, values } = queryOf(by, scope);
  const statement = prepared<Sums & { key: Value }>(db, text);
  const sums = new Map<string, Sums>();
  const { isInvoiced } = scope;
  for (const { unit, from, to } of rangesOf(by, scope)) {
    const invoiced = [isInvoiced === true ? 1 : 0, isInvoiced === false ? 0 : 1];
    for (const { key, ...some } of statement.all(...values, unit, from, to, ...invoiced)) {
      const name = by === 'person' && key === NOBODY_ID ? NOBODY : String(key);
      sums.set(name, addSums(sums.get(name) ?? NO_SUMS, some));
    }
  }
  // The triggers leave a row of zeros where there is no log any more.
  return new Map([...sums].filter(([, { logs }]) => logs > 0));
}

/** The logs of jobs by their own index (docs/decisions/0066-jobs.md), each as a row of totals. */
const LOGS_OF_JOBS = `
  select w.*, 1 as logs, w.duration as minutes, w.included_vat_pence as vat_pence,
    w.billable as billable_logs, iif(w.billable, w.duration, 0) as billable_minutes,
    iif(w.billable, w.total_pence, 0) as billable_pence,
    iif(w.billable, w.included_vat_pence, 0) as billable_vat_pence,
    iif(w.billable and w.is_hardware, w.total_pence, 0) as hardware_pence
  from jobs j cross join work_logs w indexed by work_logs_job_date on w.job_id = j.id
  where ? in (j.client_id, 0) and w.day between ? and ?`;

const KEY_OF_LOG: Record<ReportBy, string> = {
  client: 't.client_id',
  'work-type': 't.work_type_id',
  month: 'substr(t.day, 1, 7)',
  week: `date(t.day, '-6 days', 'weekday 1')`,
  person: `coalesce(t.created_by, '${NOBODY}')`,
  job: 't.job_id',
};

function sumJobs(db: Database, by: ReportBy, scope: ReportScope): Map<string, Sums> {
  const { from, to, clientId } = scope;
  const filters = { ...scope, q: null, startDate: from, endDate: to };
  const conditions = plainConditions(db, filters, '') ?? [];
  const text = `select ${KEY_OF_LOG[by]} as key, ${sumsOf(scope)} from (
    ${LOGS_OF_JOBS} and ${['true', ...conditions.map(([one]) => one)].join(' and ')}
  ) t group by 1`;
  const values = [clientId ?? 0, from ?? BEFORE_ALL, to ?? AFTER_ALL];
  const rows = prepared<Sums & { key: Value }>(db, text).all(
    ...values,
    ...conditions.flatMap(([, some]) => some),
  );
  return new Map(rows.map(({ key, ...sums }) => [String(key), sums]));
}

function queryOf(by: KeptBy, scope: ReportScope): { text: string; values: Value[] } {
  const isOfPerson = by === 'person' || scope.person !== null;
  const isOfType = by === 'work-type' || scope.workTypeId !== null;
  const table = isOfPerson ? 'person_totals' : isOfType ? 'work_type_totals' : 'work_log_totals';
  const parts: Part[] = [column('t.client_id', by === 'client', scope.clientId)];
  if (isOfPerson || isOfType) {
    parts.push(column('t.work_type_id', by === 'work-type', scope.workTypeId));
  }
  if (isOfPerson) parts.push(column('t.person_id', by === 'person', scope.person));
  const { from, key } = GROUPS[by];
  const text = `select ${key} as key, ${sumsOf(scope)}
    from ${from} ${table} t
    where ${parts.map(([part]) => part).join(' and ')}
      and t.unit = ? and t.period between ? and ? and t.is_invoiced between ? and ?
    group by ${key}`;
  const values = parts.flatMap(([, some]) => some);
  if (by !== 'week' && by !== 'month') return { text, values };
  const again = SUM_NAMES.map((name) => `sum(${name}) as ${name}`).join(', ');
  return { text: `select ${WHOLE_PERIOD[by]} as key, ${again} from (${text}) group by 1`, values };
}

/** A column of the totals: of each group, of the one that is asked for, or of all (0). */
function column(name: string, isGroup: boolean, only: number | null): Part {
  if (!isGroup) return [`${name} = ?`, [only ?? 0]];
  return only === null ? [`${name} = g.id`, []] : [`${name} = g.id and g.id = ?`, [only]];
}

/** Sorts before and after every day and month. */
const BEFORE_ALL = '';
const AFTER_ALL = '~';

/** Months where they are whole, days at the edges; for weeks, days. */
function rangesOf(by: ReportBy, { from, to }: ReportScope) {
  if (by !== 'week') return splitRange(from, to);
  return [{ unit: 'day' as const, from: from ?? BEFORE_ALL, to: to ?? AFTER_ALL }];
}
