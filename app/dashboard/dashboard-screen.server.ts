import type { Services } from '../context.server.ts';
import { dayOf, formatBritishDay, formatDayAndTime } from '../lib/calendar.ts';
import { formatDuration, formatHours } from '../lib/duration.ts';
import { formatPounds, inCurrency } from '../lib/money.ts';
import { countForgotten, type ForgottenCount } from '../forgotten/forgotten.server.ts';
import { NO_INVOICE_FILTERS } from '../invoices/list/invoice-filters.ts';
import {
  type NamedInvoice,
  listNewestInvoices,
  sumInvoices,
} from '../invoices/list/made-invoices.server.ts';
import { daysOverdue, formatMonths } from '../invoices/list/status.ts';
import { amountsToInvoice } from '../invoices/preview/plan.server.ts';
import { amountsBeingMade } from '../invoices/preview/billable.server.ts';
import { readDueChanges, type ChangesServices } from '../invoices/refresh/changes.server.ts';
import {
  includedVatByDay,
  includedVatNote,
  includedVatOfUnbilled,
} from '../work-logs/list/totals.server.ts';
import { NO_FILTERS } from '../work-logs/list/filters.ts';
import { listWorkLogs } from '../work-logs/list/list.server.ts';
import { exampleFrom } from '../work-logs/list/work-logs-screen.server.ts';
import { sayMeasure, type NamedWorkLog } from '../work-logs/work-logs.ts';
import {
  changeOf,
  span,
  loadStatistics,
  sumOf,
  type Figures,
  type WeekRevenue,
} from './statistics/stats.server.ts';
import { pendingLogsOf, waitSince, listReadyToInvoice } from './ready-to-invoice.server.ts';
import { weekTarget } from '../work-logs/week/week.server.ts';
import { drawColumns } from '../ui/chart/columns.ts';

type ScreenServices = ChangesServices & Pick<Services, 'config'>;

/** Everything the Dashboard shows, as text, so that the browser computes nothing. */
export type DashboardData = ReturnType<typeof loadDashboard>;

/** A figure, its change against the period before, and its value then; null if that was 0. */
function toFigure(
  label: string,
  [current, previous]: [number, number],
  before: string,
  format: (value: number) => string,
  note: string | null = null,
) {
  return {
    label,
    value: format(current),
    note,
    change: changeOf(current, previous),
    previous: previous > 0 ? `vs ${format(previous)} ${before}` : null,
  };
}

function toCard(title: string, now: Figures, previous: Figures, before: string) {
  const hours = (minutes: number) => formatHours(minutes, 1);
  const note = includedVatNote(now.includedVatPence);
  return {
    title,
    figures: [
      toFigure('Hours', [now.minutes, previous.minutes], before, hours),
      toFigure('Revenue', [now.pence, previous.pence], before, formatPounds, note),
    ],
  };
}

function toActivity(log: NamedWorkLog, timeZone: string) {
  return {
    id: log.id,
    client: log.clientName,
    workType: log.workTypeName,
    description: log.description,
    duration: sayMeasure(log),
    instant: log.date.toISOString(),
    when: formatDayAndTime(log.date, timeZone),
  };
}

function toRevenue(services: Pick<Services, 'db'>, weeks: WeekRevenue[]) {
  const vat = includedVatByDay(services, span(weeks));
  const invoicedPence = sumOf(weeks.map((week) => week.invoicedPence));
  const openPence = sumOf(weeks.map((week) => week.openPence));
  return {
    isEmpty: invoicedPence + openPence === 0,
    invoiced: formatPounds(invoicedPence),
    open: formatPounds(openPence),
    vat: includedVatNote(sumOf(vat.map(({ pence }) => pence))),
    chart: drawColumns(weeks),
    weeks: weeks.map((week) => ({
      monday: week.first,
      // Without the year: no day and month occurs twice within twelve weeks.
      name: formatBritishDay(week.first).replace(/ \d+$/, ''),
      invoiced: formatPounds(week.invoicedPence),
      open: formatPounds(week.openPence),
      total: formatPounds(week.invoicedPence + week.openPence),
    })),
  };
}

/** How many clients the card lists; the others are counted. */
const MOST_LISTED = 100;

