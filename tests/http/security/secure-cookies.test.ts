import { expect, test } from 'vitest';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { sessions } from '#db/schema.ts';
import { plainFormsOf } from '../../support/plain-forms.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit } from '../../support/server/visitor.ts';

const ORIGIN = 'https://time.example.com';
const server = useServer(() => ({ APP_ORIGIN: ORIGIN }));

/** A visitor who comes through a proxy that speaks https, and every cookie that was set. */
function visitBehindProxy() {
  const visitor = visit({ url: `http://127.0.0.1:${server().services.config.port}` });
  const set: string[] = [];
  const noted = async (answer: Promise<{ headers: Headers }>) => {
    const { headers } = await answer;
    set.push(...headers.getSetCookie());
    return headers;
  };
  const post = (path: string, fields: Record<string, string> = {}) =>
    noted(visitor.post(path, fields, { Origin: ORIGIN }));
  return { visitor, set, post, get: (path: string) => noted(visitor.get(path)) };
}

async function signIn(through: ReturnType<typeof visitBehindProxy>): Promise<void> {
  const link = createSignInLink(server().services, TEST_EMAIL).replace(ORIGIN, '');
  const [form] = plainFormsOf((await through.visitor.get(link)).text);
  await through.post(form?.action ?? '', Object.fromEntries(form?.fields ?? []));
}

test('Over https every cookie is bound to our host, or to its path, and is Secure', async () => {
  const through = visitBehindProxy();
  const { get, post, set } = through;
  await get('/clients?x=1');
  await get('/?error=Something');
  await get('/');
  await signIn(through);
  await post('/settings/lite', { lite: 'on' });
  await post('/settings/account', { theme: 'dark' });
  await post('/clients/new', { name: 'Acme' });
  await get('/clients');
  through.visitor.cookies.delete('__Host-session');
  await post('/clients/new', { name: 'Typed after the end' });
  await signIn(through);
  await post('/api/logout');
  const names = new Set(set.map((cookie) => cookie.split('=')[0]));
  expect([...names].sort()).toEqual([
    '__Host-landing-error',
    '__Host-lite',
    '__Host-passkey-offered',
    '__Host-person',
    '__Host-return-to',
    '__Host-session',
    // Read by a script, and says nothing about anybody.
    '__Host-signed-out',
    '__Host-theme',
    '__Host-toast',
    '__Host-unsent',
    '__Secure-unsent-form',
    '__Secure-unsent-form-3',
    '__Secure-unsent-form-4',
    '__Secure-unsent-form-more',
    // Only taken away: from before.
    'session',
  ]);
  for (const cookie of set) {
    expect(cookie).toMatch(/; Secure(;|$)/);
    expect(cookie).not.toMatch(/Domain=/i);
    if (cookie.startsWith('__Host-')) expect(cookie).toMatch(/; Path=\/(;|$)/);
    if (cookie.startsWith('session=')) expect(cookie).toMatch(/^session=; Max-Age=0;/);
  }
});

test('A session from before the names had a prefix goes on, and is renamed by the first answer', async () => {
  const through = visitBehindProxy();
  await signIn(through);
  const { cookies } = through.visitor;
  const value = cookies.get('__Host-session') ?? '';
  cookies.clear();
  cookies.set('session', value);
  // One of today under the old name was tossed in.
  expect((await through.visitor.get('/api/auth/user')).status).toBe(401);
  server().services.db.update(sessions).set({ device: '' }).run();
  cookies.set('session', value);
  expect((await through.visitor.get('/api/auth/user')).status).toBe(200);
  expect([...cookies]).toEqual([['__Host-session', value]]);
  expect((await through.visitor.get('/api/auth/user')).status).toBe(200);
});

test('A cookie of the old name beside ours signs nobody out, and in as nobody else', async () => {
  const [mine, theirs] = [visitBehindProxy(), visitBehindProxy()];
  await signIn(mine);
  await signIn(theirs);
  const { cookies } = mine.visitor;
  const own = cookies.get('__Host-session') ?? '';
  cookies.clear();
  cookies.set('session', theirs.visitor.cookies.get('__Host-session') ?? '');
  cookies.set('__Host-session', own);
  expect((await mine.visitor.get('/api/auth/user')).status).toBe(200);
  expect(cookies.get('__Host-session')).toBe(own);
});
