import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SANDBOX_TODOIST_TOKEN } from '#sandbox/todoist.ts';
import { keyId } from '#app/platform/secrets/sealed.server.ts';
import { readSecret, readSetting } from '#app/platform/settings-store.server.ts';
import { findConnection, openTokens, storeNewTokens } from '#app/xero/connection/tokens.server.ts';
import { startServer, type RunningServer } from '../../../server.ts';
import { freePort } from '../../support/server/free-port.ts';
import { openLink } from '../../support/server/login-link.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { useTodoist } from '../../support/server/use-todoist.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';

const OLD = 'the first key of this installation';
const NEW = 'the second key of this installation';
const OTHER = 'a key that has never been anywhere here';

const todoist = useTodoist(() => ({ projects: [], tasks: [], completions: [] }));

let dataDir: string;
let lines: string[];
let running: RunningServer | null = null;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-rolled-'));
  lines = [];
});

afterEach(async () => {
  await running?.close();
  running = null;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server anew with these keys. */
async function startWith(keys: { APP_SECRET: string; APP_SECRET_PREVIOUS?: string }) {
  await running?.close();
  running = await startServer({
    environment: {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      APPROVED_EMAILS: TEST_EMAIL,
      TODOIST_API_URL: todoist().url,
      XERO_CLIENT_ID: 'tallyhour',
      XERO_CLIENT_SECRET: 'secret',
      BACKUPS: 'off',
      ...keys,
    },
    logDestination: { write: (line) => lines.push(line) },
    announce: () => undefined,
  });
  return running;
}

async function signIn(server: RunningServer): Promise<Visitor> {
  const visitor = visit({ url: server.config.origin });
  await openLink(visitor, server.signInLink(TEST_EMAIL).replace(server.config.origin, ''));
  return visitor;
}

/** What the stored secrets are, as the server can open them. */
function secretsOf({ services }: RunningServer) {
  const connection = findConnection(services);
  return {
    todoist: readSecret(services, 'todoist.token'),
    ai: readSecret(services, 'ai.key'),
    xero: connection && openTokens(services, connection),
  };
}

const sealedOf = ({ services }: RunningServer) => {
  const connection = findConnection(services);
  return [
    readSetting(services, 'todoist.token'),
    readSetting(services, 'key.check'),
    connection?.accessToken,
    connection?.refreshToken,
  ].map(String);
};

/** The same browser at the server that runs now: cookies do not tell ports apart. */
function goTo(server: RunningServer, { cookies }: Visitor): Visitor {
  const visitor = visit({ url: server.config.origin });
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor;
}

const isSignedIn = async (visitor: Visitor) => (await visitor.get('/api/auth/user')).status === 200;

test('A key is changed in three starts: old, both, new; nothing is lost and nobody signed out who came by', async () => {
  const first = await startWith({ APP_SECRET: OLD });
  let [daily, away] = [await signIn(first), await signIn(first)];
  await daily.api('POST', '/api/todoist/config', { apiToken: SANDBOX_TODOIST_TOKEN });
  const expiresAt = new Date(Date.now() + 3_600_000);
  storeNewTokens(first.services, { accessToken: 'access', refreshToken: 'refresh', expiresAt });
  const secrets = secretsOf(first);
  expect(secrets.todoist).toBe(SANDBOX_TODOIST_TOKEN);
  for (const sealed of sealedOf(first)) expect(sealed).toContain(`.${keyId(OLD)}.`);
  const page = (await daily.get('/clients/new')).text;
  const formToken = /name="formToken" value="([^"]+)"/.exec(page)?.[1] ?? '';

  const both = await startWith({ APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD });
  daily = goTo(both, daily);
  expect(secretsOf(both)).toEqual(secrets);
  for (const sealed of sealedOf(both)) expect(sealed).toContain(`.${keyId(NEW)}.`);
  expect(lines.some((line) => line.includes('sealed with the new key'))).toBe(true);
  // A form from before the change is still taken, from a text browser, too.
  const typed = { name: 'Typed before', formToken };
  expect((await daily.post('/clients/new', typed, {})).status).toBe(303);
  expect(await isSignedIn(daily)).toBe(true);
  const settings = await daily.get('/settings');
  expect(settings.text).not.toContain('The server runs with another key');

  const last = await startWith({ APP_SECRET: NEW });
  [daily, away] = [goTo(last, daily), goTo(last, away)];
  expect(secretsOf(last)).toEqual(secrets);
  expect(await isSignedIn(daily)).toBe(true);
  // Who did not come by meanwhile signs in again.
  expect(await isSignedIn(away)).toBe(false);
});

test('A former key that is not the one of the stored secrets changes nothing', async () => {
  const first = await startWith({ APP_SECRET: OLD });
  await (
    await signIn(first)
  ).api('POST', '/api/todoist/config', { apiToken: SANDBOX_TODOIST_TOKEN });
  const before = sealedOf(first);
  const wrong = await startWith({ APP_SECRET: NEW, APP_SECRET_PREVIOUS: OTHER });
  expect(sealedOf(wrong)).toEqual(before);
  expect(lines.some((line) => line.includes('APP_SECRET_PREVIOUS is not the key'))).toBe(true);
  const again = await startWith({ APP_SECRET: OLD, APP_SECRET_PREVIOUS: OTHER });
  expect(secretsOf(again).todoist).toBe(SANDBOX_TODOIST_TOKEN);
});
