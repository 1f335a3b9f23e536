import { beforeEach, describe, expect, test } from 'vitest';
import { startSession } from '#app/auth/sessions/sessions.server.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { removeApprovedEmail } from '#app/users/approved-emails.server.ts';
import { deleteUser } from '#app/users/users.server.ts';
import { historyEntries, passkeyChallenges, passkeys, sessions, users } from '#db/schema.ts';
import type { Wrong } from '../../support/browser/authenticator.ts';
import { addUser, approve } from '../../support/data/entries.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { openLink } from '../../support/server/login-link.ts';
import { addPasskey, askToSign, signInWithPasskey } from '../../support/data/passkeys.ts';
import { plainFormsOf } from '../../support/plain-forms.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const server = useServer(() => ({ APPROVED_EMAILS: `${TEST_EMAIL},robin@example.com` }));
const START = new Date('2026-03-02T12:00:00Z');
const MINUTE = 60_000;

let visitor: Visitor;

beforeEach(async () => {
  server().setClock(START);
  visitor = await visitSignedIn(server());
});

const later = (minutes: number) => {
  server().setClock(new Date(START.getTime() + minutes * MINUTE));
};
const isSignedIn = async (one: Visitor) => (await one.get('/api/auth/user')).status === 200;
const rows = () => server().services.db.select().from(passkeys).all();
const acts = () =>
  server()
    .services.db.select()
    .from(historyEntries)
    .all()
    .filter(({ kind }) => kind === 'sign-in')
    .map(({ action, after }) => ({ action, ...(JSON.parse(after ?? '{}') as object) }));
const REFUSED = /^\/\?error=This%20passkey%20could%20not%20sign%20you%20in/;

describe('A passkey', () => {
  test('is added by name, listed, signs in without a link, and is noted as used', async () => {
    expect((await visitor.get('/settings/account')).text).toContain('No passkeys yet');
    const { answer, authenticator } = await addPasskey(visitor, server().url);
    expect([answer.status, answer.location]).toEqual([303, '/settings/account']);
    expect(visibleText((await visitor.get('/settings/account')).text)).toContain(
      'My laptop Added 2 Mar 2026, 12:00, not used yet',
    );
    later(5);
    const elsewhere = visit(server());
    const signedIn = await signInWithPasskey(elsewhere, authenticator);
    expect([signedIn.status, signedIn.location]).toEqual([302, '/']);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect(visibleText((await elsewhere.get('/settings/account')).text)).toContain(
      'My laptop Added 2 Mar 2026, 12:00, last used 2 Mar 2026, 12:05',
    );
    expect(acts().slice(-2)).toMatchObject([
      { action: 'passkey added', name: 'My laptop' },
      { action: 'signed in', with: 'passkey' },
    ]);
  });

  test('ends the session that the browser had, and leads to the screen that was asked for', async () => {
    const { authenticator } = await addPasskey(visitor, server().url);
    const before = visitor.cookies.get('session') ?? '';
    await signInWithPasskey(visitor, authenticator);
    const old = visit(server());
    old.cookies.set('session', before);
    expect([await isSignedIn(old), await isSignedIn(visitor)]).toEqual([false, true]);
    const elsewhere = visit(server());
    await elsewhere.get('/clients?page=2');
    expect((await signInWithPasskey(elsewhere, authenticator)).location).toBe('/clients?page=2');
  });

  test('signs in from the tab that asked first, too, once for each', async () => {
    const { authenticator } = await addPasskey(visitor, server().url);
    const elsewhere = visit(server());
    const [first, second] = [await askToSign(elsewhere), await askToSign(elsewhere)];
    const answer = authenticator.get(first);
    expect((await elsewhere.post('/api/login/passkey', { answer })).location).toBe('/');
    expect((await elsewhere.post('/api/login/passkey', { answer })).location).toMatch(REFUSED);
    const other = authenticator.get(second);
    expect((await elsewhere.post('/api/login/passkey', { answer: other })).location).toBe('/');
    // A cookie that is none of ours is replaced.
    elsewhere.cookies.set('passkey', Buffer.from('"short"').toString('base64'));
    expect((await signInWithPasskey(elsewhere, authenticator)).location).toBe('/');
  });

  test('is one of several, each removed alone, with a trace in the history', async () => {
    const first = await addPasskey(visitor, server().url, { name: ' My\tphone\n' });
    const second = await addPasskey(visitor, server().url, { name: 'Key ring' });
    // An authenticator knows one person by one name.
    expect(new Set(rows().map(({ userHandle }) => userHandle)).size).toBe(1);
    const [phone] = rows();
    const page = await visitor.get(`/settings/passkeys/${phone?.id}/remove`);
    expect(visibleText(page.text)).toContain('“My phone” can no longer be used to sign in');
    const answer = await visitor.post(`/settings/passkeys/${phone?.id}/remove`);
    expect([answer.status, answer.location]).toEqual([303, '/settings/account']);
    expect((await signInWithPasskey(visit(server()), first.authenticator)).location).toMatch(
      REFUSED,
    );
    expect((await signInWithPasskey(visit(server()), second.authenticator)).location).toBe('/');
    expect(acts()).toContainEqual({ action: 'passkey removed', name: 'My phone' });
    expect((await visitor.post(`/settings/passkeys/${phone?.id}/remove`)).status).toBe(303);
    expect(toastOf((await visitor.get('/settings/account')).text)).toContain(
      'The passkey was not found',
    );
    expect(rows()).toHaveLength(1);
  });

  test('of somebody else can be neither seen nor removed', async () => {
    await addPasskey(visitor, server().url);
    const robin = await visitSignedIn(server(), 'robin@example.com');
    expect((await robin.get('/settings/account')).text).not.toContain('My laptop');
    const [own] = rows();
    expect((await robin.get(`/settings/passkeys/${own?.id}/remove`)).status).toBe(404);
    expect((await robin.post(`/settings/passkeys/${own?.id}/remove`)).status).toBe(303);
    expect(toastOf((await robin.get('/settings/account')).text)).toContain(
      'The passkey was not found',
    );
    expect(rows()).toHaveLength(1);
  });
});

