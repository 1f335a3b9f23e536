import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '#db/schema.ts';
import { startIdentityProvider, type Person } from '#sandbox/identity-provider.ts';
import type { RunningIdentityProvider } from '#sandbox/identity-provider.ts';
import { expectMode, BOTH, useBrowser, type Mode } from '#tests/support/browser/browser.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { arrivedAt, gone, goTo, shown } from '#tests/support/browser/page.ts';
import { startTestServer, TEST_EMAIL, type TestServer } from '#tests/support/server/test-server.ts';

const ALEX: Person = {
  id: 'alex',
  email: TEST_EMAIL,
  emailVerified: true,
  firstName: 'Alex',
  lastName: 'Morgan',
};
const STRANGER: Person = {
  id: 'robin',
  email: 'robin@example.com',
  emailVerified: true,
  firstName: 'Robin',
  lastName: 'Hale',
};
/** Claims an approved email, which the provider has not verified. */
const PRETENDER: Person = { ...ALEX, id: 'pat', emailVerified: false, firstName: 'Pat' };
const UNKNOWN: Person = { ...STRANGER, id: 'uma', emailVerified: false, firstName: 'Uma' };

let provider: RunningIdentityProvider;
let server: TestServer;

beforeAll(async () => {
  const port = await freePort();
  const client = { clientId: 'tests', clientSecret: 'a secret: 100% of & worth' };
  provider = await startIdentityProvider({
    port: 0,
    clients: [{ ...client, redirectUri: `http://localhost:${port}/api/auth/callback` }],
    people: [ALEX, STRANGER, PRETENDER, UNKNOWN],
  });
  server = await startTestServer({
    PORT: String(port),
    OAUTH2_ISSUER: provider.issuer,
    OAUTH2_CLIENT_ID: client.clientId,
    OAUTH2_CLIENT_SECRET: client.clientSecret,
  });
});

const browser = useBrowser();

afterAll(async () => {
  await server.stop();
  await provider.close();
});

/** Opens the provider's page by Log In on the landing page. */
async function openProvider(mode: Mode) {
  const visitor = await browser.open(mode, { baseURL: server.url });
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('link', { name: 'Log In' }).click();
  await shown(page.getByRole('heading', { name: 'Who is signing in?' }));
  expect(new URL(page.url()).origin).toBe(provider.issuer);
  return visitor;
}

describe('Signing in at the identity provider', () => {
  test.for(BOTH)('leads to Work Logs, which show one’s name, with %s', async (mode) => {
    const visitor = await openProvider(mode);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Sign in as Alex Morgan' }).click();
    await arrivedAt(page, '/');
    await shown(page.getByRole('heading', { level: 1, name: 'Work Logs' }));
    await expectMode(visitor);
    if (mode === 'phone' || mode === 'styles lost') {
      await page.getByRole('button', { name: 'Menu' }).click();
    }
    await shown(page.getByRole('link', { name: /Alex Morgan\s*Administrator/ }));
  });

  test.for(BOTH)('comes back to the screen that was asked for, with %s', async (mode) => {
    const { page, takeProblem } = await browser.open(mode, { baseURL: server.url });
    await page.goto('/clients');
    await takeProblem('status of 401');
    await shown(page.getByRole('heading', { name: 'Who is signing in?' }));
    await page.getByRole('button', { name: 'Sign in as Alex Morgan' }).click();
    await arrivedAt(page, '/clients');
    await shown(page.getByRole('heading', { level: 1, name: 'Clients' }));
  });

  test.for(BOTH)('is over after Sign Out, here and on the server, with %s', async (mode) => {
    const { page, takeProblem } = await openProvider(mode);
    await page.getByRole('button', { name: 'Sign in as Alex Morgan' }).click();
    await goTo(page, 'Settings');
    const cookies = await page.context().cookies();
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await arrivedAt(page, '/');
    await shown(page.getByRole('link', { name: 'Log In' }));
    await page.context().addCookies(cookies);
    const response = await page.goto('/clients');
    expect(response?.status(), 'with the old cookie').toBe(401);
    await takeProblem('status of 401');
  });

  test.for(BOTH)('does not work for somebody who is not approved, with %s', async (mode) => {
    const count = server.services.db.select().from(sessions).all().length;
    const { page } = await openProvider(mode);
    await page.getByRole('button', { name: 'Sign in as Robin Hale' }).click();
    await arrivedAt(page, '/');
    const alert = page.getByRole('alert');
    await shown(alert.getByText('You could not be signed in with that account.'));
    expect(server.services.db.select().from(sessions).all()).toHaveLength(count);
    const emails = server.services.db.select().from(users).all();
    expect(emails.map(({ email }) => email)).not.toContain(STRANGER.email);
    await page.reload();
    await gone(alert);
  });

  test('says no more to somebody who only claims an approved email than to one who claims another', async () => {
    const said: string[] = [];
    for (const { firstName, lastName } of [UNKNOWN, PRETENDER]) {
      const { page } = await openProvider('desktop');
      await page.getByRole('button', { name: `Sign in as ${firstName} ${lastName}` }).click();
      await arrivedAt(page, '/');
      said.push(await page.getByRole('alert').innerText());
    }
    expect(said[0]).toBe(said[1]);
    expect(said[0]).not.toMatch(/@|\blist\b/);
  });

  test.for(BOTH)('can be cancelled, which changes nothing, with %s', async (mode) => {
    const { page } = await openProvider(mode);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await arrivedAt(page, '/');
    await shown(page.getByRole('alert').getByText('The sign-in was cancelled or refused.'));
    await shown(page.getByRole('link', { name: 'Log In' }));
  });
});
