import { expect, test } from 'vitest';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit } from '../../support/server/visitor.ts';

const shared = useSharedServer();

test('an address with too many sign-ins has to wait, and no other address', async () => {
  const stranger = visit(shared().server);
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 61; attempt++) {
    const path = attempt % 2 ? '/api/login' : `/api/login?token=guess-${attempt}`;
    statuses.push((await stranger.get(path, from('192.0.2.1'))).status);
  }
  expect(statuses.slice(0, 60).every((status) => status === 200 || status === 302)).toBe(true);
  expect(statuses[60]).toBe(429);
  const refused = await stranger.get('/api/auth/callback', from('192.0.2.1'));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(refused.text).toContain(
    'Too many sign-ins from your address. Wait a minute, then try again.',
  );
  expect((await stranger.get('/api/login', from('192.0.2.2'))).status).toBe(200);
  // Somebody who is signed in already is not affected.
  expect((await shared().visitor.get('/clients', from('192.0.2.1'))).status).toBe(200);
});
