import type { AppLoadContext } from '@remix-run/node';
import { filterFields } from '../../lib/filters.ts';
import type { Services } from '../../context.server.ts';
import { formatListDate } from '../../lib/calendar.ts';
import { formatCursor } from '../../lib/cursor.ts';
import { formatDuration, formatHours } from '../../lib/duration.ts';
import { formatPounds, formatUnitPrice, placesText } from '../../lib/money.ts';
import { seenRows } from '../../http/seen-behind.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageLinks, readOrNewest, readPage } from '../../lib/paging.ts';
import { periodLinks } from '../../lib/period-links.ts';
import { shorten } from '../../lib/shorten.ts';
import { listClientNames } from '../../clients/clients.server.ts';
import { listJobNames } from '../../jobs/jobs.server.ts';
import { displayName } from '../../users/users.ts';
import { listUsers } from '../../users/users.server.ts';
import { listWorkTypeNames } from '../../work-types/work-types.server.ts';
import { FILTER_NAMES, logFilterSearch } from './address.ts';
import { readFilters, type WorkLogFilters } from './filters.ts';
import { loadFirstSteps } from '../start/first-steps.server.ts';
import {
  sayPartsOfAmount,
  ADDED_UP_AT_ONCE,
  MOST_ADDED_UP,
  summariseWorkLogs,
} from './totals.server.ts';
import { listInvoiceNotices, listWorkLogs } from './list.server.ts';
import type { StoredItem } from '../hardware/hardware-items.ts';
import { itemTotal, itemVat, sayVat, sumVat } from '../hardware/item-prices.ts';
import { isInvoicedElsewhere } from '../invoiced/invoiced.server.ts';
import { sayMeasure, type NamedWorkLog } from '../work-logs.ts';
import { formatCount } from '../../lib/count.ts';

type ScreenServices = Pick<Services, 'db' | 'clock' | 'config' | 'ledger'>;

/** Everything the Work Logs screen shows, as text, so that the browser computes nothing. */
export type WorkLogsScreenData = ReturnType<typeof loadWorkLogsScreen>;
export type WorkLogListRow = ReturnType<typeof toListRow> &
  Partial<ReturnType<typeof daysOf>[number]>;

function toItemRow(item: StoredItem, hasVat: boolean) {
  const { id, itemName, description, vatIncluded } = item;
  return {
    id,
    itemName,
    description,
    quantity: placesText(item.quantityInPlaces, 0),
    vatIncluded,
    unitPrice: formatUnitPrice(item.unitPriceInPlaces),
    total: formatPounds(itemTotal(item)),
    vat: sayVat(itemVat(item, hasVat)),
  };
}

/** The time zone for a row's date, and how to find the address of an invoice in Xero. */
type RowConfig = { timeZone: string; ledger: Pick<Services['ledger'], 'invoiceUrl'> };

/** A log as the list shows it. */
export function toListRow(log: NamedWorkLog, { timeZone, ledger }: RowConfig) {
  return {
    id: log.id,
    date: formatListDate(log.date, timeZone),
    clientId: log.clientId,
    client: log.clientName,
    description: log.description,
    /** As much of it as one line can show. */
    oneLine: shorten(log.description.replace(/\s+/g, ' '), 300),
    workType: log.workTypeName,
    ...(log.jobName === null ? {} : { job: log.jobName }),
    duration: sayMeasure(log),
    ...(log.itemsName === null ? {} : { itemsName: log.itemsName }),
    items: log.isHardware ? log.hardwareItems.map((item) => toItemRow(item, log.hasVat)) : null,
    itemsVat: sayVat(sumVat(log.hardwareItems.map((item) => itemVat(item, log.hasVat)))),
    amount: formatPounds(log.totalPence),
    billable: log.billable,
    isInvoiced: log.isInvoiced,
    isLocked: log.isInvoiced || log.isClaimed,
    invoice: toInvoiceLink(log, ledger),
    loggedBy: log.loggedBy,
  };
}

/** The link to the invoice in Xero; without an address for one that was made elsewhere. */
function toInvoiceLink(log: NamedWorkLog, ledger: RowConfig['ledger']) {
  const { xeroInvoiceId: id, xeroInvoiceNumber: number, organisationId } = log;
  if (isInvoicedElsewhere(log)) return { url: null, text: number ?? 'Elsewhere' };
  if (id === null) return null;
  return { url: ledger.invoiceUrl(organisationId, id), text: number ?? id.slice(0, 8) };
}

/**
 * Whether each row is the first of its day, which on a phone is the day's heading, with the hours of that day in it;
 * null where the day goes on on another page.
 */
