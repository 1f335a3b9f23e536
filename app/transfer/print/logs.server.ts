import { dayOf, formatBritishDay } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { formatDuration, formatHours } from '../../lib/duration.ts';
import { formatPounds } from '../../lib/money.ts';
import type { PrintedColumn, PrintedRow } from '../../ui/printed/printed.ts';
import { displayName } from '../../users/users.ts';
import { listUsers } from '../../users/users.server.ts';
import { logFilterSearch } from '../../work-logs/list/address.ts';
import { NO_FILTERS, readFilters, type WorkLogFilters } from '../../work-logs/list/filters.ts';
import {
  partsOfAmount,
  MOST_ADDED_UP,
  summariseWorkLogs,
} from '../../work-logs/list/totals.server.ts';
import { countItems } from '../../work-logs/list/work-logs-screen.server.ts';
import { weekAddress, weekOf } from '../../work-logs/week/week.server.ts';
import { itemTotal } from '../../work-logs/hardware/item-prices.ts';
import type { NamedWorkLog } from '../../work-logs/work-logs.ts';
import { checked } from '../../lib/checked.ts';
import { workLogPages } from '../export/records.server.ts';
import { aboutClient, aboutDays, aboutOthers, aboutType, sayMadeAt } from './about.server.ts';
import { sayStopped, takeBounded } from './bounded.server.ts';
import { withSearch, type PrintedPage, type PrintServices } from './printed-page.ts';

const NUMBER = { holds: 'numbers' } as const;
const COLUMNS: PrintedColumn[] = [
  { label: 'Date', holds: 'dates' },
  { label: 'Client', holds: 'texts' },
  { label: 'Work type', holds: 'texts' },
  { label: 'Duration', ...NUMBER },
  { label: 'Rate', ...NUMBER },
  { label: 'Amount', ...NUMBER },
  { label: 'Invoice' },
];

/** The work logs that match, with their descriptions and items. Throws 400. */
export async function printWorkLogs(
  services: PrintServices,
  search: URLSearchParams,
): Promise<PrintedPage> {
  const filters = checked(readFilters(search));
  const { records, hasMore } = await takeBounded(workLogPages(services, filters));
  return {
    printed: {
      title: 'Work Logs',
      about: [
        aboutClient(services, filters.clientId),
        aboutDays(filters.startDate, filters.endDate),
        ...aboutOthers(othersOf(services, filters)),
      ],
      madeAt: sayMadeAt(services),
      columns: COLUMNS,
      sums: sumsOf(services, filters),
      stopped: sayStopped(hasMore),
      back: { to: withSearch('/work-logs', logFilterSearch(search)), label: 'Work Logs' },
    },
    groups: [{ title: null, rows: records.map((log) => toRow(services, log)), sum: null }],
  };
}

/** The week of an address, day by day. */
export async function printWeek(
  services: PrintServices,
  search: URLSearchParams,
): Promise<PrintedPage> {
  const { clock, config } = services;
  const { days, first, last } = weekOf(search.get('of'), dayOf(clock(), config.timeZone));
  const filters = { ...NO_FILTERS, startDate: first, endDate: last };
  const { records, hasMore } = await takeBounded(workLogPages(services, filters));
  return {
    printed: {
      title: 'Week',
      about: [aboutDays(filters.startDate, filters.endDate)],
      madeAt: sayMadeAt(services),
      columns: COLUMNS,
      sums: sumsOf(services, filters),
      stopped: sayStopped(hasMore),
      back: { to: weekAddress(first), label: 'Week' },
    },
    groups: days.map(({ day, index }) => {
      const ofDay = records.filter((log) => log.day === day).reverse();
      const sums = summariseWorkLogs(services, { ...NO_FILTERS, startDate: day, endDate: day }, 0);
      return {
        title: `${DAY_NAMES[index] ?? ''} ${formatBritishDay(day)}`,
        rows: ofDay.map((log) => toRow(services, log)),
        sum: sums && `${formatDuration(sums.minutes)} · ${formatPounds(sums.totalPence)}`,
      };
    }),
  };
}

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function toRow({ config }: PrintServices, log: NamedWorkLog): PrintedRow {
  const { hardwareItems, description, isHardware } = log;
  const items = hardwareItems.map(
    (item) =>
      `${item.quantity} × ${item.itemName} at ${formatPounds(item.unitPricePence)}: ${formatPounds(itemTotal(item))}`,
  );
  return {
    key: log.id,
    cells: [
      formatBritishDay(dayOf(log.date, config.timeZone)),
      log.clientName,
      log.workTypeName,
      isHardware ? countItems(hardwareItems.length) : formatDuration(log.duration),
      isHardware ? '–' : formatPounds(log.hourlyRatePence),
      formatPounds(log.totalPence),
      log.isInvoiced ? (log.xeroInvoiceNumber ?? 'Invoiced') : log.billable ? '–' : 'Not billable',
    ],
    note: [description, ...items].filter(Boolean).join('\n'),
  };
}

function othersOf(services: PrintServices, filters: WorkLogFilters): (string | null)[] {
  const { isInvoiced, billable, person, q, workTypeId } = filters;
  const whose = person === null ? null : listUsers(services).find(({ id }) => id === person);
  return [
    aboutType(services, workTypeId),
    isInvoiced === null ? null : isInvoiced ? 'Invoiced' : 'Not invoiced',
    billable === null ? null : billable ? 'Billable' : 'Not billable',
    person === null ? null : `Logged by ${whose ? displayName(whose) : 'somebody unknown'}`,
    q === null ? null : `Words: ${q}`,
  ];
}

function sumsOf(services: PrintServices, filters: WorkLogFilters) {
  const sums = summariseWorkLogs(services, filters, MOST_ADDED_UP);
  if (sums === null) return [{ label: 'Logs', value: `over ${formatCount(MOST_ADDED_UP)}` }];
  const { unbillablePence, vatPence } = partsOfAmount(services, filters);
  return [
    { label: 'Logs', value: formatCount(sums.count) },
    { label: 'Hours', value: formatHours(sums.minutes) },
    { label: 'Amount', value: formatPounds(sums.totalPence) },
    ...(unbillablePence === 0
      ? []
      : [{ label: 'Of which not billable', value: formatPounds(unbillablePence) }]),
    ...(vatPence === 0 ? [] : [{ label: 'Of which VAT', value: formatPounds(vatPence) }]),
  ];
}
