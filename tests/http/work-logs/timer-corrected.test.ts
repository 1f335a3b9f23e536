import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { minutesUntil, ranUntil } from '#app/work-logs/timer/timer.ts';
import { timers } from '#db/schema.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { fieldsOf } from '../../support/form.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;
let clientId: number;
let workTypeId: number;

const at = (time: string, day = '2026-11-20') => {
  server().setClock(new Date(`${day}T${time}Z`));
};

beforeEach(async () => {
  at('09:00:00');
  visitor = await visitSignedIn(server());
  clientId = addClient(server(), 'Thorn');
  workTypeId = addWorkType(server(), 'Support');
});

const choice = () => ({ clientId, workTypeId, description: 'Mailbox' });
const post = (what: string, body?: object) => visitor.api('POST', `/api/timer/${what}`, body);
const change = (body: object) => visitor.api('PUT', '/api/timer', body);
const state = async () => (await visitor.api('GET', '/api/timer')).json();
const Logs = z.array(z.looseObject({ id: z.int() }));
const logs = async () => Logs.parse((await visitor.api('GET', '/api/work-logs')).json());
const page = async () => (await visitor.get('/timer')).text;
const press = async (typed: Record<string, string>, from?: string) =>
  visitor.post('/timer', { ...fieldsOf(from ?? (await page()), 'timer'), ...typed });

describe('the start of a running timer', () => {
  beforeEach(async () => {
    await post('start', choice());
    at('09:30:00');
  });

  test.each([
    ['08:40', '2026-11-20T08:40:00.000Z'],
    ['2026-11-19T08:40', '2026-11-19T08:40:00.000Z'],
    ['2026-11-20 09:10', '2026-11-20T09:10:00.000Z'],
  ])('typed as %s is %s', async (startedAt, instant) => {
    expect((await press({ press: 'save', startedAt })).status).toBe(303);
    expect(await state()).toMatchObject({ startedAt: instant, ...choice() });
  });

  test('is put earlier by one press, which saves what else was typed', async () => {
    const shown = await page();
    const fields = { press: 'earlier-20-save', description: 'Mailbox full' };
    expect((await press(fields, shown)).status).toBe(303);
    // Sent again by mistake, it is not put earlier twice.
    expect((await press(fields, shown)).status).toBe(303);
    expect(await state()).toMatchObject({
      startedAt: '2026-11-20T08:40:00.000Z',
      description: 'Mailbox full',
    });
    expect(visibleText(await page())).toContain('Running: 0:50');
    expect((await post('stop')).json()).toMatchObject({
      duration: 50,
      startedAt: '2026-11-20T08:40:00.000Z',
      endedAt: '2026-11-20T09:30:00.000Z',
      date: '2026-11-20T08:40:00.000Z',
    });
  });

  test('typed and stopped with one press counts from there', async () => {
    expect((await press({ press: 'stop', startedAt: '08:30' })).status).toBe(303);
    expect(await logs()).toMatchObject([{ duration: 60 }]);
  });

  test('stays exact to the second where nobody changed it', async () => {
    await change({ startedAt: '2026-11-20T09:00:17Z' });
    await press({ press: 'save', description: 'Other' });
    expect(await state()).toMatchObject({ startedAt: '2026-11-20T09:00:17.000Z' });
  });

  test.each([
    ['09:31', 'This is in the future. Enter when the work began.'],
    ['2025-11-19T09:00', 'This is more than a year ago. Enter when the work began.'],
    ['soon', 'Enter when the work began, such as 2026-11-21 17:30 or just 17:30.'],
    ['', 'Enter when the work began'],
    ['2026-02-30T09:00', 'There was no such time'],
  ])('typed as "%s" is refused, and what was typed is kept', async (startedAt, said) => {
    const refused = await press({ press: 'save', startedAt, description: 'Kept' });
    expect(refused.status).toBe(400);
    expect(visibleText(refused.text)).toContain(said);
    expect(controlOf(refused.text, 'description').value).toBe('Kept');
    expect(await state()).toMatchObject({ startedAt: '2026-11-20T09:00:00.000Z', ...choice() });
  });

  test('is merged with what another window saved, and asked where both changed it', async () => {
    const shown = await page();
    await change({ description: 'By the other window' });
    expect((await press({ press: 'save', startedAt: '08:40' }, shown)).status).toBe(303);
    expect(await state()).toMatchObject({
      startedAt: '2026-11-20T08:40:00.000Z',
      description: 'By the other window',
    });
    const again = await page();
    await change({ startedAt: '2026-11-20T08:00:00Z' });
    const asked = await press({ press: 'save', startedAt: '08:50' }, again);
    expect(asked.status).toBe(409);
    expect(visibleText(asked.text)).toContain('Saved by someone else: 2026-11-20 08:00');
    expect((await press({ press: 'save', startedAt: '08:50' }, asked.text)).status).toBe(303);
    expect(await state()).toMatchObject({ startedAt: '2026-11-20T08:50:00.000Z' });
  });
});

