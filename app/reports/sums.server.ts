import { prepared } from '#db/connection.server.ts';
import type { Services } from '../context.server.ts';
import { splitRange } from '../work-logs/list/totals.server.ts';
import { addSums, NOBODY, NO_SUMS, type ReportBy, type ReportScope, type Sums } from './reports.ts';

type SumsServices = Pick<Services, 'db'>;

/** Who made a log whose maker is not known, in the kept totals. */
const NOBODY_ID = 0;

type Value = number | string;
/** A part of a statement, and the values for its placeholders. */
type Part = [text: string, values: Value[]];

/** From where the groups of a report come, so that each is looked up by the key of the totals. */
const GROUPS: Record<ReportBy, { from: string; kept: string; ofLog: string }> = {
  client: { from: 'clients g cross join', kept: 't.client_id', ofLog: 'w.client_id' },
  'work-type': { from: 'work_types g cross join', kept: 't.work_type_id', ofLog: 'w.work_type_id' },
  month: { from: '', kept: 'substr(t.period, 1, 7)', ofLog: 'substr(w.day, 1, 7)' },
  // The Monday on or before a day: a Monday is six days after the Tuesday before it.
  week: {
    from: '',
    kept: `date(t.period, '-6 days', 'weekday 1')`,
    ofLog: `date(w.day, '-6 days', 'weekday 1')`,
  },
  person: {
    from: `(select id from users union all select ${NOBODY_ID}) g cross join`,
    kept: 't.person_id',
    ofLog: `coalesce(w.created_by, ${NOBODY_ID})`,
  },
};

/** Of all logs, of the billable ones, or of the others: their number, minutes and pence. */
const KEPT = {
  all: ['t.logs', 't.minutes', 't.total_pence'],
  billable: ['t.billable_logs', 't.billable_minutes', 't.billable_pence'],
  others: [
    't.logs - t.billable_logs',
    't.minutes - t.billable_minutes',
    't.total_pence - t.billable_pence',
  ],
} as const;

/**
 * What the logs of a scope come to, by the key of what they are added up by. Read from the totals that
 * triggers keep (docs/decisions/0036-reports.md), never from the logs; only VAT that is part of prices
 * is added up, over an index of the few logs that have any.
 */
export function sumUp({ db }: SumsServices, by: ReportBy, scope: ReportScope): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  const add = (key: Value, some: Partial<Sums>) => {
    const name = by === 'person' && key === NOBODY_ID ? NOBODY : String(key);
    sums.set(name, addSums(sums.get(name) ?? NO_SUMS, { ...NO_SUMS, ...some }));
  };
  for (const row of readKept(db, by, scope)) add(row.key, row);
  for (const row of readHardware(db, by, scope)) add(row.key, { timePence: -row.pence });
  for (const row of readIncludedVat(db, by, scope)) {
    add(row.key, { netPence: -row.netPence, invoicedNetPence: -row.invoicedNetPence });
  }
  return new Map([...sums].filter(([, { logs }]) => logs > 0));
}

type Db = SumsServices['db'];
type KeptRow = { key: Value } & Sums;

function readKept(db: Db, by: ReportBy, scope: ReportScope): KeptRow[] {
  const { billable } = scope;
  const [logs, minutes, pence] = KEPT[billable === null ? 'all' : billable ? 'billable' : 'others'];
  const paid = billable === false ? '0' : 't.billable_pence';
  const isByType = by === 'work-type' || scope.workTypeId !== null;
  const table = isOfPerson(by, scope)
    ? 'person_totals'
    : isByType
      ? 'work_type_totals'
      : 'work_log_totals';
  const columns = `sum(${logs}) as logs, sum(${minutes}) as minutes,
    sum(${billable === false ? '0' : 't.billable_minutes'}) as billableMinutes,
    sum(${paid}) as netPence, sum(iif(t.is_invoiced, ${pence}, 0)) as invoicedNetPence,
    sum(${paid}) as timePence`;
  const type: Part | null = isByType
    ? typePart(by, scope)
    : table === 'person_totals'
      ? ['t.work_type_id = 0', []]
      : null;
  return readTotals<KeptRow>(db, by, scope, { table, columns, from: '', type });
}

