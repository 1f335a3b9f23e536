import { prepared, type Database } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { dateBounds, rowsOf, type Condition, type Page } from '../../lib/paging.ts';
import type { WorkLogFilters } from './filters.ts';
import { listItemsOf } from '../hardware/items.server.ts';
import {
  LOGS_BY_WORDS,
  LOGS_OF_JOB,
  needsWords,
  plainConditions,
  wordConditions,
  type ListServices,
} from './search.server.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { columnsOf, type Stored } from '#db/columns.server.ts';
import { splitsVat } from '#db/split-vat.server.ts';
import { users, workLogs, IS_ENDED } from '#db/schema.ts';
import type { StoredItem } from '../hardware/hardware-items.ts';
import { sayEnded, type InvoiceStatus } from '../../lib/invoice-status.ts';

type Query = { text: string; values: (number | bigint | string)[] };

/** Which logs of a list: all of them, or those of hardware, found without going through the others. */
export type Listed = 'all' | 'hardware';

/**
 * The query for a page and one more row, newest first (oldest first on the way to newer logs). Pages start from a
 * row's date and id, so the last page costs as little as the first. The text depends only on which filters are set,
 * not on their values, so each is compiled once. Null when no log can match.
 */
export function listQuery(
  db: Database,
  filters: WorkLogFilters,
  page: Page,
  timeZone: string,
  listed: Listed = 'all',
): Query | null {
  const direction = page.newer ? 'asc' : 'desc';
  const order = `w.date ${direction}, w.id ${direction}`;
  const columns = { timeZone, date: 'w.date', id: 'w.id' };
  if (filters.jobId !== null) {
    const conditions = plainConditions(db, filters, timeZone);
    if (conditions === null) return null;
    conditions.push(...dateBounds(filters, page, columns));
    return queryOf(LOGS_OF_JOB, conditions, order, page);
  }
  if (needsWords(filters)) {
    const conditions = wordConditions(db, filters, page, timeZone);
    if (conditions === null) return null;
    // The index numbers its places from the newest log on.
    return queryOf(LOGS_BY_WORDS, conditions, `f.rowid ${page.newer ? 'desc' : 'asc'}`, page);
  }
  const { clientId, isInvoiced } = filters;
  const isHardware = listed === 'hardware';
  const conditions: Condition[] = isHardware ? [['w.is_hardware = 1', []]] : [];
  if (clientId !== null) conditions.push(['w.client_id = ?', [clientId]]);
  if (isInvoiced !== null) conditions.push(['w.is_invoiced = ?', [Number(isInvoiced)]]);
  conditions.push(...dateBounds(filters, page, columns));
  // The index that holds the matching logs in the order of the list.
  const limits = `${clientId === null ? '' : '_client'}${isInvoiced === null ? '' : '_invoiced'}`;
  const index = isHardware ? 'work_logs_hardware' : `work_logs${limits}_date`;
  return queryOf(`work_logs w indexed by ${index}`, conditions, order, page);
}

function queryOf(
  source: string,
  conditions: Condition<Query['values'][number]>[],
  order: string,
  page: Page,
): Query {
  const where = conditions.map(([text]) => text).join(' and ');
  return {
    text: `${selectWorkLogs(source)} ${where && `where ${where}`} order by ${order} limit ?`,
    values: [...conditions.flatMap(([, values]) => values), page.limit + 1],
  };
}

/**
 * The logs of a page with their items, newest first, and whether there are more in its direction. With
 * filters that the index of words answers, those of time are among them in any case.
 */
export function listWorkLogs(
  { db, config }: ListServices,
  filters: WorkLogFilters,
  page: Page,
  listed: Listed = 'all',
): { logs: NamedWorkLog[]; hasMore: boolean } {
  const query = listQuery(db, filters, page, config.timeZone, listed);
  if (query === null) return { logs: [], hasMore: false };
  const found = prepared<WorkLogRow>(db, query.text).all(...query.values);
  const { rows, hasMore } = rowsOf(found, page);
  const items = listItemsOf(
    db,
    rows.filter((row) => row.isHardware === 1).map(({ id }) => id),
  );
  return { logs: rows.map((row) => fromRow(db, row, items.get(row.id) ?? [])), hasMore };
}

const COLUMNS = columnsOf(workLogs, 'w');

const { firstName, lastName, email } = users;
/** The name of a person as `displayName` (users.ts) gives it. */
const PERSON = `coalesce(nullif(trim(
  coalesce(u.${firstName.name}, '') || ' ' || coalesce(u.${lastName.name}, '')), ''), u.${email.name})`;

/** A row of {@link selectWorkLogs}. */
export type WorkLogRow = Stored<Omit<NamedWorkLog, 'hardwareItems' | 'hasVat'>> & {
  hasVat: number | null;
};

/**
 * The select of work logs with the names of their clients, work types and jobs. Written out, since most
 * screens run it and a query builder's mapping costs ten times the query. `cross join` makes SQLite find
 * the logs first, in `source`, whatever its statistics say.
 */
export const selectWorkLogs = (source = 'work_logs w') => `
  select ${COLUMNS.text}, c.name as clientName, t.name as workTypeName,
    t.items_name as itemsName, j.name as jobName,
    k.invoice_id is not null as isClaimed,
    k.has_vat as hasVat,
    i.tenant_id as organisationId,
    ${PERSON} as loggedBy
  from ${source}
  cross join clients c on c.id = w.client_id
  cross join work_types t on t.id = w.work_type_id
  left join invoice_logs k indexed by invoice_logs_live on k.work_log_id = w.id and k.is_live
  left join invoices i on i.id = k.invoice_id
  left join users u on u.id = w.created_by
  left join jobs j on j.id = w.job_id`;

/** The work log in a row, with its items. */
export function fromRow(db: Database, row: WorkLogRow, hardwareItems: StoredItem[]): NamedWorkLog {
  return {
    ...COLUMNS.read(row),
    isHardware: row.isHardware === 1,
    isClaimed: row.isClaimed === 1,
    hasVat:
      row.hasVat === null
        ? row.isInvoiced === 1 || (row.isHardware === 1 && splitsVat(db))
        : row.hasVat === 1,
    hardwareItems,
  };
}

/** Invoices that were deleted, voided or credited in full, and runs that have not finished. */
export type InvoiceNotices = ReturnType<typeof listInvoiceNotices>;

/** An invoice that ended, as it is read. */
export type EndedInvoice = {
  id: number;
  number: string;
  clientName: string;
  status: InvoiceStatus;
  logs: number;
};

const ENDED_INVOICES = `
  select i.id, coalesce(i.xero_invoice_number, substr(i.xero_invoice_id, 1, 8)) as number,
    c.name as clientName, i.status,
    (select count(*) from invoice_logs l where l.invoice_id = i.id) as logs
  from invoices i indexed by invoices_ended cross join clients c on c.id = i.client_id
  where i.state = 'created' and ${IS_ENDED} order by i.id`;

const OPEN_RUNS = `
  select id, status from invoice_runs indexed by invoice_runs_status
  where status in ('running', 'paused') order by id`;

/** Reads the notices. It runs with every Work Logs screen, so it reads two small indexes. */
export function listInvoiceNotices({ db }: Pick<Services, 'db'>) {
  return {
    ended: prepared<EndedInvoice>(db, ENDED_INVOICES)
      .all()
      .map(({ status, ...invoice }) => ({ ...invoice, how: sayEnded(status) })),
    runs: prepared<{ id: number; status: 'running' | 'paused' }>(db, OPEN_RUNS).all(),
  };
}
