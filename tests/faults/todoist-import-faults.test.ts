import { describe, expect, test } from 'vitest';
import { todoistImports } from '#db/schema.ts';
import { pendingRows } from '../support/data/pending-work-logs.ts';
import { manyCompletions } from '../support/server/todoist.ts';
import {
  countsOf,
  hurry,
  NOW,
  startImporting,
  timeFor,
  type ImportingServer,
} from '../support/server/todoist-server.ts';

const LIST = '/api/v1/tasks/completed';
const LOG = '/api/v1/activities';
const SYNC_NOW_FAILED = 'Failed to sync Todoist tasks. Please check your API configuration.';
const KEPT = ' Tasks already read are kept; the next sync completes the import.';

/** More than one page of the list (200 tasks) and of the log (100 events), within three months. */
const COUNT = 450;
const account = () => manyCompletions({ count: COUNT, recurring: 120, months: 2, until: NOW });
const syncAll = (started: ImportingServer) => started.sync('2026-04-01', '2026-06-26');
const syncNow = ({ visitor }: ImportingServer) => visitor.api('POST', '/api/todoist/sync');
const errorsOf = ({ server }: ImportingServer) =>
  server.logLines().filter(({ level }) => Number(level) >= 50);

type Fault = Parameters<ImportingServer['todoist']['fail']>[0];

const FAULTS: [string, Fault, string][] = [
  [
    'the token is refused',
    { kind: '401' },
    'Todoist did not accept the API token. Check the token in Settings, and save it again.',
  ],
  [
    'the address is withdrawn',
    { kind: '410' },
    'Todoist has withdrawn the address that its tasks were read from. Tallyhour needs an update before it can import again.',
  ],
  [
    'a pause of an hour is asked for',
    { kind: '429', retryAfter: 3_600 },
    'Todoist asks for a pause, because it was asked too often. Try again in 60 minutes.',
  ],
  [
    'a pause is asked for that is too long to wait out',
    { kind: '429', retryAfter: 20 },
    'Todoist asks for a pause, because it was asked too often. Try again in 20 seconds.',
  ],
  [
    'it has a fault of its own',
    { kind: '500' },
    'Todoist is not available at the moment (status 500). Try again in a few minutes.',
  ],
  [
    'it is down for maintenance',
    { kind: '503', retryAfter: 7_200 },
    'Todoist is not available at the moment (status 503). Try again in a few minutes.',
  ],
  [
    'it answers with a page',
    { kind: 'html' },
    'Todoist answered with a web page instead of data. Try again in a few minutes.',
  ],
  [
    'its answer is cut off',
    { kind: 'cut' },
    'Todoist broke off in the middle of its answer. Try again in a few minutes.',
  ],
  [
    'its answer is no JSON',
    { kind: 'not-json' },
    'Todoist gave an answer that is not valid JSON. Try again in a few minutes.',
  ],
  [
    'its answer has no list',
    { kind: 'no-list' },
    'Todoist gave an answer without a list in it. Try again in a few minutes.',
  ],
  [
    'it leads elsewhere',
    { kind: 'redirect' },
    'Todoist answered with a redirection, which is not followed. Try again in a few minutes.',
  ],
  [
    'it does not answer',
    { kind: 'silence' },
    'Todoist did not answer in time. Check the connection, and try again in a few minutes.',
  ],
];

describe.each(FAULTS)('when %s', (_, fault, sentence) => {
  test('from the first call, a sync fails with that sentence and adds nothing', async () => {
    const started = await startImporting({ account: account() });
    hurry(started, timeFor(fault.kind));
    started.todoist.fail(fault);
    const answer = await syncAll(started);
    expect([answer.status, answer.json()]).toEqual([502, { message: sentence }]);
    const now = await syncNow(started);
    expect([now.status, now.json()]).toEqual([502, { message: SYNC_NOW_FAILED }]);
    expect(pendingRows(started.server)).toEqual([]);
    expect(errorsOf(started), 'it is no fault of ours').toEqual([]);
  });

  test.each([
    ['the second page of the list', LIST, 200],
    ['the second page of the activity log', LOG, 330],
  ])('at %s, what was read is kept, and the next sync completes it', async (__, path, least) => {
    const started = await startImporting({ account: account() });
    hurry(started, timeFor(fault.kind));
    started.todoist.fail({ ...fault, path, afterCalls: 1 });
    const answer = await syncAll(started);
    expect([answer.status, answer.json()]).toEqual([502, { message: `${sentence}${KEPT}` }]);
    const kept = pendingRows(started.server).length;
    expect(kept).toBeGreaterThanOrEqual(least);
    expect(kept).toBeLessThan(COUNT);
    const { db } = started.server.services;
    expect(db.select().from(todoistImports).all()).toMatchObject([
      { status: 'failed', newPendingLogs: kept, tasksProcessed: kept, finishedAt: NOW },
    ]);

    started.todoist.heal();
    expect(countsOf(await syncAll(started))).toMatchObject({
      tasksProcessed: COUNT,
      newPendingLogs: COUNT - kept,
      skippedDuplicates: kept,
    });
    expect(pendingRows(started.server)).toHaveLength(COUNT);
    expect(errorsOf(started)).toEqual([]);
  });
});

test('a fault that passes goes unnoticed, since the call is repeated', async () => {
  const started = await startImporting({ account: account() });
  hurry(started);
  started.todoist.fail({ kind: '500', path: LIST, times: 1, afterCalls: 1 });
  started.todoist.fail({ kind: '429', retryAfter: 0, path: LOG, times: 2 });
  expect(countsOf(await syncAll(started)).newPendingLogs).toBe(COUNT);
});

test('where nothing listens, the sentence says that Todoist could not be reached, and why', async () => {
  const started = await startImporting({ account: account() });
  hurry(started);
  await started.todoist.close();
  const answer = await syncAll(started);
  expect([answer.status, answer.json()]).toEqual([
    502,
    {
      message:
        'Todoist could not be reached (ECONNREFUSED). Check the connection, and try again in a few minutes.',
    },
  ]);
  expect((await syncNow(started)).json()).toEqual({ message: SYNC_NOW_FAILED });
});

test('a failed import does not hold up later ones', async () => {
  const started = await startImporting({ account: account() });
  hurry(started);
  started.todoist.fail({ kind: '401', times: 1 });
  const [failed, done] = await Promise.all([
    started.sync('2026-05-01', '2026-06-26'),
    started.sync('2026-04-01', '2026-06-26'),
  ]);
  expect(failed.status).toBe(502);
  expect(countsOf(done).newPendingLogs).toBe(COUNT);
});
