import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { clients, workLogs, workTypes, type WorkLog } from '#db/schema.ts';
import { dayOf } from '../../lib/calendar.ts';
import { readConfig } from '../../platform/env.server.ts';
import { NO_FILTERS as ALL, type WorkLogFilters } from './filters.ts';
import type { Cursor } from '../../lib/cursor.ts';
import type { Page } from '../../lib/paging.ts';
import { listQuery, listWorkLogs } from './list.server.ts';
import { cases } from '#tests/support/cases.ts';

/** What SQLite says that it does for a query, step by step. */
function planOf(db: Database, query: ReturnType<typeof listQuery>) {
  const { text = '', values = [] } = query ?? {};
  const steps = db.$client.prepare(`explain query plan ${text}`).all(...values);
  return steps.map((step) => (step as { detail: string }).detail);
}

const RANGE = { startDate: '2026-03-01', endDate: '2026-03-31' };
const CURSOR = { date: Date.parse('2026-03-15T12:00:00Z'), id: 7 };

/** How it is filtered, the index that is walked, and what narrows the walk. */
const filters: [string, WorkLogFilters, string, string][] = [
  ['without filters', ALL, 'work_logs_date', ''],
  ['by client', { ...ALL, clientId: 3 }, 'work_logs_client_date', 'client_id=?'],
  ['by status', { ...ALL, isInvoiced: false }, 'work_logs_invoiced_date', 'is_invoiced=?'],
  [
    'by client and status',
    { ...ALL, clientId: 3, isInvoiced: true },
    'work_logs_client_invoiced_date',
    'client_id=? AND is_invoiced=?',
  ],
  ['by date', { ...ALL, ...RANGE }, 'work_logs_date', 'date>? AND date<?'],
  ['from a date', { ...ALL, startDate: '2026-03-01' }, 'work_logs_date', 'date>?'],
  ['up to a date', { ...ALL, endDate: '2026-03-31' }, 'work_logs_date', 'date<?'],
  [
    'by client and date',
    { ...ALL, ...RANGE, clientId: 3 },
    'work_logs_client_date',
    'client_id=? AND date>? AND date<?',
  ],
  [
    'by status and date',
    { ...ALL, ...RANGE, isInvoiced: true },
    'work_logs_invoiced_date',
    'is_invoiced=? AND date>? AND date<?',
  ],
  [
    'by all of them',
    { ...ALL, ...RANGE, clientId: 3, isInvoiced: false },
    'work_logs_client_invoiced_date',
    'client_id=? AND is_invoiced=? AND date>? AND date<?',
  ],
  [
    'by job and date',
    { ...ALL, ...RANGE, clientId: 3, billable: true, jobId: 2 },
    'work_logs_job_date',
    'job_id=? AND date>? AND date<?',
  ],
];

const pages: [string, Page][] = [
  ['of the newest', { limit: 50 }],
  ['older than a log', { limit: 50, older: CURSOR }],
  ['newer than a log', { limit: 50, newer: CURSOR }],
];

let services: { db: Database; config: ReturnType<typeof readConfig> };

beforeAll(() => {
  const db = openDatabase(':memory:');
  migrateDatabase(db);
  services = { db, config: readConfig({}) };
});

/** The steps that look up the names of a log found: one row each, by its key. */
const NAMES = [
  'SEARCH c USING INTEGER PRIMARY KEY (rowid=?)',
  'SEARCH t USING INTEGER PRIMARY KEY (rowid=?)',
  // The invoice that a log is on.
  'SEARCH k USING INDEX invoice_logs_live (work_log_id=?) LEFT-JOIN',
  'SEARCH i USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
  // Who made it.
  'SEARCH u USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
  'SEARCH j USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
];

/** What an index can narrow a walk by, in the order in which a plan names it. */
const COLUMNS = ['job_id=?', 'client_id=?', 'is_invoiced=?', 'date>?', 'date<?'];

describe.each(filters)('the list %s', (_, filter, indexName, bounds) => {
  test.each(pages)('walks its index for the page %s, and sorts nothing', (_name, page) => {
    const steps = planOf(
      services.db,
      listQuery(services.db, filter, page, services.config.timeZone),
    );
    const [walk = '', ...others] = steps.filter((step) => !NAMES.includes(step));
    expect(others).toEqual([]);
    expect(steps).toEqual(expect.arrayContaining(NAMES));
    const places = [page.newer ? 'date>?' : '', page.older ? 'date<?' : ''];
    const used = COLUMNS.filter((column) => [...bounds.split(' AND '), ...places].includes(column));
    expect(walk).toBe(
      used.length === 0
        ? `SCAN w USING INDEX ${indexName}`
        : `SEARCH w USING INDEX ${indexName} (${used.join(' AND ')})`,
    );
  });
});

test('a plan that sorts would be seen', () => {
  const unsuited = services.db.$client
    .prepare('explain query plan select * from work_logs order by total_pence limit 50')
    .all();
  expect(JSON.stringify(unsuited)).toContain('USE TEMP B-TREE');
});

