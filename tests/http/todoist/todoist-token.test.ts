import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { settings } from '#db/schema.ts';
import { startTestServer } from '../../support/server/test-server.ts';
import { accountOf } from '../../support/server/todoist.ts';
import {
  hurry,
  startImporting,
  timeFor,
  type ImportingServer,
} from '../../support/server/todoist-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const ACCOUNT = accountOf([{ id: 'a' }], [['a', '2026-06-26T09:00:00Z']]);
const MASKED = '•'.repeat(16);
const NOT_CONNECTED = 'Todoist is not connected. Add your API token in Settings.';
const REFUSED =
  'Todoist did not accept this token, so it was not saved. Copy it from Todoist, Settings, Integrations, Developer.';

const start = (isConnected: boolean) => startImporting({ account: ACCOUNT, isConnected });
const save = ({ visitor }: ImportingServer, apiToken: unknown) =>
  visitor.api('POST', '/api/todoist/config', { apiToken });
const hasToken = async ({ visitor }: ImportingServer) =>
  (await visitor.api('GET', '/api/todoist/config')).json();
const issue = (message: string) => ({ message, issues: [{ path: 'apiToken', message }] });
const errorsOf = ({ server }: ImportingServer) =>
  server.logLines().filter(({ level }) => Number(level) >= 50);

describe('without a token', () => {
  test('nothing can be synced, and Todoist is not asked', async () => {
    const started = await start(false);
    const { visitor, todoist } = started;
    expect(await hasToken(started)).toEqual({ hasToken: false });
    for (const [path, body] of [
      ['/api/todoist/sync', undefined],
      ['/api/todoist/sync-completed', { startDate: '2026-06-25', endDate: '2026-06-26' }],
    ] as const) {
      const refused = await visitor.api('POST', path, body);
      expect([refused.status, refused.json()]).toEqual([409, { message: NOT_CONNECTED }]);
    }
    expect(todoist.calls()).toEqual({});
  });
});

describe('a token', () => {
  test('that Todoist accepts is saved, and tasks can be synced', async () => {
    const started = await start(false);
    const answer = await save(started, `  ${started.todoist.token}\n`);
    expect([answer.status, answer.json()]).toEqual([200, { hasToken: true }]);
    expect(await hasToken(started)).toEqual({ hasToken: true });
    expect((await started.sync('2026-06-26', '2026-06-26')).json()).toMatchObject({
      newPendingLogs: 1,
    });
  });

  test('that Todoist refuses is not saved, and a saved one stays', async () => {
    const fresh = await start(false);
    const connected = await start(true);
    for (const wrong of ['another-token', 'with space', 'töken', 'two\nlines']) {
      for (const started of [fresh, connected]) {
        const refused = await save(started, wrong);
        expect([wrong, refused.status, refused.json()]).toEqual([wrong, 400, issue(REFUSED)]);
      }
    }
    expect(await hasToken(fresh)).toEqual({ hasToken: false });
    expect((await connected.sync('2026-06-26', '2026-06-26')).status).toBe(200);
    expect([...errorsOf(fresh), ...errorsOf(connected)]).toEqual([]);
  });

  test.each([
    ['500', 'Todoist is not available at the moment (status 500). Try again in a few minutes.'],
    ['html', 'Todoist answered with a web page instead of data. Try again in a few minutes.'],
    [
      'silence',
      'Todoist did not answer in time. Check the connection, and try again in a few minutes.',
    ],
  ] as const)('cannot be checked while Todoist has trouble (%s)', async (kind, sentence) => {
    const started = await start(true);
    hurry(started, timeFor(kind));
    const before = started.server.services.db.select().from(settings).all();
    started.todoist.fail({ kind });
    const answer = await save(started, 'another-token');
    expect([answer.status, answer.json()]).toEqual([
      502,
      { message: `${sentence} The token was not saved.` },
    ]);
    expect(started.server.services.db.select().from(settings).all()).toEqual(before);
    expect(errorsOf(started)).toEqual([]);
  });

  test.each([
    ['', 'Enter your API token.'],
    ['   ', 'Enter your API token.'],
    [null, 'Enter your API token.'],
    [undefined, 'Enter your API token.'],
    [7, 'This should be text.'],
    ['x'.repeat(501), 'This is too long to be a Todoist API token.'],
  ])('of %j is none', async (wrong, message) => {
    const started = await start(true);
    const calls = started.todoist.calls();
    const refused = await save(started, wrong);
    expect([refused.status, refused.json()]).toEqual([400, issue(message)]);
    expect(await hasToken(started)).toEqual({ hasToken: true });
    expect(started.todoist.calls()).toEqual(calls);
  });

  test.each([1, 8, 16, 40])('of %i bullets leaves the saved one unchanged', async (length) => {
    const started = await start(true);
    const { db } = started.server.services;
    const [before, calls] = [db.select().from(settings).all(), started.todoist.calls()];
    const answer = await save(started, '•'.repeat(length));
    expect([answer.status, answer.json()]).toEqual([200, { hasToken: true }]);
    expect([db.select().from(settings).all(), started.todoist.calls()]).toEqual([before, calls]);
  });

  test('typed behind the bullets that stood in its field is the token', async () => {
    const started = await start(true);
    const answer = await save(started, `${MASKED}${started.todoist.token}`);
    expect([answer.status, answer.json()]).toEqual([200, { hasToken: true }]);
  });

  test('of bullets counts as missing where none was saved', async () => {
    const started = await start(false);
    const refused = await save(started, MASKED);
    expect([refused.status, refused.json()]).toEqual([400, issue('Enter your API token.')]);
  });
});

