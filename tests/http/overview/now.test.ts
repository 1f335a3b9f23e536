import { beforeEach, expect, test } from 'vitest';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;
const at = (instant: string) => {
  server().setClock(new Date(instant));
};

beforeEach(async () => {
  at('2026-11-20T12:00:00Z');
  visitor = await visitSignedIn(server());
});

const now = (headers: Record<string, string> = {}) =>
  visitor.api('GET', '/api/now', undefined, headers);
const press = (what: string) => visitor.api('POST', `/api/timer/${what}`);

function addPair() {
  addClient(server(), 'Thorn');
  addWorkType(server(), 'Support');
}
const log = (more: object = {}) =>
  visitor.api('POST', '/api/work-logs', { clientId: 1, workTypeId: 1, duration: 90, ...more });

test('It says of the present what the Dashboard says', async () => {
  const empty = { hours: 0, net: '0.00' };
  expect((await now()).json()).toEqual({
    timer: { running: false },
    ...{ today: empty, week: empty, unbilled: empty, waiting: 0 },
  });
  addPair();
  await log();
  await log({ duration: 30, billable: false });
  await log({ date: '2026-11-16', duration: 60, hourlyRate: '100.00' });
  await log({ date: '2026-11-06', duration: 15 });
  addPendingLog(server());
  expect((await now()).json()).toMatchObject({
    today: { hours: 2, net: '90.00' },
    week: { hours: 3, net: '190.00' },
    unbilled: { hours: 2.75, net: '205.00' },
    waiting: 1,
  });
  const dashboard = visibleText((await visitor.get('/dashboard')).text);
  expect(dashboard).toContain('Unbilled £205.00');
});

test('Its tag lasts while nothing changes, also while a timer runs', async () => {
  addPair();
  await press('start');
  const first = await now();
  expect(first.json()).toMatchObject({
    timer: { running: true, startedAt: '2026-11-20T12:00:00.000Z', pausedSince: null },
  });
  const tag = first.headers.get('ETag') ?? '';
  expect(tag).not.toBe('');
  at('2026-11-20T12:40:00Z');
  const same = await now({ 'If-None-Match': tag });
  expect([same.status, same.text, same.headers.get('ETag')]).toEqual([304, '', tag]);
  await press('pause');
  expect((await now({ 'If-None-Match': tag })).status).toBe(200);
  const paused = (await now()).headers.get('ETag') ?? '';
  await log();
  expect((await now({ 'If-None-Match': paused })).status).toBe(200);
  expect(
    (await now({ 'If-None-Match': `"other", ${(await now()).headers.get('ETag')}` })).status,
  ).toBe(304);
});

test('Nobody reads it who is not signed in, and nothing is written there', async () => {
  expect((await visit(server()).api('GET', '/api/now')).status).toBe(401);
  expect((await visitor.api('POST', '/api/now')).status).toBe(405);
});

test('Continue goes on with a pause, leaves a timer that runs, and starts what was last', async () => {
  const nothing = await press('continue');
  expect([nothing.status, nothing.json()]).toEqual([
    409,
    { message: 'There is nothing to go on with: nothing was timed or logged yet.' },
  ]);
  addPair();
  await log({ description: 'Mailbox' });
  const last = { clientId: 1, workTypeId: 1, description: 'Mailbox' };
  const started = await press('continue');
  expect(started.status).toBe(201);
  expect(started.json()).toMatchObject({ ...last, startedAt: '2026-11-20T12:00:00.000Z' });

  at('2026-11-20T12:10:00Z');
  await press('pause');
  at('2026-11-20T12:20:00Z');
  const resumed = await press('continue');
  expect(resumed.status).toBe(200);
  expect(resumed.json()).toMatchObject({ ...last, pausedSince: null });
  expect((await press('continue')).json()).toEqual(resumed.json());

  // What was stopped without a client is a draft, and what was done last.
  await press('stop');
  await visitor.api('POST', '/api/timer/start', { description: 'On the phone' });
  at('2026-11-20T12:30:00Z');
  expect((await press('stop')).status).toBe(409);
  expect((await press('continue')).json()).toMatchObject({
    clientId: null,
    description: 'On the phone',
  });
});
