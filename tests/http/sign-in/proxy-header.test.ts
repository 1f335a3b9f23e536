import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { historyEntries, sessions, users } from '#db/schema.ts';
import { approve } from '../../support/data/entries.ts';
import { visibleText } from '../../support/html.ts';
import { openLink } from '../../support/server/login-link.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { visit, visitSignedIn, type Answer, type Visitor } from '../../support/server/visitor.ts';

/** A proxy on this machine is trusted, as by default. */
const server = useServer(() => ({ AUTH_HEADER: 'Remote-Email' }));

const named = (email: string) => ({ 'Remote-Email': email });

const REFUSED =
  'You could not be signed in with that account. Ask whoever runs this service to approve your email address.';

/** Opens an address and follows redirects, as a browser behind the proxy does. */
async function open(visitor: Visitor, path: string, headers: Record<string, string>) {
  let answer: Answer = await visitor.get(path, headers);
  const places = [path];
  while (answer.location !== null && places.length < 9) {
    places.push(answer.location);
    answer = await visitor.get(answer.location, headers);
  }
  return { ...answer, places };
}

const whoIs = async (visitor: Visitor, headers: Record<string, string> = {}) => {
  const answer = await visitor.get('/api/auth/user', headers);
  return answer.status === 200 ? (answer.json() as { email: string }).email : answer.status;
};

const sessionCount = () => server().services.db.select().from(sessions).all().length;

describe('whom the proxy names', () => {
  test('is signed in on arrival, at the screen that was asked for, with a session as any other', async () => {
    const visitor = visit(server());
    const page = await open(visitor, '/clients?q=a', named(' Alex@Example.com '));
    expect([page.status, page.places.at(-1)]).toEqual([200, '/clients?q=a']);
    expect(visibleText(page.text)).toContain('Clients');
    expect(await whoIs(visitor, named(TEST_EMAIL))).toBe(TEST_EMAIL);
    // The session serves without the header, as behind a proxy that leaves some addresses open.
    expect(await whoIs(visitor)).toBe(TEST_EMAIL);
    expect(sessionCount()).toBe(1);
    const { db } = server().services;
    const [entry] = db
      .select()
      .from(historyEntries)
      .where(eq(historyEntries.kind, 'sign-in'))
      .all();
    expect(entry).toMatchObject({ action: 'signed in' });
    expect(JSON.stringify(entry)).toContain('proxy');
  });

  test('is signed in at the start page and by "Log In"', async () => {
    const page = await open(visit(server()), '/', named(TEST_EMAIL));
    expect([page.status, page.places.at(-1)]).toEqual([200, '/']);
    expect(page.text).toContain('<title>Work Logs');
    const visitor = visit(server());
    expect((await visitor.get('/api/login', named(TEST_EMAIL))).location).toBe('/');
    expect(await whoIs(visitor)).toBe(TEST_EMAIL);
  });

  test('is refused with the usual sentence where nobody has approved them', async () => {
    const visitor = visit(server());
    const page = await open(visitor, '/', named('robin@example.com'));
    expect([page.status, page.places.at(-1)]).toEqual([200, '/']);
    expect(visibleText(page.text)).toContain(REFUSED);
    expect(await whoIs(visitor, named('robin@example.com'))).toBe(401);
    expect(server().services.db.select().from(users).all()).toEqual([]);
    const [line] = server()
      .logLines()
      .filter(({ event }) => event === 'refused');
    expect(line).toMatchObject({ reason: 'not approved' });
  });

  test('reads what is wrong where the name is no email address, and the log says what to set', async () => {
    for (const name of ['alex', 'alex@example.com, robin@example.com', 'alex@example.com;x']) {
      const { location } = await visit(server()).get('/api/login', named(name));
      expect(decodeURIComponent(location ?? '')).toContain('is not set up right here');
    }
    const [line] = server()
      .logLines()
      .filter(({ event }) => event === 'refused');
    expect(line?.help).toContain('AUTH_HEADER');
  });

  test('is asked before a new sign-in once they signed out', async () => {
    const visitor = visit(server());
    const headers = named(TEST_EMAIL);
    await open(visitor, '/', headers);
    const out = await open(visitor, '/api/logout', { ...headers, 'Sec-Fetch-Site': 'same-origin' });
    expect([out.status, out.places.at(-1)]).toEqual([200, '/']);
    expect(out.text).toContain('Log In');
    expect((await visitor.get('/clients', headers)).status).toBe(401);
    const asked = await visitor.get('/api/login', headers);
    expect(asked.status).toBe(200);
    expect(visibleText(asked.text)).toContain(`Continue as ${TEST_EMAIL}`);
    expect(sessionCount()).toBe(0);
    const [, link = ''] = /<a[^>]*href="([^"]*continue)"/.exec(asked.text) ?? [];
    const back = await open(visitor, link, headers);
    expect(back.places.at(-1)).toBe('/clients');
    expect(await whoIs(visitor)).toBe(TEST_EMAIL);
    // And it is as before: a session that ends otherwise needs no press.
    server().services.db.delete(sessions).run();
    expect((await open(visitor, '/clients', headers)).status).toBe(200);
  });

  test('is not sent to and fro without cookies', async () => {
    let path = '/clients';
    for (let step = 0; step < 9; step++) {
      const answer = await visit(server()).get(path, named(TEST_EMAIL));
      if (answer.location === null) {
        expect(answer.text).toContain('Continue as');
        return;
      }
      path = answer.location;
    }
    throw new Error('It never ended');
  });

  test('is not signed in by a look ahead, nor by a program', async () => {
    const headers = named(TEST_EMAIL);
    const visitor = visit(server());
    expect(await whoIs(visitor, headers)).toBe(401);
    expect((await visitor.get('/clients', { ...headers, 'Sec-Purpose': 'prefetch' })).status).toBe(
      401,
    );
    await visitor.send('/api/login', { method: 'HEAD', headers });
    expect(sessionCount()).toBe(0);
  });

  test('is nobody else, whoever was signed in at this browser before', async () => {
    approve(server(), 'robin@example.com');
    const visitor = await visitSignedIn(server(), TEST_EMAIL);
    expect(await whoIs(visitor, named('robin@example.com'))).toBe(401);
    expect((await open(visitor, '/clients', named('robin@example.com'))).status).toBe(200);
    expect(await whoIs(visitor, named('robin@example.com'))).toBe('robin@example.com');
    expect(sessionCount()).toBe(1);
  });

  test('who is not approved there can still come in by a link', async () => {
    const visitor = visit(server());
    const link = createSignInLink(server().services, TEST_EMAIL).replace(server().url, '');
    await openLink(visitor, link);
    expect(await whoIs(visitor, named('admin@proxy.example'))).toBe(TEST_EMAIL);
  });
});

