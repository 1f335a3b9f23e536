import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { startTags } from '../../support/html.ts';
import { plainFormsOf } from '../../support/plain-forms.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { healthOf } from '../../support/server/health.ts';
import { startTestServer, TEST_EMAIL } from '../../support/server/test-server.ts';
import { visit } from '../../support/server/visitor.ts';
import { dataAddress } from '#tests/support/route-ids.ts';

const shared = useSharedServer();

describe('security headers', () => {
  test.each(['/', '/clients', '/nothing', '/api/clients', '/api/nothing', '/favicon.svg'])(
    'go with every answer: %s',
    async (path) => {
      const { headers } = await shared().visitor.get(path);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      // `no-referrer` would have browsers send `Origin: null` with our own forms.
      expect(headers.get('Referrer-Policy')).toBe('same-origin');
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(headers.get('X-Powered-By')).toBeNull();
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'self'");
      // Over plain http, HSTS would lock people out.
      expect(headers.get('Strict-Transport-Security')).toBeNull();
    },
  );

  test('go with a script and a style sheet in at most 500 bytes, and let nothing load from there', async () => {
    const { visitor } = shared();
    const { text } = await visitor.get('/login');
    const paths = new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
    expect(paths.size).toBeGreaterThan(3);
    for (const path of paths) {
      const { headers, status } = await visitor.get(path);
      expect(status, path).toBe(200);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
      expect(headers.get('Content-Security-Policy')).toBe(
        "default-src 'none';frame-ancestors 'none'",
      );
      const bytes = [...headers].reduce(
        (sum, [name, value]) => sum + `${name}: ${value}`.length + 2,
        0,
      );
      expect(bytes, path).toBeLessThanOrEqual(500);
    }
  });

  test('let no page ask for a camera, a microphone or a place', async () => {
    const { headers } = await shared().visitor.get('/work-logs');
    expect(headers.get('Permissions-Policy')).toBe(
      'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    );
  });

  test('allow a page its own scripts by a nonce that is new each time, and nothing else', async () => {
    const nonces = new Set<string>();
    for (const path of ['/work-logs', '/clients/new', '/nothing', '/research']) {
      const { headers, text: html } = await shared().visitor.get(path);
      const policy = headers.get('Content-Security-Policy') ?? '';
      const nonce = /script-src 'self' 'nonce-([\w+/=]{24})';/.exec(policy)?.[1] ?? '';
      expect(policy).toBe(
        `default-src 'self';script-src 'self' 'nonce-${nonce}';style-src 'self';img-src 'self' data:;connect-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none';object-src 'none'`,
      );
      const scripts = startTags(html, 'script');
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script.nonce).toBe(nonce);
      nonces.add(nonce);
      expect(html).not.toMatch(/<[^>]+\s(on\w+|style)=/);
      expect(startTags(html, 'style')).toEqual([]);
    }
    expect(nonces.size).toBe(4);
  });

  test('give every script its nonce on a page after a refused form, too', async () => {
    const { visitor } = shared();
    for (const answer of [
      await visitor.post('/clients/new', { name: '' }),
      await visitor.post('/clients/999999/edit', { name: 'A' }),
      await visitor.post('/nothing'),
      await visitor.post('/clients'),
      await visit(shared().server).post('/clients/new', { name: 'A' }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      const policy = answer.headers.get('Content-Security-Policy') ?? '';
      for (const { nonce } of startTags(answer.text, 'script')) {
        expect(policy).toContain(`'nonce-${nonce}'`);
      }
    }
  });
});

describe('the cache of a browser', () => {
  test('may keep hashed files for ever, and other files for an hour', async () => {
    const { visitor } = shared();
    const { text: html } = await visitor.get('/research');
    const styles = startTags(html, 'link').filter(({ rel }) => rel === 'stylesheet');
    const preloaded = startTags(html, 'link').filter(({ rel }) => rel === 'modulepreload');
    const assets = [...styles, ...preloaded].map(({ href = '' }) => href);
    expect(assets.length).toBeGreaterThan(2);
    for (const path of assets) {
      expect(path).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.(css|js)$/);
      const { status, headers, text: content } = await visitor.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      const isCompressed = headers.get('Content-Encoding') !== null;
      expect([path, isCompressed]).toEqual([path, content.length > 1_024]);
    }
    const icon = await visitor.get('/favicon.svg');
    expect(icon.headers.get('Cache-Control')).toBe('public, max-age=3600');
  });

  test('does not keep the answer 404 for a missing asset', async () => {
    const { status, headers } = await shared().visitor.get('/assets/gone-12345678.js');
    expect([status, headers.get('Cache-Control')]).toEqual([404, 'no-store']);
  });

  test.each([
    ['/work-logs', 'no-store'],
    // After Back, the form with its one-time key (tests/journeys/once.test.ts).
    ['/work-logs/new', 'private, no-cache'],
    ['/', 'no-store'],
    ['/research', 'no-store'],
    ['/nothing', 'no-store'],
    [dataAddress('/clients'), 'no-store'],
    ['/api/clients', 'no-store'],
    ['/api/work-logs', 'no-store'],
    ['/api/nothing', 'no-store'],
    ['/health', 'no-store'],
  ])('%s is %s', async (path, expected) => {
    const { headers } = await shared().visitor.get(path);
    expect(headers.get('Cache-Control')).toBe(expected);
  });
});

describe('health', () => {
  test('/up answers for the process, /health for the database', async () => {
    const stranger = visit(shared().server);
    const [up, health] = [await stranger.get('/up'), await stranger.get('/health')];
    expect([up.status, up.text]).toEqual([200, 'up\n']);
    expect([health.status, health.text]).toEqual([200, 'healthy\n']);
  });

  test('/health fails when the database does, and /up does not', async () => {
    const server = await startTestServer();
    try {
      const stranger = visit(server);
      expect((await stranger.get('/health')).status).toBe(200);
      server.services.db.$client.close();
      const health = await healthOf(server, 503);
      expect(health).toContain('database: The database does not answer.\n');
      expect((await stranger.get('/up')).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

test('a server that stops closes its database', async () => {
  const server = await startTestServer();
  const { $client } = server.services.db;
  expect($client.open).toBe(true);
  await server.stop();
  expect($client.open).toBe(false);
});

describe('HEAD', () => {
  test.each([
    '/',
    '/work-logs',
    '/nothing',
    '/api/clients',
    '/api/work-logs',
    '/up',
    '/favicon.svg',
  ])('of %s has the status and type of GET, and no body', async (path) => {
    const get = await shared().visitor.get(path);
    const head = await shared().visitor.send(path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'));
  });
});

describe('the host that a request names', () => {
  /** A GET with any Host header, which `fetch` cannot send. */
  async function getAs(path: string, headers: Record<string, string>) {
    const { server, visitor } = shared();
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
    return new Promise<{ status: number | undefined; link: string; body: string }>(
      (resolve, reject) => {
        request(`${server.url}${path}`, { headers: { cookie, ...headers } })
          .on('error', reject)
          .on('response', (response) => {
            const { statusCode: status } = response;
            const link = String(response.headers.link);
            text(response).then((body) => {
              resolve({ status, link, body });
            }, reject);
          })
          .end();
      },
    );
  }

  test.each<Record<string, string>>([
    { host: 'evil.example' },
    { host: 'evil.example:99999' },
    { host: 'not a host' },
    { host: '[::1' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'not a host', 'x-forwarded-proto': 'https' },
    { forwarded: 'host=evil.example' },
  ])('is not believed: %j', async (headers) => {
    const { server } = shared();
    const clientId = addClient(server, 'Acme');
    const workTypeId = addWorkType(server, 'Support');
    for (let count = 0; count < 2; count++) addLog(server, { clientId, workTypeId });
    expect((await getAs('/clients', headers)).status).toBe(200);
    const list = await getAs('/api/work-logs?limit=1', headers);
    expect(list.link).toMatch(new RegExp(`^<${server.url}/api/work-logs\\?`));
    expect(list.body).not.toContain('evil');
  });

  test('does not matter where APP_ORIGIN is set, also behind a proxy that names another host', async () => {
    const origin = 'https://time.example.com';
    const server = await startTestServer({ APP_ORIGIN: origin });
    try {
      const visitor = visit({ url: `http://127.0.0.1:${server.services.config.port}` });
      const link = createSignInLink(server.services, TEST_EMAIL);
      expect(link).toMatch(/^https:\/\/time\.example\.com\/api\/login\?token=/);
      const [form] = plainFormsOf((await visitor.get(link.replace(origin, ''))).text);
      const fields = Object.fromEntries(form?.fields ?? []);
      const signedIn = await visitor.post(form?.action ?? '', fields, { Origin: origin });
      expect(signedIn.headers.getSetCookie()[0]).toMatch(
        /^__Host-session=.*; Path=\/; HttpOnly; Secure;/,
      );
      expect(signedIn.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
      const own = await visitor.post('/clients/new', { name: 'Proxied' }, { Origin: origin });
      expect([own.status, own.location]).toEqual([303, '/clients']);
      const direct = { Origin: `http://127.0.0.1:${server.services.config.port}` };
      expect((await visitor.post('/clients/new', { name: 'Foreign' }, direct)).status).toBe(403);
    } finally {
      await server.stop();
    }
  });
});

test('a browser that saves data gets the page without scripts', async () => {
  const { visitor } = shared();
  const lite = await visitor.get('/work-logs', { 'Save-Data': 'on' });
  expect(lite.status).toBe(200);
  expect(startTags(lite.text, 'script')).toEqual([]);
  expect(startTags((await visitor.get('/work-logs')).text, 'script')).not.toEqual([]);
});

test('a request is one log line, without its query', async () => {
  const { server, visitor } = shared();
  await visitor.get('/clients?secret=planted');
  const lines = server
    .logLines()
    .filter(({ msg, path }) => msg === 'request' && path === '/clients');
  expect(lines.at(-1)).toEqual({
    level: 30,
    time: expect.any(String) as unknown,
    method: 'GET',
    path: '/clients',
    status: 200,
    milliseconds: expect.any(Number) as unknown,
    msg: 'request',
    requestId: expect.stringMatching(/^[\w-]{12}$/) as unknown,
    userId: expect.any(Number) as unknown,
  });
  expect(JSON.stringify(server.logLines())).not.toContain('planted');
});

test.each([
  ['GET', 'http://elsewhere.example/work-logs'],
  ['GET', 'work-logs'],
  ['OPTIONS', '*'],
])('%s of %s, which only a proxy is asked for, is refused in a sentence', async (method, path) => {
  const { port } = new URL(shared().server.url);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, method, path }, resolve).on('error', reject).end();
  });
  expect(response.statusCode).toBe(400);
  const sentence = /A request names a path of this server|^$/;
  expect(await text(response)).toMatch(sentence);
});