/** What billable hardware comes to, in pence, with the VAT in its prices: no hour brought it. */
function readHardware(db: Db, by: ReportBy, scope: ReportScope): { key: Value; pence: number }[] {
  if (scope.billable === false) return [];
  const table = isOfPerson(by, scope) ? 'person_totals' : 'work_type_totals';
  const [text, values] = by === 'work-type' ? typePart(by, scope) : ['t.work_type_id = h.id', []];
  const ofType: Part =
    scope.workTypeId === null || by === 'work-type'
      ? [text, values]
      : [`${text} and h.id = ?`, [scope.workTypeId]];
  return readTotals(db, by, scope, {
    table,
    columns: 'sum(t.billable_pence) as pence',
    from: by === 'work-type' ? '' : 'work_types h cross join',
    type: [`${ofType[0]} and ${by === 'work-type' ? 'g' : 'h'}.is_hardware`, ofType[1]],
  });
}

const isOfPerson = (by: ReportBy, { person }: ReportScope) => by === 'person' || person !== null;

/** The condition on the work type of totals that have one. */
function typePart(by: ReportBy, { workTypeId }: ReportScope): Part {
  return column('t.work_type_id', by === 'work-type', workTypeId);
}

/** A column of totals: of each group, of the one that is asked for, or of all (0). */
function column(name: string, isGroup: boolean, only: number | null): Part {
  if (!isGroup) return [`${name} = ?`, [only ?? 0]];
  return only === null ? [`${name} = g.id`, []] : [`${name} = g.id and g.id = ?`, [only]];
}

type Totals = {
  table: 'work_log_totals' | 'work_type_totals' | 'person_totals';
  columns: string;
  /** Another table, read before the groups. */
  from: string;
  type: Part | null;
};

function readTotals<Row>(db: Db, by: ReportBy, scope: ReportScope, totals: Totals): Row[] {
  const { table, columns, from, type } = totals;
  const group = GROUPS[by];
  const parts: Part[] = [
    ...(table === 'person_totals' ? [column('t.person_id', by === 'person', scope.person)] : []),
    ...(type === null ? [] : [type]),
    column('t.client_id', by === 'client', scope.clientId),
  ];
  const text = `select ${group.kept} as key, ${columns}
    from ${from} ${group.from} ${table} t
    where ${parts.map(([part]) => part).join(' and ')}
      and t.unit = ? and t.period between ? and ? and t.is_invoiced between ? and ?
    group by 1`;
  const statement = prepared<Row>(db, text);
  const values = parts.flatMap(([, some]) => some);
  const { isInvoiced } = scope;
  return rangesOf(by, scope).flatMap(({ unit, from: first, to: last }) =>
    statement.all(
      ...values,
      unit,
      first,
      last,
      isInvoiced === true ? 1 : 0,
      isInvoiced === false ? 0 : 1,
    ),
  );
}

const BEFORE_ALL = '';
const AFTER_ALL = '~';

/** Months where they are whole, days at the edges; for weeks, days. */
function rangesOf(by: ReportBy, { from, to }: ReportScope) {
  if (by !== 'week') return splitRange(from, to);
  return [{ unit: 'day' as const, from: from ?? BEFORE_ALL, to: to ?? AFTER_ALL }];
}

type VatRow = { key: Value; netPence: number; invoicedNetPence: number };

/** The VAT that is part of the totals, of billable logs and of invoiced ones. */
function readIncludedVat(db: Db, by: ReportBy, scope: ReportScope): VatRow[] {
  const { from, to, clientId, workTypeId, person, billable, isInvoiced } = scope;
  const parts: Part[] = [['w.day between ? and ?', [from ?? BEFORE_ALL, to ?? AFTER_ALL]]];
  if (clientId !== null) parts.push(['w.client_id = ?', [clientId]]);
  if (workTypeId !== null) parts.push(['w.work_type_id = ?', [workTypeId]]);
  if (person !== null) parts.push(['w.created_by = ?', [person]]);
  if (billable !== null) parts.push(['w.billable = ?', [Number(billable)]]);
  if (isInvoiced !== null) parts.push(['w.is_invoiced = ?', [Number(isInvoiced)]]);
  const text = `select ${GROUPS[by].ofLog} as key,
      sum(iif(w.billable, w.included_vat_pence, 0)) as netPence,
      sum(iif(w.is_invoiced, w.included_vat_pence, 0)) as invoicedNetPence
    from work_logs w indexed by work_logs_included_vat
    where w.included_vat_pence > 0 and ${parts.map(([part]) => part).join(' and ')}
    group by 1`;
  return prepared<VatRow>(db, text).all(...parts.flatMap(([, some]) => some));
}
