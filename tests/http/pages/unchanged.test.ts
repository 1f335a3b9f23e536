import { connect } from 'node:net';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasFormOfItsOwn } from '#app/auth/unsent-form.server.ts';
import { startXero, type RunningXero } from '#sandbox/xero.ts';
import { SIGNED_IN } from '../../support/addresses.ts';
import { countRenders } from '../../support/server/count-renders.ts';
import { addClient, addLog, approve } from '../../support/data/entries.ts';
import { fillEveryScreen } from '../../support/browser/every-screen.ts';
import { startTestServer, TEST_EMAIL, type TestServer } from '../../support/server/test-server.ts';
import { visitSignedIn, type Answer, type Visitor } from '../../support/server/visitor.ts';
import { HARBOUR, XERO_CLIENT } from '../../support/server/xero.ts';
import { xeroEnvironment } from '../../support/server/xero-organisation.ts';

const NOON = new Date('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let xero: RunningXero;
let server: TestServer;
let visitor: Visitor;
const renders = countRenders();

beforeAll(async () => {
  xero = await startXero({ clients: [XERO_CLIENT], organisations: [HARBOUR] });
  server = await startTestServer(xeroEnvironment(xero));
  server.setClock(NOON);
  await fillEveryScreen(server, xero);
  visitor = await visitSignedIn(server);
});

afterAll(async () => {
  await server.stop();
  await xero.close();
});

const tagOf = (answer: Answer) => answer.headers.get('ETag') ?? '';
const askAgain = (path: string, tag: string, as = visitor) =>
  as.get(path, { 'If-None-Match': tag });

/** A page without what is new each time that it is rendered. */
function withoutKeys(html: string): string {
  return html
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'key')
    .replace(/nonce="[^"]*"|"nonce":"[^"]*"/g, 'nonce')
    .replace(/authorize\?t=\d+/g, 'authorize');
}

describe('A screen that did not change', () => {
  test.each(SIGNED_IN)('%s is answered with 304, and is not rendered', async (path) => {
    const { pathname } = new URL(path, server.url);
    const first = await visitor.get(path);
    expect(first.headers.get('Cache-Control')).toBe(
      hasFormOfItsOwn(pathname) && first.status === 200 ? 'private, no-cache' : 'no-store',
    );
    // A form that Back shows again must be a new one when it is asked for.
    if (first.status !== 200 || hasFormOfItsOwn(pathname)) {
      expect(tagOf(first)).toBe('');
      return;
    }
    expect(tagOf(first)).toMatch(/^W\/"[\w-]{22}"$/);
    const before = renders();
    const again = await askAgain(path, tagOf(first));
    expect([again.status, again.text, renders() - before]).toEqual([304, '', 0]);
    // Controls: another tag, and none, have the page rendered.
    expect((await askAgain(path, 'W/"another"')).status).toBe(200);
    expect((await visitor.get(path)).status).toBe(200);
    expect(renders() - before).toBe(2);
  });

  test('costs at most 0.5 kB on the line, all headers counted', async () => {
    const tag = tagOf(await visitor.get('/work-logs'));
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = `GET /work-logs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Encoding: gzip, br\r\nCookie: ${cookie}\r\nIf-None-Match: ${tag}\r\n\r\n`;
    const received = await onTheLine(sent);
    expect(received).toMatch(/^HTTP\/1\.1 304 /);
    expect(Buffer.byteLength(received)).toBeLessThanOrEqual(512);
    expect(Buffer.byteLength(sent) + Buffer.byteLength(received)).toBeLessThanOrEqual(768);
    // The nonce of the page's scripts stays the copy's.
    expect(received).not.toMatch(/content-security-policy/i);
    // A control: the page itself, with all that guards it.
    const whole = await onTheLine(sent.replace(tag, 'W/"another"'));
    expect(whole).toMatch(/content-security-policy/i);
    expect(whole.length).toBeGreaterThan(4_000);
  });

  test('is found among several tags, also as a strong one', async () => {
    const tag = tagOf(await visitor.get('/clients'));
    expect((await askAgain('/clients', `"one", ${tag}`)).status).toBe(304);
    expect((await askAgain('/clients', tag.replace('W/', ''))).status).toBe(304);
    expect((await askAgain('/clients', '*')).status).toBe(200);
  });
});

/** All that the server answers to a request, as it comes over the line. */
function onTheLine(sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(Number(new URL(server.url).port), 'localhost', () => socket.write(sent));
    socket.on('data', (part) => received.push(part));
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(Buffer.concat(received).toString('latin1'));
    });
  });
}

