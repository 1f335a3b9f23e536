import { prepared } from '#db/connection.server.ts';
import { filterFields } from '../lib/filters.ts';
import { listClientNames } from '../clients/clients.server.ts';
import { findJob, listJobNames } from '../jobs/jobs.server.ts';
import { changeOf } from '../dashboard/statistics/stats.server.ts';
import { NO_INVOICE_FILTERS } from '../invoices/list/invoice-filters.ts';
import { sumInvoices, type ListServices } from '../invoices/list/made-invoices.server.ts';
import { sayLeftOut } from '../invoices/list/status.ts';
import { dayOf } from '../lib/calendar.ts';
import { formatHours } from '../lib/duration.ts';
import { formatPounds } from '../lib/money.ts';
import type { PeriodLink } from '../lib/period-links.ts';
import { displayName } from '../users/users.ts';
import { listUsers } from '../users/users.server.ts';
import { listWorkTypeNames } from '../work-types/work-types.server.ts';
import { drawReport } from './chart.ts';
import {
  logsBehind,
  comparedWith,
  reportPeriods,
  sayPeriod,
  taxYearOf,
  type NamedDays,
  type LinkedFigure,
} from './periods.ts';
import { makeReport } from './report.server.ts';
import {
  readReportQuery,
  billableShare,
  effectiveRate,
  formatSort,
  NO_SUMS,
  REPORT_NAMES,
  reportSearch,
  usualSort,
  type ReportBy,
  type ReportQuery,
  type SortColumn,
  type Sums,
} from './reports.ts';

/** Everything the screen Reports shows, as text. */
export type ReportsScreenData = ReturnType<typeof loadReportsScreen>;
export type ReportData = NonNullable<ReportsScreenData['report']>;

const BY_LABELS: Record<ReportBy, string> = {
  client: 'Client',
  'work-type': 'Work type',
  month: 'Month',
  week: 'Week',
  person: 'Person',
  job: 'Job',
};

const COLUMN_LABELS: Record<Exclude<SortColumn, 'name'>, string> = {
  hours: 'Hours',
  billableHours: 'Billable hours',
  share: 'Billable share',
  net: 'Net',
  invoicedNet: 'Invoiced net',
  rate: 'Effective rate',
};

/** An address that says nothing shows this tax year. */
function withUsualPeriod(search: URLSearchParams, today: string): URLSearchParams {
  if (['by', 'from', 'to'].some((name) => search.has(name))) return search;
  return new URLSearchParams(searchWith(search, taxYearOf(today)));
}

/** The report, its filters and links for an address. */
export function loadReportsScreen(services: ListServices, url: URL) {
  const { timeZone } = services.config;
  const now = services.clock();
  const search = reportSearch(withUsualPeriod(url.searchParams, dayOf(now, timeZone)));
  const named = { ...namesOf(services), ...jobsFor(services, search) };
  const { filters: query, issues } = readReportQuery(search);
  const by = query?.by ?? 'client';
  // A value that was refused stays in its field. Links leave it out, or they would be refused as well.
  const kept = new URLSearchParams(search);
  for (const { path } of issues ?? []) kept.delete(path);
  return {
    report: query && toReport(services, query, search, named),
    hasLogs: prepared(services.db, 'select 1 from work_logs limit 1').get() !== undefined,
    tabs: Object.entries(BY_LABELS)
      .filter(([key]) => key !== 'job' || named.jobs !== undefined || by === 'job')
      .map(([key, name]) => ({
        name,
        search: searchWith(kept, { by: key, sort: null }),
        isShown: key === by,
      })),
    periods: periodsFor(kept, reportPeriods(now, timeZone)),
    filters: filterFields(REPORT_NAMES, search, issues),
    sorts: sortChoices(by, search.get('sort')),
    ...named,
    people: named.people.length > 1 || search.has('person') ? named.people : [],
  };
}

type Names = ReturnType<typeof namesOf> & ReturnType<typeof jobsFor>;

const namesOf = (services: ListServices) => ({
  clients: listClientNames(services),
  workTypes: listWorkTypeNames(services),
  people: listUsers(services).map((user) => ({ id: user.id, name: displayName(user) })),
});

/** The jobs of the client that an address names; the job of another client, which was chosen first, is left out of it. */
function jobsFor(services: ListServices, search: URLSearchParams) {
  const job = findJob(services, Number(search.get('jobId')));
  const chosen = Number(search.get('clientId'));
  const clientId = chosen > 0 ? chosen : job?.clientId;
  if (job && job.clientId !== clientId) search.delete('jobId');
  return clientId ? listJobNames(services, clientId) : {};
}

