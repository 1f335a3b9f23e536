import { expect, test } from 'vitest';
import { lastImport } from '#app/pending-work-logs/import/import.server.ts';
import { pendingRows } from '../../support/data/pending-work-logs.ts';
import { manyCompletions } from '../../support/server/todoist.ts';
import { countsOf, NOW, startImporting } from '../../support/server/todoist-server.ts';

/** An import is under way, and what it reads with changes. */

const LIST = '/api/v1/tasks/completed';
const FAILURE =
  'The API token was removed or replaced during this import. Tasks already read are kept; the next sync completes the import.';
const COUNT = 450;

/** Begins an import, which waits between its first and its second page until `goOn` is called. */
async function begin() {
  const account = manyCompletions({ count: COUNT, recurring: 120, months: 2, until: NOW });
  const started = await startImporting({ account });
  const { todoist, sync, patience } = started;
  const { promise, resolve: goOn } = Promise.withResolvers<null>();
  let waits = false;
  patience.wait = () => {
    waits = true;
    return promise;
  };
  todoist.fail({ kind: '503', path: LIST, afterCalls: 1, times: 1 });
  const under = sync('2026-04-01', '2026-06-26');
  await expect.poll(() => waits, { timeout: 20_000 }).toBe(true);
  return { ...started, under, goOn };
}

test('once the token is removed, nothing more is imported with it', async () => {
  const { server, visitor, under, goOn } = await begin();
  expect((await visitor.post('/settings/todoist/remove', {})).status).toBe(303);
  goOn(null);
  const told = await under;
  expect([told.status, told.json()]).toEqual([502, { message: FAILURE }]);
  expect(lastImport(server.services)).toMatchObject({ status: 'failed', failure: FAILURE });
  expect(pendingRows(server)).toHaveLength(200);
});

test('with the same token saved again it goes on: the control', async () => {
  const { server, visitor, todoist, under, goOn } = await begin();
  const saved = await visitor.api('POST', '/api/todoist/config', { apiToken: todoist.token });
  expect(saved.status).toBe(200);
  goOn(null);
  expect(countsOf(await under)).toMatchObject({ newPendingLogs: COUNT });
  expect(pendingRows(server)).toHaveLength(COUNT);
});

test('one that is asked for with another choice of whose tasks does not join it', async () => {
  const { server, visitor, sync, under, goOn } = await begin();
  const everyone = { schedule: 'off', everyone: 'on' };
  expect((await visitor.post('/settings/todoist/schedule', everyone)).status).toBe(303);
  const second = sync('2026-04-01', '2026-06-26');
  await expect.poll(() => lastImport(server.services)?.id).toBe(2);
  goOn(null);
  expect(countsOf(await under)).toMatchObject({ newPendingLogs: COUNT });
  expect(countsOf(await second)).toMatchObject({ newPendingLogs: 0, skippedDuplicates: COUNT });
});
