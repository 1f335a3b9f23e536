import { beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '#db/schema.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { plainFormsOf } from '../../support/plain-forms.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';
import { openLink } from '../../support/server/login-link.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';

const server = useServer(() => ({ APPROVED_EMAILS: `${TEST_EMAIL},robin@example.com` }));

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
const NOON = new Date('2026-03-02T12:00:00Z');

let laptop: Visitor;
let phone: Visitor;

/** Somebody who signs in with a browser of this name, from this address. */
async function signInWith(agent: string, address: string, email = TEST_EMAIL): Promise<Visitor> {
  const visitor = visit(server());
  const link = createSignInLink(server().services, email).replace(server().url, '');
  const [form] = plainFormsOf((await visitor.get(link)).text);
  const headers = { 'User-Agent': agent, 'X-Forwarded-For': address, Origin: server().url };
  await visitor.post(form?.action ?? '', Object.fromEntries(form?.fields ?? []), headers);
  return visitor;
}

beforeEach(async () => {
  server().setClock(NOON);
  laptop = await signInWith(FIREFOX, '192.0.2.1');
  phone = await signInWith(PHONE, '2001:db8::7');
});

const listed = (page: string) =>
  visibleText(/<ul aria-label="Where you are signed in"[\s\S]*?<\/ul>/.exec(page)?.[0] ?? '');
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/api/auth/user')).status === 200;
const endForms = (page: string) =>
  plainFormsOf(page).filter(({ action }) => /^\/settings\/sessions\/[\w-]+\/end$/.test(action));

test('Settings lists where somebody is signed in: device, when, from where, and nobody else', async () => {
  await signInWith(PHONE, '203.0.113.9', 'robin@example.com');
  server().setClock(new Date(NOON.getTime() + 60 * 60_000));
  const page = await laptop.get('/settings/account', { 'X-Forwarded-For': '192.0.2.200' });
  const text = listed(page.text);
  expect(text).toMatch(
    /Firefox on Windows This device Last seen 2 Mar 2026, 13:00 from 192\.0\.2\.200/,
  );
  expect(text).toMatch(/Safari on iPhone Last seen 2 Mar 2026, 12:00 from 2001:db8::7/);
  expect(text).not.toContain('203.0.113.9');
  // Neither a session's id nor its hash.
  const cookie = laptop.cookies.get('session') ?? '';
  expect(page.text).not.toContain(cookie.split('.')[0]);
});

test('Each can be signed out, and only one’s own', async () => {
  const robin = await signInWith(PHONE, '203.0.113.9', 'robin@example.com');
  const [form] = endForms((await laptop.get('/settings/account')).text);
  // Robin knows its name, and sends the form with a token of her own.
  expect((await robin.post(form?.action ?? '')).location).toBe('/settings/account');
  expect(toastOf((await robin.get('/settings/account')).text)).toContain(
    'The session was not found',
  );
  expect(await isSignedIn(phone)).toBe(true);
  const answer = await laptop.post(form?.action ?? '', Object.fromEntries(form?.fields ?? []), {});
  expect([answer.status, answer.location]).toEqual([303, '/settings/account']);
  expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true]);
  expect(endForms((await laptop.get('/settings/account')).text)).toEqual([]);
  expect((await laptop.post(form?.action ?? '')).location).toBe('/settings/account');
  expect(toastOf((await laptop.get('/settings/account')).text)).toContain(
    'The session was not found',
  );
});

test('All can be signed out at once, this one too, with the pages that the browser kept', async () => {
  const robin = await visitSignedIn(server(), 'robin@example.com');
  const page = await laptop.get('/settings/sessions/end');
  expect(visibleText(page.text)).toContain('All your devices are signed out at once');
  const form = plainFormsOf(page.text).find(({ buttons }) =>
    buttons.some(({ text }) => text === 'Sign out everywhere'),
  );
  const answer = await laptop.post(form?.action ?? '', Object.fromEntries(form?.fields ?? []), {});
  expect([answer.status, answer.location]).toEqual([302, '/']);
  // Not the storage: what waits there to be sent stays, since nobody was asked about it.
  expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"');
  expect(laptop.cookies.has('session')).toBe(false);
  expect([await isSignedIn(phone), await isSignedIn(robin)]).toEqual([false, true]);
});

