import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#db/schema.ts';
import {
  startIdentityProvider,
  type Person,
  type RunningIdentityProvider,
} from '#sandbox/identity-provider.ts';
import { freePort } from '../../support/server/free-port.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';

// A secret with characters that OAuth has to encode: + / % and :
const CLIENT = { clientId: 'tallyhour', clientSecret: 'a+b/c%d:e=f&g planted' };

const person = (id: string, more: Partial<Person> = {}): Person => ({
  id,
  email: `${id}@example.com`,
  emailVerified: true,
  firstName: 'Alex',
  lastName: "O'Morgan",
  ...more,
});
const PEOPLE = [
  person('alex', { email: 'Alex@Example.COM', picture: 'https://pictures.example/alex.png' }),
  person('robin'),
  person('sam', { emailVerified: false }),
];

const REFUSED =
  'You could not be signed in with that account. Ask whoever runs this service to approve your email address.';
const FAILED = 'The sign-in did not work. Please try again.';

let provider: RunningIdentityProvider;
let server: TestServer;

beforeAll(async () => {
  const port = await freePort();
  const redirectUri = `http://localhost:${port}/api/auth/callback`;
  provider = await startIdentityProvider({
    port: 0,
    clients: [{ ...CLIENT, redirectUri }],
    people: PEOPLE,
  });
  server = await startTestServer({
    PORT: String(port),
    APPROVED_EMAILS: 'alex@example.com,sam@example.com',
    OAUTH2_ISSUER: provider.issuer,
    OAUTH2_CLIENT_ID: CLIENT.clientId,
    OAUTH2_CLIENT_SECRET: CLIENT.clientSecret,
  });
});

afterAll(async () => {
  await server.stop();
  await provider.close();
});

/** Goes from /api/login through the provider's page; gives the address of the callback. */
async function goToProvider(visitor: Visitor, choice: Record<string, string>): Promise<string> {
  const atProvider = visit({ url: provider.issuer });
  const begun = await visitor.get('/api/login');
  expect(begun.status).toBe(302);
  const authorize = new URL(begun.location ?? '');
  expect(authorize.origin).toBe(provider.issuer);
  expect(authorize.searchParams.get('code_challenge_method')).toBe('S256');
  const asked = await atProvider.get(authorize.pathname + authorize.search);
  const answered = await atProvider.post(asked.location ?? '', choice);
  const callback = await atProvider.get(answered.location?.replace(provider.issuer, '') ?? '');
  return callback.location?.replace(server.url, '') ?? '';
}

/** Signs in as a person; gives where that leads. */
async function signInAs(visitor: Visitor, id: string): Promise<string | null> {
  const callback = await goToProvider(visitor, { person: id });
  expect(callback).toMatch(/^\/api\/auth\/callback\?.*code=/);
  return (await visitor.get(callback)).location;
}

const isSignedIn = async (visitor: Visitor) => (await visitor.get('/api/auth/user')).status === 200;
const withError = (sentence: string) => `/?error=${encodeURIComponent(sentence)}`;

describe('signing in at the provider', () => {
  test('lets in approved people, with the name and picture that the provider knows', async () => {
    const visitor = visit(server);
    expect(await signInAs(visitor, 'alex')).toBe('/');
    expect((await visitor.get('/api/auth/user')).json()).toEqual({
      id: expect.any(Number) as unknown,
      firstName: 'Alex',
      lastName: "O'Morgan",
      email: 'alex@example.com',
      profileImageUrl: 'https://pictures.example/alex.png',
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

  test.each([
    ['is not approved', 'robin'],
    ['is approved, but whose email the provider says is not verified', 'sam'],
  ])('keeps out who %s, without saying why', async (_, id) => {
    const visitor = visit(server);
    expect(await signInAs(visitor, id)).toBe(withError(REFUSED));
    expect(await isSignedIn(visitor)).toBe(false);
    const { db } = server.services;
    expect(
      db
        .select()
        .from(users)
        .where(eq(users.email, `${id}@example.com`))
        .all(),
    ).toEqual([]);
  });

  test('that is cancelled there changes nothing', async () => {
    const visitor = visit(server);
    const callback = await goToProvider(visitor, { cancel: 'Cancel' });
    expect(callback).toContain('error=access_denied');
    const answer = await visitor.get(callback);
    expect(answer.location).toBe(
      withError('The sign-in was cancelled or refused. Nothing has changed.'),
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

test('sign-in links are off where a provider is set up', async () => {
  const answer = await visit(server).get('/api/login?token=x');
  expect(answer.location).toContain(provider.issuer);
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
