import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../support/route-ids.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import {
  askAs,
  FOREIGN,
  OUTSIDERS,
  PROGRAMS,
  WHO,
  type Who,
} from '../../support/server/visitors-of-all-kinds.ts';
import type { Answer } from '../../support/server/visitor.ts';

/**
 * Every address of the build, by every method, asked by everybody: docs/security-routes.md.
 * `npm run prove -- security-routes` writes it; here it is only compared.
 */
const FILE = join(import.meta.dirname, '../../../docs/security-routes.md');

/** What strangers may open or send. All other addresses answer them 401, 404 or 405. */
const PUBLIC: Record<string, string[]> = {
  '/': ['GET'],
  '/research': ['GET'],
  '/terms': ['GET'],
  '/privacy': ['GET'],
  '/connecting': ['GET'],
  '/api/openapi.json': ['GET'],
  '/api/login': ['GET'],
  '/api/login/link': ['GET', 'POST'],
  '/api/login/passkey': ['GET', 'POST'],
  '/api/passkeys': ['GET', 'POST'],
  '/api/logout': ['GET', 'POST'],
  '/api/auth/callback': ['GET'],
  '/up': ['GET'],
  '/health': ['GET'],
  '/favicon.svg': ['GET'],
  '/service-worker.js': ['GET'],
  // Takes a browser's report of a broken script, which anybody's may send.
  '/script-errors': ['POST'],
};

/** Addresses beside Remix. */
const BESIDE = [
  '/up',
  '/health',
  '/metrics',
  '/script-errors',
  '/webhooks/xero',
  '/favicon.svg',
  '/service-worker.js',
  '/assets/',
  '/.git/config',
  '/.env',
];

const SCREEN = ['GET', 'POST'];
const API = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const isPressed = (path: string) => /^\/api\/(login|logout|passkeys|auth\/callback)/.test(path);
const isForPrograms = (path: string) => /^\/(api\/|mcp$)/.test(path);
const methodsOf = (path: string) => (isForPrograms(path) && !isPressed(path) ? API : SCREEN);

/** An address that nothing is at, so that nobody changes anything by it. */
const addressOf = (pattern: string) =>
  pattern
    .replace(':email', 'nobody%40example.com')
    .replace(':name', 'none')
    .replace(/:\w+/g, '999999')
    .replace('*', 'none');

type Asked = { pattern: string; method: string; who: Who; answer: Answer; changed: boolean };

let server: TestServer;
const asked: Asked[] = [];

/** What all that is stored was, when something had last been written. */
let last = { mark: '', stored: '' };

/** All that is stored, without what sign-ins leave: sessions, refusals, challenges. */
function stored(): string {
  const { $client } = server.services.db;
  // Counts what this connection wrote and what others did: only then everything is read again.
  const mark = JSON.stringify([
    $client.prepare('select total_changes()').pluck().get(),
    $client.pragma('data_version', { simple: true }),
  ]);
  if (mark !== last.mark) last = { mark, stored: readStored() };
  return last.stored;
}

function readStored(): string {
  const { $client } = server.services.db;
  const tables = $client
    .prepare(`select name from sqlite_schema where type = 'table' and name not like '%_words%'`)
    .pluck()
    .all() as string[];
  const left = [
    'sessions',
    'history_entries',
    'passkey_challenges',
    // When one was last used.
    'api_tokens',
    'history_touched',
    'sqlite_sequence',
    'users',
    'approved_emails',
  ];
  return JSON.stringify(
    tables
      .filter((name) => !left.includes(name))
      .map((name) => [name, $client.prepare(`select * from "${name}"`).all()]),
  );
}

beforeAll(async () => {
  const none = '0';
  server = await startTestServer({
    SIGN_INS_PER_MINUTE: none,
    AI_CALLS_PER_MINUTE: none,
    IMPORTS_PER_MINUTE: none,
    EXPORTS_PER_MINUTE: none,
    XERO_WEBHOOK_KEY: 'a-key',
  });
  const ask = askAs(server);
  for (const pattern of [...allRoutes(), ...BESIDE]) {
    const path = addressOf(pattern);
    for (const method of methodsOf(path)) {
      // Those who may come last, since they may change something.
      for (const who of [...WHO].reverse()) {
        const before = stored();
        const answer = await ask(who, method, path);
        asked.push({ pattern, method, who, answer, changed: stored() !== before });
      }
    }
  }
});

afterAll(async () => {
  await server.stop();
});

/** A row for each address and methods that are answered alike. */
function table(): string {
  const rows = [...Map.groupBy(asked, ({ pattern }) => pattern)].flatMap(([pattern, ofPattern]) => {
    const byMethod = [...Map.groupBy(ofPattern, ({ method }) => method)].map(
      ([method, ofMethod]) => {
        const statusOf = new Map(ofMethod.map(({ who, answer }) => [who, String(answer.status)]));
        return { method, cells: WHO.map((who) => statusOf.get(who) ?? '').join(' | ') };
      },
    );
    return [...Map.groupBy(byMethod, ({ cells }) => cells)].map(
      ([cells, alike]) =>
        `| \`${pattern}\` | ${alike.map(({ method }) => method).join(', ')} | ${cells} |`,
    );
  });
  const head = ['address', 'method', ...WHO];
  return [
    '# Every address, method and visitor',
    '',
    'Made by `npm run prove -- security-routes`, and compared by `tests/http/security/route-table.test.ts`: the status that each gets, at addresses of',
    'records that are not there, with an empty form or `{}`. _With form token_ and _no token_ name no origin, as text browsers do.',
    '',
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...rows,
    '',
  ].join('\n');
}

