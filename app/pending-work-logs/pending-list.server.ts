import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared, type Database } from '#db/connection.server.ts';
import { pendingWorkLogs, type PendingWorkLog } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { notFound } from '../lib/errors.ts';
import { dateBounds, type Condition, type Page } from '../lib/paging.ts';
import type { PendingFilters } from './review/review-filters.ts';
import type { NamedPendingLog } from './pending-work-logs.ts';
import type { PersonField, Suggestions } from './suggest/suggestions.ts';

type ListServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

const COLUMNS = columnsOf(pendingWorkLogs, 'p');

/** A row of {@link selectPendingLogs}: labels, metadata and suggestions are JSON. */
type Row = Stored<
  PendingWorkLog & Pick<NamedPendingLog, 'clientName' | 'workTypeName' | 'inactiveClientName'>
>;

/**
 * The select of entries with the names of their clients and work types. `indexed by` makes SQLite
 * find the entries by the named index, whatever its statistics say.
 */
const selectPendingLogs = (index?: string) => `
  select ${COLUMNS.text}, c.name as clientName, t.name as workTypeName,
    i.name as inactiveClientName
  from pending_work_logs p ${index ? `indexed by ${index}` : ''}
  left join clients c on c.id = p.client_id
  left join work_types t on t.id = p.work_type_id
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

/** The index that holds the matching entries in the order of the list. */
function indexFor({ clientId, status }: PendingFilters): string {
  if (clientId === null) {
    return status === null ? 'pending_work_logs_completed' : 'pending_work_logs_status_completed';
  }
  return status === null
    ? 'pending_work_logs_client_completed'
    : 'pending_work_logs_client_status_completed';
}

/**
 * The query for a page and one more row, newest completion first (oldest first on the way to newer
 * entries). Pages start from a row's completion and id.
 */
export function pendingQuery(filters: PendingFilters, page: Page, timeZone: string) {
  const conditions: Condition<number | string>[] = [];
  if (filters.status !== null) conditions.push(['p.status = ?', [filters.status]]);
  if (filters.clientId !== null) conditions.push(['p.client_id = ?', [filters.clientId]]);
  conditions.push(...dateBounds(filters, page, { timeZone, date: 'p.completed_at', id: 'p.id' }));
  const where = conditions.map(([text]) => text).join(' and ');
  const direction = page.newer ? 'asc' : 'desc';
  return {
    text: `${selectPendingLogs(indexFor(filters))} ${where && `where ${where}`} order by p.completed_at ${direction}, p.id ${direction} limit ?`,
    values: [...conditions.flatMap(([, values]) => values), page.limit + 1],
  };
}

/** The entries of a page, newest first, and whether there are more in its direction. */
export function listPendingLogs(
  { db, config }: ListServices,
  filters: PendingFilters,
  page: Page,
): { entries: NamedPendingLog[]; hasMore: boolean } {
  const { text, values } = pendingQuery(filters, page, config.timeZone);
  const rows = prepared<Row>(db, text).all(...values);
  const hasMore = rows.length > page.limit;
  if (hasMore) rows.pop();
  if (page.newer) rows.reverse();
  return { entries: rows.map(fromRow), hasMore };
}
