import { createCookie } from '@remix-run/node';
import { describe, expect, test } from 'vitest';
import { createSignInLink } from '#app/auth/sign-in-links.server.ts';
import { visibleText } from '../support/html.ts';
import { useSharedServer } from '../support/shared-server.ts';
import { TEST_EMAIL } from '../support/test-server.ts';
import { visit, type Visitor } from '../support/visitor.ts';
import { dataAddress } from '#tests/support/route-ids.ts';

const shared = useSharedServer();

/** The path and query of a new sign-in link. */
function newLink(): string {
  const { services, url } = shared().server;
  return createSignInLink(services, TEST_EMAIL).replace(url, '');
}

describe('the way to sign-in and back', () => {
  /** Opens a screen signed out, signs in, and gives where that leads. */
  async function signInAfter(visitor: Visitor, open: () => Promise<{ status: number }>) {
    expect((await open()).status).toBe(401);
    return (await visitor.get(newLink())).location;
  }

  test('leads to the screen that was asked for, once', async () => {
    const visitor = visit(shared().server);
    const path = '/work-logs?isInvoiced=false&startDate=2026-01-01';
    expect(await signInAfter(visitor, () => visitor.get(path))).toBe(path);
    await visitor.get('/api/logout');
    expect((await visitor.get(newLink())).location).toBe('/');
  });

  test('leads to the screen whose data a script asked for', async () => {
    const visitor = visit(shared().server);
    const path = `${dataAddress('/clients')}&x=1`;
    expect(await signInAfter(visitor, () => visitor.get(path))).toBe('/clients?x=1');
  });

  test('leads to the start page after a form, which is not sent again', async () => {
    const visitor = visit(shared().server);
    await visitor.get('/clients');
    const form = { name: 'Unsent' };
    expect(await signInAfter(visitor, () => visitor.post('/clients/new', form))).toBe('/');
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
    expect((await visitor.get(newLink())).location).toBe('/');
    // Without a signature, even a good path is ignored.
    const believer = visit(server);
    believer.cookies.set('return-to', encodeURIComponent(btoa('"/clients"')));
    expect((await believer.get(newLink())).location).toBe('/');
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
