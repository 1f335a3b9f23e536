import { uptime } from 'node:os';
import { createCookie } from '@remix-run/node';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { hashOf } from '#app/auth/sessions/sessions.server.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { approvedEmails, sessions, signInLinks, users } from '#db/schema.ts';
import { openLink } from '../../support/server/login-link.ts';
import { plainFormsOf } from '../../support/plain-forms.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const shared = useSharedServer();
const START = new Date('2026-03-29T12:00:00Z');
const MINUTE = 60_000;

afterEach(() => {
  shared().server.setClock(new Date());
});

/** The path and query of a new sign-in link. */
function newLink(email = TEST_EMAIL): string {
  const { services, url } = shared().server;
  return createSignInLink(services, email).replace(url, '');
}

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  const { status } = await visitor.get('/api/auth/user');
  return status === 200;
}

/** Opens a link that is refused, by its page or at the press; gives the sentence that the landing page then shows. */
async function refusalOf(visitor: Visitor, link: string): Promise<string> {
  const answer = await openLink(visitor, link);
  expect(answer.status).toBe(302);
  expect(await isSignedIn(visitor)).toBe(false);
  return new URLSearchParams(answer.location?.split('?')[1]).get('error') ?? '';
}

const USED = 'This sign-in link was already used or has expired. Ask for a new one.';

