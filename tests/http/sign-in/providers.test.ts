import { SignJWT, type JWTPayload } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#db/schema.ts';
import { visibleText } from '../../support/html.ts';
import {
  FAKE_CLIENT,
  startFakeProvider,
  type FakeProvider,
  type Said,
} from '../../support/server/fake-provider.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';

const FAILED = 'The sign-in did not work. Please try again.';
const NOT_SET_UP =
  'The sign-in service is not set up right here. Tell whoever runs this service; its log says what to change.';
const REFUSED =
  'You could not be signed in with that account. Ask whoever runs this service to approve your email address.';
const NOT_VERIFIED =
  'You could not be signed in: your sign-in service says that your email address is not verified. Verify it there, or ask whoever runs this service to trust it (OAUTH2_TRUST_EMAIL).';

let provider: FakeProvider;
let server: TestServer | null = null;

beforeEach(async () => {
  provider = await startFakeProvider();
});

afterEach(async () => {
  await server?.stop();
  server = null;
  await provider.close();
});

async function start(more: Record<string, string> = {}): Promise<TestServer> {
  server = await startTestServer({
    OAUTH2_ISSUER: provider.url,
    OAUTH2_CLIENT_ID: FAKE_CLIENT.clientId,
    OAUTH2_CLIENT_SECRET: FAKE_CLIENT.clientSecret,
    APPROVED_EMAILS: 'alex@example.com,alexandra@example.com',
    SIGN_INS_PER_MINUTE: '0',
    ...more,
  });
  return server;
}

/** Signs in as whoever the provider says; gives what the product sent there, and where the sign-in leads. */
async function signIn(visitor: Visitor, said: Partial<Said> = {}) {
  Object.assign(provider.said, said);
  const { location } = await visitor.get('/api/login');
  if (location?.startsWith('/')) return { location, asked: new URLSearchParams() };
  const { searchParams: asked } = new URL(location ?? '');
  provider.nonce = asked.get('nonce') ?? '';
  const answer = await visitor.get(`/api/auth/callback?code=x&state=${asked.get('state') ?? ''}`);
  return { location: answer.location, asked };
}

const saying = (sentence: string) => `/?error=${encodeURIComponent(sentence)}`;
const people = ({ services }: TestServer) => services.db.select().from(users).all();
const refusals = ({ logLines }: TestServer) =>
  logLines().filter(({ event }) => event === 'refused');

const bySecret = (secret: string) => (claims: JWTPayload) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
const signs = (algorithms: string[]) => (usual: Record<string, unknown>) => ({
  ...usual,
  id_token_signing_alg_values_supported: algorithms,
});
const takes =
  (...methods: string[]) =>
  (usual: Record<string, unknown>) => ({
    ...usual,
    token_endpoint_auth_methods_supported: methods,
  });
const onlySub: Said['userinfo'] = ({ sub }) => JSON.stringify({ sub });
const inToken = (claims: Record<string, unknown>) => (usual: JWTPayload) => ({
  ...usual,
  email: 'alex@example.com',
  ...claims,
});