/** What could be invoiced to each client, net of VAT, and the VAT where it is known, as the preview says. */
export function readyAmounts(services: Pick<ScreenServices, 'db' | 'config' | 'ledger'>) {
  const ready = listReadyToInvoice(services);
  const planned = amountsToInvoice(services);
  const included = planned ? null : includedVatOfUnbilled(services);
  const beingMade = planned ? null : amountsBeingMade(services);
  const clients = ready.flatMap(({ clientId, minutes, pence, ...one }) => {
    const plan = planned?.get(clientId);
    // What is not in the plan is on an invoice being created.
    if (planned && !plan) return [];
    const made = beingMade?.get(clientId) ?? { minutes: 0, netPence: 0 };
    const kept = {
      minutes: minutes - made.minutes,
      netPence: pence - (included?.get(clientId) ?? 0) - made.netPence,
      vatPence: 0,
    };
    return [{ clientId, ...one, ...(plan ?? kept) }];
  });
  return { clients, isPlanned: planned !== null };
}

function toReady(services: ScreenServices, today: string) {
  const { clients, isPlanned } = readyAmounts(services);
  const sayVatOf = (pence: number) => (isPlanned ? `+ ${formatPounds(pence)} VAT` : null);
  return {
    hours: formatHours(sumOf(clients.map(({ minutes }) => minutes)), 1),
    amount: formatPounds(sumOf(clients.map(({ netPence }) => netPence))),
    vat: sayVatOf(sumOf(clients.map(({ vatPence }) => vatPence))),
    count: clients.length,
    clients: clients
      .slice(0, MOST_LISTED)
      .map(({ clientId, client, minutes, netPence, vatPence, oldestDay }) => ({
        id: clientId,
        name: client,
        link: pendingLogsOf(clientId),
        hours: formatHours(minutes, 1),
        amount: formatPounds(netPence),
        vat: sayVatOf(vatPence),
        since: formatBritishDay(oldestDay),
        wait: waitSince(oldestDay, today),
      })),
  };
}

function toInvoice(invoice: NamedInvoice, today: string) {
  const say = (pence: number) => inCurrency(formatPounds(pence), invoice.currency);
  return {
    id: invoice.id,
    title: `${invoice.clientName}, ${formatMonths(invoice.firstMonth, invoice.month)}`,
    hours: formatHours(invoice.totalMinutes, 1),
    workType: invoice.workTypeName ?? 'Mixed rates',
    amount: say(invoice.totalPence),
    vat: `of which ${say(invoice.vatPence)} VAT`,
    status: invoice.status,
    overdue: daysOverdue(invoice, today) > 0,
  };
}

function sayForgotten({ count, hasMore }: ForgottenCount): string {
  if (count === 0) return 'Nothing forgotten';
  return hasMore ? `Forgotten work: over ${count}` : `Forgotten work: ${count}`;
}

/** The statistics, newest logs, revenue by week, work to invoice, and newest invoices. */
export function loadDashboard(services: ScreenServices) {
  const { timeZone } = services.config;
  const today = dayOf(services.clock(), timeZone);
  void readDueChanges(services);
  const { statistics, weeks } = loadStatistics(services);
  const { logs } = listWorkLogs(services, NO_FILTERS, { limit: 5 });
  const ready = toReady(services, today);
  const overdue = sumInvoices(services, { ...NO_INVOICE_FILTERS, status: 'overdue' });
  const [worked, target] = [formatDuration(statistics.thisWeek.minutes), weekTarget(services)];
  const sums: [string, string][] = [
    ['Unbilled', ready.amount],
    ['Overdue', formatPounds(overdue.overduePence)],
    ['This week', target === null ? worked : `${worked} of ${target}`],
  ];
  return {
    sums: logs.length === 0 ? null : sums,
    lineExample: exampleFrom(logs),
    cards: [
      toCard('Today', statistics.today, statistics.yesterday, 'yesterday'),
      toCard('This Week', statistics.thisWeek, statistics.lastWeek, 'last week'),
      toCard('This Month', statistics.thisMonth, statistics.lastMonth, 'last month'),
    ],
    activity: logs.map((log) => toActivity(log, timeZone)),
    revenue: toRevenue(services, weeks),
    ready,
    forgotten: sayForgotten(countForgotten(services)),
    invoices: listNewestInvoices(services, 3).map((one) => toInvoice(one, today)),
  };
}
