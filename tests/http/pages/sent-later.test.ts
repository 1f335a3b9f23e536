import { beforeEach, describe, expect, test } from 'vitest';
import { clients, timers, workLogs } from '#db/schema.ts';
import { addClient, addWorkType, approve } from '#tests/support/data/entries.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;

const HOUR = 60 * 60 * 1_000;
const QUICK = '/work-logs/quick-log?_data=work-logs%2Fquick%2Fquick-log.route';
const START = '/timer/start?_data=work-logs%2Ftimer%2Fstart.route';
const STOP = '/timer/stop?_data=work-logs%2Ftimer%2Fstop.route';

beforeEach(async () => {
  server().setClock(new Date('2026-11-20T12:00:00Z'));
  visitor = await visitSignedIn(server());
  addClient(server(), 'Thorn');
  addWorkType(server(), 'Support');
});

/** Sends a form that waited on a device for some hours. */
function sendLater(
  path: string,
  fields: Record<string, string>,
  { hours = 1, person = 1, from = visitor, stopped = 0 } = {},
) {
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    'X-Sent-Later': `${person} ${hours * HOUR}`,
    ...(stopped > 0 && { 'X-Stopped-Later': String(stopped * HOUR) }),
  };
  return from.post(path, fields, headers);
}

const work = { clientId: '1', workTypeId: '1', duration: '1', description: 'Mailbox' };
const logs = () => server().services.db.select().from(workLogs).all();

describe('A form that waited on a device', () => {
  test('is dated when it was sent from its form, and says in a header that it was saved', async () => {
    const answer = await sendLater(QUICK, { ...work, oneTimeKey: 'k' }, { hours: 26 });
    expect([answer.status, answer.headers.get('X-Taken')]).toEqual([200, 'done']);
    expect(answer.headers.getSetCookie().filter((one) => one.startsWith('toast='))).toEqual([]);
    expect(logs().map(({ date }) => date)).toEqual([new Date('2026-11-19T10:00:00Z')]);
  });

  test('has its effect once, also after weeks in which nobody knew its answer', async () => {
    for (const hours of [1, 25, 30 * 24]) {
      server().setClock(new Date(new Date('2026-11-20T11:00:00Z').getTime() + hours * HOUR));
      const again = await visitSignedIn(server());
      const answer = await sendLater(QUICK, { ...work, oneTimeKey: 'k' }, { hours, from: again });
      expect(answer.headers.get('X-Taken')).toBe('done');
    }
    expect(logs()).toHaveLength(1);
  });

  test('repeats no log that was changed since: the device is told, and opened from there it is logged as it is', async () => {
    const [clientId, workTypeId] = [1, 1];
    const body = { clientId, workTypeId, duration: 45, description: 'Backup' };
    const id = idOf(await visitor.api('POST', '/api/work-logs', body));
    server().setClock(new Date('2026-11-20T14:00:00Z'));
    expect((await sendLater('/work-logs/repeat', { repeat: String(id) })).status).toBe(200);
    expect(logs()).toHaveLength(2);
    await visitor.api('PUT', `/api/work-logs/${id}`, { duration: 180 });
    server().setClock(new Date('2026-11-20T14:30:00Z'));
    const fields = { repeat: String(id), oneTimeKey: 'repeat' };
    const refused = await sendLater('/work-logs/repeat', fields);
    expect([refused.status, refused.headers.get('X-Taken')]).toEqual([409, 'refused']);
    expect(decodeURIComponent(refused.headers.get('X-Taken-Said') ?? '')).toMatch(
      /^Not logged yet: the work log was changed after you pressed Repeat\./,
    );
    expect(logs()).toHaveLength(2);
    const opened = { 'Sec-Fetch-Site': 'same-origin', 'X-Sent-Later': String(HOUR) };
    expect((await visitor.post('/work-logs/repeat', fields, opened)).status).toBe(303);
    expect(logs().at(-1)).toMatchObject({ duration: 180 });
  });

  test('says the same as a document, without drawing a page', async () => {
    const answer = await sendLater('/work-logs/quick-log', work);
    expect([answer.status, answer.headers.get('X-Taken'), answer.text]).toEqual([200, 'done', '']);
    expect(logs()).toHaveLength(1);
  });

  test('says in the header, too, that it is more than can be taken: nothing behind it waits for ever', async () => {
    const answer = await sendLater(QUICK, { ...work, description: 'x'.repeat(600_000) });
    expect([answer.status, answer.headers.get('X-Taken')]).toEqual([413, 'refused']);
    const said = decodeURIComponent(answer.headers.get('X-Taken-Said') ?? '');
    expect(said).toMatch(/^Not saved: this is over the limit of 512 KB\./);
    expect(logs()).toEqual([]);
  });

  test('is never saved for anybody but its sender', async () => {
    approve(server(), 'other@example.com');
    const other = await visitSignedIn(server(), 'other@example.com');
    const answer = await sendLater(QUICK, work, { from: other });
    expect([answer.status, answer.headers.get('X-Taken')]).toEqual([401, 'refused']);
    expect(logs()).toEqual([]);
    // A control: the same form of the same session, for its own person.
    expect((await sendLater(QUICK, work, { from: other, person: 2 })).status).toBe(200);
  });

  test('is refused with the reason, and with no page', async () => {
    server().services.db.update(clients).set({ isActive: false }).run();
    const answer = await sendLater(QUICK, work);
    expect([answer.status, answer.headers.get('X-Taken')]).toEqual([400, 'refused']);
    expect(decodeURIComponent(answer.headers.get('X-Taken-Said') ?? '')).toMatch(/client/i);
    expect(logs()).toEqual([]);
  });

  test('of a time that cannot be believed is refused', async () => {
    const answer = await sendLater(QUICK, work, { hours: 32 * 24 });
    expect(answer.status).toBe(422);
    expect(decodeURIComponent(answer.headers.get('X-Taken-Said') ?? '')).toMatch(
      /over a month ago/,
    );
    expect(logs()).toEqual([]);
  });

  test('that only asks something was not saved', async () => {
    const path = '/work-logs/line?_data=work-logs%2Fline%2Fline.route';
    const answer = await sendLater(path, { line: 'mailbox' });
    expect(answer.headers.get('X-Taken')).toBe('refused');
    expect(logs()).toEqual([]);
  });
});

