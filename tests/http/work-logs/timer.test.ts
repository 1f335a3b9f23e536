import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { fieldsOf } from '../../support/form.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Answer, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;
let clientId: number;
let workTypeId: number;

/** Sets the product's clock. */
function at(instant: string): void {
  server().setClock(new Date(instant));
}

beforeEach(async () => {
  at('2026-11-20T09:00:00Z');
  visitor = await visitSignedIn(server());
  clientId = addClient(server(), 'Thorn');
  workTypeId = addWorkType(server(), 'Support');
});

const start = (body?: object) => visitor.api('POST', '/api/timer/start', body);
const stop = (body?: object) => visitor.api('POST', '/api/timer/stop', body);
const state = async () => (await visitor.api('GET', '/api/timer')).json();
const logs = async () => {
  const answer = await visitor.api('GET', '/api/work-logs');
  return z
    .array(z.object({ id: z.int(), duration: z.int(), date: z.string() }))
    .parse(answer.json());
};
const choice = () => ({ clientId, workTypeId, description: 'Mailbox' });

/** Sends a form of a page as a browser without scripts does, with the button that was pressed. */
async function press(
  page: Answer,
  form: string,
  path: string,
  fields: Record<string, string> = {},
) {
  return visitor.post(path, { ...fieldsOf(page.text, form), ...fields });
}

