import { lastOf } from '../../lib/filter-search.ts';
import { filterFields } from '../../lib/filters.ts';
import { listClientNames } from '../../clients/clients.server.ts';
import type { Services } from '../../context.server.ts';
import { dayOf, formatBritishDay } from '../../lib/calendar.ts';
import { formatPounds, inCurrency } from '../../lib/money.ts';
import { PAGE_SIZE, pageLinks, readOrNewest } from '../../lib/paging.ts';
import { periodLinks } from '../../lib/period-links.ts';
import { listInvoiceNotices } from '../../work-logs/list/list.server.ts';
import type { ChangesServices } from '../refresh/changes.server.ts';
import { lookAtStatuses } from '../refresh/statuses.server.ts';
import {
  INVOICE_FILTER_NAMES,
  invoiceFilterSearch,
  readInvoiceFilters,
  type InvoiceFilters,
} from './invoice-filters.ts';
import {
  countByStatus,
  listInvoices,
  sumInvoices,
  type InvoicePage,
  type NamedInvoice,
} from './made-invoices.server.ts';
import { formatMonths, formatShortMonths, daysOverdue, sayAge, sayLeftOut } from './status.ts';
import { INVOICE_STATUSES } from '#db/words.ts';
import { isCancelled, STATUS_LABELS } from '../../lib/invoice-status.ts';
import { formatCount } from '../../lib/count.ts';

type ScreenServices = ChangesServices & Pick<Services, 'config'>;

/** Everything the screen Invoices shows, as text. */
export type InvoicesScreenData = ReturnType<typeof loadInvoicesScreen>;
export type InvoiceRow = ReturnType<typeof toInvoiceRow>;

type RowServices = Pick<Services, 'ledger'> & { today: string };

/** An invoice as lists and its own page show it. */
export function toInvoiceRow(invoice: NamedInvoice, { ledger, today }: RowServices) {
  const say = (pence: number) => inCurrency(formatPounds(pence), invoice.currency);
  const { id, status, state, dueDay, xeroInvoiceId, tenantId } = invoice;
  const late = daysOverdue(invoice, today);
  return {
    id,
    number: invoice.xeroInvoiceNumber ?? xeroInvoiceId?.slice(0, 8) ?? invoice.reference,
    clientId: invoice.clientId,
    client: invoice.clientName,
    month: formatMonths(invoice.firstMonth, invoice.month),
    shortMonth: formatShortMonths(invoice.firstMonth, invoice.month),
    net: say(invoice.netPence),
    vat: say(invoice.vatPence),
    total: say(invoice.totalPence),
    status,
    label: STATUS_LABELS[status],
    isReleased: state === 'released',
    isCancelled: isCancelled(invoice.status),
    overdue: late === 0 ? null : `Overdue ${late === 1 ? '1 day' : `${late} days`}`,
    issued: invoice.issuedDay === '' ? '' : formatBritishDay(invoice.issuedDay),
    age: isCancelled(invoice.status) ? '' : sayAge(invoice.issuedDay, today),
    due: dueDay === null || isCancelled(invoice.status) ? null : formatBritishDay(dueDay),
    ...sayPaid(invoice, say),
    url: xeroInvoiceId === null ? null : ledger.invoiceUrl(tenantId, xeroInvoiceId),
    runId: invoice.runId,
  };
}

/**
 * What was paid and credited: `£120.00`, `£50.00 of £120.00`, or nothing; and the day on which nothing
 * was left to pay.
 */
function sayPaid(invoice: NamedInvoice, say: (pence: number) => string) {
  const { amountPaidPence, amountCreditedPence, totalPence, paidDay } = invoice;
  const paid = amountPaidPence ?? 0;
  const credited = amountCreditedPence ?? 0;
  const parts = [
    paid === 0 ? '' : paid === totalPence ? say(paid) : `${say(paid)} of ${say(totalPence)}`,
    credited === 0 ? '' : `${say(credited)} credited`,
  ];
  return {
    paid: parts.filter(Boolean).join(', '),
    paidDay: paidDay === null ? null : formatBritishDay(paidDay),
  };
}

function readPage(search: URLSearchParams): InvoicePage {
  const idOf = (name: string) => {
    const text = lastOf(search, name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  };
  const older = idOf('older');
  return { limit: PAGE_SIZE, older, newer: older === undefined ? idOf('newer') : undefined };
}

/**
 * The rows, sums, filters and page links for an address. Where the statuses are older than an hour,
 * Xero is asked in the background.
 */
export function loadInvoicesScreen(services: ScreenServices, url: URL) {
  const search = url.searchParams;
  const { timeZone } = services.config;
  const now = services.clock();
  const statuses = lookAtStatuses(services);
  const { filters, issues } = readInvoiceFilters(search);
  const found = readOrNewest(readPage(search), filters, (...asked) =>
    listInvoices(services, ...asked),
  );
  const rowServices = { ledger: services.ledger, today: dayOf(now, timeZone) };
  return {
    statuses,
    rows: found.rows.map((invoice) => toInvoiceRow(invoice, rowServices)),
    sums: filters ? toSums(services, filters) : null,
    tabs: filters ? toTabs(services, filters, search) : [],
    links: pageLinks(invoiceFilterSearch(search), found, ({ id }) => String(id)),
    notices: listInvoiceNotices(services),
    filters: {
      ...filterFields(INVOICE_FILTER_NAMES, search, issues),
      isFiltered: invoiceFilterSearch(search).size > 0,
    },
    clients: listClientNames(services),
    periods: periodLinks({ now, timeZone }, invoiceFilterSearch(search)),
    search: invoiceFilterSearch(search).toString(),
  };
}

/** What the list can be narrowed to, with how many there are; of what is seldom, only where there is some. */
function toTabs(services: ScreenServices, filters: InvoiceFilters, search: URLSearchParams) {
  const counts = countByStatus(services, filters);
  return TABS.filter(
    (status) => ALWAYS.includes(status) || counts[status] > 0 || filters.status === status,
  ).map((status) => {
    const to = invoiceFilterSearch(search);
    if (status === 'all') to.delete('status');
    else to.set('status', status);
    return {
      name: TAB_NAMES[status],
      count: formatCount(counts[status]),
      search: to.toString(),
      isShown: (filters.status ?? 'all') === status,
    };
  });
}

const ALWAYS = ['all', 'overdue', 'draft', 'sent', 'paid'];
const TABS = ['all', 'overdue', ...INVOICE_STATUSES] as const;
const TAB_NAMES = { all: 'All', overdue: 'Overdue', ...STATUS_LABELS };

function toSums(services: ScreenServices, filters: InvoiceFilters) {
  const sums = sumInvoices(services, filters);
  return {
    count: formatCount(sums.count),
    leftOut: sayLeftOut(sums),
    net: formatPounds(sums.netPence),
    vat: formatPounds(sums.vatPence),
    total: formatPounds(sums.totalPence),
    due: formatPounds(sums.duePence),
    overdue: sums.overduePence === 0 ? null : formatPounds(sums.overduePence),
  };
}
