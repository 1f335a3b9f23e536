import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { lastImport, startImport } from '#app/pending-work-logs/import/import.server.ts';
import { openDatabase } from '#db/connection.server.ts';
import { startTodoist, type RunningTodoist } from '#sandbox/todoist.ts';
import { openLink } from '../support/server/login-link.ts';
import { pendingRows } from '../support/data/pending-work-logs.ts';
import { discardServerProcesses, startServerProcess } from '../support/server/server-process.ts';
import { startTestServer, TEST_EMAIL } from '../support/server/test-server.ts';
import { manyCompletions } from '../support/server/todoist.ts';
import { countsOf, NOW, startImporting } from '../support/server/todoist-server.ts';
import { visit, visitSignedIn } from '../support/server/visitor.ts';

const INTERRUPTED =
  'The server stopped during this import. Tasks already read are kept; sync again to complete it.';
const LIST = '/api/v1/tasks/completed';
/** In milliseconds: far below the thirty seconds after which a call to Todoist is given up. */
const AT_ONCE = 8_000;
const COUNT = 450;

afterEach(discardServerProcesses);

/** A folder that is removed when the test ends. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhour-closing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Waits until Todoist was asked for the second page of the list, which it never sends. */
async function waitUntilSilent(todoist: RunningTodoist): Promise<void> {
  await expect
    .poll(() => todoist.calls()['/tasks/completed/by_completion_date'], { timeout: 20_000 })
    .toBe(2);
}

const account = (until: Date) =>
  manyCompletions({ count: COUNT, recurring: 120, months: 2, until });

describe('a server that is closed during an import', () => {
  async function startSilent() {
    const dataDir = await makeFolder();
    const started = await startImporting({
      account: account(NOW),
      environment: { DATA_DIR: dataDir },
    });
    started.todoist.fail({ kind: 'silence', path: LIST, afterCalls: 1 });
    return { ...started, dataDir };
  }

  test('ends at once, answers the waiting request, keeps what was read, and reads the rest with the next sync', async () => {
    const { server, sync, todoist, dataDir } = await startSilent();
    const answer = sync('2026-04-01', '2026-06-26');
    await waitUntilSilent(todoist);
    const start = Date.now();
    await server.stop();
    expect(Date.now() - start).toBeLessThan(AT_ONCE);
    const told = await answer;
    expect([told.status, told.json()]).toEqual([502, { message: INTERRUPTED }]);

    todoist.heal();
    const again = await startTestServer({ DATA_DIR: dataDir, TODOIST_API_URL: todoist.url });
    onTestFinished(again.stop);
    again.setClock(NOW);
    expect(lastImport(again.services)).toMatchObject({
      status: 'failed',
      failure: INTERRUPTED,
      newPendingLogs: 200,
    });
    expect(pendingRows(again)).toHaveLength(200);
    const visitor = await visitSignedIn(again);
    const range = { startDate: '2026-04-01', endDate: '2026-06-26' };
    const completed = await visitor.api('POST', '/api/todoist/sync-completed', range);
    expect(countsOf(completed)).toMatchObject({
      newPendingLogs: COUNT - 200,
      skippedDuplicates: 200,
    });
  });

  test('does not start an import that was waiting, and marks both as interrupted', async () => {
    const { server, sync, todoist, dataDir } = await startSilent();
    const answers = [sync('2026-04-01', '2026-06-26'), sync('2026-05-01', '2026-06-26')];
    await waitUntilSilent(todoist);
    await expect
      .poll(() => server.services.db.$client.prepare('select 1 from todoist_imports').all())
      .toHaveLength(2);
    await server.stop();
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(502);
    const again = await startTestServer({ DATA_DIR: dataDir });
    onTestFinished(again.stop);
    const rows = again.services.db.$client
      .prepare('select status, failure, finished_at is not null as ended from todoist_imports')
      .all();
    const interrupted = { status: 'failed', failure: INTERRUPTED, ended: 1 };
    expect(rows).toEqual([interrupted, interrupted]);
  });

  test('also ends an import that no request waits for', async () => {
    const { server, todoist } = await startSilent();
    const period = { since: new Date('2026-04-01T00:00:00Z'), until: NOW };
    const running = startImport(server.services, { userId: null, ...period });
    const waiting = startImport(server.services, { userId: null, ...period, until: new Date() });
    await waitUntilSilent(todoist);
    await server.stop();
    await expect(running.finished).resolves.toMatchObject({
      status: 'failed',
      failure: INTERRUPTED,
      newPendingLogs: 200,
    });
    await expect(waiting.finished).resolves.toMatchObject({ status: 'running' });
  });
});

describe('the process', () => {
  /** A process that imports, and waits for a page that never comes. */
  async function startProcess(dataDir: string) {
    const todoist = await startTodoist({ account: account(new Date()) });
    onTestFinished(todoist.close);
    const environment = { APPROVED_EMAILS: TEST_EMAIL, TODOIST_API_URL: todoist.url };
    const server = await startServerProcess({ environment, dataDir });
    await server.waitFor('"listening"');
    const visitor = visit(server);
    const link = /^http\S+$/m.exec(server.output().stdout)?.[0] ?? '';
    await openLink(visitor, link.replace(server.url, ''));
    await visitor.api('POST', '/api/todoist/config', { apiToken: todoist.token });
    todoist.fail({ kind: 'silence', path: LIST, afterCalls: 1 });
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const range = { startDate: day(70), endDate: day(0) };
    const answer = visitor.api('POST', '/api/todoist/sync-completed', range).catch(() => null);
    await waitUntilSilent(todoist);
    return { server, answer };
  }

  function readDatabase(dataDir: string) {
    const db = openDatabase(join(dataDir, 'database.sqlite'));
    const imports = db.$client.prepare('select status, failure from todoist_imports').all();
    const entries = db.$client.prepare('select count(*) from pending_work_logs').pluck().get();
    db.$client.close();
    return { imports, entries };
  }

  test('ends at once with code 0 when it is told to during an import', async () => {
    const dataDir = await makeFolder();
    const { server, answer } = await startProcess(dataDir);
    const start = Date.now();
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    expect(Date.now() - start).toBeLessThan(AT_ONCE);
    expect((await answer)?.json()).toEqual({ message: INTERRUPTED });
    expect(server.output().stderr).toBe('');
    expect(readDatabase(dataDir)).toEqual({
      imports: [{ status: 'failed', failure: INTERRUPTED }],
      entries: 200,
    });
  });

  test('says after its next start that it was killed during an import, and keeps what was read', async () => {
    const dataDir = await makeFolder();
    const { server } = await startProcess(dataDir);
    server.child.kill('SIGKILL');
    await server.ended();
    expect(readDatabase(dataDir)).toEqual({
      imports: [{ status: 'running', failure: null }],
      entries: 200,
    });
    const again = await startServerProcess({ dataDir });
    await again.waitFor('"listening"');
    expect(readDatabase(dataDir)).toEqual({
      imports: [{ status: 'failed', failure: INTERRUPTED }],
      entries: 200,
    });
  });
});