/** The address with some parameters set, or without those that are null. */
function searchWith(search: URLSearchParams, changed: Record<string, string | null>): string {
  const link = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) link.delete(name);
    else link.set(name, value);
  }
  return link.toString();
}

function periodsFor(search: URLSearchParams, periods: NamedDays[]): PeriodLink[] {
  const by = search.get('by') ?? 'client';
  return [...periods, { name: 'All time', from: null, to: null }].map(({ name, from, to }) => ({
    name,
    search: searchWith(search, { by, from, to }),
    isShown: search.get('from') === from && search.get('to') === to,
  }));
}

function sortChoices(by: ReportBy, shown: string | null) {
  const choices = [
    { value: 'name', label: BY_LABELS[by] },
    ...Object.entries(COLUMN_LABELS).map(([column, label]) => ({
      value: `-${column}`,
      label: `${label}, highest first`,
    })),
  ];
  const usual = formatSort(usualSort(by));
  const isKnown = shown === null || choices.some(({ value }) => value === shown);
  return [
    ...choices.map((choice) => (choice.value === usual ? { ...choice, value: '' } : choice)),
    ...(isKnown ? [] : [{ value: shown, label: 'As in the table' }]),
  ];
}

const OTHER_ITEMS = 'select 1 from work_types where items_name is not null limit 1';

/** More than three years have weeks. The sums, the chart and the file are of all. */
const MOST_ROWS = 160;

function toReport(
  services: ListServices,
  query: ReportQuery,
  search: URLSearchParams,
  named: Names,
) {
  const { by } = query;
  const report = makeReport(services, query);
  const before = comparedWith(query);
  const earlier = before && makeReport(services, { ...query, from: before.from, to: before.to });
  const hasBefore = earlier !== null && by !== 'month' && by !== 'week';
  const earlierRows = new Map((earlier?.rows ?? []).map((row) => [row.key, row]));
  const kept = new Set(report.rows.map(({ key }) => key));
  return {
    by,
    label: BY_LABELS[by],
    period: sayPeriod(query),
    limits: sayLimits(named, query),
    compared: before && `Compared with ${before.name}, ${sayPeriod(before)}`,
    cards: toCards(query, report.total, earlier?.total ?? null),
    billed: sayBilled(services, query),
    invoicedNet: sayInvoicedNet(report.total),
    columns: toColumns(query, search),
    rows: report.rows.slice(0, MOST_ROWS).map((row) => ({
      key: row.key,
      name: row.name,
      link: by === 'client' ? `/clients/${row.key}` : null,
      ...toCells(query, row.key, row),
      before: hasBefore ? toBefore(row, earlierRows.get(row.key) ?? NO_SUMS) : null,
    })),
    /** How many rows there are, of which a page has only so many. */
    count: report.rows.length,
    gone: hasBefore
      ? earlier.rows.flatMap(({ key, name }) => (kept.has(key) ? [] : name)).slice(0, MOST_ROWS)
      : [],
    total: {
      ...toCells(query, null, report.total),
      before: hasBefore ? toBefore(report.total, earlier.total) : null,
    },
    hasBefore,
    besideTime: prepared(services.db, OTHER_ITEMS).get() ? 'hardware and other items' : 'hardware',
    chart: drawReport(by, report.rows),
    file: `/reports.csv?${searchWith(search, { by })}`,
  };
}

/** The filters beside the period, in words, for who reads the page on paper. */
function sayLimits({ clients, jobs = [], workTypes, people }: Names, query: ReportQuery): string[] {
  const nameIn = (named: { id: number; name: string }[], id: number | null) =>
    id === null ? null : (named.find((one) => one.id === id)?.name ?? 'Not known');
  const { billable, isInvoiced, clientId, jobId, workTypeId, person } = query;
  return [
    nameIn(clients, clientId),
    nameIn(jobs, jobId),
    nameIn(workTypes, workTypeId),
    nameIn(people, person),
    billable === null ? null : billable ? 'billable' : 'not billable',
    isInvoiced === null ? null : isInvoiced ? 'invoiced' : 'not invoiced',
  ].filter((text) => text !== null);
}

const formatShare = (tenths: number | null) =>
  tenths === null ? '–' : `${Math.floor(tenths / 10)}.${tenths % 10}%`;
const formatRate = (pence: number | null) => (pence === null ? '–' : `${formatPounds(pence)}/hr`);

