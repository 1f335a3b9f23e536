import { createCookie } from '@remix-run/node';
import { describe, expect, test } from 'vitest';
import { hashOf } from '#app/auth/sessions/sessions.server.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { printSelection } from '#app/pending-work-logs/review/selection.ts';
import { approve } from '../../support/data/entries.ts';
import { plainFormsOf } from '../../support/plain-forms.ts';
import { visibleText } from '../../support/html.ts';
import { openLink } from '../../support/server/login-link.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';
import { dataAddress } from '#tests/support/route-ids.ts';

const shared = useSharedServer();

/** The path and query of a new sign-in link. */
function newLink(): string {
  const { services, url } = shared().server;
  return createSignInLink(services, TEST_EMAIL).replace(url, '');
}

describe('a form that is sent after the session has ended', () => {
  const TYPED = {
    name: 'Unsent & <typed>',
    standardRate: '61.5',
    oneTimeKey: 'used-once',
    apiToken: 'hush',
  };

  async function sendUnsigned(fields: Record<string, string> = TYPED) {
    const visitor = visit(shared().server);
    await openLink(visitor, newLink());
    visitor.cookies.delete('session');
    const answer = await visitor.post('/clients/new?back=1&sent=used-once', fields);
    return { visitor, answer };
  }

  test('is kept, and shown again filled in after sign-in, but not sent', async () => {
    const { visitor, answer } = await sendUnsigned();
    expect(answer.status).toBe(401);
    expect(visibleText(answer.text)).toContain('what you typed is kept');
    expect((await openLink(visitor, newLink())).location).toBe('/unsent-form');
    const page = await visitor.get('/unsent-form');
    const form = plainFormsOf(page.text).find(({ action }) => action.startsWith('/clients/new'));
    const fields = Object.fromEntries(form?.fields ?? []);
    expect(fields).toMatchObject({ name: TYPED.name, standardRate: '61.5' });
    expect(fields).not.toHaveProperty('oneTimeKey');
    expect(page.text).not.toContain('hush');
    const intent = form?.buttons.find(({ name }) => name === '__intent__');
    const shown = await visitor.post(form?.action ?? '', {
      ...fields,
      __intent__: intent?.value ?? '',
    });
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('value="Unsent &amp; &lt;typed&gt;"');
    expect(shown.text).toContain('value="61.5"');
    const names = (await visitor.api('GET', '/api/clients')).text;
    expect(names).not.toContain('Unsent');
  });

  test('is shown to nobody else, and to nobody after a sign-out', async () => {
    const { server } = shared();
    approve(server, 'robin@example.com');
    const { visitor } = await sendUnsigned();
    const link = createSignInLink(server.services, 'robin@example.com').replace(server.url, '');
    await openLink(visitor, link);
    expect(visitor.cookies.has('unsent-form')).toBe(true);
    expect((await visitor.get('/unsent-form')).location).toBe('/');
    await visitor.post('/api/logout');
    expect(visitor.cookies.has('unsent-form')).toBe(false);
    expect((await visitor.get('/unsent-form')).status).toBe(401);
  });

  test('is not kept when it is too long for cookies, which the page says', async () => {
    // Nothing that could be compressed.
    const parts = Array.from({ length: 300 }, (_, index) => hashOf(String(index)));
    const name = parts.join('');
    const { visitor, answer } = await sendUnsigned({ name });
    expect(answer.status).toBe(401);
    expect(visibleText(answer.text)).not.toContain('is kept');
    expect(visibleText(answer.text)).toContain('Not saved: the form was too big to keep');
    expect(visitor.cookies.has('unsent-form')).toBe(false);
  });
});

describe('the way to sign-in and back', () => {
  /** Opens a screen signed out, signs in, and gives where that leads. */
  async function signInAfter(visitor: Visitor, open: () => Promise<{ status: number }>) {
    expect((await open()).status).toBe(401);
    return (await openLink(visitor, newLink())).location;
  }

  test('leads to the screen that was asked for, once', async () => {
    const visitor = visit(shared().server);
    const path = '/work-logs?isInvoiced=false&startDate=2026-01-01';
    expect(await signInAfter(visitor, () => visitor.get(path))).toBe(path);
    await visitor.post('/api/logout');
    expect((await openLink(visitor, newLink())).location).toBe('/');
  });

  test('leads to the screen with all that its address says, or none of it where that is too long', async () => {
    const search = (tasks: number) => {
      const ids = Array.from({ length: tasks }, (_, index) => 40_000 + index * 3);
      return `?project=Thorn&selected=${printSelection(ids)}`;
    };
    const leadsTo = (path: string) => {
      const visitor = visit(shared().server);
      return signInAfter(visitor, () => visitor.get(path));
    };
    const path = '/pending-work-logs';
    expect(await leadsTo(path + search(200))).toBe(path + search(200));
    // Cut in the middle of a task's number, it would select another task.
    expect(await leadsTo(path + search(400))).toBe(path);
  });

  test('leads to the screen whose data a script asked for', async () => {
    const visitor = visit(shared().server);
    const path = `${dataAddress('/clients')}&x=1`;
    expect(await signInAfter(visitor, () => visitor.get(path))).toBe('/clients?x=1');
  });

  test('leads to the start page after a form of nobody known, which is not sent again', async () => {
    const visitor = visit(shared().server);
    await visitor.get('/clients');
    const form = { name: 'Unsent' };
    expect(await signInAfter(visitor, () => visitor.post('/clients/new', form))).toBe('/');
  });

  test.each([
    { from: (url: string) => `${url}/clients/new?x=1`, to: '/clients/new?x=1' },
    { from: () => 'https://evil.example/clients', to: '/' },
  ])('leads to the page that posted a form, of ours only: $to', async ({ from, to }) => {
    const { server } = shared();
    const visitor = visit(server);
    const headers = { Origin: server.url, Referer: from(server.url) };
    const send = () => visitor.post('/clients/new', { name: 'Unsent' }, headers);
    expect(await signInAfter(visitor, send)).toBe(to);
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    'javascript:alert(1)',
    'http://localhost@evil.example/',
    '/\t/evil.example',
    7,
    null,
  ])('never leads to another host: %j', async (target) => {
    const { server } = shared();
    // The strongest forgery: signed with the server's own secret.
    const cookie = createCookie('return-to', { secrets: [server.services.appSecret] });
    const visitor = visit(server);
    const value = /^return-to=([^;]*)/.exec(await cookie.serialize(target))?.[1] ?? '';
    visitor.cookies.set('return-to', value);
    expect((await openLink(visitor, newLink())).location).toBe('/');
  });

  test('never follows a path that the server did not sign', async () => {
    const visitor = visit(shared().server);
    visitor.cookies.set('return-to', encodeURIComponent(btoa('"/clients"')));
    expect((await openLink(visitor, newLink())).location).toBe('/');
  });

  test('shows, without a provider, how to get a link; signed in, it goes to the start', async () => {
    const { server, visitor } = shared();
    const help = await visit(server).get('/api/login');
    expect(help.status).toBe(200);
    expect(visibleText(help.text)).toContain('npm run login-link -- you@example.com');
    const answer = await visitor.get('/api/login');
    expect([answer.status, answer.location]).toEqual([302, '/']);
  });
});
