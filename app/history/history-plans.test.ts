import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import type { Page } from '../lib/paging.ts';
import { IS_WHOLE } from '#tests/support/cases.ts';
import { recordPlans, type Plan } from '#tests/support/plans.ts';
import { NO_PERSON } from './history.ts';
import { type HistoryFilters, listHistory, listPeople } from './history.server.ts';

/** A year of a product that many people use, and in the everyday tests a week of it. */
const ENTRIES = IS_WHOLE ? 1_000_000 : 20_000;

const START = Date.UTC(2026, 0, 1);
const STEP = 31_000;

// A third are of one person, hardly any of whose entries are of clients; those are not in any order.
const FILL = `
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ENTRIES})
  insert into history_entries (at, user_id, by, kind, record_id, action, before, after)
  select ${START} + n * ${STEP}, iif(n % 3 = 0, 1, iif(n % 3 = 1, n % 7 + 2, null)), 'Ann Lee',
    iif(n % 5000 = 3, 'client', iif(n % 2, 'work-log', 'pending-work-log')), n % 997 + 1,
    'changed', '{"duration":60}', '{"duration":75,"description":"Mended the gate at the pier"}'
  from numbers`;

let db: Database;
let plans: Plan[];

beforeAll(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  db.$client.exec(FILL);
  plans = recordPlans(db);
});

afterAll(() => {
  db.$client.close();
});

const ANY: HistoryFilters = { record: null, kind: null, person: null, from: null, to: null };
const DAYS = { from: '2026-01-03', to: '2026-01-04' };
const BY = [{}, { kind: 'client' }, { kind: 'work-log' }, { record: { kind: 'work-log', id: 12 } }];
const WHO = [{}, { person: 1 }, { person: 4 }, { person: NO_PERSON }] as const;
const FILTERS: HistoryFilters[] = BY.flatMap((by) =>
  WHO.flatMap((who) => [{}, DAYS].map((days) => ({ ...ANY, ...by, ...who, ...days }))),
);
const FIRST = { date: START, id: 1 };
const LAST = { date: START + ENTRIES * STEP, id: ENTRIES };
const MIDDLE = { date: START + (ENTRIES / 2) * STEP, id: ENTRIES / 2 };
const PAGES: Page[] = [
  { limit: 50 },
  { limit: 50, older: MIDDLE },
  { limit: 50, newer: MIDDLE },
  { limit: 50, newer: FIRST },
  { limit: 50, older: LAST },
];

const services = () => ({ db, config: { timeZone: 'Europe/London' } });

test.each(FILTERS)('A page of the history walks an index of all its filters: %j', (filters) => {
  plans.length = 0;
  for (const page of PAGES) {
    listHistory(services(), filters, page);
  }
  expect(plans).toHaveLength(PAGES.length);
  for (const { steps } of plans) {
    expect(steps).toHaveLength(1);
    const [step = ''] = steps;
    expect(step).toMatch(/^(SEARCH|SCAN) h USING INDEX history_entries_/);
    if (filters.person !== null && filters.record === null) expect(step).toContain('(user_id=?');
    if (filters.kind !== null) expect(step).toContain('kind=?');
    if (filters.record !== null) expect(step).toContain('(kind=? AND record_id=?');
    if (filters.from !== null) expect(step).toContain('at>? AND at<?');
  }
});

test('Everyone in the history is found by steps through an index', () => {
  plans.length = 0;
  expect(listPeople({ db }).length).toBeGreaterThan(3);
  const steps = plans
    .flatMap((plan) => plan.steps)
    .filter((step) => step.includes('history_entries'));
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps) expect(step).toMatch(/^SEARCH .*INDEX history_entries_user( |$)/);
});

test('Control: without an index of person and kind, a page of few reads them all', () => {
  plans.length = 0;
  db.$client
    .prepare(
      `select * from history_entries h indexed by history_entries_user
        where h.kind = ? and h.user_id = ? order by h.at desc, h.id desc limit 51`,
    )
    .all('client', 1);
  expect(plans[0]?.steps).toEqual(['SEARCH h USING INDEX history_entries_user (user_id=?)']);
});