describe('Nobody is signed in', () => {
  const wrongs: [string, Wrong][] = [
    ['by a signature of another key', { signature: (bytes) => bytes.reverse() }],
    ['from another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a finger, a face or a PIN', { isVerified: false }],
    ['with a count that was there before: a copy', { counter: 1 }],
    ['as another person', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
    ['by a challenge that nobody made', { challenge: 'bm9ib2R5IG1hZGUgdGhpcw' }],
    ['by what makes a passkey', { type: 'webauthn.create' }],
  ];
  test.each(wrongs)('%s', async (_, wrong) => {
    const { authenticator } = await addPasskey(visitor, server().url);
    const stranger = visit(server());
    expect((await signInWithPasskey(stranger, authenticator, wrong)).location).toMatch(REFUSED);
    expect(await isSignedIn(stranger)).toBe(false);
    expect(acts().at(-1)?.action).toBe('refused');
    // The same passkey, as it should be.
    expect((await signInWithPasskey(stranger, authenticator)).location).toBe('/');
  });

  test.each(['', '{', '{}', 'null', '[]', '{"id":"a"}', `{"id":"${'a'.repeat(30_000)}"}`])(
    'by %#, which is no answer of a browser',
    async (answer) => {
      const stranger = visit(server());
      await askToSign(stranger);
      expect((await stranger.post('/api/login/passkey', { answer })).location).toMatch(REFUSED);
    },
  );

  test('by an answer that was used already, came late, or is another browser’s', async () => {
    const { authenticator } = await addPasskey(visitor, server().url);
    const [one, other] = [visit(server()), visit(server())];
    const answer = authenticator.get(await askToSign(one));
    await askToSign(other);
    expect((await other.post('/api/login/passkey', { answer })).location).toMatch(REFUSED);
    expect((await one.post('/api/login/passkey', { answer })).location).toBe('/');
    expect((await one.post('/api/login/passkey', { answer })).location).toMatch(REFUSED);
    const slow = authenticator.get(await askToSign(one));
    later(5);
    expect((await one.post('/api/login/passkey', { answer: slow })).location).toMatch(REFUSED);
    // A clock that is set back makes none live longer: the machine's own time counts, too.
    later(0);
    const kept = authenticator.get(await askToSign(one));
    server().services.db.update(passkeyChallenges).set({ madeAtUptime: 1 }).run();
    later(-60);
    expect((await one.post('/api/login/passkey', { answer: kept })).location).toMatch(REFUSED);
  });

  test('by another site’s form', async () => {
    const { authenticator } = await addPasskey(visitor, server().url);
    const stranger = visit(server());
    const answer = authenticator.get(await askToSign(stranger));
    const foreign = { Origin: 'https://evil.example' };
    expect((await stranger.post('/api/login/passkey', { answer }, foreign)).status).toBe(403);
    expect(await isSignedIn(stranger)).toBe(false);
  });

  test('whose email was taken off the list, then or since; and the passkey is gone for good', async () => {
    const robin = await visitSignedIn(server(), 'robin@example.com');
    const { authenticator } = await addPasskey(robin, server().url);
    const { services } = server();
    const alex = services.db.select().from(users).all()[0];
    if (!alex) throw new Error('Nobody has signed in');
    removeApprovedEmail(services, alex, approve(server(), 'robin@example.com'));
    expect((await signInWithPasskey(visit(server()), authenticator)).location).toMatch(REFUSED);
    approve(server(), 'robin@example.com');
    expect((await signInWithPasskey(visit(server()), authenticator)).location).toMatch(REFUSED);
    expect(rows()).toEqual([]);
  });

  test('whose email is not approved, with words that do not say so', async () => {
    const robin = await visitSignedIn(server(), 'robin@example.com');
    const { authenticator } = await addPasskey(robin, server().url);
    server().services.db.$client.exec(`delete from approved_emails where email like 'robin%'`);
    const { location } = await signInWithPasskey(visit(server()), authenticator);
    expect(location).toContain('You%20could%20not%20be%20signed%20in');
  });

  test('who was deleted', async () => {
    const robin = await visitSignedIn(server(), 'robin@example.com');
    const { authenticator } = await addPasskey(robin, server().url);
    const { services } = server();
    const [alex, other] = services.db.select().from(users).all();
    deleteUser(services, { id: alex?.id ?? 0 }, other?.id ?? 0);
    expect(rows()).toEqual([]);
    expect((await signInWithPasskey(visit(server()), authenticator)).location).toMatch(REFUSED);
  });
});

test('One that was added is said to be added when its form comes again, since the answer was lost', async () => {
  const key = { oneTimeKey: 'the-key-of-the-page-1' };
  const { answer, sent } = await addPasskey(visitor, server().url, { more: key });
  expect(answer.status).toBe(303);
  const again = await visitor.post('/settings/passkeys/new', sent);
  expect([again.status, again.location]).toEqual([303, answer.location]);
  expect(rows()).toHaveLength(1);
  // Another passkey by the form of a page that the browser had kept, and no passkey at all.
  const other = await addPasskey(visitor, server().url, { more: key });
  expect(other.answer.status).toBe(422);
  const nothing = await visitor.post('/settings/passkeys/new', {
    name: 'None',
    answer: '',
    ...key,
  });
  expect(nothing.status).toBe(400);
  expect(rows()).toHaveLength(1);
});

describe('None is added', () => {
  test.each<[string, Wrong]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a finger, a face or a PIN', { isVerified: false }],
    ['for a challenge that nobody made', { challenge: 'bm9ib2R5IG1hZGUgdGhpcw' }],
    ['with an algorithm that is not settled', { algorithm: -48 }],
  ])('%s', async (_, wrong) => {
    const { answer } = await addPasskey(visitor, server().url, { wrong });
    expect(answer.status).toBe(400);
    expect(visibleText(answer.text)).toContain('so it was not added. Try again.');
    expect(rows()).toEqual([]);
  });

  test('with the answer that another session, or nobody, was asked for', async () => {
    const { sent } = await addPasskey(visitor, server().url);
    const other = await visitSignedIn(server());
    expect((await other.post('/settings/passkeys/new', sent)).status).toBe(400);
    expect((await visitor.post('/settings/passkeys/new', sent)).status).toBe(400);
    expect((await visitor.post('/settings/passkeys/new', { name: 'None' })).status).toBe(400);
    expect(rows()).toHaveLength(1);
  });

  test('more than an hour after signing in, which the dialog says, with the way there', async () => {
    later(60);
    expect((await visitor.api('POST', '/api/passkeys?for=me')).status).toBe(409);
    const page = visibleText((await visitor.get('/settings/passkeys/new')).text);
    expect(page).toContain('You signed in more than an hour ago.');
    const again = await visitor.get('/api/login?again');
    expect(again.status).toBe(200);
    const link = createSignInLink(server().services, TEST_EMAIL).replace(server().url, '');
    expect((await openLink(visitor, link)).location).toBe('/settings/passkeys/new');
    expect((await addPasskey(visitor, server().url)).answer.status).toBe(303);
  });

  test('without a name that can be seen and stored, or beyond twenty', async () => {
    for (const name of [' ', '\u200b', 'a\0b', 'a'.repeat(61)]) {
      expect((await addPasskey(visitor, server().url, { name })).answer.status).toBe(400);
    }
    expect(rows()).toEqual([]);
    for (let one = 0; one < 20; one += 1) await addPasskey(visitor, server().url);
    expect((await visitor.api('POST', '/api/passkeys?for=me')).status).toBe(409);
    expect(rows()).toHaveLength(20);
  });
});