describe('the timer of the API', () => {
  test('runs with what it is for, by the clock of the server', async () => {
    expect(await state()).toEqual({ running: false });
    expect((await start(choice())).status).toBe(201);
    expect(await state()).toEqual({
      running: true,
      startedAt: '2026-11-20T09:00:00.000Z',
      pausedSince: null,
      ...choice(),
      jobId: null,
    });
  });

  test('may be started with nothing, with or without a body', async () => {
    expect((await start()).status).toBe(201);
    expect(await state()).toMatchObject({ clientId: null, workTypeId: null, description: '' });
    expect((await start({})).status).toBe(201);
  });

  test('takes no body also from a caller that names its type', async () => {
    const send = (what: string) =>
      visitor.send(`/api/timer/${what}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
      });
    expect((await send('start')).status).toBe(201);
    expect(await state()).toMatchObject({ running: true, clientId: null });
    await start(choice());
    at('2026-11-20T10:00:00Z');
    expect((await send('stop')).status).toBe(201);
    expect(await logs()).toMatchObject([{ duration: 60 }]);
  });

  test.each([
    ['09:00:30', 1],
    ['09:01:29', 1],
    ['09:01:30', 2],
    ['10:30:00', 90],
    ['18:59:59', 600],
  ])(
    'stopped at %s becomes a log of %i minutes, at the rate of the quick entry',
    async (time, minutes) => {
      await start(choice());
      at(`2026-11-20T${time}Z`);
      const answer = await stop();
      expect(answer.status).toBe(201);
      expect(answer.json()).toMatchObject({
        ...choice(),
        duration: minutes,
        hourlyRate: '60.00',
        billable: true,
        date: '2026-11-20T09:00:00.000Z',
      });
      expect(await state()).toEqual({ running: false });
    },
  );

  test('under half a minute is 409, and runs on until it is discarded', async () => {
    await start(choice());
    at('2026-11-20T09:00:29Z');
    expect((await stop()).status).toBe(409);
    expect(await state()).toMatchObject({ running: true });
    expect((await visitor.api('POST', '/api/timer/discard')).status).toBe(204);
    expect(await state()).toEqual({ running: false });
    expect(await logs()).toEqual([]);
  });

  test('under half a minute leaves the key of the call unused, which stops it later', async () => {
    await start(choice());
    const call = () =>
      visitor.api('POST', '/api/timer/stop', {}, { 'Idempotency-Key': 'one key for this stop' });
    at('2026-11-20T09:00:29Z');
    expect((await call()).status).toBe(409);
    at('2026-11-20T09:45:00Z');
    expect((await call()).status).toBe(201);
    expect(await logs()).toMatchObject([{ duration: 45 }]);
  });

  test('without a client is 409 that says what is missing, and keeps the time as a draft', async () => {
    await start({ workTypeId });
    at('2026-11-20T09:45:00Z');
    const answer = await stop();
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ missing: ['clientId'] });
    expect(await state()).toEqual({ running: false });
    expect(visibleText((await visitor.get('/timer')).text)).toContain('0h 45m');
  });

  test('can be told at the stop what it was for', async () => {
    await start();
    at('2026-11-20T09:45:00Z');
    expect((await stop(choice())).json()).toMatchObject({ ...choice(), duration: 45 });
  });

  test.each([
    ['over ten hours later', '2026-11-20T19:00:01Z'],
    ['past midnight', '2026-11-21T00:00:00Z'],
    ['before it began, since the clock was put back', '2026-11-20T08:00:00Z'],
  ])('stopped %s is 409 and forgotten', async (_when, instant) => {
    await start(choice());
    at(instant);
    const answer = await stop();
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ forgotten: true });
    expect(await logs()).toEqual([]);
  });

  test('forgotten can be stopped with the end that the caller knows', async () => {
    await start(choice());
    at('2026-11-22T12:00:00Z');
    expect((await stop({ endedAt: '2026-11-20T23:30:00Z' })).json()).toMatchObject({
      duration: 870,
    });
  });

  test.each([
    ['2026-11-20T09:00:10Z', 'half a minute'],
    ['2026-11-23T09:00:00Z', 'future'],
    ['yesterday', 'ISO timestamp'],
  ])('refuses the end %s, and runs on', async (endedAt, reason) => {
    await start(choice());
    at('2026-11-20T12:00:00Z');
    const answer = await stop({ endedAt });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(reason);
    expect(await state()).toMatchObject({ running: true });
  });

  test('started again stops the first into a log', async () => {
    await start(choice());
    at('2026-11-20T09:20:00Z');
    await start({ clientId });
    expect(await logs()).toMatchObject([{ duration: 20 }]);
    expect(await state()).toMatchObject({ startedAt: '2026-11-20T09:20:00.000Z' });
  });

  test('starts when the clock was put back before the start of the last one, whose time is kept', async () => {
    await start(choice());
    at('2026-11-20T08:00:00Z');
    const fields = fieldsOf((await visitor.get('/timer')).text, 'frame-timer');
    // A service worker says of each form how long ago it was sent.
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Sent-Later': '200' };
    const next = { ...fields, clientId: String(clientId), description: 'Next' };
    await visitor.post('/timer/start', next, headers);
    expect(await logs()).toEqual([]);
    expect(await state()).toMatchObject({
      startedAt: '2026-11-20T07:59:59.800Z',
      description: 'Next',
    });
    expect(visibleText((await visitor.get('/timer')).text)).toContain('no end yet');
  });

  test('is one for each person', async () => {
    await start(choice());
    const other = await visitSignedIn(server(), 'alex@example.com');
    expect((await other.api('GET', '/api/timer')).json()).toMatchObject({ running: true });
  });

  test('is refused for a client or a type that cannot be chosen', async () => {
    const hardware = addWorkType(server(), 'Hardware');
    expect((await start({ workTypeId: hardware })).status).toBe(400);
    expect((await start({ clientId: 999 })).status).toBe(400);
    await visitor.api('DELETE', `/api/clients/${clientId}`);
    expect((await start({ clientId })).status).toBe(400);
    expect(await state()).toEqual({ running: false });
  });

  test('keeps the time when its client was deactivated meanwhile', async () => {
    await start(choice());
    await visitor.api('DELETE', `/api/clients/${clientId}`);
    at('2026-11-20T10:00:00Z');
    const answer = await stop();
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('inactive');
    expect(visibleText((await visitor.get('/timer')).text)).toContain('1h 0m');
  });

  test('keeps the time when its work type became hardware meanwhile', async () => {
    await start(choice());
    const other = addWorkType(server(), 'Training');
    await visitor.api('PUT', `/api/work-types/${workTypeId}`, { isHardware: true });
    at('2026-11-20T10:00:00Z');
    const answer = await stop();
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ missing: ['workTypeId'] });
    expect(answer.text).toContain('A timer is for time');
    at('2026-11-20T12:00:00Z');
    const [, path = ''] =
      /href="(\/timer\/drafts\/\d+)"/.exec((await visitor.get('/timer')).text) ?? [];
    const draft = { press: 'log', clientId: String(clientId) };
    const refused = await press(await visitor.get(path), 'draft', path, draft);
    expect(visibleText(refused.text)).toContain('A timer is for time');
    await press(refused, 'draft', path, { ...draft, workTypeId: String(other) });
    expect(await logs()).toMatchObject([{ duration: 60 }]);
  });

  test('stopped twice with one key makes one log', async () => {
    await start(choice());
    at('2026-11-20T10:00:00Z');
    const key = { 'Idempotency-Key': 'stop-1' };
    const first = await visitor.api('POST', '/api/timer/stop', {}, key);
    const second = await visitor.api('POST', '/api/timer/stop', {}, key);
    expect(second.json()).toEqual(first.json());
    expect((await stop()).status).toBe(409);
    expect(await logs()).toHaveLength(1);
  });

  test('counts real time over the change to summer time and back', async () => {
    // In London the clocks go from 01:00 to 02:00 on 29 March, and from 02:00 to 01:00 on 25 October.
    at('2026-03-29T00:30:00Z');
    await start(choice());
    at('2026-03-29T01:30:00Z');
    expect((await stop()).json()).toMatchObject({ duration: 60 });
    at('2026-10-25T00:30:00Z');
    await start(choice());
    at('2026-10-25T02:30:00Z');
    expect((await stop()).json()).toMatchObject({ duration: 120 });
  });
});

describe('the timer on the screens', () => {
  test('is started and stopped from any screen, and seen running there and in the title', async () => {
    const before = await visitor.get('/clients');
    expect(visibleText(before.text)).toContain('Start timer');
    const started = await press(before, 'frame-timer', '/timer/start');
    expect(started.location).toBe('/clients');
    at('2026-11-20T09:42:00Z');
    const page = await visitor.get('/settings');
    expect(page.text).toContain('<title>▶ 0:42 · Settings · Tallyhour</title>');
    expect(visibleText(page.text)).toContain('0:42 at 09:42');
    const stopped = await press(page, 'frame-timer', '/timer/stop');
    expect(stopped.location).toMatch(/^\/timer\/drafts\/\d+$/);
  });

  test('a stop that finds everything there goes back with Undo', async () => {
    await start(choice());
    at('2026-11-20T09:42:00Z');
    const page = await visitor.get('/clients');
    expect((await press(page, 'frame-timer', '/timer/stop')).location).toBe('/clients');
    const after = await visitor.get('/clients');
    expect(toastOf(after.text)).toContain('0h 42m for Thorn, Support: £42.00');
    const [log] = await logs();
    const undone = await visitor.post(`/work-logs/${log?.id ?? 0}/undo`, { goTo: '/clients' });
    expect(undone.location).toBe('/clients');
    expect(await logs()).toEqual([]);
  });

  test('a page of before cannot stop another timer', async () => {
    await start(choice());
    const stale = await visitor.get('/clients');
    at('2026-11-20T10:00:00Z');
    await start(choice());
    at('2026-11-20T11:00:00Z');
    await press(stale, 'frame-timer', '/timer/stop');
    expect(await state()).toMatchObject({ startedAt: '2026-11-20T10:00:00.000Z' });
    expect(toastOf((await visitor.get('/clients')).text)).toContain('already stopped');
  });

  test('two windows that say what it is for are both kept', async () => {
    await start();
    const first = await visitor.get('/timer');
    const second = await visitor.get('/timer');
    const third = await visitor.get('/timer');
    const save = { press: 'save' };
    await press(first, 'timer', '/timer', { ...save, clientId: String(clientId) });
    await press(second, 'timer', '/timer', { ...save, description: 'Mailbox' });
    expect(await state()).toMatchObject({ clientId, description: 'Mailbox' });
    const collided = await press(third, 'timer', '/timer', { ...save, description: 'Other' });
    expect(collided.status).toBe(409);
    expect(visibleText(collided.text)).toContain('Saved by someone else: Mailbox');
  });

  test('a description can be emptied again', async () => {
    await start(choice());
    const page = await visitor.get('/timer');
    await press(page, 'timer', '/timer', { press: 'save', description: '' });
    expect(await state()).toMatchObject({ description: '', clientId });
  });

  test('under half a minute asks whether to discard it', async () => {
    await start(choice());
    const page = await visitor.get('/timer');
    expect((await press(page, 'frame-timer', '/timer/stop')).location).toBe('/timer');
    expect(toastOf((await visitor.get('/timer')).text)).toContain('under half a minute');
    await press(page, 'timer', '/timer', { press: 'discard' });
    expect(await state()).toEqual({ running: false });
  });

  test('an unknown press is refused', async () => {
    expect((await visitor.post('/timer', { press: 'constructor' })).status).toBe(400);
  });
});

describe('time to be logged', () => {
  /** Stops a timer without a client at an instant; gives the page of its draft. */
  async function draft(startedAt: string, stoppedAt: string) {
    at(startedAt);
    await start({ workTypeId });
    at(stoppedAt);
    const page = await visitor.get('/clients');
    const { location } = await press(page, 'frame-timer', '/timer/stop');
    const path = location ?? '';
    const send = async (fields: Record<string, string>) =>
      press(await visitor.get(path), 'draft', path, {
        clientId: String(clientId),
        press: 'log',
        ...fields,
      });
    return { path, send };
  }

  test('becomes a log of the exact time once what is missing is said', async () => {
    const { send } = await draft('2026-11-20T09:00:20Z', '2026-11-20T09:45:55Z');
    expect(visibleText((await visitor.get('/dashboard')).text)).toContain('1 time to log');
    expect((await send({})).location).toBe('/timer');
    expect(await logs()).toMatchObject([{ duration: 46 }]);
  });

  test('forgotten, asks when it really ended, and is of the day on which it began', async () => {
    const { path, send } = await draft('2026-11-20T16:00:00Z', '2026-11-21T08:00:00Z');
    expect(visibleText((await visitor.get(path)).text)).toContain('enter when the work ended');
    const refused = await send({});
    expect(refused.status).toBe(400);
    expect(visibleText(refused.text)).toContain('Enter when the work ended');
    expect((await send({ ended: '17:30' })).location).toBe('/timer');
    expect(await logs()).toMatchObject([{ duration: 90, date: '2026-11-20T16:00:00.000Z' }]);
  });

  test.each([
    ['2026-10-25T01:30', 'came twice'],
    ['2026-10-25T09:30', 'future'],
    ['2026-10-24T23:30', 'half a minute'],
    ['2026-13-01T10:00', 'no such time'],
    ['half past five', 'such as 2026-11-21 17:30'],
    ['25:00', 'such as 2026-11-21 17:30'],
  ])('refuses the end %s, and keeps it in its field', async (ended, reason) => {
    const { send } = await draft('2026-10-24T23:00:00Z', '2026-10-25T09:10:00Z');
    const refused = await send({ ended });
    expect(refused.status).toBe(400);
    expect(visibleText(refused.text)).toContain(reason);
    expect(refused.text).toContain(`value="${ended}"`);
    expect(await logs()).toEqual([]);
  });

  test('takes an end as it looks, however it was copied', async () => {
    const { send } = await draft('2026-11-20T16:00:00Z', '2026-11-21T08:00:00Z');
    const copied = '\u200e2026-11-20\u00a0\uff11\uff17:30\u200b';
    expect((await send({ ended: copied })).location).toBe('/timer');
    expect(await logs()).toMatchObject([{ duration: 90 }]);
  });

  test('refuses an end that makes it longer than a log can be, in words beside the field', async () => {
    const { send } = await draft('2026-11-20T09:00:00Z', '2026-11-26T09:00:00Z');
    const refused = await send({ ended: '2026-11-25T17:30' });
    expect(refused.status).toBe(400);
    expect(visibleText(refused.text)).toContain('at most 100 hours long');
    expect((await send({ ended: '2026-11-20T17:30' })).location).toBe('/timer');
    expect(await logs()).toMatchObject([{ duration: 510 }]);
  });

  test('refuses a time that the clocks skipped', async () => {
    const { send } = await draft('2026-03-29T00:10:00Z', '2026-03-29T12:00:00Z');
    expect(visibleText((await send({ ended: '01:30' })).text)).toContain('clocks went forward');
  });

  test('can be discarded', async () => {
    const { path, send } = await draft('2026-11-20T09:00:00Z', '2026-11-20T09:45:00Z');
    expect((await send({ press: 'discard' })).location).toBe('/timer');
    expect((await visitor.get(path)).status).toBe(404);
  });

  test('of somebody else is not found', async () => {
    const { path } = await draft('2026-11-20T09:00:00Z', '2026-11-20T09:45:00Z');
    await visitor.api('POST', '/api/approved-emails', { email: 'sam@example.com' });
    const other = await visitSignedIn(server(), 'sam@example.com');
    expect((await other.get(path)).status).toBe(404);
    expect((await other.api('GET', '/api/timer')).json()).toEqual({ running: false });
  });
});
