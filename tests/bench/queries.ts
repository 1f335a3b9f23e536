import { openDatabase, type Database } from '#db/connection.server.ts';
import { listReadyToInvoice } from '#app/dashboard/ready-to-invoice.server.ts';
import { loadStatistics } from '#app/dashboard/statistics/stats.server.ts';
import { countForgotten } from '#app/forgotten/forgotten.server.ts';
import { listNewestInvoices } from '#app/invoices/list/made-invoices.server.ts';
import { PAGE_SIZE } from '#app/lib/paging.ts';
import { listPendingLogs } from '#app/pending-work-logs/pending-list.server.ts';
import { loadWorkLogOptions } from '#app/work-logs/form/log-form.server.ts';
import { listInvoiceNotices, listWorkLogs } from '#app/work-logs/list/list.server.ts';
import { summariseWorkLogs } from '#app/work-logs/list/totals.server.ts';
import { NO_FILTERS as NONE, type WorkLogFilters } from '#app/work-logs/list/filters.ts';
import { IS_SHORT, type Figure } from './figures.ts';

/** How long a query may take, in milliseconds: far more than it takes on any machine. */
const TIME_LIMIT = 2;
/** How many times as long a query may take with ten times as many logs. */
const GROWTH_LIMIT = 4;
/** Adding up the logs takes at least so many times as long as reading the kept totals. */
const KEPT_LIMIT = 100;

/** Half-way down the list. */
export const MIDDLE = { date: Date.UTC(2020, 5, 15), id: 0 };

/** The filters that people use, and the two ends of the list. */
const CASES: { name: string; filters: WorkLogFilters; older?: typeof MIDDLE }[] = [
  { name: 'no filter', filters: NONE },
  { name: 'no filter, half-way down', filters: NONE, older: MIDDLE },
  { name: 'one client', filters: { ...NONE, clientId: 7 } },
  { name: 'pending', filters: { ...NONE, isInvoiced: false } },
  { name: 'one client, invoiced', filters: { ...NONE, clientId: 7, isInvoiced: true } },
  { name: 'one month', filters: { ...NONE, startDate: '2020-03-01', endDate: '2020-03-31' } },
  {
    name: 'three years and some days',
    filters: { ...NONE, startDate: '2019-02-17', endDate: '2022-03-09' },
  },
  {
    name: 'one client, half a year, pending',
    filters: {
      ...NONE,
      clientId: 7,
      startDate: '2025-01-01',
      endDate: '2025-06-30',
      isInvoiced: false,
    },
  },
  { name: 'one work type', filters: { ...NONE, workTypeId: 3 } },
  { name: 'not billable, one client', filters: { ...NONE, clientId: 7, billable: false } },
];

const IN_REVIEW = {
  clientId: null,
  startDate: null,
  endDate: null,
  status: 'pending_review',
} as const;

/** A day near the end of the filled years. */
const NOW = new Date('2025-12-15T12:00:00Z');

type Queries = Record<string, () => unknown>;

/** Every query of the screens that are looked at most, by the name that it is reported under. */
function queriesOf(db: Database): Queries {
  const services = { db, clock: () => NOW, config: { timeZone: 'Europe/London' } };
  const workLogs: Queries = {};
  for (const { name, filters, older } of CASES) {
    const page = { limit: PAGE_SIZE, older };
    workLogs[`Work Logs, ${name}`] = () => listWorkLogs(services, filters, page);
    workLogs[`Work Logs, ${name}: totals`] = () => summariseWorkLogs(services, filters);
  }
  const dashboard: Queries = {
    'Dashboard, statistics and revenue by week': () => loadStatistics(services),
    'Dashboard, recent activity': () => listWorkLogs(services, NONE, { limit: 10 }),
    'Dashboard, ready to invoice': () => listReadyToInvoice(services),
    'Dashboard, newest invoices': () => listNewestInvoices(services, 3),
    'Dashboard, how much is forgotten': () => countForgotten(services),
    'Dashboard, quick entry': () => loadWorkLogOptions(services),
  };
  return {
    ...workLogs,
    'Work Logs, notices of invoices': () => listInvoiceNotices(services),
    ...dashboard,
    'Dashboard, all of these': () => Object.values(dashboard).map((query) => query()),
    'Todoist Import, in review': () => listPendingLogs(services, IN_REVIEW, { limit: PAGE_SIZE }),
  };
}

export const ROUNDS = IS_SHORT ? 1 : 5;
export const RUNS = IS_SHORT ? 4 : 200;

/** How long some work takes, in milliseconds. */
export function timeOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/** The median time of many runs, in milliseconds. */
function middleOf(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => timeOf(work));
  return times.sort((one, other) => one - other)[RUNS / 2] ?? NaN;
}

/**
 * How long each of several functions takes, in milliseconds, measured in turn for several rounds.
 * Whatever else the machine does only adds time, so the fastest round counts.
 */
function measure(works: (() => unknown)[]): number[] {
  // The first round warms up.
  const rounds = Array.from({ length: ROUNDS + 1 }, () => works.map(middleOf)).slice(1);
  return works.map((_, index) => Math.min(...rounds.map((times) => times[index] ?? NaN)));
}

const SUM_OF_LOGS = `
  select count(*), sum(duration), sum(total_pence) from work_logs where is_invoiced in (0, 1)`;

/** How many times as long adding up the logs takes as reading the kept totals. */
function measureKeptTotals(db: Database): Figure {
  const sum = db.$client.prepare(SUM_OF_LOGS);
  const added = Math.min(...[1, 2, 3].map(() => timeOf(() => sum.get())));
  const [kept = NaN] = measure([
    () => summariseWorkLogs({ db, config: { timeZone: 'Europe/London' } }, NONE),
  ]);
  return {
    name: 'adding up the logs beside reading the kept totals',
    value: added / kept,
    unit: '×',
    atLeast: KEPT_LIMIT,
  };
}

/** How long every query takes with many logs, and how many times as long as with a tenth of them. */
export function measureQueries(
  fewFile: string,
  manyFile: string,
): { times: Figure[]; growth: Figure[] } {
  const [few, many] = [openDatabase(fewFile), openDatabase(manyFile)];
  const ofFew = queriesOf(few);
  const times: Figure[] = [];
  const growth: Figure[] = [];
  for (const [name, query] of Object.entries(queriesOf(many))) {
    const [withFew = NaN, withMany = NaN] = measure([ofFew[name] ?? query, query]);
    times.push({ name, value: withMany, unit: 'ms', atMost: TIME_LIMIT });
    growth.push({ name, value: withMany / withFew, unit: '×', atMost: GROWTH_LIMIT });
  }
  growth.push(measureKeptTotals(many));
  few.$client.close();
  many.$client.close();
  return { times, growth };
}