const said = ({ pattern, method, who, answer }: Asked) =>
  `${method} ${pattern}, ${who}: ${answer.status}`;
const isPublic = ({ pattern, method }: Asked) => PUBLIC[pattern]?.includes(method) ?? false;
const of = (kinds: readonly Who[]) => asked.filter(({ who }) => kinds.includes(who));

test('the table of docs/security-routes.md is what the server does, and no address is missing', () => {
  const made = table();
  if (process.env.WRITE_ROUTES !== undefined) writeFileSync(FILE, made);
  expect(readFileSync(FILE, 'utf8')).toBe(made);
  expect(allRoutes().length).toBeGreaterThan(130);
});

test('who is not signed in gets only the public addresses', () => {
  // Addresses of buttons alone send whoever opens them to their screen, which then refuses.
  const refusals = (method: string) => [401, 404, 405, ...(method === 'GET' ? [302] : [])];
  const in_ = of(OUTSIDERS).filter(
    (one) => !isPublic(one) && !refusals(one.method).includes(one.answer.status),
  );
  expect(in_.map(said)).toEqual([]);
  // The same addresses let people in who are, but two: else this would hold of a server that is closed.
  const notForPeople = ['/webhooks/xero', '/mcp'];
  const own = of(['signed in']).filter(
    ({ answer, pattern }) => answer.status === 401 && !notForPeople.includes(pattern),
  );
  expect(own.map(said)).toEqual([]);
});

test('a token opens the API alone, with its scope, and an ended one nothing beside a good cookie', () => {
  const isApi = ({ pattern }: Asked) => pattern.startsWith('/api/') && !isPressed(pattern);
  const ended = of(['ended token']).filter(isApi);
  expect(ended.filter(({ answer }) => answer.status !== 401).map(said)).toEqual([]);
  expect(ended.length).toBeGreaterThan(100);
  const elsewhere = of(PROGRAMS).filter(
    (one) => !isApi(one) && !isPublic(one) && one.answer.status < 300,
  );
  expect(elsewhere.map(said)).toEqual([]);
  const reading = of(PROGRAMS).filter(
    ({ who, method, answer }) =>
      method === 'GET' && !['token: read', 'token: all'].includes(who) && answer.status === 200,
  );
  expect(reading.filter((one) => isApi(one) && !isPublic(one)).map(said)).toEqual([]);
  const writing = of(['token: read']).filter(
    (one) => isApi(one) && one.method !== 'GET' && ![403, 404, 405].includes(one.answer.status),
  );
  expect(writing.map(said)).toEqual([]);
});

test('what comes from elsewhere, or cannot show that it does not, is sent nowhere', () => {
  const taken = of(FOREIGN).filter(
    ({ method, pattern, answer }) =>
      method !== 'GET' &&
      answer.status !== 403 &&
      !(pattern === '/api/login/link' && answer.status === 302),
  );
  expect(taken.filter((one) => !BESIDE.includes(one.pattern)).map(said)).toEqual([]);
});

test('none of them changes anything, nor does anybody by a GET', () => {
  const changes = asked.filter(({ changed }) => changed);
  expect(changes.filter(({ who }) => [...OUTSIDERS, ...FOREIGN].includes(who)).map(said)).toEqual(
    [],
  );
  expect(changes.filter(({ method }) => method === 'GET').map(said)).toEqual([]);
  // And some of the rest does: else nothing was looked at.
  expect(changes.length).toBeGreaterThan(0);
});

test('no answer is a fault, or tells of the inside', () => {
  expect(asked.filter(({ answer }) => answer.status >= 500).map(said)).toEqual([]);
  const telling = /node_modules|\bat \S+ \(|SQLITE_|SqliteError|\/app\/\w+\/\w+\.(?:ts|js)/;
  const told = asked.filter(
    ({ answer, pattern }) => telling.test(answer.text) && !/\.js$|\.zip$/.test(pattern),
  );
  expect(told.map(said)).toEqual([]);
});

test('what refuses a method says which ones it takes', () => {
  const silent = asked.filter(
    ({ answer }) => answer.status === 405 && answer.headers.get('Allow') === null,
  );
  expect(silent.map(said)).toEqual([]);
});

test('every answer says what it is, is kept by nobody, and is for no other origin', () => {
  const headersOf = (name: string) => (one: Asked) => one.answer.headers.get(name) ?? '';
  expect(asked.filter(headersOf('Access-Control-Allow-Origin')).map(said)).toEqual([]);
  const [type, keeping] = [headersOf('Content-Type'), headersOf('Cache-Control')];
  const untyped = asked.filter((one) => one.answer.text !== '' && type(one) === '');
  expect(untyped.map(said)).toEqual([]);
  const unnamed = asked.filter(
    (one) => type(one).startsWith('text/') && !/charset=utf-8/i.test(type(one)),
  );
  expect(unnamed.map(said)).toEqual([]);
  // A refusal that says nothing of anybody may be kept; but not that somebody was signed out.
  const kept = asked.filter(
    (one) =>
      one.answer.text !== '' &&
      (one.answer.status < 400 || one.answer.status === 401) &&
      !/no-store|private, no-cache/.test(keeping(one)) &&
      !/^\/(favicon\.svg|service-worker\.js|up|assets\/)$/.test(one.pattern),
  );
  expect(kept.map(said)).toEqual([]);
});

test('nobody is sent to another host', () => {
  const away = asked.filter(
    ({ answer }) => answer.location !== null && !/^\/(?!\/)/.test(answer.location),
  );
  expect(away.map(said)).toEqual([]);
});
