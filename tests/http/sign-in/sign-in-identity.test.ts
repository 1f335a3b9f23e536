import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approvedEmails, users } from '#db/schema.ts';
import {
  FAKE_CLIENT,
  startFakeProvider,
  truth,
  type FakeProvider,
  type Said,
} from '../../support/server/fake-provider.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';

let provider: FakeProvider;
let other: FakeProvider;
let server: TestServer;

const OWN = (issuer: string) => ({
  OAUTH2_ISSUER: issuer,
  OAUTH2_CLIENT_ID: FAKE_CLIENT.clientId,
  OAUTH2_CLIENT_SECRET: FAKE_CLIENT.clientSecret,
  SIGN_INS_PER_MINUTE: '0',
  APPROVED_EMAILS: 'alex@example.com,robin@example.com,alex.morgan@example.com,kim@example.com',
});

beforeAll(async () => {
  [provider, other] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  server = await startTestServer(OWN(provider.url));
});

afterAll(async () => {
  await server.stop();
  await Promise.all([provider.close(), other.close()]);
});

beforeEach(() => {
  provider.said = truth();
  server.services.db.delete(users).run();
});

/** Signs in as whoever the provider says; gives where that leads. */
async function signIn(said: Partial<Said> = {}, visitor: Visitor = visit(server)) {
  Object.assign(provider.said, said);
  const { location } = await visitor.get('/api/login');
  // The sign-in ends here when the provider cannot be asked.
  if (location?.startsWith('/')) return location;
  const begun = new URL(location ?? '');
  provider.nonce = begun.searchParams.get('nonce') ?? '';
  const state = begun.searchParams.get('state') ?? '';
  const answer = await visitor.get(`/api/auth/callback?code=x&state=${state}`);
  return answer.location;
}

const people = () => server.services.db.select().from(users).all();
const FAILED = `/?error=${encodeURIComponent('The sign-in did not work. Please try again.')}`;
const REFUSED = /^\/\?error=You%20could%20not%20be%20signed%20in%20with%20that%20account/;

describe('A person is known by the name that the provider has for them', () => {
  test('and stays the same person when the email changes', async () => {
    expect(await signIn()).toBe('/');
    const [before] = people();
    expect(before).toMatchObject({ issuer: provider.url, subject: 'alex-1' });
    expect(await signIn({ email: 'alex.morgan@example.com' })).toBe('/');
    expect(people()).toMatchObject([{ id: before?.id, email: 'alex.morgan@example.com' }]);
  });

  test('which is shown in one line, without what cannot be stored', async () => {
    const named = { given_name: ' Alex\n\0Jo\ud83d ', family_name: 'M'.repeat(300) };
    await signIn({ profile: named });
    expect(people()).toMatchObject([
      { firstName: 'Alex Jo\ufffd', lastName: `${'M'.repeat(199)}…` },
    ]);
  });

  test.each([
    [{ given_name: '\u200b', name: 'Alex Morgan', family_name: '\u202e' }, 'Alex Morgan'],
    [{ given_name: '\u200b\t', name: null }, null],
  ])('of which nothing counts that does not show: %j', async (profile, firstName) => {
    await signIn({ profile });
    expect(people()).toMatchObject([{ firstName, lastName: null }]);
  });

  test('somebody from before that is found by the email, once', async () => {
    const { db, clock } = server.services;
    const times = { createdAt: clock(), updatedAt: clock() };
    db.insert(users)
      .values({ email: 'alex@example.com', ...times })
      .run();
    expect(await signIn()).toBe('/');
    expect(people()).toMatchObject([{ email: 'alex@example.com', subject: 'alex-1' }]);
  });

  test('the same email with another name does not get the account', async () => {
    await signIn();
    const [before] = people();
    expect(await signIn({ sub: 'alex-2' })).toMatch(REFUSED);
    expect(people()).toEqual([before]);
    const log = server.logLines().map(({ reason }) => reason);
    expect(log).toContain('the email belongs to another identity');
  });

  test('nor does somebody whose email became that of another person here', async () => {
    await signIn();
    await signIn({ sub: 'robin-1', email: 'robin@example.com' });
    const before = people();
    expect(await signIn({ sub: 'robin-1', email: 'alex@example.com' })).toMatch(REFUSED);
    expect(people()).toEqual(before);
  });

  test('of another provider, which the operator has chosen since, is the person of the email', async () => {
    const { db } = server.services;
    await signIn();
    const [before] = people();
    db.update(users).set({ issuer: 'https://former.example', subject: 'somebody' }).run();
    expect(await signIn()).toBe('/');
    expect(people()).toMatchObject([{ id: before?.id, issuer: provider.url, subject: 'alex-1' }]);
  });

  test('an email with a letter that only looks like one of an approved email is not approved', async () => {
    // The Kelvin sign, whose lower case is a plain k.
    const lookalike = { sub: 'mallory-1', email: '\u212Aim@example.com' };
    expect(await signIn(lookalike)).toMatch(REFUSED);
    expect(people()).toEqual([]);
    expect(await signIn({ sub: 'kim-1', email: ' KIM@Example.com ' })).toBe('/');
    expect(people()).toMatchObject([{ email: 'kim@example.com', subject: 'kim-1' }]);
  });

  test('a changed email has to be approved as any other', async () => {
    await signIn();
    expect(await signIn({ email: 'mallory@example.com' })).toMatch(REFUSED);
    expect(people()).toMatchObject([{ email: 'alex@example.com' }]);
    expect(
      server.services.db
        .select()
        .from(approvedEmails)
        .where(eq(approvedEmails.email, 'mallory@example.com'))
        .all(),
    ).toEqual([]);
  });
});