describe('PUT /api/timer', () => {
  test('changes what it names, and takes a whole timer back', async () => {
    await post('start', choice());
    const changed = await change({ description: 'Only this' });
    expect(changed.status).toBe(200);
    const whole = changed.json();
    expect(whole).toEqual({
      running: true,
      startedAt: '2026-11-20T09:00:00.000Z',
      pausedSince: null,
      ...choice(),
      description: 'Only this',
      jobId: null,
    });
    expect((await change(z.looseObject({}).parse(whole))).json()).toEqual(whole);
    expect(
      (await change({ startedAt: '2026-11-20T09:30:00+01:00', clientId: null })).json(),
    ).toEqual({
      ...z.looseObject({}).parse(whole),
      startedAt: '2026-11-20T08:30:00.000Z',
      clientId: null,
    });
  });

  test.each([
    [{ startedAt: '2026-11-20T09:00:01Z' }, 'This is in the future. Enter when the work began.'],
    [{ startedAt: 'soon' }, 'Enter when the work began, as an ISO timestamp.'],
    [{ startedAt: null }, 'Enter when the work began, as an ISO timestamp.'],
    [{ stoppedAt: '2026-11-20T08:00:00Z' }, 'There is no field “stoppedAt” here.'],
    [{ workTypeId: 99 }, 'This work type does not exist.'],
  ])('refuses %j', async (body, said) => {
    await post('start', choice());
    const refused = await change(body);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(said);
    expect(await state()).toMatchObject({ startedAt: '2026-11-20T09:00:00.000Z', ...choice() });
  });

  test('is 409 where none runs', async () => {
    expect((await change({ description: 'x' })).status).toBe(409);
  });
});

