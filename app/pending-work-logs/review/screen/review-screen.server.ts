import type { PendingStatus } from '#db/words.ts';
import { readAiKey } from '../../../ai/settings/ai-settings.server.ts';
import { listClientNames } from '../../../clients/clients.server.ts';
import { listOfferedJobs } from '../../../jobs/jobs.server.ts';
import type { Services } from '../../../context.server.ts';
import { newOneTimeKey } from '../../../http/once/one-time-keys.server.ts';
import { dayOf, formatBritishDay, formatBritishMoment } from '../../../lib/calendar.ts';
import { formatCount } from '../../../lib/count.ts';
import { formatCursor } from '../../../lib/cursor.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { lastOf } from '../../../lib/filter-search.ts';
import { filterFields } from '../../../lib/filters.ts';
import { pageLinks, readOrNewest, readPage } from '../../../lib/paging.ts';
import { periodLinks } from '../../../lib/period-links.ts';
import { automaticTrouble, lastImport } from '../../import/import.server.ts';
import { defaultRange, describeProgress, syncToast } from '../../import/sync.server.ts';
import {
  countPending,
  Filters,
  listPendingLogs,
  readPendingFilters,
  stillInReview,
  type PendingFilters,
} from '../../pending-list.server.ts';
import { missingFor, inactiveClientOf, type NamedPendingLog } from '../../pending-work-logs.ts';
import { reasonsIn } from '../../suggest/suggestions.ts';
import { choiceText, nameIn } from '../choices.ts';
import { loadChoices, othersOf } from '../pressed/posted-rows.server.ts';
import { groupTwins, othersIn } from '../presses.ts';
import {
  MISSING,
  PENDING_FILTER_NAMES,
  pendingSearch,
  printSelection,
  readSelection,
  reviewAddressWith,
  SELECTED,
  type Missing,
} from '../selection.ts';

type ScreenServices = Pick<Services, 'db' | 'config' | 'clock' | 'appSecret' | 'taskSource'>;

/** Everything that Todoist Import and Archived show, as text. */
export type PendingScreenData = ReturnType<typeof loadPendingScreen>;
export type PendingRow = ReturnType<typeof toReviewRow>;

/** Why fields of a waiting task hold what they hold, where no person has set them. */
export const suggestedIn = ({ status, suggestions }: NamedPendingLog) =>
  status === 'pending_review' ? reasonsIn(suggestions) : {};

/** An entry as the lists show it. */
export function toReviewRow(entry: NamedPendingLog, timeZone: string) {
  const { id, taskName, description, projectName, duration, clientName, workTypeName } = entry;
  return {
    id,
    taskName,
    description,
    projectId: entry.projectId,
    projectName,
    labels: entry.labels.join(', '),
    completedAt: formatBritishMoment(entry.completedAt, timeZone),
    duration: duration === null ? null : formatDuration(duration),
    clientId: entry.clientId,
    clientName,
    workTypeId: entry.workTypeId,
    workTypeName,
    ...(entry.jobName === null ? {} : { job: entry.jobName }),
    ...(entry.source === null ? {} : { source: entry.source }),
    suggested: suggestedIn(entry),
    inactiveClient: entry.status === 'pending_review' ? inactiveClientOf(entry) : null,
    status: entry.status,
    billable: entry.billable,
    others: entry.status === 'pending_review' ? othersIn(othersOf(entry)) : null,
    missing: entry.status === 'pending_review' ? missingFor(entry) : [],
  };
}

/** The filters of the screen's address: what waits, unless it says otherwise. */
export function readScreenFilters(search: URLSearchParams): PendingFilters {
  return readPendingFilters(wantedBy(search)).filters ?? NO_FILTERS;
}

function wantedBy(search: URLSearchParams, fixed?: PendingStatus): URLSearchParams {
  const wanted = new URLSearchParams(search);
  if (fixed) wanted.set('status', fixed);
  else if (!lastOf(wanted, 'status')) wanted.set('status', 'pending_review');
  return wanted;
}

const NO_FILTERS = Filters.parse({});