describe('the token is a secret', () => {
  const TOKEN = 'planted-0123456789abcdef';

  /** A folder that is removed when the test ends. */
  async function makeFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'tallyhour-token-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  test('that is in no reply, no log line and no file of the data folder', async () => {
    const dataDir = await makeFolder();
    const started = await startImporting({
      account: ACCOUNT,
      token: TOKEN,
      environment: { DATA_DIR: dataDir },
    });
    const { visitor, todoist, server } = started;
    const replies = [await visitor.api('GET', '/api/todoist/config'), await save(started, TOKEN)];
    replies.push(await save(started, `${TOKEN}-wrong`), await save(started, 'x'.repeat(600)));
    for (const kind of ['401', '500', 'redirect', 'silence'] as const) {
      hurry(started, timeFor(kind));
      todoist.fail({ kind });
      replies.push(await started.sync('2026-06-25', '2026-06-26'), await save(started, TOKEN));
      todoist.heal();
    }
    replies.push(await started.sync('2026-06-25', '2026-06-26'));
    replies.push(await visitor.api('GET', '/api/pending-worklogs'));
    for (const { text, headers } of replies) {
      expect(text + JSON.stringify([...headers])).not.toContain('planted');
    }
    expect(JSON.stringify(server.logLines())).not.toContain('planted');
    const files = await readdir(dataDir);
    expect(files).toContain('database.sqlite');
    const contents = await Promise.all(
      files.map((name) => readFile(join(dataDir, name), 'latin1')),
    );
    // The control: a text that is not secret can be read there.
    expect(contents.join()).toContain('todoist.token');
    expect(contents.join()).not.toContain('planted');
  });

  test('that another APP_SECRET does not open: Todoist is then not connected', async () => {
    const dataDir = await makeFolder();
    const started = await startImporting({
      account: ACCOUNT,
      environment: { DATA_DIR: dataDir, APP_SECRET: 'a'.repeat(40) },
    });
    await started.server.stop();
    const open = (secret: string) => startTestServer({ DATA_DIR: dataDir, APP_SECRET: secret });
    const other = await open('b'.repeat(40));
    onTestFinished(other.stop);
    const stranger = await visitSignedIn(other);
    expect((await stranger.api('GET', '/api/todoist/config')).json()).toEqual({ hasToken: false });
    expect((await stranger.api('POST', '/api/todoist/sync')).status).toBe(409);
    // One server at a time has a data folder.
    await other.stop();
    const same = await open('a'.repeat(40));
    onTestFinished(same.stop);
    const owner = await visitSignedIn(same);
    expect((await owner.api('GET', '/api/todoist/config')).json()).toEqual({ hasToken: true });
  });
});