describe('a pause', () => {
  test('stands in the API, and is refused where there is none to begin or to end', async () => {
    expect((await post('pause')).status).toBe(409);
    expect((await post('resume')).json()).toEqual({ message: 'No timer is running.' });
    await post('start', choice());
    expect((await post('resume')).json()).toEqual({ message: 'The timer is not paused.' });
    at('09:20:00');
    const paused = await post('pause');
    expect(paused.status).toBe(200);
    expect(paused.json()).toMatchObject({
      running: true,
      startedAt: '2026-11-20T09:00:00.000Z',
      pausedSince: '2026-11-20T09:20:00.000Z',
    });
    expect(await state()).toEqual(paused.json());
    expect((await post('pause')).json()).toEqual({ message: 'The timer is paused already.' });
    at('09:50:00');
    expect((await post('resume')).json()).toMatchObject({ pausedSince: null });
    at('10:00:00');
    expect((await post('stop')).json()).toMatchObject({
      duration: 30,
      startedAt: '2026-11-20T09:00:00.000Z',
      endedAt: '2026-11-20T10:00:00.000Z',
    });
  });

  test('is the end of a timer that is stopped in it, whenever that is', async () => {
    await post('start', choice());
    at('09:20:00');
    await post('pause');
    at('08:00:00', '2026-11-23');
    expect((await post('stop')).json()).toMatchObject({
      duration: 20,
      endedAt: '2026-11-20T09:20:00.000Z',
    });
  });

  test('past midnight, the end of what went on after it is asked', async () => {
    at('23:40:00');
    await post('start', choice());
    at('23:50:00');
    await post('pause');
    at('00:10:00', '2026-11-21');
    await post('resume');
    at('00:20:00', '2026-11-21');
    expect(z.looseObject({}).parse((await post('stop')).json())).toMatchObject({ forgotten: true });
    const [draft] = server().services.db.select().from(timers).all();
    expect(draft).toMatchObject({ pausedAt: null, pausedMilliseconds: 20 * 60_000 });
    expect(visibleText(await page())).toContain('no end yet');
  });

  test('shorter than half a minute of work is nothing to log', async () => {
    await post('start', choice());
    at('09:00:10');
    await post('pause');
    at('10:00:00');
    expect((await post('stop')).status).toBe(409);
    expect(await state()).toMatchObject({ running: true });
  });

  test('bounds the start and the end that are said', async () => {
    await post('start', choice());
    at('09:20:00');
    await post('pause');
    expect((await post('stop', { endedAt: '2026-11-20T09:21:00Z' })).text).toContain(
      'Enter an end before that, or go on.',
    );
    at('09:50:00');
    expect((await change({ startedAt: '2026-11-20T09:21:00Z' })).text).toContain(
      'The timer was paused longer than that. Enter an earlier start.',
    );
    await post('resume');
    at('10:00:00');
    expect((await change({ startedAt: '2026-11-20T09:31:00Z' })).status).toBe(400);
    expect((await change({ startedAt: '2026-11-20T08:50:00Z' })).status).toBe(200);
    expect((await post('stop')).json()).toMatchObject({ duration: 40 });
  });

  test('in which the clock is put back charges what ran, and keeps no wrong times', async () => {
    await post('start', choice());
    at('09:20:00');
    await post('pause');
    at('09:05:00');
    expect(visibleText(await page())).toContain('Paused: 0:20');
    await post('resume');
    at('09:15:00');
    expect((await post('stop')).json()).toMatchObject({
      duration: 30,
      startedAt: null,
      endedAt: null,
    });
  });

  test('is pressed on the screen and in the frame of each, and shown there', async () => {
    await post('start', choice());
    at('09:20:00');
    const pause = await press({ press: 'pause', description: 'Saved with it' });
    expect(pause.status).toBe(303);
    at('09:40:00');
    const shown = (await visitor.get('/clients')).text;
    expect(visibleText(shown)).toContain('0:20 at 09:20 · Paused · Thorn · Support');
    expect(shown).toContain('<title>‖ 0:20 · Clients · Tallyhour</title>');
    expect(visibleText(await page())).toContain('paused at 09:20');
    expect(await state()).toMatchObject({ description: 'Saved with it' });
    const frame = { ...fieldsOf(shown, 'frame-timer'), press: 'resume' };
    const back = await visitor.post('/timer', frame);
    expect([back.status, back.headers.get('Location')]).toEqual([303, '/clients']);
    expect(await state()).toMatchObject({ pausedSince: null });
    at('09:50:00');
    const late = await visitor.post('/timer', { ...frame, oneTimeKey: 'another' });
    expect(toastOf((await visitor.get(late.headers.get('Location') ?? '')).text)).toContain(
      'The timer is not paused.',
    );
    expect(visibleText(await page())).toContain('Running: 0:30');
  });

  test('is never charged, whatever the stretches', () => {
    const minutes = fc.integer({ min: 0, max: 3_600_000 });
    const stretches = fc.array(fc.record({ runs: minutes, pauses: minutes }), { maxLength: 8 });
    fc.assert(
      fc.property(stretches, minutes, (parts, last) => {
        const startedAt = new Date('2026-11-20T00:00:00Z');
        const sum = (key: 'runs' | 'pauses') => parts.reduce((all, part) => all + part[key], 0);
        const timer = { startedAt, pausedMilliseconds: sum('pauses') };
        const end = new Date(startedAt.getTime() + sum('runs') + sum('pauses') + last);
        expect(ranUntil(timer, end)).toBe(sum('runs') + last);
        expect(minutesUntil(timer, end)).toBe(Math.floor((sum('runs') + last + 30_000) / 60_000));
      }),
    );
  });

  test('and the work of many stretches come to the minutes that ran, to the second', async () => {
    await post('start', choice());
    let now = Date.parse('2026-11-20T09:00:00Z');
    let ran = 0;
    for (const [run, pause] of [
      [61, 1],
      [599, 1_801],
      [30, 29],
      [1, 3_600],
    ] as const) {
      now += run * 1_000;
      ran += run;
      server().setClock(new Date(now));
      expect((await post('pause')).status).toBe(200);
      now += pause * 1_000;
      server().setClock(new Date(now));
      expect((await post('resume')).status).toBe(200);
    }
    expect((await post('stop')).json()).toMatchObject({ duration: Math.floor((ran + 30) / 60) });
  });
});

