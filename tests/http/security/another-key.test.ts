import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SANDBOX_TODOIST_TOKEN } from '#sandbox/todoist.ts';
import { readSecret, readSetting } from '#app/platform/settings-store.server.ts';
import { storeNewTokens } from '#app/xero/connection/tokens.server.ts';
import { xeroConnections } from '#db/schema.ts';
import { startServer, type RunningServer } from '../../../server.ts';
import { freePort } from '../../support/server/free-port.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { openLink } from '../../support/server/login-link.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { useTodoist } from '../../support/server/use-todoist.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';

const TOKEN = SANDBOX_TODOIST_TOKEN;
const FIRST = 'the first key of this installation';
const SECOND = 'another key that sealed nothing here';

const todoist = useTodoist(() => ({ projects: [], tasks: [], completions: [] }));

let dataDir: string;
let lines: string[];
let running: RunningServer | null = null;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-key-'));
  lines = [];
});

afterEach(async () => {
  await running?.close();
  running = null;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server anew, with this key, and signs somebody in. */
async function startWith(key: string): Promise<{ visitor: Visitor; server: RunningServer }> {
  await running?.close();
  const server = await startServer({
    environment: {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      APP_SECRET: key,
      APPROVED_EMAILS: TEST_EMAIL,
      TODOIST_API_URL: todoist().url,
      XERO_CLIENT_ID: 'tallyhour',
      XERO_CLIENT_SECRET: 'secret',
    },
    logDestination: { write: (line) => lines.push(line) },
    announce: () => undefined,
  });
  running = server;
  const visitor = visit({ url: server.config.origin });
  await openLink(visitor, server.signInLink(TEST_EMAIL).replace(server.config.origin, ''));
  return { visitor, server };
}

async function connectWithFirst(): Promise<void> {
  const { visitor, server } = await startWith(FIRST);
  const saved = await visitor.api('POST', '/api/todoist/config', { apiToken: TOKEN });
  expect(saved.status).toBe(200);
  const expiresAt = new Date(server.services.clock().getTime() + 3_600_000);
  storeNewTokens(server.services, { accessToken: 'access', refreshToken: 'refresh', expiresAt });
}

const NOTICE = 'The server runs with another key';
const logged = () => lines.some((line) => line.includes('sealed with. They are kept as they are'));

/** Everything sealed, as the database has it. */
const stored = ({ services }: RunningServer) => [
  readSetting(services, 'todoist.token'),
  readSetting(services, 'key.check'),
  services.db.select().from(xeroConnections).get(),
];

test('with another key the server starts and says so, keeps everything, and the first key brings all back', async () => {
  await connectWithFirst();
  const first = await startWith(FIRST);
  const before = stored(first.server);
  expect(logged()).toBe(false);
  expect((await first.visitor.get('/settings')).text).not.toContain(NOTICE);
  const cookies = new Map(first.visitor.cookies);

  const { visitor, server } = await startWith(SECOND);
  expect(logged()).toBe(true);
  const settings = visibleText((await visitor.get('/settings')).text);
  expect(settings).toContain(NOTICE);
  expect(settings).toContain(
    'The Todoist token and The connection to Xero are encrypted with another key',
  );
  // A session of the first key has ended.
  const old = visit({ url: server.config.origin });
  for (const [name, value] of cookies) old.cookies.set(name, value);
  expect((await old.get('/settings')).status).toBe(401);
  // Nothing can overwrite or delete what is sealed by accident.
  for (const [method, path, body] of [
    ['POST', '/api/todoist/config', { apiToken: TOKEN }],
    ['POST', '/api/ai/config', { openaiApiKey: 'sk-new' }],
    ['POST', '/api/xero/disconnect', undefined],
  ] as const) {
    const refused = await visitor.api(method, path, body);
    expect([path, refused.status]).toEqual([path, 409]);
    expect(refused.text).toContain('another key than the one this was encrypted with');
  }
  const removed = await visitor.post('/settings/todoist/remove');
  expect(removed.status).toBe(303);
  expect(toastOf((await visitor.get('/settings')).text)).toContain('another key');
  expect((await visitor.get('/api/xero/authorize')).location).toBe('/settings');
  // What is not secret can be saved.
  const prompt = await visitor.api('POST', '/api/ai/config', {
    aiInvoiceSummaryPrompt: 'Briefly.',
  });
  expect(prompt.status).toBe(200);
  expect(stored(server)).toEqual(before);

  const again = await startWith(FIRST);
  expect(stored(again.server)).toEqual(before);
  expect(readSecret(again.server.services, 'todoist.token')).toBe(TOKEN);
  expect((await again.visitor.get('/settings')).text).not.toContain(NOTICE);
});

test('whoever lost the first key begins with the new one, knowingly', async () => {
  await connectWithFirst();
  const { visitor, server } = await startWith(SECOND);
  const page = await visitor.get('/settings/key/begin');
  expect(visibleText(page.text)).toContain('are deleted for good');
  expect((await visitor.post('/settings/key/begin')).status).toBe(303);
  expect(readSetting(server.services, 'todoist.token')).toBeNull();
  expect(server.services.db.select().from(xeroConnections).all()).toEqual([]);
  expect((await visitor.get('/settings')).text).not.toContain(NOTICE);
  const saved = await visitor.api('POST', '/api/todoist/config', { apiToken: TOKEN });
  expect(saved.status).toBe(200);
  // With the right key there is nothing to begin.
  await visitor.post('/settings/key/begin');
  expect(readSecret(server.services, 'todoist.token')).toBe(TOKEN);
  const again = await startWith(SECOND);
  expect((await again.visitor.get('/settings')).text).not.toContain(NOTICE);
});

test('where nothing is sealed, the key may change, and the log says that it did', async () => {
  await startWith(FIRST);
  const { visitor } = await startWith(SECOND);
  expect(lines.some((line) => line.includes('has changed: everybody has to sign in'))).toBe(true);
  expect((await visitor.get('/settings')).text).not.toContain(NOTICE);
});
