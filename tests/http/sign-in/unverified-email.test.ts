import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loginLink } from '#app/auth/sign-in/login-link.server.ts';
import { approvedEmails, users } from '#db/schema.ts';
import { visibleText } from '../../support/html.ts';
import {
  CLIENT,
  isSignedIn,
  person,
  signInAs,
  startWithProvider,
  withError,
  type WithProvider,
} from '../../support/server/at-provider.ts';
import { openLink } from '../../support/server/login-link.ts';
import { runCommandWith } from '../../support/server/operator.ts';
import { visit } from '../../support/server/visitor.ts';

/** The landing page shows all of it: it cuts what is longer than 200 characters. */
const NOT_VERIFIED =
  'You could not be signed in: your sign-in service says that your email address is not verified. Verify it there, or ask whoever runs this service to trust it (OAUTH2_TRUST_EMAIL).';

const [alex, kim] = [person('alex'), person('kim')];
let both: WithProvider;

const start = async (environment: Record<string, string> = {}) => {
  Object.assign(alex, person('alex'));
  Object.assign(kim, person('kim', { emailVerified: false }));
  both = await startWithProvider([alex, kim], environment);
};
const stop = async () => {
  await both.server.stop();
  await both.provider.close();
};

const signIn = async (id: string) => {
  const visitor = visit(both.server);
  return { visitor, location: await signInAs(both, visitor, id) };
};
const people = () => both.server.services.db.select().from(users).orderBy(users.id).all();

describe('Where the provider says that an email is not verified', () => {
  beforeEach(() => start());
  afterEach(stop);

  test('a stranger is kept out, told the true reason, approved or not', async () => {
    alex.emailVerified = false;
    for (const id of ['alex', 'kim']) {
      const { visitor, location } = await signIn(id);
      expect(location).toBe(withError(NOT_VERIFIED));
      await visitor.get(location ?? '');
      expect(visibleText((await visitor.get('/')).text)).toContain(NOT_VERIFIED);
      expect(await isSignedIn(visitor)).toBe(false);
    }
    expect(people()).toEqual([]);
    const said = both.server.logLines().find(({ event }) => event === 'refused');
    expect(said).toMatchObject({ reason: 'email not verified' });
    expect(said?.help).toContain('set OAUTH2_TRUST_EMAIL=yes and start again');
    expect(JSON.stringify(said)).not.toContain('@');
  });

  test('whoever is known by the provider’s own name for them gets in, and keeps the email', async () => {
    expect((await signIn('alex')).location).toBe('/');
    Object.assign(alex, { emailVerified: false, email: 'kim@example.com', firstName: 'Alexa' });
    const { location, visitor } = await signIn('alex');
    expect(location).toBe('/');
    expect(await isSignedIn(visitor)).toBe(true);
    expect(people()).toMatchObject([{ email: 'alex@example.com', firstName: 'Alexa' }]);
  });

  test('but not once their email is off the approved list', async () => {
    expect((await signIn('alex')).location).toBe('/');
    alex.emailVerified = false;
    const { db } = both.server.services;
    db.update(approvedEmails)
      .set({ email: 'other@example.com' })
      .where(eq(approvedEmails.email, 'alex@example.com'))
      .run();
    const { location, visitor } = await signIn('alex');
    expect(location).toMatch(/^\/\?error=.*approve/);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('nobody gets the account of somebody else by entering their email', async () => {
    expect((await signIn('alex')).location).toBe('/');
    kim.email = 'alex@example.com';
    expect((await signIn('kim')).location).toBe(withError(NOT_VERIFIED));
    expect(people()).toHaveLength(1);
  });
});

describe('With OAUTH2_TRUST_EMAIL=yes', () => {
  beforeEach(() => start({ OAUTH2_TRUST_EMAIL: 'yes' }));
  afterEach(stop);

  test('the email counts, and has to be approved as any other', async () => {
    alex.emailVerified = false;
    expect((await signIn('alex')).location).toBe('/');
    expect(people()).toMatchObject([{ email: 'alex@example.com', subject: 'alex' }]);
    expect((await signIn('kim')).location).toMatch(/^\/\?error=.*approve/);
  });

  test('it is still another person’s where somebody else has it', async () => {
    expect((await signIn('alex')).location).toBe('/');
    kim.email = 'alex@example.com';
    expect((await signIn('kim')).location).toMatch(/^\/\?error=/);
    expect(people()).toMatchObject([{ subject: 'alex' }]);
  });
});

describe('The operator’s link, where a provider is set up,', () => {
  beforeEach(() => start());
  afterEach(stop);

  const link = (...words: string[]) =>
    runCommandWith(
      both.server,
      {
        OAUTH2_ISSUER: both.provider.issuer,
        OAUTH2_CLIENT_ID: CLIENT.clientId,
        OAUTH2_CLIENT_SECRET: CLIENT.clientSecret,
      },
      loginLink,
      ...words,
    );

  test('is refused without the flag, which is named', async () => {
    const { code, printed, errors } = await link('alex@example.com');
    expect({ code, printed }).toEqual({ code: 1, printed: [] });
    expect(errors).toContain('add --despite-provider: npm run login-link -- you@example.com');
  });

  test('signs in once with it, on the running server, and keeps the person', async () => {
    expect((await signIn('alex')).location).toBe('/');
    const before = people();
    const { printed } = await link('--despite-provider', 'alex@example.com');
    const address = /http\S+/.exec(printed.join('\n'))?.[0].replace(both.server.url, '') ?? '';
    const visitor = visit(both.server);
    expect((await openLink(visitor, address)).location).toBe('/');
    expect(await isSignedIn(visitor)).toBe(true);
    expect(people().map(({ id, subject }) => [id, subject])).toEqual(
      before.map(({ id, subject }) => [id, subject]),
    );
    const again = visit(both.server);
    expect((await openLink(again, address)).location).toMatch(/^\/\?error=This%20sign-in%20link/);
    expect(await isSignedIn(again)).toBe(false);
  });

  test('is for approved emails only', async () => {
    const { code, errors } = await link('kim@example.com', '--despite-provider');
    expect(code).toBe(1);
    expect(errors).toContain('kim@example.com is not on the approved list, so no link was made.');
  });
});