test('deep in a range of dates, a page is walked from its cursor and not from the end', () => {
  const boundsOf = (page: Page) => {
    const query = listQuery(services.db, { ...ALL, ...RANGE }, page, services.config.timeZone);
    return query?.values
      .map(Number)
      .map((value) => (value > 1e9 ? new Date(value).toJSON() : value));
  };
  const [start, cursor, end] = [
    '2026-03-01T00:00:00.000Z',
    '2026-03-15T12:00:00.000Z',
    '2026-03-31T23:00:00.000Z',
  ];
  expect(boundsOf({ limit: 50 })).toEqual([start, end, 51]);
  expect(boundsOf({ limit: 50, older: CURSOR })).toEqual([start, cursor, 7, 51]);
  expect(boundsOf({ limit: 50, newer: CURSOR })).toEqual([cursor, 7, end, 51]);
  // A cursor beyond the range, which no link of ours has, adds nothing.
  const beyond = { date: Date.parse('2026-06-01'), id: 7 };
  expect(boundsOf({ limit: 50, older: beyond })).toEqual([start, end, 51]);
  expect(boundsOf({ limit: 50, newer: { date: 0, id: 7 } })).toEqual([start, end, 51]);
});

describe('the rows of a page', () => {
  const { timeZone } = readConfig({});
  // Few instants, so that many logs have the same; among them the ends of days and of summer time.
  const instants = [
    '2026-03-28T23:59:59.999Z',
    '2026-03-29T00:00:00.000Z',
    '2026-03-29T22:59:59.999Z',
    '2026-03-29T23:00:00.000Z',
    '2026-03-30T12:00:00.000Z',
  ].map((text) => new Date(text));
  const logs: Pick<WorkLog, 'id' | 'clientId' | 'isInvoiced' | 'isHardware' | 'date'>[] = [];

  beforeAll(() => {
    const { db } = services;
    const timestamps = { createdAt: new Date(0), updatedAt: new Date(0) };
    const rates = { standardRatePence: 0, premiumRatePence: 0 };
    for (const name of ['Acme', 'Bolt'])
      db.insert(clients)
        .values({ name, ...rates, ...timestamps })
        .run();
    db.insert(workTypes)
      .values({ name: 'Support', hourlyRatePence: 0, ...timestamps })
      .run();
    for (let index = 0; index < 60; index++) {
      const date = instants[(index * 7) % instants.length] ?? new Date(0);
      const values = {
        clientId: 1 + (index % 2),
        workTypeId: 1,
        duration: 60,
        hourlyRatePence: 0,
        totalPence: 0,
        isInvoiced: index % 3 === 0,
        isHardware: index % 4 === 0,
        date,
        day: dayOf(date, timeZone),
        ...timestamps,
      };
      logs.push(db.insert(workLogs).values(values).returning().get());
    }
  });

  const day = fc.option(fc.constantFrom('2026-03-28', '2026-03-29', '2026-03-30', '2026-04-01'));
  const anyFilter = fc.record({
    clientId: fc.option(fc.constantFrom(1, 2, 3)),
    isInvoiced: fc.option(fc.boolean()),
    startDate: day,
    endDate: day,
  });
  const anyCursor = fc.record({
    date: fc.constantFrom(...instants.map((date) => date.getTime()), 0, Date.parse('2027-01-01')),
    id: fc.integer({ min: 1, max: 61 }),
  });
  const anyPage = fc.oneof(
    fc.constant({}),
    fc.record({ older: anyCursor }),
    fc.record({ newer: anyCursor }),
  );

  const anyCount = fc.integer({ min: 1, max: 70 });
  const anyKind = fc.constantFrom('all' as const, 'hardware' as const);

  test('are the ones that a person would pick by hand, whatever the filters and the place', () => {
    const compare = (a: Cursor, b: Cursor) => a.date - b.date || a.id - b.id;
    fc.assert(
      fc.property(anyFilter, anyPage, anyCount, anyKind, (filter, place, limit, listed) => {
        const { older, newer }: Omit<Page, 'limit'> = place;
        const picked = logs
          .map((log) => ({ ...log, day: dayOf(log.date, timeZone), date: log.date.getTime() }))
          .filter((log) => listed === 'all' || log.isHardware)
          .filter((log) => filter.clientId === null || log.clientId === filter.clientId)
          .filter((log) => filter.isInvoiced === null || log.isInvoiced === filter.isInvoiced)
          .filter((log) => filter.startDate === null || log.day >= filter.startDate)
          .filter((log) => filter.endDate === null || log.day <= filter.endDate)
          .filter((log) => !older || compare(log, older) < 0)
          .filter((log) => !newer || compare(log, newer) > 0)
          .sort((a, b) => compare(b, a))
          .map(({ id }) => id);
        const expected = newer ? picked.slice(-limit) : picked.slice(0, limit);
        const page = { limit, ...place };
        const found = listWorkLogs(services, { ...ALL, ...filter }, page, listed);
        expect(found.logs.map(({ id }) => id)).toEqual(expected);
        expect(found.hasMore).toBe(picked.length > limit);
      }),
      { numRuns: cases(500) },
    );
  });
});
