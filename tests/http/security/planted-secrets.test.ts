import { afterAll, beforeAll, expect, test } from 'vitest';
import { startXero, type RunningXero } from '#sandbox/xero.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { writeSecret } from '#app/platform/settings-store.server.ts';
import { addClient } from '../../support/data/entries.ts';
import { SIGNED_IN, SIGNED_OUT } from '../../support/addresses.ts';
import { fillEveryScreen } from '../../support/browser/every-screen.ts';
import { addPasskey, askToSign } from '../../support/data/passkeys.ts';
import { readZip } from '../../support/data/read-zip.ts';
import { allRoutes } from '../../support/route-ids.ts';
import { startTestServer, TEST_EMAIL, type TestServer } from '../../support/server/test-server.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';
import { HARBOUR, XERO_CLIENT } from '../../support/server/xero.ts';
import { xeroEnvironment } from '../../support/server/xero-organisation.ts';

/** A secret planted in every place that keeps one, and looked for in all that goes out. */

const PLANTED = {
  appSecret: 'planted-app-secret-0123456789-abcdefghij',
  formerSecret: 'planted-former-secret-0123456789-abcdef',
  metricsToken: 'planted-metrics-token',
  webhookKey: 'planted-webhook-key',
  todoistToken: 'planted-todoist-token-0123456789',
  aiKey: 'sk-planted-ai-key-0123456789',
};
const TOLD = 'not a secret: planted so that the search is known to find';

let server: TestServer;
let xero: RunningXero;
let visitor: Visitor;
/** Every secret by a name, as it would be found. */
let secrets: Map<string, string>;

beforeAll(async () => {
  xero = await startXero({ clients: [XERO_CLIENT], organisations: [HARBOUR] });
  server = await startTestServer({
    ...xeroEnvironment(xero),
    APP_SECRET: PLANTED.appSecret,
    APP_SECRET_PREVIOUS: PLANTED.formerSecret,
    METRICS_TOKEN: PLANTED.metricsToken,
    XERO_WEBHOOK_KEY: PLANTED.webhookKey,
  });
  visitor = await visitSignedIn(server);
  await fillEveryScreen(server, xero);
  writeSecret(server.services, 'todoist.token', PLANTED.todoistToken);
  writeSecret(server.services, 'ai.key', PLANTED.aiKey);
  addClient(server, TOLD);
  await addPasskey(visitor, server.url);
  secrets = await allSecrets();
});

afterAll(async () => {
  await server.stop();
  await xero.close();
});

async function allSecrets(): Promise<Map<string, string>> {
  const { $client } = server.services.db;
  const link = createSignInLink(server.services, TEST_EMAIL);
  const stranger = visit(server);
  const { challenge } = await askToSign(stranger);
  const found = new Map<string, string>([
    ...Object.entries(PLANTED),
    ['header of a webhook', 'Bearer tk_sample'],
    ['client secret of Xero', XERO_CLIENT.clientSecret],
    ['session', (visitor.cookies.get('session') ?? '').split('.')[0] ?? ''],
    ['link', link.split('token=')[1] ?? ''],
    ['challenge', challenge],
    ['cookie of a passkey', stranger.cookies.get('passkey') ?? ''],
  ]);
  // And what the database keeps of them: hashes, sealed values, keys.
  const columns: [string, string][] = [
    ['sessions', 'id_hash'],
    ['sign_in_links', 'token_hash'],
    ['passkeys', 'credential_id'],
    ['passkeys', 'public_key'],
    ['passkeys', 'user_handle'],
    ['api_tokens', 'token_hash'],
    ['passkey_challenges', 'challenge_hash'],
    ['xero_connections', 'access_token'],
    ['xero_connections', 'refresh_token'],
    ['xero_organisations', 'connection_id'],
    ['webhooks', 'signing_key'],
    ['webhooks', 'authorization'],
  ];
  for (const [table, column] of columns) {
    const values = $client
      .prepare(`select ${column} from ${table} where ${column} is not null`)
      .pluck()
      .all() as string[];
    expect([table, column, values.length > 0]).toEqual([table, column, true]);
    values.forEach((value, index) => found.set(`${table}.${column} ${index}`, value));
  }
  const sealed = $client
    .prepare(
      `select name, value from settings where name in ('todoist.token', 'ai.key', 'key.check')`,
    )
    .all() as { name: string; value: string }[];
  expect(sealed.length).toBeGreaterThanOrEqual(2);
  for (const { name, value } of sealed) found.set(`sealed ${name}`, value);
  for (const value of found.values()) expect(value.length).toBeGreaterThanOrEqual(8);
  return found;
}

const foundIn = (text: string) =>
  [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);

/** Everything of an answer but the cookies, which are for this browser alone. */
function shownBy(answer: { text: string; headers: Headers }): string {
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie');
  return `${JSON.stringify(headers)}\n${answer.text}`;
}

test('no page has one, signed in or out, as a document or as data', async () => {
  let seen = 0;
  for (const path of SIGNED_IN) {
    const shown = shownBy(await visitor.get(path));
    expect([path, foundIn(shown)]).toEqual([path, []]);
    if (shown.includes(TOLD)) seen += 1;
  }
  expect(seen).toBeGreaterThan(3);
  for (const path of SIGNED_OUT) {
    expect([path, foundIn(shownBy(await visit(server).get(path)))]).toEqual([path, []]);
  }
});

test('no answer of the API has one', async () => {
  const paths = allRoutes().filter(
    (path) => path.startsWith('/api/') && !/[*]|login|logout/.test(path),
  );
  const texts: string[] = [];
  for (const pattern of paths) {
    const path = pattern.replace(/:\w+/g, '1');
    const shown = shownBy(await visitor.api('GET', path));
    expect([path, foundIn(shown)]).toEqual([path, []]);
    texts.push(shown);
  }
  expect(texts.some((text) => text.includes(TOLD))).toBe(true);
});

test('no file that goes out has one, the history among them', async () => {
  const files = allRoutes().filter((path) => path.endsWith('.csv'));
  expect(files).toContain('/history.csv');
  for (const path of files) {
    expect([path, foundIn((await visitor.get(path)).text)]).toEqual([path, []]);
  }
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(`${server.url}/export.zip`, { headers: { Cookie: cookie } });
  const zip = await readZip(Buffer.from(await answer.arrayBuffer()));
  expect(zip.size).toBeGreaterThan(5);
  for (const [name, bytes] of zip) {
    expect([name, foundIn(bytes.toString('latin1'))]).toEqual([name, []]);
  }
  const all = [...zip.values()].map((bytes) => bytes.toString('latin1')).join('\n');
  expect(all).toContain(TOLD);
});

test('no metric, no name of a backup and no health line has one', async () => {
  const headers = { Authorization: `Bearer ${PLANTED.metricsToken}` };
  const metrics = await visitor.get('/metrics', headers);
  expect(metrics.status).toBe(200);
  expect(foundIn(metrics.text)).toEqual([]);
  expect(foundIn((await visitor.get('/health')).text)).toEqual([]);
  await server.services.backups.make('manual');
  const names = server.services.backups.list().map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(foundIn(names.join('\n'))).toEqual([]);
});

test('no log line of all this has one', () => {
  const log = server.logLines().map((line) => JSON.stringify(line));
  expect(log.length).toBeGreaterThan(150);
  expect(foundIn(log.join('\n'))).toEqual([]);
});