function daysOf(
  logs: NamedWorkLog[],
  rows: { date: string }[],
  links: { older: string | null; newer: string | null },
) {
  const dates = rows.map(({ date }) => date);
  const minutes = new Map<string, number>();
  dates.forEach((date, index) => {
    minutes.set(date, (minutes.get(date) ?? 0) + (logs[index]?.duration ?? 0));
  });
  return dates.map((date, index) => {
    const isDay = date !== dates[index - 1];
    const isCut =
      (links.newer !== null && date === dates[0]) ||
      (links.older !== null && date === dates.at(-1));
    return { isDay, dayTotal: isDay && !isCut ? formatDuration(minutes.get(date) ?? 0) : null };
  });
}

/** The rows, totals, filters and page links for an address. */
export function loadWorkLogsScreen(services: ScreenServices, url: URL) {
  const search = url.searchParams;
  const { ledger, config } = services;
  const { timeZone } = config;
  const { filters, issues } = readFilters(search);
  const kept = logFilterSearch(search);
  const people = peopleFor(services, filters);
  const found = readOrNewest(readPage(search), filters, (...asked) => {
    const { logs: rows, hasMore } = listWorkLogs(services, ...asked);
    return { rows, hasMore };
  });
  const { rows: logs } = found;
  const place = ({ date, id }: NamedWorkLog) => formatCursor({ date: date.getTime(), id });
  const links = pageLinks(kept, found, place);
  const rows = logs.map((log) => toListRow(log, { timeZone, ledger }));
  const days = daysOf(logs, rows, links);
  return {
    oneTimeKey: newOneTimeKey(),
    rows: rows.map((row, index) => ({
      ...row,
      ...days[index],
      loggedBy: people.length === 0 ? null : row.loggedBy,
    })),
    lineKey: newOneTimeKey(),
    lineExample: exampleFrom(logs),
    steps: loadFirstSteps(services),
    notices: listInvoiceNotices(services),
    summary: filters ? toSummary(services, filters, search) : null,
    links,
    filters: { ...filterFields(FILTER_NAMES, search, issues), isFiltered: kept.size > 0 },
    clients: listClientNames(services),
    ...listJobNames(services, filters?.clientId),
    workTypes: listWorkTypeNames(services),
    people,
    periods: periodLinks({ now: services.clock(), timeZone }, kept),
    search: kept.toString(),
  };
}

/** A line as one might write it, with a client and a work type of one's own. */
export function exampleFrom(logs: NamedWorkLog[]): string | null {
  const log = logs.find(({ isHardware }) => !isHardware);
  return log ? `1h30 ${log.clientName} ${log.workTypeName} what you did, yesterday` : null;
}

/** The screen as its page gets it: a document has its rows in the HTML, and not once more as data. */
export function loadWorkLogsPage(context: AppLoadContext, request: Request) {
  const url = new URL(request.url);
  const screen = loadWorkLogsScreen(context, url);
  const hasRows = screen.rows.length > 0;
  const isBehind = !['/', '/work-logs'].includes(url.pathname);
  const { rows, isBrief } = seenRows(context, request, { rows: screen.rows, isBehind });
  if (context.isDataRequest) return { ...screen, hasRows, isBrief };
  context.pageOnly = { ...context.pageOnly, rows };
  return { ...screen, hasRows, isBrief, rows: null };
}

/** In the address, asks for the sums of more logs than are added up at once. */
const ADD_UP = ['sums', 'all'] as const;

/** Who may have made a log; empty while there is one person only, since then nobody asks. */
function peopleFor(services: ScreenServices, filters: WorkLogFilters | null) {
  const people = listUsers(services).map((user) => ({ id: user.id, name: displayName(user) }));
  const isAsked = people.length > 1 || (filters?.person ?? null) !== null;
  return isAsked ? people : [];
}

function toSummary(services: ScreenServices, filters: WorkLogFilters, search: URLSearchParams) {
  const isAsked = search.get(ADD_UP[0]) === ADD_UP[1];
  const most = isAsked ? MOST_ADDED_UP : ADDED_UP_AT_ONCE;
  const sums = summariseWorkLogs(services, filters, most);
  if (sums === null) {
    const asking = new URLSearchParams(search);
    asking.set(...ADD_UP);
    const addUp = isAsked ? null : `?${asking.toString()}`;
    const count = `over ${formatCount(most)}`;
    return { count, hours: '–', amount: '–', note: null, isWhole: false, addUp };
  }
  return {
    count: formatCount(sums.count),
    hours: formatHours(sums.minutes),
    amount: formatPounds(sums.totalPence),
    note: sayPartsOfAmount(services, filters, most),
    isWhole: true,
    addUp: null,
  };
}