describe('A screen counts as changed', () => {
  /** What may happen between two looks, nobody of ours doing anything. */
  const PASSING: [what: string, milliseconds: number][] = [
    ['a second', 1_000],
    ['a minute', MINUTE],
    ['an hour', 60 * MINUTE],
    ['a day', DAY],
    ['a week', 7 * DAY],
    ['nine days', 9 * DAY],
  ];

  test.each(PASSING)('as time passes, where it shows that: after %s', async (_, later) => {
    server.setClock(NOON);
    const as = await visitSignedIn(server);
    const seen = new Map<string, Answer>();
    for (const path of SIGNED_IN) seen.set(path, await as.get(path));
    server.setClock(new Date(NOON.getTime() + later));
    const unchanged: string[] = [];
    for (const [path, first] of seen) {
      if (tagOf(first) === '') continue;
      const { status } = await askAgain(path, tagOf(first), as);
      if (status === 304) {
        unchanged.push(path);
        const now = await as.get(path);
        expect(withoutKeys(now.text), path).toBe(withoutKeys(first.text));
      }
    }
    // Controls: some stay as they are, and some do not.
    expect(unchanged).toContain('/clients');
    if (later >= DAY) expect(unchanged).not.toContain('/week');
    server.setClock(NOON);
  });

  test('as the session ends', async () => {
    server.setClock(NOON);
    const as = await visitSignedIn(server);
    const first = await as.get('/clients');
    server.setClock(new Date(NOON.getTime() + 70 * DAY));
    expect((await askAgain('/clients', tagOf(first), as)).status).toBe(401);
    server.setClock(NOON);
    expect((await askAgain('/clients', tagOf(first), as)).status).toBe(304);
    await as.post('/api/logout');
    expect((await askAgain('/clients', tagOf(first), as)).status).toBe(401);
  });

  test('for anybody else, and in another session', async () => {
    const first = await visitor.get('/clients');
    approve(server, 'robin@example.com');
    for (const email of ['robin@example.com', TEST_EMAIL]) {
      const other = await visitSignedIn(server, email);
      expect((await askAgain('/clients', tagOf(first), other)).status).toBe(200);
    }
    expect((await askAgain('/clients', tagOf(first))).status).toBe(304);
  });

  test('in Lite, in a text browser and in an old one', async () => {
    const tag = tagOf(await visitor.get('/clients'));
    const asked = (headers: Record<string, string>) =>
      visitor.get('/clients', { 'If-None-Match': tag, ...headers });
    expect((await asked({ 'Save-Data': 'on' })).status).toBe(200);
    expect((await asked({ 'User-Agent': 'Lynx/2.9' })).status).toBe(200);
    expect((await asked({ 'User-Agent': 'Mozilla/5.0 Firefox/78.0' })).status).toBe(200);
    expect((await asked({})).status).toBe(304);
  });

  test('as others write what it shows, and only then', async () => {
    const [logs, clients] = [await visitor.get('/work-logs'), await visitor.get('/clients')];
    const [rules, settings] = [
      await visitor.get('/settings/rules'),
      await visitor.get('/settings'),
    ];
    addLog(server, { clientId: addClient(server, 'New one'), workTypeId: 1 });
    expect((await askAgain('/work-logs', tagOf(logs))).status).toBe(200);
    expect((await askAgain('/clients', tagOf(clients))).status).toBe(200);
    expect((await askAgain('/settings/rules', tagOf(rules))).status).toBe(304);
    expect((await askAgain('/settings', tagOf(settings))).status).toBe(304);
    approve(server, 'approved-since@example.com');
    expect((await askAgain('/settings', tagOf(settings))).status).toBe(200);
    // By another connection to the database, as a thread or a command has one.
    const before = await visitor.get('/week');
    const other = new SqliteDatabase(server.services.config.databaseFile);
    other.exec("update clients set name = 'Renamed'");
    other.close();
    expect((await askAgain('/clients', tagOf(clients))).text).toContain('Renamed');
    expect((await askAgain('/week', tagOf(before))).status).toBe(200);
  });

  test('once the person has sent anything, so that a used one-time key is never shown again', async () => {
    const first = await visitor.get('/dashboard');
    const [, key = ''] = /"oneTimeKey":"([^"]+)"/.exec(first.text) ?? [];
    expect(key).not.toBe('');
    expect((await askAgain('/dashboard', tagOf(first))).status).toBe(304);
    // Used for something that the Dashboard does not show.
    const { text } = await visitor.get('/settings/week-target');
    const [, other = ''] = /name="oneTimeKey" value="([^"]+)"/.exec(text) ?? [];
    await visitor.post('/clients/new', { name: 'Keyed', oneTimeKey: other || key });
    await visitor.get('/clients');
    const after = await askAgain('/dashboard', tagOf(first));
    expect(after.status).toBe(200);
    expect(after.text).not.toContain(key);
  });

  test('while a toast is to be seen, and after it', async () => {
    const before = await visitor.get('/clients');
    await visitor.post('/clients/new', { name: 'Toasted' });
    const shown = await askAgain('/clients', tagOf(before));
    expect(shown.text).toContain('data-testid="toast"');
    const after = await askAgain('/clients', tagOf(shown));
    expect([after.status, after.text.includes('data-testid="toast"')]).toEqual([200, false]);
    expect((await askAgain('/clients', tagOf(after))).status).toBe(304);
  });
});
