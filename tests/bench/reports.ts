import { openDatabase, type Database } from '#db/connection.server.ts';
import { makeReport } from '#app/reports/report.server.ts';
import { REPORT_BY, type ReportQuery } from '#app/reports/reports.ts';
import { loadReportsScreen } from '#app/reports/reports-screen.server.ts';
import { timeOf } from './queries.ts';
import type { Figure } from './figures.ts';

/** How long a report may take with 1,000,000 logs, in milliseconds. */
const TIME_LIMIT = 20;
const RUNS = 15;
const ROUNDS = 3;

const NO_LIMIT = {
  from: null,
  to: null,
  clientId: null,
  jobId: null,
  workTypeId: null,
  person: null,
  billable: null,
  isInvoiced: null,
  sort: null,
} as const;

type Limits = Omit<Partial<ReportQuery>, 'by'>;

/** Periods with and without edges, and each filter by itself and all of them together. */
const LIMITS: Record<string, Limits> = {
  'all time': {},
  'one month': { from: '2020-03-01', to: '2020-03-31' },
  'a tax year': { from: '2024-04-06', to: '2025-04-05' },
  'nine years and some days': { from: '2016-03-17', to: '2025-06-09' },
  'one client': { clientId: 7 },
  'one work type': { workTypeId: 3 },
  hardware: { workTypeId: 8 },
  'one person, nine years and some days': { person: 1, from: '2016-03-17', to: '2025-06-09' },
  'one person and client': { person: 1, clientId: 7 },
  'one person and work type': { person: 1, workTypeId: 3 },
  'billable, not invoiced': { billable: true, isInvoiced: false },
  'all filters': { person: 1, clientId: 7, workTypeId: 3, billable: true, isInvoiced: true },
};

/** What reports are by that read kept totals alone. */
const BY_TOTALS = REPORT_BY.filter((by) => by !== 'job');

/** Every kind of report from kept totals, over every one of these limits. */
export function reportsOf(db: Database): Record<string, () => unknown> {
  const works: [string, () => unknown][] = BY_TOTALS.flatMap((by) =>
    Object.entries(LIMITS).map(([name, limits]): [string, () => unknown] => [
      `Report by ${by}, ${name}`,
      () => makeReport({ db }, { ...NO_LIMIT, by, ...limits }),
    ]),
  );
  return Object.fromEntries(works);
}

/** Reports of a client's jobs, and of one job by every kind, which add up logs. */
export function reportsByJobOf(db: Database): Record<string, () => unknown> {
  const year = { from: '2024-04-06', to: '2025-04-05' };
  const works = [
    ...[{}, year, { billable: true, isInvoiced: false, person: 1, workTypeId: 3 }].map(
      (limits): Omit<ReportQuery, 'sort'> => ({ ...NO_LIMIT, by: 'job', clientId: 7, ...limits }),
    ),
    ...REPORT_BY.map((by): Omit<ReportQuery, 'sort'> => ({ ...NO_LIMIT, by, jobId: 1, ...year })),
  ];
  return Object.fromEntries(
    works.map((query) => [
      `Report by ${JSON.stringify(query)}`,
      () => makeReport({ db }, { ...query, sort: null }),
    ]),
  );
}

/** What `/reports` reads for a tax year beside the one before it, by each of its kinds. */
function screensOf(db: Database): Record<string, () => unknown> {
  const services = {
    db,
    clock: () => new Date('2025-12-15T12:00:00Z'),
    config: { timeZone: 'Europe/London' },
  };
  return Object.fromEntries(
    BY_TOTALS.map((by) => {
      const url = new URL(`http://localhost/reports?by=${by}&from=2024-04-06&to=2025-04-05`);
      return [
        `The screen of a report by ${by}, a tax year`,
        () => loadReportsScreen(services, url),
      ];
    }),
  );
}

/** How long each report takes: the middle run of the quietest round. */
export function measureReports(file: string): Figure[] {
  const db = openDatabase(file);
  const figures = Object.entries({ ...reportsOf(db), ...screensOf(db) }).map(([name, work]) => {
    work();
    const rounds = Array.from({ length: ROUNDS }, () => {
      const times = Array.from({ length: RUNS }, () => timeOf(work));
      return times.sort((one, other) => one - other)[Math.floor(RUNS / 2)] ?? NaN;
    });
    return { name, value: Math.min(...rounds), unit: 'ms' as const, atMost: TIME_LIMIT };
  });
  db.$client.close();
  return figures;
}
