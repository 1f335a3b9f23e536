import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from './platform/logger.server.ts';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { workLogs } from '#db/schema.ts';
import { fillDatabase } from '#tests/bench/fill.ts';
import { reportsByJobOf, reportsOf } from '#tests/bench/reports.ts';
import { recordPlans, scansOf, tablesOver, type Plan } from '#tests/support/plans.ts';
import { KNOWLEDGE } from '#tests/support/statistics.ts';
import { SESSION_QUERY } from './auth/sessions/sessions.server.ts';
import {
  amountsBeingMade,
  countLeftOut,
  listBillable,
} from './invoices/preview/billable.server.ts';
import { listReadyToInvoice } from './dashboard/ready-to-invoice.server.ts';
import { loadStatistics } from './dashboard/statistics/stats.server.ts';
import { listRunInvoices } from './invoices/runs/create.server.ts';
import {
  countByStatus,
  listInvoices,
  listNewestInvoices,
  sumInvoices,
} from './invoices/list/made-invoices.server.ts';
import { NO_INVOICE_FILTERS } from './invoices/list/invoice-filters.ts';
import { dueRuns } from './invoices/runs/carry-on.server.ts';
import { findForgotten } from './forgotten/forgotten.server.ts';
import type { Page } from './lib/paging.ts';
import { confirmPendingLog, updatePendingLog } from './pending-work-logs/entries.server.ts';
import {
  type PendingFilters,
  getPendingLog,
  listPendingLogs,
} from './pending-work-logs/pending-list.server.ts';
import { readKnowledge } from './pending-work-logs/suggest/knowledge.server.ts';
import { keepSuggesting } from './pending-work-logs/suggest/suggest.server.ts';
import { fillIn } from './pending-work-logs/suggest/suggest.ts';
import { deleteWorkLog, restoreWorkLog } from './work-logs/deletion.server.ts';
import { NO_FILTERS, type WorkLogFilters } from './work-logs/list/filters.ts';
import { loadWorkLogOptions } from './work-logs/form/log-form.server.ts';
import { listInvoiceNotices, listWorkLogs } from './work-logs/list/list.server.ts';
import { summariseWorkLogs } from './work-logs/list/totals.server.ts';
import { planRepricing } from './work-logs/many/reprice.server.ts';
import { getWorkLog } from './work-logs/work-logs.server.ts';
import { deleteWorkType } from './work-types/work-types.server.ts';

/**
 * How SQLite runs the queries of every request on a filled database. Its choice depends on its
 * statistics of the tables, which differ from one installation to another; the plan must not.
 */

const LOGS = 10_000;
/** A table with more rows than this must never be read from end to end. */
const BIG = 500;

const CLIENTS = [null, 7];
const RANGES = [
  { startDate: null, endDate: null },
  { startDate: '2019-02-17', endDate: null },
  { startDate: null, endDate: '2022-03-09' },
  { startDate: '2019-02-17', endDate: '2022-03-09' },
];
const MIDDLE = { date: Date.UTC(2020, 5, 15), id: 5 };
const PAGES: Page[] = [{ limit: 50 }, { limit: 50, older: MIDDLE }, { limit: 50, newer: MIDDLE }];

const ofRanges = <Rest extends object>(rest: Rest) =>
  CLIENTS.flatMap((clientId) => RANGES.map((range) => ({ clientId, ...range, ...rest })));
const BEYOND_NONE = { jobId: null, workTypeId: null, billable: null, person: null, q: null };
const WORK_LOG_FILTERS: WorkLogFilters[] = [null, true, false].flatMap((isInvoiced) =>
  ofRanges({ ...BEYOND_NONE, isInvoiced }),
);
/** Filters that the index of words answers; with other filters, it intersects more lists. */
const SEARCHES: WorkLogFilters[] = [
  { q: 'printer' },
  { q: 'second floor' },
  { q: 'pri' },
  { q: 'printer', workTypeId: 3 },
  { workTypeId: 3 },
  { billable: false },
  { person: 1 },
].flatMap((search) =>
  [null, false].flatMap((isInvoiced) => ofRanges({ ...BEYOND_NONE, isInvoiced, ...search })),
);
const PENDING_FILTERS: PendingFilters[] = ([null, 'pending_review'] as const).flatMap((status) =>
  ofRanges({ status }),
);

/** The index whose order a list with these filters has, such as `work_logs_client_date`. */
function workLogIndex({ clientId, isInvoiced }: WorkLogFilters): string {
  return `work_logs_${clientId === null ? '' : 'client_'}${isInvoiced === null ? '' : 'invoiced_'}date`;
}