describe('Passkeys are offered', () => {
  test('after signing in by link, once in a browser, until there is one; and the link goes on working', async () => {
    const link = () => createSignInLink(server().services, TEST_EMAIL).replace(server().url, '');
    const first = visit(server());
    await openLink(first, link());
    expect((await first.get('/clients')).text).toContain('Add a passkey in Settings');
    await openLink(first, link());
    expect((await first.get('/clients')).text).not.toContain('Add a passkey in Settings');
    await addPasskey(first, server().url);
    const second = visit(server());
    expect((await openLink(second, link())).location).toBe('/');
    expect((await second.get('/clients')).text).not.toContain('Add a passkey in Settings');
  });

  test('on the page of sign-in once somebody has one, beside how to get a link', async () => {
    const page = async () => visibleText((await visit(server()).get('/api/login')).text);
    expect(await page()).not.toContain('Sign in with a passkey');
    await addPasskey(visitor, server().url);
    expect(await page()).toContain('Sign in with a passkey');
    expect(await page()).toContain('npm run login-link -- you@example.com');
    // Without scripts the button cannot be pressed, and the page says why.
    expect(await page()).toContain('Sign-in links work without.');
    const [form] = plainFormsOf((await visit(server()).get('/api/login')).text);
    expect(form?.action ?? '/api/login/passkey').toBe('/api/login/passkey');
  });

  test('and no secret of theirs is on a page, in the log or in the clear', async () => {
    const { authenticator } = await addPasskey(visitor, server().url);
    const stranger = visit(server());
    const { challenge } = await askToSign(stranger);
    const page = (await visitor.get('/settings/account')).text;
    const log = JSON.stringify(server().logLines());
    const stored = JSON.stringify(server().services.db.select().from(passkeyChallenges).all());
    for (const secret of [challenge, stranger.cookies.get('passkey') ?? '']) {
      expect(secret.length).toBeGreaterThan(40);
      for (const text of [page, log, stored]) expect(text).not.toContain(secret);
    }
    expect(page).not.toContain(authenticator.id);
    expect(log).not.toContain(authenticator.id);
  });
});

test('A user without a session cannot ask for a passkey to be made', async () => {
  expect((await visit(server()).api('POST', '/api/passkeys?for=me')).status).toBe(401);
  const robin = addUser(server(), 'robin@example.com');
  const cookie = startSession(server().services, robin).split(';')[0]?.split('=') ?? [];
  const other = visit(server());
  other.cookies.set(cookie[0] ?? '', cookie.slice(1).join('='));
  expect((await other.api('POST', '/api/passkeys?for=me')).status).toBe(200);
  server().services.db.delete(sessions).run();
  expect((await other.api('POST', '/api/passkeys?for=me')).status).toBe(401);
});
