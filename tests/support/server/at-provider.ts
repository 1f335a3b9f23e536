import { expect } from 'vitest';
import type { RunningIdentityProvider } from '#sandbox/identity-provider.ts';
import { startIdentityProvider, type Person } from '#sandbox/identity-provider.ts';
import { freePort } from './free-port.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { visit, type Visitor } from './visitor.ts';

// A secret with characters that OAuth has to encode: + / % and :
export const CLIENT = { clientId: 'tallyhour', clientSecret: 'a+b/c%d:e=f&g planted' };

/** Somebody at the stand-in provider, by the name before the `@`. */
export const person = (id: string, more: Partial<Person> = {}): Person => ({
  id,
  email: `${id}@example.com`,
  emailVerified: true,
  firstName: 'Alex',
  lastName: "O'Morgan",
  ...more,
});

/** The product, and the stand-in provider that people sign in at. */
export type WithProvider = { server: TestServer; provider: RunningIdentityProvider };

/** Starts both; `people` may be changed afterwards. */
export async function startWithProvider(
  people: Person[],
  environment: Record<string, string>,
): Promise<WithProvider> {
  const port = await freePort();
  const redirectUri = `http://localhost:${port}/api/auth/callback`;
  const provider = await startIdentityProvider({
    port: 0,
    clients: [{ ...CLIENT, redirectUri }],
    people,
  });
  const server = await startTestServer({
    PORT: String(port),
    OAUTH2_ISSUER: provider.issuer,
    OAUTH2_CLIENT_ID: CLIENT.clientId,
    OAUTH2_CLIENT_SECRET: CLIENT.clientSecret,
    ...environment,
  });
  return { server, provider };
}

/** Goes from /api/login through the provider's page; gives the address of the callback. */
export async function goToProvider(
  { server, provider }: WithProvider,
  visitor: Visitor,
  choice: Record<string, string>,
): Promise<string> {
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
export async function signInAs(
  both: WithProvider,
  visitor: Visitor,
  id: string,
): Promise<string | null> {
  const callback = await goToProvider(both, visitor, { person: id });
  expect(callback).toMatch(/^\/api\/auth\/callback\?.*code=/);
  return (await visitor.get(callback)).location;
}

/** Where a sign-in leads that did not work. */
export const withError = (sentence: string) => `/?error=${encodeURIComponent(sentence)}`;

export const isSignedIn = async (visitor: Visitor) =>
  (await visitor.get('/api/auth/user')).status === 200;