function toCards(query: ReportQuery, now: Sums, earlier: Sums | null) {
  const card = (
    label: string,
    read: (sums: Sums) => number | null,
    format: (value: number | null) => string,
    link: string | null,
  ) => {
    const value = read(now);
    const before = earlier === null ? null : read(earlier);
    return {
      label,
      value: format(value),
      change: earlier === null ? null : changeOf(value ?? 0, before ?? 0),
      previous: earlier !== null && (before ?? 0) > 0 ? `vs ${format(before)}` : null,
      link: (value ?? 0) > 0 ? link : null,
    };
  };
  const behind = (figure: LinkedFigure) => logsBehind(query, null, figure);
  const hours = (value: number | null) => formatHours(value ?? 0);
  const pounds = (value: number | null) => formatPounds(value ?? 0);
  return [
    card('Hours', (sums) => sums.minutes, hours, behind('all')),
    card('Billable share', billableShare, formatShare, null),
    card('Net', (sums) => sums.netPence, pounds, behind('billable')),
    card('Invoiced net', (sums) => sums.invoicedNetPence, pounds, behind('invoiced')),
    card('Effective rate', effectiveRate, formatRate, null),
  ];
}

/** What "Invoiced net" is, and what it would be by the work alone, where that differs. */
function sayInvoicedNet({ invoicedNetPence, workedNetPence }: Sums): string {
  const meaning = 'Invoiced net: what the invoices bill for the work, less credit notes';
  return invoicedNetPence === workedNetPence
    ? `${meaning}.`
    : `${meaning}; without rounding, changes and credits: ${formatPounds(workedNetPence)}.`;
}

/** What the invoices come to, less credit notes, that are dated in the period, where no filter cuts through invoices. */
function sayBilled(services: ListServices, query: ReportQuery) {
  const { jobId, workTypeId, person, billable, isInvoiced, clientId, from, to } = query;
  if ([jobId, workTypeId, person, billable, isInvoiced].some((filter) => filter !== null))
    return null;
  const limits = { clientId, startDate: from, endDate: to };
  const sums = sumInvoices(services, { ...NO_INVOICE_FILTERS, ...limits });
  if (sums.count === 0) return null;
  const ofClient = clientId === null ? null : String(clientId);
  const search = searchWith(new URLSearchParams(), { ...limits, clientId: ofClient });
  return {
    count: sums.count === 1 ? '1 invoice' : `${sums.count} invoices`,
    net: formatPounds(sums.billedPence),
    leftOut: sayLeftOut(sums).join(' '),
    link: search === '' ? '/invoices' : `/invoices?${search}`,
  };
}

function toColumns({ by, sort }: ReportQuery, search: URLSearchParams) {
  const shown = sort ?? usualSort(by);
  const column = (key: SortColumn, label: string) => {
    const isShown = shown.column === key;
    // The first press shows the most first, or names from A on; the next turns it round.
    const isDescending = isShown ? !shown.isDescending : key !== 'name';
    const order = shown.isDescending ? ('descending' as const) : ('ascending' as const);
    return {
      key,
      label,
      order: isShown ? order : null,
      search: searchWith(search, { by, sort: formatSort({ column: key, isDescending }) }),
    };
  };
  return [
    column('name', BY_LABELS[by]),
    ...Object.entries(COLUMN_LABELS).map(([key, label]) => column(key as SortColumn, label)),
  ];
}

/** A figure, and where the logs behind it are; without a link where there are none, or none to find. */
export type Cell = { text: string; link: string | null };

function toCells(query: ReportQuery, key: string | null, sums: Sums) {
  const cell = (value: number, text: string, figure: LinkedFigure): Cell => ({
    text,
    link: value > 0 ? logsBehind(query, key, figure) : null,
  });
  return {
    hours: cell(sums.minutes, formatHours(sums.minutes), 'all'),
    billableHours: cell(sums.billableMinutes, formatHours(sums.billableMinutes), 'billable'),
    share: formatShare(billableShare(sums)),
    net: cell(sums.netPence, formatPounds(sums.netPence), 'billable'),
    invoicedNet: cell(sums.invoicedNetPence, formatPounds(sums.invoicedNetPence), 'invoiced'),
    rate: formatRate(effectiveRate(sums)),
  };
}

const toBefore = ({ netPence }: Sums, earlier: Sums) => ({
  text: formatPounds(earlier.netPence),
  change: changeOf(netPence, earlier.netPence),
});
