import { prepared } from '#db/connection.server.ts';
import type { Services } from '../context.server.ts';
import { formatBritishMoment } from '../lib/calendar.ts';
import { formatCursor } from '../lib/cursor.ts';
import { filterFields } from '../lib/filters.ts';
import { pageLinks, readOrNewest, readPage } from '../lib/paging.ts';
import { UNDO_LIFETIME } from '../lib/undo.ts';
import {
  HISTORY_FILTER_NAMES,
  historySearch,
  listHistory,
  listPeople,
  readHistoryFilters,
  type HistoryFilters,
} from './history.server.ts';
import { formatRecord, type ReadEntry } from './history.ts';
import { nameRecord, sayEntry } from './say-entry.ts';

type ScreenServices = Pick<Services, 'db' | 'clock' | 'config'>;

/** Everything the History screen shows, as text. */
export type HistoryScreenData = ReturnType<typeof loadHistoryScreen>;
export type HistoryRow = HistoryScreenData['rows'][number];

/** The rows, filters and page links for an address. */
export function loadHistoryScreen(services: ScreenServices, url: URL) {
  const search = url.searchParams;
  const { filters, issues } = readHistoryFilters(search);
  const found = readOrNewest(readPage(search), filters, (...asked) =>
    listHistory(services, ...asked),
  );
  return {
    rows: found.rows.map((entry) => toRow(services, entry)),
    isWrong: issues !== null,
    only: filters && nameOfOnly(filters, found.rows),
    keptDays: services.config.historyDays,
    links: pageLinks(historySearch(search), found, ({ at, id }) =>
      formatCursor({ date: at.getTime(), id }),
    ),
    people: listPeople(services),
    filters: {
      ...filterFields(HISTORY_FILTER_NAMES, search, issues),
      isFiltered: historySearch(search).size > 0,
    },
  };
}

function toRow(services: ScreenServices, entry: ReadEntry) {
  const { id, kind, recordId, by, at, before, after } = entry;
  const { timeZone } = services.config;
  return {
    id,
    when: formatBritishMoment(at, timeZone),
    by,
    name: nameRecord(kind, recordId, after ?? before ?? {}),
    record: formatRecord({ kind, id: recordId }),
    open: openPath(services, kind, recordId),
    restore: after === null ? restorePath(services, kind, recordId) : null,
    ...sayEntry(entry, timeZone),
  };
}

function nameOfOnly({ record }: HistoryFilters, [latest]: ReadEntry[]): string | null {
  if (record === null) return null;
  return nameRecord(record.kind, record.id, latest?.after ?? latest?.before ?? {});
}

/** Where a record of each kind can be looked at, and the query that tells whether that page can show it. */
const PATHS: Record<string, [path: string, isThere: string]> = {
  client: ['/clients/#', 'select 1 from clients where id = ?'],
  job: ['/clients/jobs/#/edit', 'select 1 from jobs where id = ?'],
  'work-type': [
    '/settings/work-types/#/edit',
    'select 1 from work_types where id = ? and is_active',
  ],
  'work-log': [
    '/work-logs/#/edit',
    `select 1 from work_logs w where w.id = ? and not exists (
      select 1 from invoice_logs l where l.work_log_id = w.id and l.is_live)`,
  ],
  'pending-work-log': [
    '/pending-work-logs/#/edit',
    `select 1 from pending_work_logs where id = ? and status = 'pending_review'`,
  ],
  settings: ['/settings', 'select ? is null'],
};

function openPath({ db }: ScreenServices, kind: string, id: number | null): string | null {
  const [path, isThere] = PATHS[kind] ?? [];
  if (isThere === undefined || prepared(db, isThere).get(id) === undefined) return null;
  return path?.replace('#', String(id)) ?? null;
}

const RESTORABLE = 'select 1 from deleted_work_logs where work_log_id = ? and deleted_at >= ?';

/** Where a log that was just deleted can be brought back. */
function restorePath({ db, clock }: ScreenServices, kind: string, id: number | null) {
  if (kind !== 'work-log' || id === null) return null;
  const since = clock().getTime() - UNDO_LIFETIME;
  const isThere = prepared(db, RESTORABLE).get(id, since) !== undefined;
  return isThere ? `/work-logs/${id}/restore` : null;
}
