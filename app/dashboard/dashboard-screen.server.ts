import type { Services } from '../context.server.ts';
import { dayOf, formatDay, formatDayAndTime } from '../lib/calendar.ts';
import { formatDuration, formatHours } from '../lib/duration.ts';
import { formatPounds } from '../lib/money.ts';
import type { NamedInvoice } from '../invoices/list/made-invoices.ts';
import { listInvoices } from '../invoices/list/made-invoices.server.ts';
import { formatMonth } from '../invoices/list/month.ts';
import { listWorkLogs } from '../work-logs/list/list.server.ts';
import { countItems } from '../work-logs/list/work-logs-screen.server.ts';
import type { NamedWorkLog } from '../work-logs/work-logs.ts';
import { changeOf, type Change } from './statistics/change.ts';
import { pendingLogsOf, waitSince } from './ready-to-invoice.ts';
import { listReadyToInvoice, type ReadyClient } from './ready-to-invoice.server.ts';
import { loadStatistics } from './statistics/stats.server.ts';
import type { Figures, Statistics, WeekRevenue } from './statistics/stats.ts';
import { drawWeeks } from './statistics/week-chart.ts';

type ScreenServices = Pick<Services, 'db' | 'clock' | 'config'>;

const RECENT_FETCHED = 10;
const RECENT_SHOWN = 5;
const INVOICES_SHOWN = 3;

const ALL_LOGS = { clientId: null, startDate: null, endDate: null, isInvoiced: null };

/** Everything the Dashboard shows, as text, so that the browser computes nothing. */
export type DashboardData = ReturnType<typeof loadDashboard>;

/**
 * A figure, its change against the period before, and its value then; null if that was 0
 * (docs/specification.md, "Dashboard").
 */
export type Figure = { label: string; value: string; change: Change; previous: string | null };
/** Hours and revenue of one period. */
export type StatisticsCard = { title: string; figures: Figure[] };

function toFigure(
  label: string,
  [current, previous]: [number, number],
  before: string,
  format: (value: number) => string,
): Figure {
  return {
    label,
    value: format(current),
    change: changeOf(current, previous),
    previous: previous > 0 ? `vs ${format(previous)} ${before}` : null,
  };
}

function toCard(title: string, now: Figures, previous: Figures, before: string): StatisticsCard {
  const hours = (minutes: number) => formatHours(minutes, 1);
  return {
    title,
    figures: [
      toFigure('Hours', [now.minutes, previous.minutes], before, hours),
      toFigure('Revenue', [now.pence, previous.pence], before, formatPounds),
    ],
  };
}

function toCards(statistics: Statistics): StatisticsCard[] {
  const { today, yesterday, thisWeek, lastWeek, thisMonth, lastMonth } = statistics;
  return [
    toCard('Today', today, yesterday, 'yesterday'),
    toCard('This Week', thisWeek, lastWeek, 'last week'),
    toCard('This Month', thisMonth, lastMonth, 'last month'),
  ];
}

function toActivity(log: NamedWorkLog, timeZone: string) {
  return {
    id: log.id,
    client: log.clientName,
    workType: log.workTypeName,
    description: log.description,
    duration: log.isHardware ? countItems(log.hardwareItems.length) : formatDuration(log.duration),
    instant: log.date.toISOString(),
    when: formatDayAndTime(log.date, timeZone),
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

function toRevenue(weeks: WeekRevenue[]) {
  const invoicedPence = sum(weeks.map((week) => week.invoicedPence));
  const openPence = sum(weeks.map((week) => week.openPence));
  return {
    isEmpty: invoicedPence + openPence === 0,
    invoiced: formatPounds(invoicedPence),
    open: formatPounds(openPence),
    chart: drawWeeks(weeks),
    weeks: weeks.map((week) => ({
      monday: week.first,
      // Without the year: no day and month occurs twice within twelve weeks.
      name: formatDay(week.first).slice(0, 6),
      invoiced: formatPounds(week.invoicedPence),
      open: formatPounds(week.openPence),
      total: formatPounds(week.invoicedPence + week.openPence),
    })),
  };
}

function toReady(ready: ReadyClient[], today: string) {
  return {
    hours: formatHours(sum(ready.map(({ minutes }) => minutes)), 1),
    amount: formatPounds(sum(ready.map(({ pence }) => pence))),
    clients: ready.map(({ clientId, client, minutes, pence, oldestDay }) => ({
      id: clientId,
      name: client,
      link: pendingLogsOf(clientId),
      hours: formatHours(minutes, 1),
      amount: formatPounds(pence),
      since: formatDay(oldestDay),
      wait: waitSince(oldestDay, today),
    })),
  };
}

function toInvoice(invoice: NamedInvoice) {
  return {
    id: invoice.id,
    title: `${invoice.clientName}, ${formatMonth(invoice.month)}`,
    hours: formatHours(invoice.totalMinutes, 1),
    workType: invoice.workTypeName ?? 'Mixed rates',
    amount: formatPounds(invoice.totalPence),
    status: invoice.status,
  };
}

/** The statistics, newest logs, revenue by week, work to invoice, and newest invoices. */
export function loadDashboard(services: ScreenServices) {
  const { timeZone } = services.config;
  const { statistics, weeks } = loadStatistics(services);
  const { logs } = listWorkLogs(services, ALL_LOGS, { limit: RECENT_FETCHED });
  return {
    cards: toCards(statistics),
    activity: logs.slice(0, RECENT_SHOWN).map((log) => toActivity(log, timeZone)),
    revenue: toRevenue(weeks),
    ready: toReady(listReadyToInvoice(services), dayOf(services.clock(), timeZone)),
    invoices: listInvoices(services, INVOICES_SHOWN).map(toInvoice),
  };
}