describe('a timer that overlaps a log of the same person', () => {
  const times = { startedAt: '2026-11-20T08:15:00Z', endedAt: '2026-11-20T09:10:00Z' };

  test('says so with a link, and no more once its start is put right', async () => {
    await post('start', choice());
    expect((await visitor.api('POST', '/api/work-logs', { ...choice(), ...times })).status).toBe(
      201,
    );
    at('09:30:00');
    const shown = await page();
    expect(visibleText(shown)).toContain(
      'This overlaps 08:15–09:10 for Thorn , which is logged already.',
    );
    expect(shown).toContain('href="/work-logs?startDate=2026-11-20&amp;endDate=2026-11-20"');
    await change({ startedAt: '2026-11-20T09:10:00Z' });
    expect(visibleText(await page())).not.toContain('This overlaps');
  });
});

describe('the start and the end of a log', () => {
  const times = { startedAt: '2026-11-20T08:15:00.000Z', endedAt: '2026-11-20T09:40:00.000Z' };
  const add = (body: object) => visitor.api('POST', '/api/work-logs', { ...choice(), ...body });

  test('give its day and, where none is said, its duration', async () => {
    expect((await add(times)).json()).toMatchObject({
      ...times,
      date: times.startedAt,
      duration: 85,
    });
    expect((await add({ ...times, duration: 60, date: '2026-11-20' })).json()).toMatchObject({
      ...times,
      duration: 60,
    });
    expect((await add({ duration: 60 })).json()).toMatchObject({ startedAt: null, endedAt: null });
  });

  test.each([
    [{ startedAt: times.startedAt }, 'Enter the end, too, or no start.'],
    [{ endedAt: times.endedAt }, 'Enter the start, too, or no end.'],
    [{ startedAt: times.endedAt, endedAt: times.startedAt }, 'The end comes before the start.'],
    [{ startedAt: 'soon', endedAt: null }, 'Enter an ISO timestamp, or null.'],
    [{ ...times, date: '2026-11-19' }, 'The work is dated 19 Nov 2026. Start it on that day.'],
  ])('are refused as %j', async (body, said) => {
    const refused = await add({ duration: 60, ...body });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(said);
    expect(await logs()).toEqual([]);
  });

  test('go with the log to another day, are changed and cleared, and come back with Undo', async () => {
    const made = z.looseObject({ id: z.int() }).parse((await add(times)).json());
    const path = `/api/work-logs/${made.id}`;
    const moved = await visitor.api('PUT', path, { ...made, date: '2026-07-03' });
    // At the same time of day, in summer time.
    expect(moved.json()).toMatchObject({
      startedAt: '2026-07-03T07:15:00.000Z',
      endedAt: '2026-07-03T08:40:00.000Z',
      duration: 85,
    });
    expect(
      (await visitor.api('PUT', path, { endedAt: '2026-07-03T09:00:00Z' })).json(),
    ).toMatchObject({
      startedAt: '2026-07-03T07:15:00.000Z',
      endedAt: '2026-07-03T09:00:00.000Z',
      duration: 85,
    });
    expect((await visitor.api('PUT', path, { endedAt: null })).status).toBe(400);
    expect((await visitor.get(`/work-logs/${made.id}/edit`)).text).toContain('08:15–10:00');
    const before = await logs();
    await visitor.api('DELETE', path);
    await visitor.post(`/work-logs/${made.id}/restore`, { oneTimeKey: 'k' });
    expect(await logs()).toEqual(before);
    const cleared = await visitor.api('PUT', path, { startedAt: null, endedAt: null });
    expect(cleared.json()).toMatchObject({ startedAt: null, endedAt: null, duration: 85 });
  });

  test('are typed instead of a duration, and stand in the edit form until it says otherwise', async () => {
    const shown = (await visitor.get('/work-logs/new')).text;
    const typed = { clientId: String(clientId), workTypeId: String(workTypeId) };
    const form = { ...fieldsOf(shown, 'work-log'), ...typed, date: '2026-07-03', billable: 'on' };
    const added = await visitor.post('/work-logs/new', { ...form, duration: '9:15-10:40' });
    expect(added.status).toBe(303);
    const summer = { startedAt: '2026-07-03T08:15:00.000Z', endedAt: '2026-07-03T09:40:00.000Z' };
    const [log] = await logs();
    expect(log).toMatchObject({ ...summer, duration: 85 });
    const edit = async (changed: Record<string, string>) => {
      const path = `/work-logs/${log?.id ?? 0}/edit`;
      const fields = fieldsOf((await visitor.get(path)).text, 'work-log');
      expect((await visitor.post(path, { ...fields, billable: 'on', ...changed })).status).toBe(
        303,
      );
      return (await logs())[0];
    };
    expect(await edit({ duration: '1' })).toMatchObject({ ...summer, duration: 60 });
    expect(await edit({ duration: '10:00-11:00' })).toMatchObject({
      startedAt: '2026-07-03T09:00:00.000Z',
      endedAt: '2026-07-03T10:00:00.000Z',
      duration: 60,
    });
    expect(await edit({ duration: '3' })).toMatchObject({ startedAt: null, duration: 180 });
    expect(await edit({ duration: '22:30-01:00', date: '2026-11-19' })).toMatchObject({
      startedAt: '2026-11-19T22:30:00.000Z',
      endedAt: '2026-11-20T01:00:00.000Z',
      duration: 150,
    });
  });

  test('are no part of hardware', async () => {
    const type = { name: 'Parts', hourlyRate: '0', isHardware: true };
    const added = await visitor.api('POST', '/api/work-types', type);
    const { id: hardware } = z.looseObject({ id: z.int() }).parse(added.json());
    const refused = await add({ ...times, workTypeId: hardware });
    expect(refused.text).toContain('Only work by time has a start and an end.');
  });
});

test('a log is gone on with by a timer of its own, with its description', async () => {
  const made = await visitor.api('POST', '/api/work-logs', { ...choice(), duration: 30 });
  const { id } = z.looseObject({ id: z.int() }).parse(made.json());
  const shown = (await visitor.get(`/work-logs/${id}/edit`)).text;
  expect(visibleText(shown)).toContain('Go on with this');
  const fields = { ...fieldsOf(shown, 'repeat-edited'), time: String(id) };
  expect((await visitor.post('/work-logs/repeat', fields)).status).toBe(303);
  expect(await state()).toMatchObject({ running: true, ...choice() });
  at('09:10:00');
  await post('stop');
  expect(await logs()).toMatchObject([{ duration: 10 }, { id, duration: 30 }]);
});
