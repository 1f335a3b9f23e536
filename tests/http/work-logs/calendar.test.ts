import ICAL from 'ical.js';
import { beforeEach, expect, test } from 'vitest';
import { addClient, addWorkType, approve } from '../../support/data/entries.ts';
import { visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const server = useServer(() => ({
  METRICS_TOKEN: 'metrics-metrics-metrics-metrics',
  APPROVED_EMAILS: 'alex@example.com,robin@example.com',
}));
let visitor: Visitor;

const PAGE = '/settings/calendar';

beforeEach(async () => {
  server().setClock(new Date('2026-03-28T12:00:00Z'));
  visitor = await visitSignedIn(server());
});

/** Presses "Make an address"; gives its path. */
async function make(who = visitor) {
  const page = await who.post(PAGE);
  expect(page.status).toBe(200);
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  const [, path = ''] = /value="[^"]+(\/calendar\/[\w-]{43}\.ics)"/.exec(page.text) ?? [];
  expect(path).not.toBe('');
  return path;
}

/** Asks as a calendar program does, without a session. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  visit(server()).get(path, headers);

const eventsIn = (text: string) =>
  ICAL.Component.fromString(text)
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one));

const log = (more: object) =>
  visitor.api('POST', '/api/work-logs', {
    ...{ clientId: 1, workTypeId: 1, duration: 90, date: '2026-03-27', ...more },
  });

function addPair() {
  addClient(server(), 'Thorn, Sons & Co; Ltd');
  addWorkType(server(), 'Support');
}

test('An address shows one’s own logs: timed ones by their times, others as days, without prices', async () => {
  addPair();
  const times = { startedAt: '2026-03-27T09:00:00Z', endedAt: '2026-03-27T10:30:00Z' };
  const id = idOf(await log({ ...times, description: 'Mailbox full;\nagain, 🧑🏽‍💻' }));
  await log({ hourlyRate: '123.45', duration: 30, date: '2026-03-26' });
  await log({ date: '2024-12-01', confirm: 'date' });
  const robin = await visitSignedIn(server(), 'robin@example.com');
  await robin.api('POST', '/api/work-logs', { clientId: 1, workTypeId: 1, duration: 15 });

  const answer = await ask(await make());
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('Cache-Control')).toBe('private, no-cache');
  expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(answer.text).not.toContain('123');
  const [timed, day, ...others] = eventsIn(answer.text);
  expect(others).toEqual([]);
  expect(timed).toMatchObject({
    summary: 'Thorn, Sons & Co; Ltd · 1h 30m · Support',
    description: 'Mailbox full;\nagain, 🧑🏽‍💻',
    sequence: 1,
  });
  expect(timed?.startDate.toJSDate()).toEqual(new Date(times.startedAt));
  expect(timed?.endDate.toJSDate()).toEqual(new Date(times.endedAt));
  expect([day?.startDate.isDate, day?.startDate.toString()]).toEqual([true, '2026-03-26']);

  await visitor.api('PUT', `/api/work-logs/${id}`, { description: 'Empty' });
  const [changed] = eventsIn((await ask(await make())).text);
  expect(changed).toMatchObject({ uid: timed?.uid, sequence: 2, description: 'Empty' });
});

test('It is answered 304 while nothing changes', async () => {
  addPair();
  await log({});
  const path = await make();
  const tag = (await ask(path)).headers.get('ETag') ?? '';
  server().setClock(new Date('2026-03-29T18:00:00Z'));
  const again = await ask(path, { 'If-None-Match': tag });
  expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', tag]);
  await log({});
  expect((await ask(path, { 'If-None-Match': tag })).status).toBe(200);
});

test('A new address ends the one before, and End ends it: nothing tells it from one that never was', async () => {
  const first = await make();
  const second = await make();
  expect(second).not.toBe(first);
  const never = `/calendar/${'x'.repeat(43)}.ics`;
  const unknown = await ask(never);
  expect(unknown.status).toBe(404);
  expect((await ask(first)).text).toBe(unknown.text);
  expect((await ask(second)).status).toBe(200);
  expect((await ask(second.replace('.ics', ''))).status).toBe(404);
  const page = visibleText((await visitor.get(PAGE)).text);
  expect(page).toContain('Address made 28 Mar 2026');
  expect((await visitor.get(PAGE)).text).not.toMatch(/[\w-]{43}\.ics/);

  const robin = await visitSignedIn(server(), 'robin@example.com');
  await robin.post(`${PAGE}/end`);
  expect((await ask(second)).status).toBe(200);
  expect((await visitor.post(`${PAGE}/end`)).location).toBe(PAGE);
  const ended = await ask(second);
  expect([ended.status, ended.text]).toEqual([404, unknown.text]);
  expect(visibleText((await visitor.get(PAGE)).text)).toContain('No address yet');
  const history = visibleText((await visitor.get('/history')).text);
  expect(history).toContain('Calendar address made');
  expect(history).toContain('Calendar address ended');
});

test('It ends with the person, or once they may not sign in', async () => {
  const robin = await visitSignedIn(server(), 'robin@example.com');
  const path = await make(robin);
  expect((await ask(path)).status).toBe(200);
  await visitor.api('DELETE', '/api/approved-emails/robin@example.com');
  expect((await ask(path)).status).toBe(404);
  // It stays dead when the email is approved again; a person who is back makes another one.
  approve(server(), 'robin@example.com');
  expect((await ask(path)).status).toBe(404);
  const again = await visitSignedIn(server(), 'robin@example.com');
  expect(visibleText((await again.get(PAGE)).text)).toContain('No address yet');
});

test('It is only read, and its secret stands in no log, no metric and no backup', async () => {
  const path = await make();
  const [, secret = ''] = /calendar\/([\w-]+)\./.exec(path) ?? [];
  expect((await visit(server()).send(path, { method: 'HEAD' })).status).toBe(200);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    expect((await visitor.send(path, { method, headers: { Origin: server().url } })).status).toBe(
      405,
    );
  }
  await ask(`${path}/more`);
  await ask(`/CALENDAR/${secret}.ics`);
  const metrics = await visit(server()).get('/metrics', {
    Authorization: 'Bearer metrics-metrics-metrics-metrics',
  });
  expect(metrics.status).toBe(200);
  expect(metrics.text).not.toContain(secret);
  const lines = JSON.stringify(server().logLines());
  expect(lines).toContain('/calendar/:address');
  expect(lines.toLowerCase()).not.toContain(secret.toLowerCase());
  const stored = server().services.db.$client.serialize().toString('latin1');
  expect(stored).not.toContain(secret);
});

test('Nobody makes or ends one who is not signed in', async () => {
  const path = await make();
  const stranger = visit(server());
  expect((await stranger.post(PAGE)).status).toBe(401);
  expect((await stranger.post(`${PAGE}/end`)).status).toBe(401);
  expect((await ask(path)).status).toBe(200);
});

test('Who guesses is held up, and whoever has the address is not counted', async () => {
  const path = await make();
  for (let times = 0; times < 130; times += 1) expect((await ask(path)).status).toBe(200);
  const guess = () => ask(`/calendar/${crypto.randomUUID()}.ics`);
  const answers = [];
  for (let times = 0; times < 130; times += 1) answers.push((await guess()).status);
  expect(answers.slice(0, 120)).toEqual(Array<number>(120).fill(404));
  expect(answers.at(-1)).toBe(429);
});