test('A session that was left alone is over, and no longer listed', async () => {
  for (const day of [5, 10, 14]) {
    server().setClock(new Date(NOON.getTime() + day * 86_400_000));
    expect(await isSignedIn(laptop)).toBe(true);
  }
  expect(listed((await laptop.get('/settings/account')).text)).not.toContain('iPhone');
  expect(await isSignedIn(phone)).toBe(false);
  const again = visit(server());
  const link = createSignInLink(server().services, TEST_EMAIL).replace(server().url, '');
  expect((await openLink(again, link)).location).toBe('/');
});

/** How many sessions stand in the database. */
const kept = () => server().services.db.$count(sessions);

/** A browser that kept a session's cookie all the same. */
function withCookieOf(visitor: Visitor): Visitor {
  const other = visit(server());
  other.cookies.set('session', visitor.cookies.get('session') ?? '');
  return other;
}

describe('On a disk that cannot be written', () => {
  const disk = (isReadOnly: boolean) =>
    server().services.db.$client.pragma(`query_only = ${isReadOnly ? 1 : 0}`);

  beforeEach(() => {
    disk(true);
  });

  test('somebody can sign out: the cookie is cleared, and its session refused from then on', async () => {
    const copy = withCookieOf(phone);
    const answer = await phone.post('/api/logout');
    expect([answer.status, answer.location]).toEqual([302, '/']);
    expect(phone.cookies.has('session')).toBe(false);
    expect([await isSignedIn(copy), await isSignedIn(laptop)]).toEqual([false, true]);
    expect(await kept()).toBe(2);
    disk(false);
    expect([await isSignedIn(copy), await isSignedIn(laptop)]).toEqual([false, true]);
    expect(await kept()).toBe(1);
  });

  test('so can somebody everywhere', async () => {
    const copy = withCookieOf(laptop);
    const answer = await laptop.post('/settings/sessions/end', { oneTimeKey: 'k' });
    expect([answer.status, answer.location]).toEqual([302, '/']);
    expect(laptop.cookies.has('session')).toBe(false);
    expect([await isSignedIn(copy), await isSignedIn(phone)]).toEqual([false, false]);
    disk(false);
    await visitSignedIn(server(), 'robin@example.com').then(isSignedIn);
    expect(await kept()).toBe(1);
  });
});

test.each(['user', 'approved email'])(
  'A %s whose removal cannot be written is signed out, and may be removed again',
  async (what) => {
    const { $client } = server().services.db;
    const robin = await visitSignedIn(server(), 'robin@example.com');
    const table = what === 'user' ? 'users' : 'approved_emails';
    const id = $client
      .prepare(`select id from ${table} where email = 'robin@example.com'`)
      .pluck()
      .get() as number;
    const path =
      what === 'user' ? `/settings/users/${id}/delete` : `/settings/approved-emails/${id}/remove`;
    $client.exec(`create temp trigger unwritable before delete on sessions
      begin select raise(abort, 'not to be written'); end`);
    await laptop.post(path, { oneTimeKey: 'k' });
    expect((await laptop.get('/settings')).text).toContain(path);
    expect(await isSignedIn(robin)).toBe(false);
    $client.exec('drop trigger unwritable');
    expect([await isSignedIn(laptop), await isSignedIn(robin)]).toEqual([true, false]);
    expect(await kept()).toBe(2);
    expect((await laptop.post(path, { oneTimeKey: 'k' })).location).toBe('/settings');
    expect((await laptop.get('/settings')).text).not.toContain(path);
  },
);

test('Of very many sessions a hundred are listed, and all can be signed out', async () => {
  const { db } = server().services;
  db.$client.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    insert into sessions (id_hash, user_id, created_at, expires_at, last_seen_at)
    select 'h' || i, (select id from users where email = '${TEST_EMAIL}'), ${NOON.getTime() - 1000},
      ${NOON.getTime() + 86_400_000}, ${NOON.getTime() - 1000} from n`);
  const { text } = await laptop.get('/settings/account');
  expect(endForms(text)).toHaveLength(99);
  expect(text.length).toBeLessThan(200_000);
  expect(visibleText(text)).toContain(
    '19,902 more are not listed here. “Sign out everywhere” signs these out too.',
  );
  await laptop.post('/settings/sessions/end', { oneTimeKey: 'k' });
  expect(await kept()).toBe(0);
});
