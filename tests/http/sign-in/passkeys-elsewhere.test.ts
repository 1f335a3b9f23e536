import { expect, test } from 'vitest';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { openLink } from '../../support/server/login-link.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { freePort } from '../../support/server/free-port.ts';
import { startTestServer } from '../../support/server/test-server.ts';
import { visit } from '../../support/server/visitor.ts';

test('On a bare IP address, where browsers refuse passkeys, none are offered or taken', async () => {
  const port = await freePort();
  const server = await startTestServer({
    PORT: String(port),
    APP_ORIGIN: `http://127.0.0.1:${port}`,
  });
  try {
    const visitor = visit(server);
    const link = createSignInLink(server.services, TEST_EMAIL).replace(server.url, '');
    expect((await openLink(visitor, link)).location).toBe('/');
    const { text } = await visitor.get('/settings/account');
    expect(text).toContain('Where You Are Signed In');
    expect(text).not.toContain('Add Passkey');
    expect((await visitor.get('/settings/passkeys/new')).text).toContain(
      'Passkeys cannot be used here',
    );
    expect((await visitor.api('POST', '/api/passkeys?for=me')).status).toBe(409);
    const stranger = visit(server);
    expect((await stranger.api('POST', '/api/passkeys')).status).toBe(409);
    const { status, location } = await stranger.post('/api/login/passkey', { answer: '{}' });
    expect([status, location]).toEqual([302, '/api/login']);
  } finally {
    await server.stop();
  }
});
