import { dayOf, formatBritishDay } from '../../lib/calendar.ts';
import { checked } from '../../lib/checked.ts';
import { formatCount } from '../../lib/count.ts';
import { formatDuration, formatHours } from '../../lib/duration.ts';
import { formatPounds, formatUnitPrice, placesText } from '../../lib/money.ts';
import { findJob } from '../../jobs/jobs.server.ts';
import { displayName } from '../../users/users.ts';
import { listUsers } from '../../users/users.server.ts';
import { itemTotal } from '../../work-logs/hardware/item-prices.ts';
import { logFilterSearch } from '../../work-logs/list/address.ts';
import { NO_FILTERS, readFilters, type WorkLogFilters } from '../../work-logs/list/filters.ts';
import {
  partsOfAmount,
  MOST_ADDED_UP,
  summariseWorkLogs,
} from '../../work-logs/list/totals.server.ts';
import { weekAddress, weekOf } from '../../work-logs/week/week.server.ts';
import { sayMeasure, type NamedWorkLog } from '../../work-logs/work-logs.ts';
import { findWorkType } from '../../work-types/work-types.server.ts';
import { workLogPages } from '../export/files.server.ts';
import {
  aboutClientAndDays,
  aboutDays,
  toPaper,
  type Column,
  type PrintServices,
  type Sum,
} from './paper.server.ts';

/** The work logs that match, with their descriptions and items. Throws 400. */
export function printWorkLogs(services: PrintServices, search: URLSearchParams) {
  const filters = checked(readFilters(search));
  return toPaper(services, {
    ...logsOf(services, filters),
    title: 'Work Logs',
    about: aboutClientAndDays(services, filters),
    filters: sayFilters(services, filters),
    back: ['/work-logs', logFilterSearch(search), 'Work Logs'],
  });
}

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The week of an address, day by day. */
export function printWeek(services: PrintServices, search: URLSearchParams) {
  const { clock, config } = services;
  const { days, first, last } = weekOf(search.get('of'), dayOf(clock(), config.timeZone));
  const filters = { ...NO_FILTERS, startDate: first, endDate: last };
  return toPaper(services, {
    ...logsOf(services, filters),
    title: 'Week',
    about: [aboutDays(filters)],
    groups: (logs) =>
      days.map(({ day, index }) => {
        const ofDay = { ...NO_FILTERS, startDate: day, endDate: day };
        const sums = summariseWorkLogs(services, ofDay, 0);
        return {
          title: `${DAY_NAMES[index] ?? ''} ${formatBritishDay(day)}`,
          records: logs.filter((log) => log.day === day).reverse(),
          sum: sums && `${formatDuration(sums.minutes)} · ${formatPounds(sums.totalPence)}`,
        };
      }),
    back: [weekAddress(first), null, 'Week'],
  });
}

const COLUMNS: Column<NamedWorkLog>[] = [
  ['Date', 'dates', ({ day }) => formatBritishDay(day)],
  ['Client', 'texts', ({ clientName }) => clientName],
  ['Work type', 'texts', ({ workTypeName }) => workTypeName],
  ['Duration', 'numbers', sayMeasure],
  ['Rate', 'numbers', (log) => (log.isHardware ? '–' : formatPounds(log.hourlyRatePence))],
  ['Amount', 'numbers', ({ totalPence }) => formatPounds(totalPence)],
  [
    'Invoice',
    null,
    ({ isInvoiced, xeroInvoiceNumber, billable }) =>
      isInvoiced ? (xeroInvoiceNumber ?? 'Invoiced') : billable ? '–' : 'Not billable',
  ],
];

function logsOf(services: PrintServices, filters: WorkLogFilters) {
  return {
    pages: workLogPages(services, filters),
    columns: COLUMNS,
    note: ({ jobName, description, hardwareItems }: NamedWorkLog) => [
      ...(jobName === null ? [] : [`Job: ${jobName}`]),
      description,
      ...hardwareItems.map(
        (item) =>
          `${placesText(item.quantityInPlaces, 0)} × ${item.itemName} at ${formatUnitPrice(item.unitPriceInPlaces)}: ${formatPounds(itemTotal(item))}`,
      ),
    ],
    sums: () => sumsOf(services, filters),
  };
}

function sayFilters(services: PrintServices, filters: WorkLogFilters): (string | null)[] {
  const { isInvoiced, billable, person, q, jobId, workTypeId } = filters;
  const type = workTypeId === null ? null : findWorkType(services, workTypeId)?.name;
  const whose = person === null ? null : listUsers(services).find(({ id }) => id === person);
  return [
    jobId === null ? null : `Job: ${findJob(services, jobId)?.name ?? 'unknown'}`,
    type === null ? null : `Work type: ${type ?? 'unknown'}`,
    isInvoiced === null ? null : isInvoiced ? 'Invoiced' : 'Not invoiced',
    billable === null ? null : billable ? 'Billable' : 'Not billable',
    whose === null ? null : `Logged by ${whose ? displayName(whose) : 'somebody unknown'}`,
    q === null ? null : `Words: ${q}`,
  ];
}

function sumsOf(services: PrintServices, filters: WorkLogFilters): Sum[] {
  const sums = summariseWorkLogs(services, filters, MOST_ADDED_UP);
  if (sums === null) return [['Logs', `over ${formatCount(MOST_ADDED_UP)}`]];
  const { unbillablePence, vatPence } = partsOfAmount(services, filters);
  return [
    ['Logs', formatCount(sums.count)],
    ['Hours', formatHours(sums.minutes)],
    ['Amount', formatPounds(sums.totalPence)],
    unbillablePence === 0 ? null : ['Of which not billable', formatPounds(unbillablePence)],
    vatPence === 0 ? null : ['Of which VAT', formatPounds(vatPence)],
  ];
}