function pendingIndex({ clientId, status }: PendingFilters): string {
  return `pending_work_logs_${clientId === null ? '' : 'client_'}${status === null ? '' : 'status_'}completed`;
}

const TASK = {
  taskId: 'one',
  taskName: 'One',
  nameKey: 'one',
  projectId: 'p7',
  projectName: 'Project 7',
  sectionName: null,
  source: null,
  labels: ['none'],
  description: '',
  duration: null,
  clientId: null,
  workTypeId: null,
  jobId: null,
  billable: true,
  estimatedHourlyRatePence: 6_000,
  suggestions: {},
  setByPerson: [],
};

let folder: string;
let filled: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-plans-'));
  filled = join(folder, 'filled.sqlite');
  fillDatabase(filled, LOGS).$client.close();
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.each(KNOWLEDGE)('$name', ({ name, learn }) => {
  let db: Database;
  let big: Set<string>;
  let plans: Plan[];

  beforeAll(() => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.sqlite`);
    copyFileSync(filled, file);
    const before = openDatabase(file);
    learn(before);
    before.$client.close();
    db = openDatabase(file);
    migrateDatabase(db);
    keepSuggesting(services());
    big = tablesOver(db, BIG);
    plans = recordPlans(db);
  });

  afterAll(() => {
    db.$client.close();
  });

  const services = () => ({
    logger: createLogger({ level: 'silent' }),
    db,
    clock: () => new Date('2025-12-15T12:00:00Z'),
    config: { timeZone: 'Europe/London' },
  });

  const idOf = (query: string) => Number(db.$client.prepare(query).pluck().get());

  function plansOf(work: () => unknown): Plan[] {
    plans.length = 0;
    work();
    expect(plans).not.toEqual([]);
    return [...plans];
  }

  const stepsOf = (work: () => unknown) => plansOf(work).flatMap(({ steps }) => steps);

  /** A list's own query: along one index in the order of the page, and the rest by key. */
  function expectWalk(work: () => unknown, alias: string, index: string): void {
    const [list] = plansOf(work);
    const [first = '', ...rest] = list?.steps ?? [];
    expect(first.replace(/ \(.*/, '')).toMatch(
      new RegExp(`^(SEARCH|SCAN) ${alias} USING INDEX ${index}$`),
    );
    expect(rest.filter((step) => step.startsWith('USE TEMP B-TREE'))).toEqual([]);
    expect(scansOf({ text: list?.text ?? '', steps: rest }, big)).toEqual([]);
  }

  test('the big tables are those that grow with the work', () => {
    const growing = [
      'invoice_logs',
      'invoices',
      'pending_work_logs',
      'person_totals',
      'work_log_places',
      'work_log_totals',
      'work_logs',
      'work_type_totals',
    ];
    // The index of words is read by its own means; its tables are not read by ours.
    const ours = [...big].filter((table) => !/^work_log_(words|terms)/.test(table));
    expect(ours.sort()).toEqual(growing);
  });

  test('a query that reads a big table whole is seen', () => {
    const [plan] = plansOf(() =>
      db.select().from(workLogs).where(eq(workLogs.description, 'x')).all(),
    );
    expect(plan && scansOf(plan, big)).toEqual(['SCAN work_logs']);
  });

  test.each(WORK_LOG_FILTERS)('Work Logs: %j', (filters) => {
    for (const page of PAGES) {
      expectWalk(() => listWorkLogs(services(), filters, page), 'w', workLogIndex(filters));
      const ofHardware = () => listWorkLogs(services(), filters, page, 'hardware');
      expectWalk(ofHardware, 'w', 'work_logs_hardware');
    }
    for (const step of stepsOf(() => summariseWorkLogs(services(), filters))) {
      expect(step).toMatch(
        /^SEARCH work_log_totals USING PRIMARY KEY \(client_id=\? AND unit=\? AND period>/,
      );
    }
  });

  test.each(SEARCHES)('Work Logs, by the index of words: %j', (filters) => {
    for (const page of PAGES) {
      const list = plansOf(() => listWorkLogs(services(), filters, page)).find(({ text }) =>
        text.includes('limit ?'),
      );
      const [first = '', ...rest] = list?.steps ?? [];
      expect(first).toMatch(/^SCAN f VIRTUAL TABLE INDEX \d+:.*M/);
      expect(rest[0]).toBe('SEARCH w USING INTEGER PRIMARY KEY (rowid=?)');
      expect(rest.filter((step) => step.startsWith('USE TEMP B-TREE'))).toEqual([]);
      expect(scansOf({ text: list?.text ?? '', steps: rest }, big)).toEqual([]);
    }
    const totals = stepsOf(() => summariseWorkLogs(services(), filters)).join('\n');
    if (filters.q !== null || filters.person !== null) {
      expect(totals).toContain('SEARCH p USING INTEGER PRIMARY KEY (rowid=?)');
    } else {
      expect(totals).toMatch(
        /^(SEARCH work_(log|type)_totals USING (PRIMARY KEY|INDEX \w+) \((work_type_id=\? AND )?client_id=\? AND unit=\? AND period>.*\n?)+$/,
      );
    }
  });

  test('what can be invoiced of a search: unbilled logs among those that match', () => {
    const search = { ...NO_FILTERS, q: 'printer' };
    const list = stepsOf(() => listBillable(services(), search)).join('\n');
    expect(list).toMatch(/(SEARCH|SCAN) w USING INDEX work_logs_unbilled/);
    expect(list).toMatch(/SCAN f VIRTUAL TABLE INDEX/);
  });

  test.each(PENDING_FILTERS)('Todoist Import: %j', (filters) => {
    for (const page of PAGES) {
      expectWalk(() => listPendingLogs(services(), filters, page), 'p', pendingIndex(filters));
    }
  });

  test('ready to invoice: a row of totals and an index entry for each client, and for each log being invoiced', () => {
    expect(stepsOf(() => listReadyToInvoice(services()))).toEqual([
      expect.stringMatching(/^SCAN c( |$)/),
      'SEARCH t USING PRIMARY KEY (client_id=? AND unit=? AND period=? AND is_invoiced=?)',
      'SEARCH oldest USING INTEGER PRIMARY KEY (rowid=?)',
      'CORRELATED SCALAR SUBQUERY 2',
      'SEARCH w USING COVERING INDEX work_logs_unbilled (client_id=?)',
      // Whether the log is on an invoice being created.
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH l USING INDEX invoice_logs_live (work_log_id=?)',
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
  });

  test('what is on invoices being made: their logs, each by its key', () => {
    const steps = stepsOf(() => amountsBeingMade(services()));
    expect(steps.filter((step) => /^(SCAN|SEARCH) [ilw] /.test(step))).toEqual([
      'SEARCH i USING COVERING INDEX invoices_state (state=?)',
      expect.stringMatching(/^SEARCH l USING .*\(invoice_id=\?/),
      'SEARCH w USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
  });

  test('forgotten work: an index of what waits, and kept totals', () => {
    const looked = plansOf(() => findForgotten(services()));
    expect(looked.flatMap((plan) => scansOf(plan, big))).toEqual([]);
    const steps = looked.flatMap((plan) => plan.steps);
    expect(steps).toContain('SEARCH w USING INDEX work_logs_unbilled_date (date<?)');
    // The totals of a client, or of all of them, by their key.
    for (const step of steps.filter((one) => /(work_log_totals|work_type_totals)/.test(one))) {
      expect(step).toMatch(/^SEARCH \w+ USING (PRIMARY KEY|INDEX)/);
    }
  });

  test('the newest invoices: from the end of their table, and nothing is sorted', () => {
    expect(stepsOf(() => listNewestInvoices(services(), 3))).toEqual([
      'SEARCH i USING INTEGER PRIMARY KEY (rowid<?)',
      'SEARCH c USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
  });

  test('filtered invoices and their sums: an index that holds no contents', () => {
    const filters = { ...NO_INVOICE_FILTERS, status: 'overdue', clientId: 7 } as const;
    for (const steps of [
      stepsOf(() => listInvoices(services(), filters, { limit: 50 })),
      stepsOf(() => listInvoices(services(), NO_INVOICE_FILTERS, { limit: 50, newer: 5 })),
      stepsOf(() => sumInvoices(services(), filters)),
      stepsOf(() => countByStatus(services(), filters)),
    ]) {
      expect(steps.filter((step) => /^(SCAN|SEARCH) s /.test(step))).not.toContainEqual(
        expect.not.stringContaining('COVERING INDEX invoices_sums'),
      );
      expect(steps.filter((step) => step.startsWith('SCAN i '))).toEqual([]);
    }
  });

  test('the notices of invoices: two small indexes', () => {
    const steps = stepsOf(() => listInvoiceNotices(services())).join('\n');
    expect(steps).toMatch(/^(SEARCH|SCAN) i USING INDEX invoices_ended/);
    expect(steps).toContain('SEARCH invoice_runs USING COVERING INDEX invoice_runs_status');
  });

  test.each(ofRanges({ ...BEYOND_NONE, isInvoiced: null }))(
    'what can be invoiced: %j',
    (filters) => {
      const list = stepsOf(() => listBillable(services(), filters)).join('\n');
      expect(list).toMatch(/(SEARCH|SCAN) w USING INDEX work_logs_unbilled/);
      const leftOut = stepsOf(() => countLeftOut(services(), filters)).join('\n');
      const index = workLogIndex({ ...filters, isInvoiced: false });
      expect(leftOut).toContain(`SEARCH w USING INDEX ${index}`);
    },
  );

  // The one exception to the next: few logs have a job, and kept totals of jobs would cost every write.
  test('reprice: an index of what is not billed yet', () => {
    for (const [of, index] of [
      [{ clientId: 7 }, 'work_logs_unbilled'],
      [{ workTypeId: 3 }, 'work_logs_unbilled_date'],
    ] as const) {
      const plan = plansOf(() => planRepricing(services(), of)).find(({ text }) =>
        text.includes('has_own_rate = 0'),
      );
      expect(plan?.steps[0]).toMatch(new RegExp(`^SEARCH w USING INDEX ${index} `));
      expect(plan?.steps.filter((step) => step.startsWith('USE TEMP B-TREE'))).toEqual([]);
    }
  });

  test('reports by job: the logs of the client’s jobs by their index, and what is left of kept totals', () => {
    const reports = Object.entries(reportsByJobOf(db));
    expect(reports).not.toEqual([]);
    for (const [name, report] of reports) {
      const looked = plansOf(report);
      const scans = looked.flatMap((plan) => scansOf(plan, big));
      expect({ name, scans }).toEqual({ name, scans: [] });
      const steps = looked.flatMap((plan) => plan.steps);
      expect({ name, steps: steps.filter((step) => /^(SEARCH|SCAN) w /.test(step)) }).toEqual({
        name,
        steps: [expect.stringMatching(/^SEARCH w USING INDEX work_logs_job_date \(job_id=\?\)$/)],
      });
      for (const step of steps.filter((one) => one.startsWith('SEARCH t '))) {
        expect(step).toMatch(/^SEARCH t USING (PRIMARY KEY|INDEX \w+) \(/);
      }
    }
  });

  test('reports: kept totals by their key, and no log', () => {
    for (const [name, report] of Object.entries(reportsOf(db))) {
      for (const plan of plansOf(report)) {
        expect({ name, scans: scansOf(plan, big) }).toEqual({ name, scans: [] });
        const reads = plan.steps.filter((step) => /^(SEARCH|SCAN) t /.test(step));
        expect({ name, reads }).toEqual({
          name,
          reads: reads.map(
            () =>
              expect.stringMatching(
                /^SEARCH t USING (PRIMARY KEY|INDEX \w+) \(((person_id|work_type_id|client_id)=\? AND )+unit=\? AND period>\? AND period<\?\)$/,
              ) as string,
          ),
        });
        expect(plan.text).not.toContain('work_logs');
      }
    }
  });

  const OTHERS: Record<string, () => unknown> = {
    'the statistics of the Dashboard': () => loadStatistics(services()),
    'what the quick entry offers': () => loadWorkLogOptions(services()),
    'who is signed in': () => db.$client.prepare(SESSION_QUERY).get('hash', 0, 0),
    'one work log': () => getWorkLog(services(), 4_321),
    'one task': () => getPendingLog(services(), 321),
    'what is suggested for a task': () => fillIn(TASK, readKnowledge(db)),
    'what a choice is offered to': () => {
      const review = `select id from pending_work_logs where status = 'pending_review' limit 1`;
      updatePendingLog(services(), idOf(review), { duration: 25 });
    },
    'the runs that are due': () => dueRuns(services()),
    'the invoices of a run': () => listRunInvoices(services(), 1),
    'a deletion and its undo': () => {
      const id = idOf('select max(id) from work_logs where not is_invoiced');
      deleteWorkLog(services(), id);
      restoreWorkLog(services(), id);
    },
    'a confirmation': () => {
      const review = `select id from pending_work_logs where status = 'pending_review' limit 1`;
      confirmPendingLog(services(), idOf(review));
    },
    'the end of a work type': () => {
      deleteWorkType(services(), 3);
    },
  };

  test.each(Object.entries(OTHERS))('%s', (_, work) => {
    for (const plan of plansOf(work))
      expect({ ...plan, scans: scansOf(plan, big) }).toMatchObject({ scans: [] });
  });
});