/** What providers say and how, as each documents it, in as many ways as matter to a sign-in. */
const PROVIDERS: [name: string, said: Partial<Said>, settings?: Record<string, string>][] = [
  [
    'Authentik as it is installed, without a key to sign with',
    {
      sign: bySecret(FAKE_CLIENT.clientSecret),
      discovery: signs(['HS256']),
      profile: { email_verified: false },
    },
    { OAUTH2_TRUST_EMAIL: 'yes' },
  ],
  [
    'Pocket ID, of an email that nobody verified',
    { profile: { email_verified: false } },
    { OAUTH2_TRUST_EMAIL: 'yes' },
  ],
  [
    'Keycloak',
    {
      discovery: (usual) => ({
        ...signs(['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'HS512', 'RS256'])(usual),
        ...takes('private_key_jwt', 'client_secret_basic', 'client_secret_post')({}),
      }),
    },
  ],
  ['Authelia, with a client registered for post', { tokenAuth: 'post' }],
  ['Auth0', { tokenAuth: 'post', discovery: takes('client_secret_post', 'private_key_jwt') }],
  ['Google', { tokenAuth: 'basic', discovery: takes('client_secret_post', 'client_secret_basic') }],
  ['Entra, which says nothing about verified emails', { profile: { email_verified: undefined } }],
  ['ADFS, whose userinfo holds nobody but `sub`', { userinfo: onlySub, claims: inToken({}) }],
  [
    'one that signs its userinfo',
    {
      userinfo: (claims, key) =>
        new SignJWT({ ...claims, iss: provider.url, aud: FAKE_CLIENT.clientId })
          .setProtectedHeader({ alg: 'RS256', kid: 'one' })
          .sign(key),
    },
  ],
  [
    'one without userinfo',
    { discovery: (usual) => ({ ...usual, userinfo_endpoint: undefined }), claims: inToken({}) },
  ],
];

describe.each(PROVIDERS)('%s', (_, said, settings) => {
  test('signs in, the same person when the email has changed, and nobody who is not approved', async () => {
    const at = await start(settings);
    expect((await signIn(visit(at), said)).location).toBe('/');
    expect(people(at)).toMatchObject([{ email: 'alex@example.com', subject: 'alex-1' }]);
    expect((await signIn(visit(at))).location).toBe('/');

    const renamed = (email: string): Partial<Said> => ({
      email,
      claims: (usual) => ({ ...(said.claims?.(usual) ?? usual), email }),
    });
    expect((await signIn(visit(at), renamed('alexandra@example.com'))).location).toBe('/');
    expect(people(at)).toMatchObject([{ email: 'alexandra@example.com', subject: 'alex-1' }]);

    const stranger = await signIn(visit(at), { ...renamed('eve@example.com'), sub: 'eve-1' });
    expect(stranger.location).toBe(saying(REFUSED));
    expect(refusals(at)).toMatchObject([{ reason: 'not approved' }]);
    expect(people(at)).toHaveLength(1);
  });
});

describe('An email that stands in the ID token alone', () => {
  test('counts as it is said to be there: one that is not verified is none', async () => {
    const at = await start();
    const said = { userinfo: onlySub, claims: inToken({ email_verified: false }) };
    expect((await signIn(visit(at), said)).location).toBe(saying(NOT_VERIFIED));
    expect(people(at)).toEqual([]);
  });

  test('is not taken where userinfo has another that is not verified', async () => {
    const at = await start();
    const said = { profile: { email_verified: false }, claims: inToken({ email_verified: true }) };
    expect((await signIn(visit(at), said)).location).toBe(saying(NOT_VERIFIED));
  });
});

describe('A token that is signed with a secret', () => {
  test.each<[string, Partial<Said>]>([
    ['with another one', { sign: bySecret('x'.repeat(32)), discovery: signs(['HS256']) }],
    [
      'where the provider has keys as well',
      { sign: bySecret(FAKE_CLIENT.clientSecret), discovery: signs(['RS256', 'HS256']) },
    ],
    ['where it does not say so', { sign: bySecret(FAKE_CLIENT.clientSecret) }],
  ])('%s signs nobody in', async (_, said) => {
    const at = await start();
    expect((await signIn(visit(at), said)).location).toBe(saying(FAILED));
    expect(people(at)).toEqual([]);
  });
});

describe('Signed userinfo', () => {
  test.each([
    ['for another client', { aud: 'other' }],
    ['of another provider', { iss: 'https://evil.example' }],
  ])('%s signs nobody in', async (_, wrong) => {
    const at = await start();
    const userinfo: Said['userinfo'] = (claims, key) =>
      new SignJWT({ ...claims, iss: provider.url, aud: FAKE_CLIENT.clientId, ...wrong })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(key);
    expect((await signIn(visit(at), { userinfo })).location).toBe(saying(FAILED));
  });
});

describe('Settings that do not go with the provider are named in the log, and are no fault of the person', () => {
  const helpAt = async (said: Partial<Said>, settings?: Record<string, string>) => {
    const at = await start(settings);
    const visitor = visit(at);
    const { location } = await signIn(visitor, said);
    expect(location).toBe(saying(NOT_SET_UP));
    await visitor.get(location ?? '');
    expect(visibleText((await visitor.get('/')).text)).toContain(NOT_SET_UP);
    const [refusal] = refusals(at);
    return `${String(refusal?.reason)} · ${String(refusal?.help)}`;
  };

  test('Entra with `common` instead of a tenant', async () => {
    const issuer = 'https://login.microsoftonline.com/{tenantid}/v2.0';
    expect(await helpAt({ discovery: (usual) => ({ ...usual, issuer }) })).toContain(
      'Set OAUTH2_ISSUER to https://login.microsoftonline.com/<tenant GUID>/v2.0',
    );
  });

  test('another issuer', async () => {
    const issuer = 'https://id.example.com/realms/home';
    expect(await helpAt({ discovery: (usual) => ({ ...usual, issuer }) })).toContain(
      `If that is your provider, set OAUTH2_ISSUER=${issuer}`,
    );
  });

  test('an address without a provider', async () => {
    const settings = { OAUTH2_ISSUER: `${provider.url}/elsewhere` };
    expect(await helpAt({}, settings)).toContain('is answered with 404 · Set OAUTH2_ISSUER to');
  });

  test('a secret that is not the client’s, tried in both ways', async () => {
    const settings = { OAUTH2_CLIENT_SECRET: 'of another client' };
    expect(await helpAt({ tokenAuth: 'basic' }, settings)).toContain(
      'Check OAUTH2_CLIENT_ID and OAUTH2_CLIENT_SECRET',
    );
    expect(provider.requests.filter((one) => one === 'POST /token')).toHaveLength(2);
  });

  test('a way to show the secret that the operator chose, and that the client is not registered for', async () => {
    const settings = { OAUTH2_TOKEN_AUTH: 'basic' };
    expect(await helpAt({ tokenAuth: 'post' }, settings)).toContain('set OAUTH2_TOKEN_AUTH');
    expect(provider.requests.filter((one) => one === 'POST /token')).toHaveLength(1);
  });
});

describe('Somebody who was refused', () => {
  test('is asked for the account at the next try, and not once that has worked', async () => {
    const at = await start();
    const visitor = visit(at);
    const first = await signIn(visitor, { email: 'eve@example.com' });
    expect(first.asked.get('prompt')).toBeNull();
    expect(first.location).toBe(saying(REFUSED));
    const second = await signIn(visitor, { email: 'alex@example.com' });
    expect(second.asked.get('prompt')).toBe('select_account');
    expect(second.location).toBe('/');
    await visitor.post('/api/logout', {});
    expect((await signIn(visitor)).asked.get('prompt')).toBeNull();
  });
});
