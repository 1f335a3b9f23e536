import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#db/schema.ts';
import type { RunningIdentityProvider } from '#sandbox/identity-provider.ts';
import {
  CLIENT,
  goToProvider as goTo,
  isSignedIn,
  person,
  signInAs as signIn,
  startWithProvider,
  withError,
} from '../../support/server/at-provider.ts';
import { freePort } from '../../support/server/free-port.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';

const REFUSED =
  'You could not be signed in with that account. Ask whoever runs this service to approve your email address.';
const FAILED = 'The sign-in did not work. Please try again.';

let provider: RunningIdentityProvider;
let server: TestServer;

beforeAll(async () => {
  ({ server, provider } = await startWithProvider(
    [person('alex', { email: 'Alex@Example.COM' }), person('robin')],
    { APPROVED_EMAILS: 'alex@example.com' },
  ));
});

afterAll(async () => {
  await server.stop();
  await provider.close();
});

const goToProvider = (visitor: Visitor, choice: Record<string, string>) =>
  goTo({ server, provider }, visitor, choice);
const signInAs = (visitor: Visitor, id: string) => signIn({ server, provider }, visitor, id);

describe('signing in at the provider', () => {
  test('lets in approved people, with the name that the provider knows', async () => {
    const visitor = visit(server);
    expect(await signInAs(visitor, 'alex')).toBe('/');
    expect((await visitor.get('/api/auth/user')).json()).toEqual({
      id: expect.any(Number) as unknown,
      firstName: 'Alex',
      lastName: "O'Morgan",
      email: 'alex@example.com',
      profileImageUrl: null,
    });
    // A second sign-in is the same user.
    await signInAs(visit(server), 'alex');
    const { db } = server.services;
    const found = db.select().from(users).where(eq(users.email, 'alex@example.com')).all();
    expect(found).toHaveLength(1);
  });

  test('leads back to the screen that was asked for', async () => {
    const visitor = visit(server);
    expect((await visitor.get('/clients?x=1')).status).toBe(401);
    expect(await signInAs(visitor, 'alex')).toBe('/clients?x=1');
  });

  test('keeps out who is not approved, without saying why', async () => {
    const visitor = visit(server);
    expect(await signInAs(visitor, 'robin')).toBe(withError(REFUSED));
    expect(await isSignedIn(visitor)).toBe(false);
    const { db } = server.services;
    const robin = eq(users.email, 'robin@example.com');
    expect(db.select().from(users).where(robin).all()).toEqual([]);
  });

  test('that is cancelled there changes nothing', async () => {
    const visitor = visit(server);
    const callback = await goToProvider(visitor, { cancel: 'Cancel' });
    expect(callback).toContain('error=access_denied');
    const answer = await visitor.get(callback);
    expect(answer.location).toBe(
      withError('The sign-in was cancelled or refused. Please try again.'),
    );
  });

  test('that was begun in two tabs does not say of the second that it failed', async () => {
    const visitor = visit(server);
    const [first, second] = [
      await goToProvider(visitor, { person: 'alex' }),
      await goToProvider(visitor, { person: 'alex' }),
    ];
    for (const callback of [second, first]) {
      expect((await visitor.get(callback)).location).toBe('/');
      expect(await isSignedIn(visitor)).toBe(true);
    }
  });

  test('leaves no cookie of the sign-in behind, only the session and who it was', async () => {
    const visitor = visit(server);
    await goToProvider(visitor, { person: 'alex' });
    await signInAs(visitor, 'alex');
    expect([...visitor.cookies.keys()]).toEqual(['session', 'person']);
  });
});

describe('a forged answer of the provider', () => {
  test.each<[string, (callback: URL) => void]>([
    [
      'with another state',
      ({ searchParams }) => {
        searchParams.set('state', 'x');
      },
    ],
    [
      'without a state',
      ({ searchParams }) => {
        searchParams.delete('state');
      },
    ],
    [
      'with another code',
      ({ searchParams }) => {
        searchParams.set('code', 'x');
      },
    ],
    [
      'without a code',
      ({ searchParams }) => {
        searchParams.delete('code');
      },
    ],
    [
      'of another provider',
      ({ searchParams }) => {
        searchParams.set('iss', 'https://evil.example');
      },
    ],
  ])('%s is refused', async (_, spoil) => {
    const visitor = visit(server);
    const callback = new URL(await goToProvider(visitor, { person: 'alex' }), server.url);
    const spoiled = new URL(callback);
    spoil(spoiled);
    expect((await visitor.get(spoiled.pathname + spoiled.search)).location).toBe(withError(FAILED));
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('that was meant for another browser is refused, and an answer works only once', async () => {
    const [visitor, other] = [visit(server), visit(server)];
    const callback = await goToProvider(visitor, { person: 'alex' });
    expect((await other.get(callback)).location).toBe(withError(FAILED));
    expect((await visitor.get(callback)).location).toBe('/');
    visitor.cookies.delete('session');
    expect((await visitor.get(callback)).location).toBe(withError(FAILED));
    expect(await isSignedIn(visitor)).toBe(false);
  });
});

test('a sign-in link that is none signs nobody in where a provider is set up, either', async () => {
  const visitor = visit(server);
  const answer = await visitor.get('/api/login?token=x');
  expect(answer.location).toBe(
    withError('This sign-in link was already used or has expired. Ask for a new one.'),
  );
  expect((await visitor.post('/api/login/link', { token: 'x' })).location).toBe(answer.location);
  expect(await isSignedIn(visitor)).toBe(false);
});

test('no log line contains the secret of the provider', async () => {
  await signInAs(visit(server), 'alex');
  const log = JSON.stringify(server.logLines());
  expect(log).toContain('Signed in');
  expect(log).not.toContain('planted');
});

test('while the provider is down the product runs, and sign-in says so', async () => {
  const lonely = await startTestServer({
    OAUTH2_ISSUER: `http://localhost:${await freePort()}`,
    OAUTH2_CLIENT_ID: CLIENT.clientId,
    OAUTH2_CLIENT_SECRET: CLIENT.clientSecret,
  });
  try {
    const visitor = visit(lonely);
    expect((await visitor.get('/')).status).toBe(200);
    expect((await visitor.get('/api/login')).location).toBe(
      withError('The sign-in service cannot be reached. Try again in a few minutes.'),
    );
  } finally {
    await lonely.stop();
  }
});