test('without the header the sign-in page says that the proxy named nobody', async () => {
  const { text } = await visit(server()).get('/api/login');
  expect(visibleText(text)).toContain('People are signed in by the proxy in front of this service');
  expect((await visit(server()).get('/clients')).status).toBe(401);
});

describe('a proxy that is not trusted', () => {
  const guarded = useServer(() => ({ AUTH_HEADER: 'Remote-Email', TRUSTED_PROXIES: '127.0.0.2' }));

  async function ask(localAddress: string, forwardedFor?: string): Promise<IncomingMessage> {
    const { port } = guarded().services.config;
    const headers = {
      ...named(TEST_EMAIL),
      ...(forwardedFor && { 'X-Forwarded-For': forwardedFor }),
    };
    const sent = get({
      ...{ host: '127.0.0.1', port, path: '/api/login', localAddress },
      ...{ agent: false, headers },
    });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response;
  }
  const signsIn = ({ headers }: IncomingMessage) =>
    (headers['set-cookie'] ?? []).some((cookie) => cookie.startsWith('session='));

  test('signs nobody in, whatever it forwards, and is named in the log once', async () => {
    expect(signsIn(await ask('127.0.0.2'))).toBe(true);
    expect(signsIn(await ask('127.0.0.3'))).toBe(false);
    expect(signsIn(await ask('127.0.0.3', '127.0.0.2'))).toBe(false);
    const lines = guarded()
      .logLines()
      .filter(({ peer }) => peer !== undefined);
    expect(lines).toMatchObject([{ peer: '127.0.0.3' }]);
    expect(lines[0]?.help).toContain('TRUSTED_PROXIES');
  });
});

describe('without AUTH_HEADER', () => {
  const plain = useServer();

  test('the header of a proxy is like any other', async () => {
    const visitor = visit(plain());
    expect((await visitor.get('/clients', named(TEST_EMAIL))).status).toBe(401);
    expect((await visitor.get('/api/login', named(TEST_EMAIL))).text).toContain('login-link');
  });
});