describe('An ID token', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const without = (name: string) => (usual: JWTPayload) =>
    Object.fromEntries(Object.entries(usual).filter(([claim]) => claim !== name));
  const hmac = (claims: object) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'HS256' })}.${part(claims)}`;
    const tag = createHmac('sha256', FAKE_CLIENT.clientSecret).update(text).digest('base64url');
    return Promise.resolve(`${text}.${tag}`);
  };

  test.each<[string, Partial<Said>]>([
    ['of another issuer', { claims: (usual) => ({ ...usual, iss: 'https://evil.example' }) }],
    ['for another client', { claims: (usual) => ({ ...usual, aud: 'other' }) }],
    [
      'for several clients, made for another',
      { claims: (usual) => ({ ...usual, aud: [FAKE_CLIENT.clientId, 'other'], azp: 'other' }) },
    ],
    ['that has expired', { claims: (usual) => ({ ...usual, exp: now() - 90 }) }],
    ['that never expires', { claims: without('exp') }],
    ['of another sign-in', { claims: (usual) => ({ ...usual, nonce: 'another' }) }],
    ['of no sign-in', { claims: without('nonce') }],
    ['of another person', { claims: (usual) => ({ ...usual, sub: 'robin-1' }) }],
    ['of nobody', { claims: without('sub') }],
    [
      'without a signature',
      { sign: (claims) => Promise.resolve(new UnsecuredJWT(claims).encode()) },
    ],
    ['signed with the secret that both know', { sign: hmac }],
    [
      'whose claims were changed after signing',
      {
        sign: async (claims, key) => {
          const token = await truth().sign({ ...claims, nonce: 'x' }, key);
          const [head, , tag] = (token ?? '').split('.');
          const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
          return `${head}.${body}.${tag}`;
        },
      },
    ],
    ['that is none', { sign: () => Promise.resolve('nonsense') }],
  ])('%s signs nobody in', async (_, said) => {
    const visitor = visit(server);
    expect(await signIn(said, visitor)).toBe(FAILED);
    expect((await visitor.get('/api/auth/user')).status).toBe(401);
    expect(people()).toEqual([]);
  });

  test('that is as it should be signs in, as does a provider that gives none', async () => {
    expect(await signIn()).toBe('/');
    expect(await signIn({ sign: () => null })).toBe('/');
    expect(people()).toHaveLength(1);
  });
});

describe('The product goes to no host that is not configured', () => {
  test.each(['/token', '/userinfo'])(
    'when %s redirects there: codes, tokens and the secret stay',
    async (path) => {
      other.requests.length = 0;
      expect(await signIn({ redirect: { path, to: other.url + path } })).toBe(FAILED);
      expect(provider.requests.at(-1)).toContain(path);
      expect(other.requests).toEqual([]);
    },
  );

  test.each([
    ['/.well-known/openid-configuration', /^\/\?error=The%20sign-in%20service/],
    ['/keys', /^\/\?error=The%20sign-in%20did%20not%20work/],
  ])('when %s redirects there, before it is known', async (path, said) => {
    const lonely = await startTestServer(OWN(provider.url));
    try {
      other.requests.length = 0;
      provider.said.redirect = { path, to: other.url + path };
      const visitor = visit(lonely);
      const begun = await visitor.get('/api/login');
      const { searchParams } = new URL(begun.location ?? '', provider.url);
      provider.nonce = searchParams.get('nonce') ?? '';
      const callback = `/api/auth/callback?code=x&state=${searchParams.get('state') ?? ''}`;
      const end = begun.location?.startsWith('/') ? begun : await visitor.get(callback);
      expect(end.location).toMatch(said);
      expect(other.requests).toEqual([]);
    } finally {
      await lonely.stop();
    }
  });

  test.each(['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])(
    'when discovery names it as %s',
    async (name) => {
      const lonely = await startTestServer(OWN(provider.url));
      try {
        other.requests.length = 0;
        provider.said.discovery = (usual) => ({ ...usual, [name]: `${other.url}/${name}` });
        const answer = await visit(lonely).get('/api/login');
        expect(answer.location).toMatch(/^\/\?error=The%20sign-in%20service/);
        expect(other.requests).toEqual([]);
        const log = JSON.stringify(lonely.logLines());
        expect(log).toContain(`leads to ${new URL(other.url).host}, which OAUTH2_HOSTS does not`);
      } finally {
        await lonely.stop();
      }
    },
  );

  test('unless the operator names it', async () => {
    const { host } = new URL(other.url);
    const open = await startTestServer({ ...OWN(provider.url), OAUTH2_HOSTS: host });
    try {
      provider.said.discovery = (usual) => ({ ...usual, authorization_endpoint: `${other.url}/a` });
      expect((await visit(open).get('/api/login')).location).toContain(`${other.url}/a?`);
    } finally {
      await open.stop();
    }
  });
});

describe('An answer of more than a megabyte is not read to its end, and signs nobody in', () => {
  test.each(['/token', '/userinfo'])('that of %s', async (padded) => {
    expect(await signIn({ padded })).toBe(FAILED);
    expect(await signIn({ padded: null })).toBe('/');
  });

  test.each(['/.well-known/openid-configuration', '/keys'])('that of %s', async (padded) => {
    const lonely = await startTestServer(OWN(provider.url));
    try {
      const visitor = visit(lonely);
      expect(await signIn({ padded }, visitor)).toMatch(/^\/\?error=The%20sign-in/);
      expect(await signIn({ padded: null }, visitor)).toBe('/');
    } finally {
      await lonely.stop();
    }
  });
});
