import { expect, test } from 'vitest';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer();

const TOLD = { 'X-Tell-Redirect': 'yes', 'Sec-Fetch-Site': 'same-origin' };

test('Who asks where a form leads is told in a header, with the cookies, instead of being led', async () => {
  const visitor = await visitSignedIn(server());
  const clientId = String(addClient(server(), 'Thorn'));
  const workTypeId = String(addWorkType(server(), 'Support'));
  const work = { clientId, workTypeId, duration: '1' };
  const told = await visitor.post('/work-logs/new', work, TOLD);
  expect([told.status, told.location, told.headers.get('X-Redirect-To')]).toEqual([
    200,
    null,
    '/work-logs',
  ]);
  expect(told.headers.getSetCookie().join()).toContain('toast=');
  expect(told.headers.get('X-Request-Id')).toMatch(/^[\w-]{12}$/);
  // Others are led, and what leads nowhere is as it was.
  const led = await visitor.post('/work-logs/new', { ...work, description: 'More' });
  expect([led.status, led.location]).toEqual([303, '/work-logs']);
  const wrong = await visitor.post('/work-logs/new', { ...work, duration: 'much' }, TOLD);
  expect([wrong.status, wrong.headers.get('X-Redirect-To')]).toEqual([400, null]);
  expect(wrong.text).toContain('much');
});

test('So is who signs out', async () => {
  const visitor = await visitSignedIn(server());
  const told = await visitor.post('/api/logout', {}, TOLD);
  expect([told.status, told.headers.get('X-Redirect-To')]).toEqual([200, '/']);
  expect(told.headers.get('Clear-Site-Data')).toContain('"cache"');
});
