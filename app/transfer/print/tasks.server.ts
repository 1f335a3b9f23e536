import { formatBritishMoment } from '../../lib/calendar.ts';
import { lastOf } from '../../lib/filter-search.ts';
import { formatCount } from '../../lib/count.ts';
import { formatDuration, formatHours } from '../../lib/duration.ts';
import { formatPounds } from '../../lib/money.ts';
import type { NamedPendingLog } from '../../pending-work-logs/pending-work-logs.ts';
import { PENDING_FILTER_NAMES, type Missing } from '../../pending-work-logs/review/selection.ts';
import {
  readPendingFilters,
  type PendingFilters,
} from '../../pending-work-logs/pending-list.server.ts';
import { STATUS_LABELS } from '../../pending-work-logs/review/selection.ts';
import type { PrintedColumn, PrintedRow } from '../../ui/printed/printed.ts';
import { checked } from '../../lib/checked.ts';
import { pendingPages } from '../export/records.server.ts';
import { aboutClient, aboutDays, aboutOthers, sayMadeAt } from './about.server.ts';
import { sayStopped, takeBounded } from './bounded.server.ts';
import { withSearch, type PrintedPage, type PrintServices } from './printed-page.ts';

const NUMBER = { holds: 'numbers' } as const;
const COLUMNS: PrintedColumn[] = [
  { label: 'Completed', holds: 'dates' },
  { label: 'Task', holds: 'texts' },
  { label: 'Project', holds: 'texts' },
  { label: 'Client', holds: 'texts' },
  { label: 'Work type', holds: 'texts' },
  { label: 'Duration', ...NUMBER },
  { label: 'Rate', ...NUMBER },
  { label: 'Status' },
];

const MISSING: Record<Missing, string> = {
  clientId: 'Without a client',
  workTypeId: 'Without a work type',
  duration: 'Without a duration',
};

/** The tasks of Todoist Import that match: those in review, unless the address says otherwise. Throws 400. */
export function printPending(services: PrintServices, search: URLSearchParams) {
  const status = lastOf(search, 'status') ?? '';
  return printTasks(services, search, {
    title: 'Todoist Import',
    path: '/pending-work-logs',
    status: status === '' ? 'pending_review' : status,
  });
}

/** The archived tasks that match. Throws 400. */
export function printArchived(services: PrintServices, search: URLSearchParams) {
  return printTasks(services, search, {
    title: 'Archived',
    path: '/archived-work-logs',
    status: 'archived',
  });
}

async function printTasks(
  services: PrintServices,
  search: URLSearchParams,
  { title, path, status }: { title: string; path: string; status: string },
): Promise<PrintedPage> {
  const wanted = new URLSearchParams();
  for (const name of PENDING_FILTER_NAMES) wanted.set(name, lastOf(search, name) ?? '');
  const back = new URLSearchParams([...wanted].filter(([, value]) => value !== ''));
  wanted.set('status', status);
  const filters = checked(readPendingFilters(wanted));
  const { records, hasMore } = await takeBounded(pendingPages(services, filters));
  const minutes = records.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return {
    printed: {
      title,
      about: [
        aboutClient(services, filters.clientId),
        aboutDays(filters.startDate, filters.endDate),
        ...aboutOthers(othersOf(filters)),
      ],
      madeAt: sayMadeAt(services),
      columns: COLUMNS,
      sums: [
        { label: hasMore ? 'Tasks on this page' : 'Tasks', value: formatCount(records.length) },
        { label: hasMore ? 'Hours of these' : 'Hours', value: formatHours(minutes) },
      ],
      stopped: sayStopped(hasMore),
      back: { to: withSearch(path, back), label: title },
    },
    groups: [{ title: null, rows: records.map((entry) => toRow(services, entry)), sum: null }],
  };
}

function othersOf({ status, missing }: PendingFilters): (string | null)[] {
  return [status === null ? null : STATUS_LABELS[status], missing ? MISSING[missing] : null];
}

function toRow({ config }: PrintServices, entry: NamedPendingLog): PrintedRow {
  return {
    key: entry.id,
    cells: [
      formatBritishMoment(entry.completedAt, config.timeZone),
      entry.taskName,
      entry.projectName ?? '–',
      entry.clientName ?? '–',
      entry.workTypeName ?? '–',
      entry.duration === null ? '–' : formatDuration(entry.duration),
      formatPounds(entry.estimatedHourlyRatePence),
      STATUS_LABELS[entry.status],
    ],
    note: [entry.description, entry.labels.join(', ')].filter(Boolean).join('\n'),
  };
}
