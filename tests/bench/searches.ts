import { openDatabase } from '#db/connection.server.ts';
import { PAGE_SIZE } from '#app/lib/paging.ts';
import { createLogger } from '#app/platform/logger.server.ts';
import { deleteWorkLog } from '#app/work-logs/deletion.server.ts';
import { NO_FILTERS as NONE, type WorkLogFilters } from '#app/work-logs/list/filters.ts';
import { listWorkLogs } from '#app/work-logs/list/list.server.ts';
import {
  ADDED_UP_AT_ONCE,
  MOST_ADDED_UP,
  summariseWorkLogs,
} from '#app/work-logs/list/totals.server.ts';
import { logWork, updateWorkLog } from '#app/work-logs/work-logs.server.ts';
import type { Figure } from './figures.ts';
import { MIDDLE, ROUNDS, RUNS, timeOf } from './queries.ts';

/** 99 of 100 searches take at most so many milliseconds. */
const SEARCH_LIMIT = 3;
/** The first search after a log was written, which looks its words up anew. */
const AFTER_A_WRITE_LIMIT = 15;
/** How long a search may take that reads whole lists: it grows with the logs. */
const WHOLE_LISTS_LIMIT = 150;
/** How long the totals of a search may take when somebody asks for them. */
const ADDED_UP_LIMIT = 150;
/** The middle one of some logs that are added, edited and deleted, in milliseconds. */
const WRITE_LIMIT = 20;

type Search = { name: string; filters: WorkLogFilters; older?: typeof MIDDLE };

/** Words that are in every log, or in one; with the filters that people combine them with. */
const SEARCHES: Search[] = [
  { name: 'a word of every log', filters: { ...NONE, q: 'printer' } },
  { name: 'a word of every log, half-way down', filters: { ...NONE, q: 'printer' }, older: MIDDLE },
  { name: 'three such words', filters: { ...NONE, q: 'floor slow printer' } },
  { name: 'one letter', filters: { ...NONE, q: 'p' } },
  { name: 'the beginning of one', filters: { ...NONE, q: 'pri' } },
  { name: 'more of its beginning', filters: { ...NONE, q: 'print' } },
  { name: 'a word of one log', filters: { ...NONE, q: '73313' } },
  { name: 'the beginning of a hundred such words', filters: { ...NONE, q: '7331' } },
  { name: 'a word of no log', filters: { ...NONE, q: 'printer zebra' } },
  { name: 'signs', filters: { ...NONE, q: '— *' } },
  { name: 'a word of every log, one client', filters: { ...NONE, q: 'printer', clientId: 7 } },
  {
    name: 'a word of every log, one month, not billable',
    filters: {
      ...NONE,
      q: 'printer',
      startDate: '2020-03-01',
      endDate: '2020-03-31',
      billable: false,
    },
  },
  {
    name: 'three words of every log, one month',
    filters: { ...NONE, q: 'floor slow printer', startDate: '2018-05-01', endDate: '2018-05-31' },
  },
  {
    name: 'three words of every log, half-way down',
    filters: { ...NONE, q: 'floor slow printer' },
    older: MIDDLE,
  },
  {
    name: 'a word of every log, filters that exclude each other',
    filters: { ...NONE, q: 'printer', clientId: 7, billable: false, isInvoiced: true },
  },
  {
    name: 'a word of every log, all filters, three years',
    filters: {
      ...NONE,
      q: 'printer',
      clientId: 7,
      startDate: '2019-02-17',
      endDate: '2022-03-09',
      workTypeId: 3,
      billable: true,
    },
  },
  {
    name: 'the beginning of a hundred words of 2,000 logs each',
    filters: { ...NONE, q: 'desk4' },
  },
  { name: 'the beginning of five hundred such words', filters: { ...NONE, q: 'desk' } },
];

/** Each of its words is in half the logs, so the whole of both lists is read to find nothing. */
const NEVER_TOGETHER: Search = {
  name: 'two words of half the logs, never together',
  filters: { ...NONE, q: 'first second' },
};

/** The time within which 99 of 100 runs of some work end, in the quietest of several rounds. */
function slowestOf(work: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => {
    const times = Array.from({ length: RUNS }, () => timeOf(work));
    return times.sort((one, other) => one - other)[Math.ceil(RUNS * 0.99) - 1] ?? NaN;
  });
  return Math.min(...rounds.slice(1));
}

function fastestOf(work: () => unknown): number {
  return Math.min(...[1, 2, 3].map(() => timeOf(work)));
}

function middleOf(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN;
}

/** The searches of Work Logs with many logs, and their totals. */
export function measureSearches(file: string): Figure[] {
  const db = openDatabase(file);
  const services = { db, config: { timeZone: 'Europe/London' } };
  const search =
    ({ filters, older }: Search) =>
    () =>
      listWorkLogs(services, filters, { limit: PAGE_SIZE, older });
  const totals = (most: number) => () =>
    summariseWorkLogs(services, { ...NONE, q: 'printer' }, most);
  const unit = 'ms';
  const figures: Figure[] = [
    ...SEARCHES.map((one) => ({
      name: `${one.name}: 99 of 100`,
      value: slowestOf(search(one)),
      unit,
      atMost: SEARCH_LIMIT,
    })),
    {
      name: 'the totals of a word of every log, as shown at once: 99 of 100',
      value: slowestOf(totals(ADDED_UP_AT_ONCE)),
      unit,
      atMost: SEARCH_LIMIT,
    },
    {
      name: 'the same, when asked for',
      value: fastestOf(totals(MOST_ADDED_UP)),
      unit,
      atMost: ADDED_UP_LIMIT,
    },
    {
      name: NEVER_TOGETHER.name,
      value: fastestOf(search(NEVER_TOGETHER)),
      unit,
      atMost: WHOLE_LISTS_LIMIT,
    },
  ];
  db.$client.close();
  return figures;
}

/** Adding, editing and deleting logs among many, and searching in between. Leaves as many logs as before. */
export function measureWrites(file: string): Figure[] {
  const db = openDatabase(file);
  const logger = createLogger({ destination: { write: () => undefined } });
  const clock = () => new Date('2025-12-15T12:00:00Z');
  const services = { db, clock, logger, config: { timeZone: 'Europe/London' } };
  const times = { added: [], edited: [], searched: [], deleted: [] } as Record<string, number[]>;
  const timed = <Result>(name: string, work: () => Result): Result => {
    const startedAt = performance.now();
    const result = work();
    times[name]?.push(performance.now() - startedAt);
    return result;
  };
  for (let round = 0; round < 30; round++) {
    const input = {
      ...{ clientId: 7, workTypeId: 3, duration: 30, travelTime: null, hourlyRate: null },
      ...{ description: 'Looked into the slow printer', billable: true, hardwareItems: null },
      date: { day: `20${16 + (round % 10)}-03-14` },
    };
    const { id } = timed('added', () => logWork(services, input));
    timed('edited', () => updateWorkLog(services, id, { description: 'Its toner was empty' }));
    timed('searched', () =>
      listWorkLogs(services, { ...NONE, q: 'printer' }, { limit: PAGE_SIZE }),
    );
    timed('deleted', () => {
      deleteWorkLog(services, id);
    });
  }
  db.$client.close();
  return Object.entries(times).map(([name, some]) => ({
    name: name === 'searched' ? 'a word of every log is searched after it' : `a log is ${name}`,
    value: middleOf(some),
    unit: 'ms',
    atMost: name === 'searched' ? AFTER_A_WRITE_LIMIT : WRITE_LIMIT,
  }));
}
