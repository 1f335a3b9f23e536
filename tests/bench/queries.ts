import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { listReadyToInvoice } from '#app/dashboard/ready-to-invoice.server.ts';
import { loadStatistics } from '#app/dashboard/stats.server.ts';
import { PAGE_SIZE } from '#app/lib/paging.ts';
import { loadWorkLogOptions } from '#app/work-logs/form-options.server.ts';
import { listQuery, listWorkLogs } from '#app/work-logs/list.server.ts';
import { summariseWorkLogs } from '#app/work-logs/totals.server.ts';
import type { WorkLogFilters } from '#app/work-logs/filters.ts';

const NONE: WorkLogFilters = { clientId: null, startDate: null, endDate: null, isInvoiced: null };
const MIDDLE = { date: Date.UTC(2020, 5, 15), id: 0 };

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
    name: 'one client, one month, pending',
    filters: { clientId: 7, startDate: '2025-03-01', endDate: '2025-03-31', isInvoiced: false },
  },
];

const RUNS = 1_000;

function percentile(work: () => unknown, share: number): number {
  for (let run = 0; run < 50; run++) work();
  const times = Array.from({ length: RUNS }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  }).sort((one, other) => one - other);
  return times[Math.floor(RUNS * share)] ?? NaN;
}

/** A day near the end of the filled years. */
const NOW = new Date('2025-12-15T12:00:00Z');

/** The p99 of every query of the Dashboard, and of all of them one after the other. */
function measureDashboard(db: Database): string[] {
  const services = { db, clock: () => NOW, config: { timeZone: 'Europe/London' } };
  const queries: Record<string, () => unknown> = {
    'statistics, revenue by week': () => loadStatistics(services),
    'recent activity': () => listWorkLogs(services, NONE, { limit: 10 }),
    'ready to invoice': () => listReadyToInvoice(services),
    'quick entry': () => loadWorkLogOptions(services),
  };
  const all = () => Object.values(queries).map((query) => query());
  return Object.entries({ ...queries, 'Dashboard, all of these': all }).map(
    ([name, query]) => `${name.padEnd(34)}p99 ${percentile(query, 0.99).toFixed(2)} ms`,
  );
}

/** The p99 of the list and of its totals, in milliseconds, for every kind of filter. */
export function measureQueries(file: string): string[] {
  const db = openDatabase(file);
  // It may have been filled by an older version.
  migrateDatabase(db);
  const services = { db, config: { timeZone: 'Europe/London' } };
  const lines = CASES.map(({ name, filters, older }) => {
    const page = { limit: PAGE_SIZE, older };
    const list = percentile(() => listWorkLogs(services, filters, page), 0.99);
    const totals = percentile(() => summariseWorkLogs(services, filters), 0.99);
    const plan = planOf(listQuery(filters, page, 'Europe/London'));
    return `${name.padEnd(34)}list p99 ${list.toFixed(2)} ms, totals p99 ${totals.toFixed(2)} ms  ${plan}`;
  });
  lines.push(...measureDashboard(db));
  db.$client.close();
  return lines;

  function planOf({ text, values }: { text: string; values: number[] }): string {
    const steps = db.$client.prepare(`explain query plan ${text}`).all(...values) as {
      detail: string;
    }[];
    return steps[0]?.detail ?? '';
  }
}
