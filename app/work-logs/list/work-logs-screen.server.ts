import type { Services } from '../../context.server.ts';
import { formatListDate } from '../../lib/calendar.ts';
import { formatCursor, parseCursor } from '../../lib/cursor.ts';
import { formatDuration, formatHours } from '../../lib/duration.ts';
import { formatPounds } from '../../lib/money.ts';
import { PAGE_SIZE, type Page } from '../../lib/paging.ts';
import type { VatAmounts } from '../../lib/vat.ts';
import { listClientNames } from '../../clients/clients.server.ts';
import { FILTER_NAMES, filterSearch } from './address.ts';
import { readFilters, type WorkLogFilters } from './filters.ts';
import { listInvoiceNotices } from './invoice-notices.server.ts';
import type { StoredItem } from '../hardware/hardware-items.ts';
import { itemTotal, itemVat, sumVat } from '../hardware/item-prices.ts';
import { listWorkLogs } from './list.server.ts';
import { summariseWorkLogs } from './totals.server.ts';
import type { NamedWorkLog } from '../work-logs.ts';

type ScreenServices = Pick<Services, 'db' | 'config' | 'ledger'>;

/** Everything the Work Logs screen shows, as text, so that the browser computes nothing. */
export type WorkLogsScreenData = ReturnType<typeof loadWorkLogsScreen>;
export type WorkLogListRow = ReturnType<typeof toListRow>;

/** `1 item`, `3 items`. */
export function countItems(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

function toItemRow(item: StoredItem) {
  const { id, itemName, description, quantity, vatIncluded } = item;
  return {
    id,
    itemName,
    description,
    quantity,
    vatIncluded,
    unitPrice: formatPounds(item.unitPricePence),
    total: formatPounds(itemTotal(item)),
    ...toVatView(itemVat(item)),
  };
}

function toVatView({ net, vat, gross }: VatAmounts) {
  return { net: formatPounds(net), vat: formatPounds(vat), gross: formatPounds(gross) };
}

/** The time zone for a row's date, and how to find the address of an invoice in Xero. */
type RowConfig = { timeZone: string; ledger: Pick<Services['ledger'], 'invoiceUrl'> };

/** A log as the list shows it. */
export function toListRow(log: NamedWorkLog, { timeZone, ledger }: RowConfig) {
  return {
    id: log.id,
    date: formatListDate(log.date, timeZone),
    client: log.clientName,
    description: log.description,
    workType: log.workTypeName,
    duration: log.isHardware ? countItems(log.hardwareItems.length) : formatDuration(log.duration),
    items: log.isHardware ? log.hardwareItems.map(toItemRow) : null,
    itemsSum: toVatView(sumVat(log.hardwareItems.map(itemVat))),
    amount: formatPounds(log.totalPence),
    billable: log.billable,
    isInvoiced: log.isInvoiced,
    isLocked: log.isInvoiced || log.isClaimed,
    invoice: toInvoiceLink(log, ledger),
  };
}

/** The link to the invoice in Xero, named by its number or, without one, by the start of its id. */
function toInvoiceLink(log: NamedWorkLog, ledger: RowConfig['ledger']) {
  const { xeroInvoiceId: id, xeroInvoiceNumber: number, organisationId } = log;
  if (id === null) return null;
  return { url: ledger.invoiceUrl(organisationId, id), text: number ?? id.slice(0, 8) };
}

function readPage(search: URLSearchParams): Page {
  const older = parseCursor(search.get('older') ?? '') ?? undefined;
  const newer = parseCursor(search.get('newer') ?? '') ?? undefined;
  return { limit: PAGE_SIZE, older, newer: older ? undefined : newer };
}

function pageLink(search: URLSearchParams, name: 'older' | 'newer', log: NamedWorkLog): string {
  const link = filterSearch(search);
  link.set(name, formatCursor({ date: log.date.getTime(), id: log.id }));
  return `?${link.toString()}`;
}

function pageLinks(search: URLSearchParams, page: Page, logs: NamedWorkLog[], hasMore: boolean) {
  const first = logs[0];
  const last = logs.at(-1);
  const hasOlder = page.newer ? true : hasMore;
  const hasNewer = page.newer ? hasMore : page.older !== undefined;
  return {
    older: hasOlder && last ? pageLink(search, 'older', last) : null,
    newer: hasNewer && first ? pageLink(search, 'newer', first) : null,
  };
}

const NOTHING: { logs: NamedWorkLog[]; hasMore: boolean } = { logs: [], hasMore: false };

/** The rows, totals, filters and page links for an address. */
export function loadWorkLogsScreen(services: ScreenServices, url: URL) {
  const search = url.searchParams;
  const { ledger, config } = services;
  const { timeZone } = config;
  const { filters, issues } = readFilters(search);
  const page = readPage(search);
  const { logs, hasMore } = filters ? listWorkLogs(services, filters, page) : NOTHING;
  return {
    rows: logs.map((log) => toListRow(log, { timeZone, ledger })),
    notices: listInvoiceNotices(services),
    summary: filters ? toSummary(services, filters) : null,
    links: pageLinks(search, page, logs, hasMore),
    filters: {
      values: Object.fromEntries(FILTER_NAMES.map((name) => [name, search.get(name) ?? ''])),
      issues: Object.fromEntries((issues ?? []).map(({ path, message }) => [path, message])),
      isFiltered: filterSearch(search).size > 0,
    },
    clients: listClientNames(services),
    search: filterSearch(search).toString(),
  };
}

function toSummary(services: ScreenServices, filters: WorkLogFilters) {
  const { count, minutes, totalPence } = summariseWorkLogs(services, filters);
  return {
    count: count.toLocaleString('en-GB'),
    hours: formatHours(minutes),
    amount: formatPounds(totalPence),
  };
}