/** The rows, filters and page links for an address. `fixed` limits the list to one status. */
export function loadPendingList(services: ScreenServices, url: URL, fixed?: PendingStatus) {
  const { timeZone } = services.config;
  const wanted = wantedBy(url.searchParams, fixed);
  const { filters, issues } = readPendingFilters(wanted);
  const found = readOrNewest(readPage(wanted), filters, (...asked) =>
    listPendingLogs(services, ...asked),
  );
  const search = pendingSearch(url.searchParams);
  return {
    rows: found.rows.map((entry) => toReviewRow(entry, timeZone)),
    links: pageLinks(search, found, ({ completedAt, id }) =>
      formatCursor({ date: completedAt.getTime(), id }),
    ),
    filters: {
      ...filterFields(PENDING_FILTER_NAMES, wanted, issues),
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

/** Where counting ends: more is shown as this many and a plus. */
const MOST_COUNTED = 10_000;

function toggled(selection: number[], these: number[]): number[] {
  const others = selection.filter((id) => !these.includes(id));
  return selection.length - others.length === these.length ? others : [...others, ...these];
}

/** Everything that Todoist Import shows. */
export function loadPendingScreen(services: ScreenServices, url: URL) {
  const { rows, clients: filterClients, periods, ...list } = loadPendingList(services, url);
  const { clients, workTypes } = loadChoices(services);
  const { jobs } = listOfferedJobs(services);
  const filters = readScreenFilters(url.searchParams);
  const isReview = list.isValid && filters.status === 'pending_review';
  const waiting = { ...filters, status: 'pending_review' } as const;
  const active = new Set(clients.map(({ id }) => id));
  const shown = rows.map((row) => ({
    ...row,
    clientName: nameIn(clients, row.clientId, row.clientName),
    workTypeName: nameIn(workTypes, row.workTypeId, row.workTypeName),
  }));
  const open = rows.filter(({ status }) => status === 'pending_review').map(({ id }) => id);
  const selection = stillInReview(services, readSelection(lastOf(url.searchParams, SELECTED)));
  const lacks = isReview ? lackLinks(services, waiting, url.searchParams) : [];
  return {
    ...list,
    ...(jobs && { jobs: jobs.map(({ id, name, clientName }) => ({ id, name, clientName })) }),
    /** The rows, the lists of names and links: what a document has in its HTML alone. */
    parts: {
      groups: groupTwins(shown),
      isMixed: !isReview,
      clients: filterClients.map(({ id, name }) => ({
        id,
        name,
        isActive: active.has(id),
      })),
      workTypes: workTypes.map((one) => choiceText(one, workTypes)),
      periods,
      lacks,
      /** Where they are all selected, or none of them where all are. */
      selectAllTo: reviewAddressWith(url.search, toggled(selection, open)),
    },
    isEmpty: rows.length === 0,
    /** The waiting tasks of this page, as {@link printSelection} writes them. */
    open: printSelection(open),
    matching: lacks.find(({ isShown }) => isShown)?.count ?? '0',
    selection,
    sync: {
      ...loadSyncForm(services),
      lastSync: describeLastSync(services),
      trouble: automaticTrouble(services),
    },
    canRewrite: readAiKey(services) !== null,
    oneTimeKey: newOneTimeKey(),
  };
}

/** The parts of the screen that are most of it. */
export type ReviewParts = PendingScreenData['parts'];

const LACKS: Record<Missing, string> = {
  clientId: 'No client',
  workTypeId: 'No work type',
  duration: 'No duration',
};

function lackLinks(services: ScreenServices, filters: PendingFilters, search: URLSearchParams) {
  const countOf = (missing: Missing | null) =>
    countPending(services, { ...filters, missing }, MOST_COUNTED + 1);
  const lacking = MISSING.map((missing) => ({ missing, found: countOf(missing) }));
  const most = Math.max(...lacking.map(({ found }) => found));
  // Where one of them is more than is counted, so are all: counting makes a visit to a long queue slow.
  const all = { missing: null, found: most > MOST_COUNTED ? most : countOf(null) };
  return [all, ...lacking].map(({ missing, found }) => {
    const count = Math.min(found, MOST_COUNTED);
    const to = pendingSearch(search);
    for (const name of ['older', 'newer', 'missing']) to.delete(name);
    if (missing) to.set('missing', missing);
    const isShown = (filters.missing ?? null) === missing;
    const more = found > MOST_COUNTED ? '+' : '';
    return {
      label: missing ? LACKS[missing] : 'All',
      count: `${formatCount(count)}${more}`,
      search: to.toString(),
      isShown,
    };
  });
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
  const days = [last.since, new Date(last.until.getTime() - 1)].map((instant) =>
    formatBritishDay(dayOf(instant, timeZone)),
  );
  const isNothing = last.status === 'done' && last.tasksProcessed === 0;
  const kind = last.userId === null ? 'Automatic import' : 'Last sync';
  return {
    status: last.status,
    title: last.status === 'failed' ? title : null,
    text: isNothing ? `${text} It was ${days.join(' to ')}.` : text,
    when: `${kind}: ${formatBritishMoment(last.finishedAt ?? last.startedAt, timeZone)}`,
    progress: last.status === 'running' ? describeProgress(last) : null,
  };
}
