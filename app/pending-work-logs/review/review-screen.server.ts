import { readAiKey } from '../../ai/settings/ai-settings.server.ts';
import type { Services } from '../../context.server.ts';
import { listClientNames } from '../../clients/clients.server.ts';
import { formatListDateTime } from '../../lib/calendar.ts';
import { formatCursor, parseCursor } from '../../lib/cursor.ts';
import { formatDuration, toHoursInput } from '../../lib/duration.ts';
import { newOneTimeKey } from '../../http/one-time-keys.server.ts';
import { PAGE_SIZE, type Page } from '../../lib/paging.ts';
import { periodLinks } from '../../lib/period-links.ts';
import type { PendingStatus } from '#db/words.ts';
import { listWorkTypes } from '../../work-types/work-types.server.ts';
import { pendingSearch } from './review-address.ts';
import { PENDING_FILTER_NAMES } from './filter-names.ts';
import { readPendingFilters } from './review-filters.ts';
import { automaticTrouble } from '../import/automatic.server.ts';
import { lastImport } from '../import/import.server.ts';
import { listPendingLogs } from '../pending-list.server.ts';
import { DURATION_PRESETS, OTHER_DURATION } from './durations.ts';
import { missingFor, toSuggestionsView, type NamedPendingLog } from '../pending-work-logs.ts';
import { STATUS_LABELS } from './status-labels.ts';
import { defaultRange, describeProgress, syncToast } from '../import/sync.server.ts';

type ScreenServices = Pick<Services, 'db' | 'config' | 'clock' | 'appSecret' | 'taskSource'>;

/** Everything that Todoist Import and Archived show, as text. */
export type PendingScreenData = ReturnType<typeof loadPendingScreen>;
export type PendingRow = ReturnType<typeof toReviewRow>;

/** An entry as the lists show it. */
export function toReviewRow(entry: NamedPendingLog, timeZone: string) {
  const { id, taskName, projectName, duration, clientName, workTypeId, workTypeName } = entry;
  const isPreset = duration !== null && DURATION_PRESETS.includes(duration);
  return {
    id,
    taskName,
    description: entry.description,
    projectName,
    completedAt: formatListDateTime(entry.completedAt, timeZone),
    duration: duration === null ? null : formatDuration(duration),
    durationChoice: duration === null ? '' : isPreset ? String(duration) : OTHER_DURATION,
    customHours: duration === null || isPreset ? '' : toHoursInput(duration),
    ratePence: entry.estimatedHourlyRatePence,
    clientName,
    workTypeId,
    workTypeName,
    ...toSuggestionsView(entry),
    status: entry.status,
    statusLabel: STATUS_LABELS[entry.status],
    billable: entry.billable,
    missing: entry.status === 'pending_review' ? missingFor(entry) : [],
  };
}

function readPage(search: URLSearchParams): Page {
  const older = parseCursor(search.get('older') ?? '') ?? undefined;
  const newer = parseCursor(search.get('newer') ?? '') ?? undefined;
  return { limit: PAGE_SIZE, older, newer: older ? undefined : newer };
}

const NOTHING: { entries: NamedPendingLog[]; hasMore: boolean } = { entries: [], hasMore: false };

/** The rows, filters and page links for an address. `fixed` limits the list to one status. */
export function loadPendingList(services: ScreenServices, url: URL, fixed?: PendingStatus) {
  const { timeZone } = services.config;
  const wanted = new URLSearchParams(url.searchParams);
  if (fixed) wanted.set('status', fixed);
  else if (!wanted.get('status')) wanted.set('status', 'pending_review');
  const { filters, issues } = readPendingFilters(wanted);
  const page = readPage(wanted);
  const { entries, hasMore } = filters ? listPendingLogs(services, filters, page) : NOTHING;
  const search = pendingSearch(url.searchParams);
  return {
    rows: entries.map((entry) => toReviewRow(entry, timeZone)),
    links: pageLinks(search, page, entries, hasMore),
    filters: {
      values: Object.fromEntries(
        PENDING_FILTER_NAMES.map((name) => [name, wanted.get(name) ?? '']),
      ),
      issues: Object.fromEntries((issues ?? []).map(({ path, message }) => [path, message])),
      isFiltered: PENDING_FILTER_NAMES.some((name) => isFilter(name, search.get(name), fixed)),
    },
    isValid: filters !== null,
    clients: listClientNames(services),
    periods: periodLinks({ now: services.clock(), timeZone }, search),
    search: search.toString(),
  };
}

/** Whether a query parameter changes the list from the one shown without any filters. */
function isFilter(name: string, value: string | null, fixed: PendingStatus | undefined): boolean {
  if (!value) return false;
  if (name === 'status') return fixed === undefined && value !== 'pending_review';
  return value !== 'all';
}

function pageLinks(
  search: URLSearchParams,
  page: Page,
  entries: NamedPendingLog[],
  hasMore: boolean,
) {
  const linkTo = (name: 'older' | 'newer', entry: NamedPendingLog | undefined) => {
    if (!entry) return null;
    const link = new URLSearchParams(search);
    link.delete('older');
    link.delete('newer');
    link.set(name, formatCursor({ date: entry.completedAt.getTime(), id: entry.id }));
    return `?${link.toString()}`;
  };
  return {
    older: page.newer || hasMore ? linkTo('older', entries.at(-1)) : null,
    newer: (page.newer ? hasMore : page.older !== undefined) ? linkTo('newer', entries[0]) : null,
  };
}

/** Everything that Todoist Import shows. */
export function loadPendingScreen(services: ScreenServices, url: URL) {
  return {
    ...loadPendingList(services, url),
    workTypes: listWorkTypes(services)
      .filter(({ isHardware }) => !isHardware)
      .map(({ id, name }) => ({ id, name })),
    sync: {
      ...loadSyncForm(services),
      lastSync: describeLastSync(services),
      trouble: automaticTrouble(services),
    },
    canRewrite: readAiKey(services) !== null,
    oneTimeKey: newOneTimeKey(),
  };
}

/** The initial days of the sync form, and whether Todoist is connected. */
export function loadSyncForm(services: ScreenServices) {
  return { range: defaultRange(services), isConnected: services.taskSource.open() !== null };
}

function describeLastSync(services: ScreenServices) {
  const last = lastImport(services);
  // Why the automatic import failed is said with when it is tried again.
  if (!last || (last.userId === null && automaticTrouble(services))) return null;
  const { timeZone } = services.config;
  const { title, text } = syncToast(last);
  const kind = last.userId === null ? 'Automatic import' : 'Last sync';
  return {
    status: last.status,
    title,
    text,
    when: `${kind}: ${formatListDateTime(last.finishedAt ?? last.startedAt, timeZone)}`,
    progress: describeProgress(last),
  };
}