describe('a sign-in link', () => {
  test('signs in once', async () => {
    const [first, second] = [visit(shared().server), visit(shared().server)];
    const link = newLink();
    expect(await isSignedIn(first)).toBe(false);
    const answer = await openLink(first, link);
    expect([answer.status, answer.location]).toEqual([302, '/']);
    expect(await isSignedIn(first)).toBe(true);
    expect(await refusalOf(second, link)).toBe(USED);
  });

  test('is not used up by a look at it, by GET or by HEAD', async () => {
    const link = newLink();
    const preview = visit(shared().server);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { status, headers } = await preview.send(link, { method });
      expect([method, status]).toEqual([method, 200]);
      expect(headers.get('Cache-Control')).toContain('no-store');
    }
    expect(await isSignedIn(preview)).toBe(false);
    const person = visit(shared().server);
    expect((await openLink(person, link)).location).toBe('/');
    expect(await isSignedIn(person)).toBe(true);
  });

  test('has a page with one button, of a form that every browser can send', async () => {
    const { server } = shared();
    const { text, headers } = await visit(server).get(newLink(), {
      'Sec-Fetch-Site': 'cross-site',
      Referer: 'https://mail.example/',
    });
    expect(text.match(/<button/g)).toHaveLength(1);
    const [form] = plainFormsOf(text);
    expect(form?.buttons.map((button) => button.text)).toEqual(['Sign in']);
    // A Referer of the origin alone; `no-referrer` would make old browsers send `Origin: null`.
    expect(headers.get('Referrer-Policy')).toBe('strict-origin');
    expect(form?.action).toBe('/api/login/link');
    // A text browser names no origin, and has no session whose token it could send.
    const w3m = visit(server);
    await w3m.post(form?.action ?? '', Object.fromEntries(form?.fields ?? []), {});
    expect(await isSignedIn(w3m)).toBe(true);
  });

  test('cannot be pressed by another site', async () => {
    const [form] = plainFormsOf((await visit(shared().server).get(newLink())).text);
    const visitor = visit(shared().server);
    const answer = await visitor.post(form?.action ?? '', Object.fromEntries(form?.fields ?? []), {
      Origin: 'https://evil.example',
    });
    expect(answer.status).toBe(403);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('that was used while its page was open says so at the press', async () => {
    const link = newLink();
    const [form] = plainFormsOf((await visit(shared().server).get(link)).text);
    await openLink(visit(shared().server), link);
    const late = await visit(shared().server).post(
      form?.action ?? '',
      Object.fromEntries(form?.fields ?? []),
    );
    expect(late.location).toBe(`/?error=${encodeURIComponent(USED)}`);
  });

  test('signs in only one of two who open it at the same time', async () => {
    const link = newLink();
    const both = [visit(shared().server), visit(shared().server)];
    await Promise.all(both.map((visitor) => openLink(visitor, link)));
    const signedIn = await Promise.all(both.map(isSignedIn));
    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  test('works for ten minutes', async () => {
    const { server } = shared();
    server.setClock(START);
    const [inTime, tooLate] = [newLink(), newLink()];
    server.setClock(new Date(START.getTime() + 10 * MINUTE - 1));
    const visitor = visit(server);
    expect((await openLink(visitor, inTime)).location).toBe('/');
    expect(await isSignedIn(visitor)).toBe(true);
    server.setClock(new Date(START.getTime() + 10 * MINUTE));
    expect(await refusalOf(visit(server), tooLate)).toBe(USED);
  });

  test('does not live longer when the clock is set back', async () => {
    const { server } = shared();
    const { db } = server.services;
    server.setClock(START);
    const [old, rebooted, young] = [newLink(), newLink(), newLink()];
    // Eleven minutes after it by the machine, and one before it by a clock that was set back.
    const age = (link: string, seconds: number) =>
      db
        .update(signInLinks)
        .set({ madeAtUptime: Math.floor(uptime()) - seconds })
        .where(eq(signInLinks.tokenHash, hashOf(link.split('token=')[1] ?? '')))
        .run();
    age(old, 11 * 60);
    age(young, 9 * 60);
    age(rebooted, -100);
    server.setClock(new Date(START.getTime() - MINUTE));
    expect(await refusalOf(visit(server), old)).toBe(USED);
    expect(await refusalOf(visit(server), rebooted)).toBe(USED);
    expect((await openLink(visit(server), young)).location).toBe('/');
  });

  test.each(['', 'x', 'a'.repeat(10_000), '%00'])('cannot be guessed (%#)', async (token) => {
    expect(await refusalOf(visit(shared().server), `/api/login?token=${token}`)).toBe(USED);
  });

  test('is made only for an approved email', () => {
    const { services } = shared().server;
    const before = services.db.select().from(signInLinks).all();
    expect(() => createSignInLink(services, 'robin@example.com')).toThrow(
      'robin@example.com is not on the approved list, so no link was made.',
    );
    expect(services.db.select().from(signInLinks).all()).toEqual(before);
    expect(newLink(' Alex@Example.COM ')).toMatch(/^\/api\/login\?token=[\w-]{43}$/);
  });

  test('does not work for an email that was taken off the list meanwhile', async () => {
    const { services } = shared().server;
    const email = 'casual@example.com';
    const approve = () =>
      services.db.insert(approvedEmails).values({ email, createdAt: START }).run();
    approve();
    const link = newLink(email);
    services.db.delete(approvedEmails).where(eq(approvedEmails.email, email)).run();
    const sentence = await refusalOf(visit(shared().server), link);
    expect(sentence).toBe(
      'You could not be signed in with that account. Ask whoever runs this service to approve your email address.',
    );
    expect(services.db.select().from(users).where(eq(users.email, email)).all()).toEqual([]);
    approve();
    expect((await openLink(visit(shared().server), newLink(email))).location).toBe('/');
  });

  test('is stored neither in the database nor in the log', async () => {
    const { services, logLines } = shared().server;
    const link = newLink();
    const token = link.split('token=')[1] ?? '';
    expect(JSON.stringify(services.db.select().from(signInLinks).all())).not.toContain(token);
    const visitor = visit(shared().server);
    await openLink(visitor, link);
    const log = JSON.stringify(logLines());
    expect(log).toContain('/api/login');
    expect(log).not.toContain(token);
    expect(log).not.toContain(visitor.cookies.get('session'));
  });
});

describe('a session', () => {
  test('gets a cookie of its own at every sign-in', async () => {
    const visitor = await visitSignedIn(shared().server);
    const before = visitor.cookies.get('session');
    await openLink(visitor, newLink());
    expect(visitor.cookies.get('session')).not.toBe(before);
  });

  test('ends on the server at sign-out, and its cookie no longer works', async () => {
    const visitor = await visitSignedIn(shared().server);
    const cookie = visitor.cookies.get('session') ?? '';
    const answer = await visitor.get('/api/logout', { 'Sec-Fetch-Site': 'same-origin' });
    expect([answer.status, answer.location]).toEqual([302, '/']);
    expect(visitor.cookies.has('session')).toBe(false);
    visitor.cookies.set('session', cookie);
    expect(await isSignedIn(visitor)).toBe(false);
    expect((await visitor.get('/clients')).status).toBe(401);
    // Signing out again, or without a session, is not an error.
    expect((await visitor.get('/api/logout')).status).toBe(302);
    expect((await visit(shared().server).get('/api/logout')).status).toBe(302);
  });

  test.each([
    ['cross-site', true],
    ['same-site', true],
    ['same-origin', false],
    ['none', false],
  ])('asked to end by a %s link stays: %s', async (site, stays) => {
    const visitor = await visitSignedIn(shared().server);
    const answer = await visitor.get('/api/logout', { 'Sec-Fetch-Site': site });
    expect([answer.status, answer.location]).toEqual([302, '/']);
    expect(await isSignedIn(visitor)).toBe(stays);
  });

  test('asked to end by a link of which the browser does not say whose it is stays, until a button is pressed', async () => {
    const visitor = await visitSignedIn(shared().server);
    const page = await visitor.get('/api/logout');
    expect(page.status).toBe(200);
    expect(page.headers.get('Cache-Control')).toContain('no-store');
    expect((await visitor.send('/api/logout', { method: 'HEAD' })).status).toBe(200);
    expect(await isSignedIn(visitor)).toBe(true);
    const [form] = plainFormsOf(page.text);
    expect(form?.buttons.map((button) => button.text)).toEqual(['Sign Out']);
    // Another site's form does not know the token; a text browser sends it with the page's own.
    expect((await visitor.post('/api/logout', {}, {})).status).toBe(403);
    expect((await visitor.post('/api/logout', {}, { Origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect(await isSignedIn(visitor)).toBe(true);
    const answer = await visitor.post('/api/logout', Object.fromEntries(form?.fields ?? []), {});
    expect([answer.status, answer.location]).toEqual([302, '/']);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('takes what the browser kept with it when it ends', async () => {
    const visitor = await visitSignedIn(shared().server);
    const { headers } = await visitor.post('/api/logout');
    // Not "cookies": that would clear those of other programs below our name, too.
    expect(headers.get('Clear-Site-Data')).toBe('"cache", "storage"');
  });

  test('leaves what another person on the device has not sent, where the device says so', async () => {
    const visitor = await visitSignedIn(shared().server);
    const ours = { 'Sec-Fetch-Site': 'same-origin' };
    const { headers } = await visitor.get('/api/logout?now=keep', ours);
    expect(headers.get('Clear-Site-Data')).toBe('"cache"');
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('ends when its browser signs in again, as whomever', async () => {
    const { server } = shared();
    const visitor = await visitSignedIn(server);
    const before = visitor.cookies.get('session') ?? '';
    const elsewhere = await visitSignedIn(server);
    await openLink(visitor, newLink());
    const old = visit(server);
    old.cookies.set('session', before);
    expect(await isSignedIn(old)).toBe(false);
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, true]);
  });

  test('ends with the next request after its email was taken off the list', async () => {
    const { server } = shared();
    const { db } = server.services;
    const email = 'leaver@example.com';
    db.insert(approvedEmails).values({ email, createdAt: START }).run();
    const leaver = visit(server);
    await openLink(leaver, newLink(email));
    expect(await isSignedIn(leaver)).toBe(true);
    db.delete(approvedEmails).where(eq(approvedEmails.email, email)).run();
    expect((await leaver.get('/clients')).status).toBe(401);
    expect((await leaver.post('/clients/new', { name: 'Late' })).status).toBe(401);
    expect((await leaver.api('POST', '/api/clients', { name: 'Late' })).status).toBe(401);
    expect(await isSignedIn(shared().visitor)).toBe(true);
  });

  test('cannot be forged, altered or taken from the database', async () => {
    const { server } = shared();
    const visitor = await visitSignedIn(server);
    const cookie = decodeURIComponent(visitor.cookies.get('session') ?? '');
    const [value = '', signature = ''] = cookie.split('.');
    const flipped = (value.startsWith('I') ? 'J' : 'I') + value.slice(1);
    const [row] = server.services.db.select().from(sessions).all();
    const wrapped = btoa(JSON.stringify(row?.idHash));
    const signed = await createCookie('session', {
      secrets: [server.services.appSecret],
    }).serialize(row?.idHash);
    const forged = [
      value,
      `${flipped}.${signature}`,
      `${value}.${signature.slice(1)}`,
      `${wrapped}.${signature}`,
      wrapped,
      // Not even with the secret, since the database has only the hash of the id.
      decodeURIComponent(/^session=([^;]*)/.exec(signed)?.[1] ?? ''),
      '',
      '.',
    ];
    for (const text of forged) {
      visitor.cookies.set('session', encodeURIComponent(text));
      expect([text, await isSignedIn(visitor)]).toEqual([text, false]);
    }
    visitor.cookies.set('session', encodeURIComponent(cookie));
    expect(await isSignedIn(visitor)).toBe(true);
  });
});
