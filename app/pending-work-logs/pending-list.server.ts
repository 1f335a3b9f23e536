import { z } from 'zod';
import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared, type Database } from '#db/connection.server.ts';
import { pendingWorkLogs, type PendingWorkLog } from '#db/schema.ts';
import { PENDING_STATUSES } from '#db/words.ts';
import type { Services } from '../context.server.ts';
import { notFound } from '../lib/errors.ts';
import { idField, optionalDay } from '../lib/fields.ts';
import { lastOf } from '../lib/filter-search.ts';
import { daysInOrder, orAll, readQuery, type FiltersRead } from '../lib/filters.ts';
import { dateBounds, rowsOf, type Condition, type Page, type Rows } from '../lib/paging.ts';
import type { NamedPendingLog } from './pending-work-logs.ts';
import { MISSING, type Missing } from './review/selection.ts';
import type { PersonField, Suggestions } from './suggest/suggestions.ts';

/** What an address says of which entries to list. */
export const Filters = z
  .object({
    status: orAll(z.enum(PENDING_STATUSES, `This should be all, ${PENDING_STATUSES.join(', ')}.`)),
    clientId: orAll(idField('This does not exist.')),
    missing: orAll(z.enum(MISSING, `This should be one of ${MISSING.join(', ')}.`)),
    startDate: optionalDay,
    endDate: optionalDay,
  })
  .refine(...daysInOrder('startDate', 'endDate', 'Start date must be before or equal to end date'));

/** Which entries to list; null sets no limit. Days are of the business time zone, first and last included. */
export type PendingFilters = Omit<z.output<typeof Filters>, 'missing'> & {
  missing?: Missing | null;
};

/** Reads the filters. What lacks something is looked for among what waits, unless a status, or `all`, is named. */
export function readPendingFilters(search: URLSearchParams): FiltersRead<PendingFilters> {
  const read: FiltersRead<PendingFilters> = readQuery(Filters, search);
  if (!read.filters?.missing || lastOf(search, 'status')) return read;
  return { filters: { ...read.filters, status: 'pending_review' }, issues: null };
}

type ListServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

const COLUMNS = columnsOf(pendingWorkLogs, 'p');

type Row = Stored<
  PendingWorkLog &
    Pick<NamedPendingLog, 'clientName' | 'workTypeName' | 'jobName' | 'inactiveClientName'>
>;

/** Entries with the names of their clients, work types and jobs; SQLite has to find them by this index. */
const selectPendingLogs = (index?: string) => `
  select ${COLUMNS.text}, c.name as clientName, t.name as workTypeName,
    j.name as jobName, i.name as inactiveClientName
  from pending_work_logs p ${index ? `indexed by ${index}` : ''}
  left join clients c on c.id = p.client_id
  left join work_types t on t.id = p.work_type_id
  left join jobs j on j.id = p.job_id
  left join clients i on i.id = p.inactive_client_id`;

function fromRow(row: Row): NamedPendingLog {
  return {
    ...COLUMNS.read(row),
    labels: JSON.parse(row.labels) as string[],
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    suggestions: JSON.parse(row.suggestions) as Suggestions,
    setByPerson: JSON.parse(row.setByPerson) as PersonField[],
    // An archived entry counts as not billable; the column keeps its value for when it is put back.
    billable: row.billable === 1 && row.status !== 'archived',
  };
}

const ONE = `${selectPendingLogs()} where p.id = ?`;

/** One entry in any state. Throws 404. */
export function getPendingLog({ db }: { db: Database }, id: number): NamedPendingLog {
  const row = prepared<Row>(db, ONE).get(id);
  if (!row) throw notFound('The pending work log');
  return fromRow(row);
}

/** What a waiting entry lacks, in SQL, and the partial index that has it so. */
const LACKS: Record<Missing, [condition: string, index: string]> = {
  clientId: ['p.client_id is null', 'pending_work_logs_no_client'],
  workTypeId: ['p.work_type_id is null', 'pending_work_logs_no_work_type'],
  duration: ['p.duration is null', 'pending_work_logs_no_duration'],
};

/** The index that holds the matching entries in the order of the list. */
function indexFor({ clientId, status, missing }: PendingFilters): string {
  if (missing && clientId === null && status === 'pending_review') return LACKS[missing][1];
  if (clientId === null) {
    return status === null ? 'pending_work_logs_completed' : 'pending_work_logs_status_completed';
  }
  return status === null
    ? 'pending_work_logs_client_completed'
    : 'pending_work_logs_client_status_completed';
}

function matching(filters: PendingFilters, page: Page, timeZone: string) {
  const { clientId, status, missing } = filters;
  const conditions: Condition<number | string>[] = [];
  // Written out where a partial index needs to see it.
  if (missing && status === 'pending_review') {
    conditions.push([`p.status = 'pending_review'`, []]);
  } else if (status !== null) conditions.push(['p.status = ?', [status]]);
  if (missing) conditions.push([LACKS[missing][0], []]);
  if (clientId !== null) conditions.push(['p.client_id = ?', [clientId]]);
  conditions.push(...dateBounds(filters, page, { timeZone, date: 'p.completed_at', id: 'p.id' }));
  const where = conditions.map(([text]) => text).join(' and ');
  return {
    where: where && `where ${where}`,
    values: conditions.flatMap(([, values]) => values),
  };
}

/** The ids of the entries that match, newest first, `most` at most. */
export function pendingIds(
  { db, config }: ListServices,
  filters: PendingFilters,
  most: number,
): number[] {
  const { where, values } = matching(filters, { limit: most }, config.timeZone);
  const text = `select p.id from pending_work_logs p indexed by ${indexFor(filters)} ${where}
    order by p.completed_at desc, p.id desc limit ?`;
  return prepared<{ id: number }>(db, text)
    .all(...values, most)
    .map(({ id }) => id);
}

/** How many entries match; counts to `most` at most. */
export function countPending(
  { db, config }: ListServices,
  filters: PendingFilters,
  most: number,
): number {
  const { where, values } = matching(filters, { limit: most }, config.timeZone);
  const text = `select count(*) as count from (
    select 1 from pending_work_logs p indexed by ${indexFor(filters)} ${where} limit ?)`;
  return prepared<{ count: number }>(db, text).get(...values, most)?.count ?? 0;
}

const STILL_OPEN = `
  select id from pending_work_logs
  where status = 'pending_review' and id in (select value from json_each(?)) order by id`;

/** Those of the ids whose entries are in review. */
export function stillInReview({ db }: { db: Database }, ids: number[]): number[] {
  return prepared<{ id: number }>(db, STILL_OPEN)
    .all(JSON.stringify(ids))
    .map(({ id }) => id);
}

/** The entries of a page, newest first, and whether there are more in its direction. */
export function listPendingLogs(
  { db, config }: ListServices,
  filters: PendingFilters,
  page: Page,
): Rows<NamedPendingLog> {
  const { where, values } = matching(filters, page, config.timeZone);
  // Newest completion first, oldest first on the way to newer entries.
  const direction = page.newer ? 'asc' : 'desc';
  const text = `${selectPendingLogs(indexFor(filters))} ${where}
    order by p.completed_at ${direction}, p.id ${direction} limit ?`;
  // One more tells that there is more.
  const found = prepared<Row>(db, text).all(...values, page.limit + 1);
  return rowsOf(found.map(fromRow), page);
}