describe('A timer that was pressed without a line', () => {
  const all = () => server().services.db.select().from(timers).all();
  const choice = { clientId: '1', workTypeId: '1', description: 'Mailbox' };

  test('has run from press to press; its stop names it by the key of its start', async () => {
    await sendLater(START, { ...choice, oneTimeKey: 'start' }, { hours: 3 });
    await sendLater(STOP, { timer: 'start', oneTimeKey: 'stop' }, { hours: 1 });
    expect(logs().map(({ duration, date }) => [duration, date])).toEqual([
      [120, new Date('2026-11-20T09:00:00Z')],
    ]);
  });

  test('leaves alone one that was started elsewhere since, and ended when it was stopped before that', async () => {
    await visitor.api('POST', '/api/timer/start', { description: 'Elsewhere' });
    await sendLater(START, { ...choice, oneTimeKey: 'start' }, { hours: 2, stopped: 0.5 });
    const stop = await sendLater(STOP, { timer: 'start', oneTimeKey: 'stop' }, { hours: 0.5 });
    expect([stop.status, stop.headers.get('X-Taken')]).toEqual([200, 'done']);
    expect(logs().map(({ duration }) => duration)).toEqual([90]);
    expect(all().map(({ description, stoppedAt }) => [description, stoppedAt])).toEqual([
      ['Elsewhere', null],
    ]);
    // Sent again, both say the same, and do nothing.
    await sendLater(START, { ...choice, oneTimeKey: 'start' }, { hours: 2, stopped: 0.5 });
    await sendLater(STOP, { timer: 'start', oneTimeKey: 'stop' }, { hours: 0.5 });
    expect([logs().length, all().length]).toEqual([1, 1]);
  });

  test('was ended by one that was started elsewhere before it was stopped', async () => {
    await visitor.api('POST', '/api/timer/start', { description: 'Elsewhere' });
    server().setClock(new Date('2026-11-20T13:00:00Z'));
    await sendLater(START, { ...choice, oneTimeKey: 'start' }, { hours: 3, stopped: 0.5 });
    const stop = await sendLater(STOP, { timer: 'start', oneTimeKey: 'stop' }, { hours: 0.5 });
    expect(stop.status).toBe(409);
    expect(decodeURIComponent(stop.headers.get('X-Taken-Said') ?? '')).toMatch(/already stopped/);
    expect(logs().map(({ duration }) => duration)).toEqual([120]);
    expect(all().map(({ description }) => description)).toEqual(['Elsewhere']);
  });

  test('by the button beside a log ends with its stop as well', async () => {
    await sendLater(QUICK, { ...work, oneTimeKey: 'log' }, { hours: 5 });
    await visitor.api('POST', '/api/timer/start', { description: 'Elsewhere' });
    const time = { time: String(logs()[0]?.id ?? 0), oneTimeKey: 'start' };
    await sendLater('/work-logs/repeat', time, { hours: 3, stopped: 2 });
    const stop = await sendLater(STOP, { timer: 'start', oneTimeKey: 'stop' }, { hours: 2 });
    expect(stop.headers.get('X-Taken')).toBe('done');
    expect(logs().map(({ duration }) => duration)).toEqual([60, 60]);
  });

  test.each([
    ['before it was started', 3],
    ['at no time that can be believed', 32 * 24],
  ])('and is said to have been stopped %s runs until the next one', async (_when, stopped) => {
    await visitor.api('POST', '/api/timer/start', { description: 'Elsewhere' });
    await sendLater(START, { ...choice, oneTimeKey: 'start' }, { hours: 2, stopped });
    expect(logs().map(({ duration }) => duration)).toEqual([120]);
  });

  test('without a client is kept to be logged', async () => {
    await sendLater(START, { oneTimeKey: 'start' }, { hours: 3 });
    await sendLater(STOP, { timer: 'start' }, { hours: 1 });
    expect(all().map(({ stoppedAt }) => stoppedAt)).toEqual([new Date('2026-11-20T11:00:00Z')]);
  });
});
