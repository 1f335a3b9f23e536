import type { LineData } from '#app/work-logs/line/line.server.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { setClientActive } from '#app/clients/clients.server.ts';
import { createWorkType, deleteWorkType } from '#app/work-types/work-types.server.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { fieldsOf } from '../../support/form.ts';
import { controlOf, rowsOf, toastOf, visibleText } from '../../support/html.ts';
import { openLink } from '../../support/server/login-link.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn, type Answer, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;
let thornId: number;
let remoteId: number;

/** A Friday. */
const NOW = new Date('2026-11-20T09:00:00Z');

beforeEach(async () => {
  server().setClock(NOW);
  visitor = await visitSignedIn(server());
  thornId = addClient(server(), 'Thorn Ltd');
  addClient(server(), 'Harbour Dental');
  addClient(server(), 'Harbour Foods');
  remoteId = addWorkType(server(), 'Remote Support');
  addWorkType(server(), 'Training');
  createWorkType(server().services, {
    name: 'Hardware',
    hourlyRate: 0,
    description: null,
    isHardware: true,
  });
});

const stored = () => server().services.db.select().from(workLogs).all();
const call = (line: unknown, headers?: Record<string, string>) =>
  visitor.api('POST', '/api/work-logs/line', { line }, headers);

/** Sends the form of a page with these fields changed, as a browser without scripts does. */
const send = (page: Answer, fields: Record<string, string>, form = 'line') =>
  visitor.post('/work-logs/line', { ...fieldsOf(page.text, form), ...fields });
const open = () => visitor.get('/work-logs/line');

describe('A line sent to the API', () => {
  test('becomes a log at the rate of the quick entry', async () => {
    const answer = await call('1h30 thorn remote mailbox full HD-1885 yesterday');
    expect(answer.status).toBe(201);
    expect(answer.json()).toMatchObject({
      clientId: thornId,
      workTypeId: remoteId,
      duration: 90,
      description: 'mailbox full HD-1885',
      hourlyRate: '60.00',
      totalAmount: '90.00',
      billable: true,
      date: '2026-11-19T12:00:00.000Z',
    });
  });

  test.each(['1h thorn remote', '1h thorn remote today', '1h thorn remote 20/11'])(
    'is dated now: %s',
    async (line) => {
      expect((await call(line)).json()).toMatchObject({
        date: NOW.toISOString(),
        description: '',
      });
    },
  );

  test('counts days in the business time zone', async () => {
    server().setClock(new Date('2026-06-30T23:30:00Z'));
    expect((await call('1h thorn remote yesterday')).json()).toMatchObject({
      date: '2026-06-30T11:00:00.000Z',
    });
  });

  test.each([
    ['thorn remote mailbox', 'duration', 'Add a duration, such as 1h30, 90m or 1.5.'],
    ['2 thorn remote mailbox', 'duration', 'Add a duration, such as 1h30, 90m or 1.5.'],
    ['1h thorn remote 30m', 'duration', 'There are several durations: 1h 0m and 0h 30m.'],
    ['0m thorn remote', 'duration', 'The duration is 0.'],
    ['101h thorn remote', 'duration', 'at most 100 hours'],
    ['1h remote mailbox', 'clientId', 'Add a client, by a word of its name.'],
    ['1h harbour remote', 'clientId', 'Did you mean Harbour Dental or Harbour Foods?'],
    ['1h thorn mailbox', 'workTypeId', 'Add a work type, by a word of its name.'],
    ['1h thorn hardware cable', 'workTypeId', 'Hardware is hardware'],
    ['1h thorn remote 12/13', 'date', '“12/13” is not a date.'],
    ['1h thorn remote moved 12/11 again', 'date', '“12/11” may be the day'],
    ['yesterday 1h thorn remote mailbox 12/11', 'date', '“12/11” is a second day'],
    [
      '1h thorn remote 1/1/1969',
      'date',
      '“1/1/1969” is out of range. Write a date from 1970-01-01',
    ],
    ['1h thorn remote 29/2/1969', 'date', '“29/2/1969” is not a date.'],
    ['1h thorn remote 2027-11-30', 'date', 'more than a year ahead'],
    ['', 'line', 'Enter a line such as'],
    ['   ', 'line', 'Enter a line such as'],
    ['1h thorn remote\n1h thorn remote', 'line', 'Send one line at a time.'],
  ])('is refused with what is missing or not clear: %j', async (line, path, message) => {
    const answer = await call(line);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      message: expect.stringContaining(message) as string,
      issues: [{ path, message: expect.stringContaining(message) as string }],
    });
    expect(stored()).toEqual([]);
  });

  test('names all that is missing at once', async () => {
    const { issues } = (await call('mailbox')).json() as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path)).toEqual(['duration', 'clientId', 'workTypeId']);
  });

  test('does not choose an inactive client or a deleted work type, and says so', async () => {
    // A work type that no log uses would be gone for good.
    addLog(server(), { clientId: thornId, workTypeId: remoteId });
    setClientActive(server().services, thornId, false);
    deleteWorkType(server().services, remoteId);
    expect((await call('1h thorn remote')).json()).toMatchObject({
      message:
        'Thorn Ltd is inactive. Choose another client, or reactivate it on the Clients screen. Remote Support was deleted. Choose another work type, or restore it in Settings.',
    });
    expect(stored()).toHaveLength(1);
  });

  test('is logged once, however often it arrives', async () => {
    const first = await call('1h thorn remote', { 'Idempotency-Key': 'a' });
    const second = await call('1h thorn remote', { 'Idempotency-Key': 'a' });
    expect(second.text).toBe(first.text);
    expect(stored()).toHaveLength(1);
  });

  test('is read against names that a GET tells', async () => {
    const answer = await visitor.get('/api/work-logs/line');
    const { options, today } = answer.json() as LineData;
    expect(options.clients.map(({ name }) => name)).toContain('Thorn Ltd');
    expect(options.workTypes.map(({ name }) => name)).toContain('Remote Support');
    expect(today).toBe('2026-11-20');
  });

  test('needs a session, and is sent by POST', async () => {
    const answer = await visitor.api('PUT', '/api/work-logs/line', {});
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, POST']);
    visitor.cookies.clear();
    expect((await visitor.get('/api/work-logs/line')).status).toBe(401);
    expect((await call('1h thorn remote')).status).toBe(401);
  });

  test.each([12, null, ['1h thorn remote']])('that is no text is refused: %j', async (line) => {
    expect((await call(line)).status).toBe(400);
  });
});

describe('The field for a line', () => {
  test('logs a clear line at once, and offers to undo it', async () => {
    const answer = await send(await open(), { line: '1h30 thorn remote mailbox full yesterday' });
    expect([answer.status, answer.location]).toEqual([303, '/work-logs/line']);
    const page = await open();
    expect(toastOf(page.text)).toContain(
      "Thorn Ltd, Remote Support, 19 Nov 2026: 1h 30m · £90.00 at £60.00, Thorn Ltd's standard rate",
    );
    const [log] = stored();
    expect(log).toMatchObject({ duration: 90, description: 'mailbox full' });
    expect(page.text).toContain(`action="/work-logs/${String(log?.id)}/undo"`);
    await visitor.post(`/work-logs/${String(log?.id)}/undo`);
    expect(stored()).toEqual([]);
  });

  test.each([
    ['/dashboard', '/dashboard'],
    ['/work-logs?clientId=1', '/work-logs?clientId=1'],
    ['/', '/'],
  ])('on %s goes back there', async (path, back) => {
    // Before the first log Work Logs shows how to begin, and has no line.
    addLog(server(), { clientId: thornId, workTypeId: remoteId });
    const answer = await send(await visitor.get(path), { line: '1h thorn remote' }, 'inline-line');
    expect([answer.status, answer.location]).toEqual([303, back]);
    expect(stored()).toHaveLength(2);
  });

  test('never goes to another site', async () => {
    const line = '1h thorn remote';
    const answer = await send(await open(), { line, back: '//elsewhere.example' });
    expect(answer.location).toBe('/work-logs/line');
  });

  test('stands once on its own page', async () => {
    const { text } = await open();
    expect(text.match(/name="line"/g)).toHaveLength(1);
  });

  test('asks for what a line does not say, with all that it does', async () => {
    const asked = await send(
      await visitor.get('/dashboard'),
      { line: '45m harbour rem reset tue' },
      'inline-line',
    );
    expect(asked.status).toBe(400);
    expect(visibleText(asked.text)).toContain(
      'The client is not clear. Did you mean Harbour Dental or Harbour Foods?',
    );
    const valueOf = (name: string) => controlOf(asked.text, name).value;
    expect(valueOf('line')).toBe('45m harbour rem reset tue');
    expect(valueOf('duration')).toBe('0.75');
    expect(valueOf('clientId')).toBe(null);
    expect(controlOf(asked.text, 'clientId').isInvalid).toBe(true);
    expect(valueOf('workTypeId')).toBe(String(remoteId));
    expect(valueOf('date')).toBe('2026-11-17');
    expect(valueOf('description')).toBe('reset');
    expect(stored()).toEqual([]);

    const logged = await send(asked, { clientId: String(thornId) });
    expect([logged.status, logged.location]).toEqual([303, '/dashboard']);
    expect(stored()).toMatchObject([
      {
        clientId: thornId,
        workTypeId: remoteId,
        duration: 45,
        day: '2026-11-17',
        description: 'reset',
      },
    ]);
  });

  test('reads a line again that was changed instead of choosing the rest', async () => {
    const asked = await send(await open(), { line: '45m harbour remote reset' });
    const answer = await send(asked, { line: '45m harbour foods remote reset' });
    expect(answer.status).toBe(303);
    expect(stored()).toMatchObject([{ duration: 45, description: 'reset' }]);
  });

  test('keeps what was chosen when it is refused', async () => {
    const asked = await send(await open(), { line: 'thorn remote reset' });
    const again = await send(asked, { duration: '45x', description: 'reset twice' });
    expect(again.status).toBe(400);
    expect(controlOf(again.text, 'duration')).toMatchObject({ value: '45x', isInvalid: true });
    expect(controlOf(again.text, 'description').value).toBe('reset twice');
    expect((await send(again, { duration: '45m' })).status).toBe(303);
    expect(stored()).toMatchObject([{ duration: 45, description: 'reset twice' }]);
  });

  test('logs a line once, however often its form arrives', async () => {
    const page = await open();
    const first = await send(page, { line: '1h thorn remote' });
    const second = await send(page, { line: '1h thorn remote' });
    expect(second.location).toBe(first.location);
    expect(stored()).toHaveLength(1);
    expect((await send(page, { line: '2h thorn remote' })).status).toBe(422);
    expect(stored()).toHaveLength(1);
  });

  test('does not take hardware from a form either', async () => {
    const asked = await send(await open(), { line: '1h thorn cable' });
    const answer = await send(asked, { workTypeId: String(remoteId + 2) });
    expect([answer.status, visibleText(answer.text)]).toEqual([
      400,
      expect.stringContaining('Hardware is hardware'),
    ]);
    expect(stored()).toEqual([]);
  });
});

describe('Several lines', () => {
  const LINES = [
    '1h thorn remote mailbox',
    '',
    '30m harbour foods training yesterday',
    '2h thorn training',
  ];

  test('are logged after one look, all at once', async () => {
    const look = await send(await open(), { line: LINES.join('\r\n') });
    expect(look.status).toBe(200);
    expect(stored()).toEqual([]);
    expect(visibleText(look.text)).toContain('Log 3');
    const rows = /What each line says[\s\S]*?<\/table>/.exec(look.text)?.[0] ?? '';
    expect(rowsOf(rows).map(([, ...row]) => row.slice(0, 4))).toEqual([
      ['1h 0m', 'Thorn Ltd', 'Remote Support', 'today'],
      ['0h 30m', 'Harbour Foods', 'Training', '19 Nov 2026'],
      ['2h 0m', 'Thorn Ltd', 'Training', 'today'],
    ]);
    const logged = await send(look, {});
    expect([logged.status, logged.location]).toEqual([303, '/work-logs/line']);
    expect(stored()).toMatchObject([{ duration: 60 }, { duration: 30 }, { duration: 120 }]);
    expect(toastOf((await open()).text)).toContain('3 work logs: 3h 30m · £210.00');
    expect((await send(look, {})).status).toBe(303);
    expect(stored()).toHaveLength(3);
  });

  /** Logs the lines; gives the address of the Undo for all of them. */
  async function logAll(): Promise<string> {
    const look = await send(await open(), { line: LINES.join('\n') });
    await send(look, {});
    const { text } = await open();
    return /action="(\/work-logs\/[^"]+\/undo)"/.exec(text)?.[1] ?? 'no Undo';
  }
  const durations = () => stored().map(({ duration }) => duration);

  test('are taken back by one Undo, and brought back by another', async () => {
    addLog(server(), { clientId: thornId, workTypeId: remoteId });
    const undo = await logAll();
    expect(durations()).toEqual([60, 60, 30, 120]);
    const answer = await visitor.post(undo, { goTo: '/dashboard' });
    expect(answer.location).toBe('/dashboard');
    expect(durations()).toEqual([60]);
    const page = await visitor.get('/dashboard');
    expect(toastOf(page.text)).toContain('3 work logs deleted successfully');
    // The same button once more, from another tab.
    expect((await visitor.post(undo)).status).toBe(303);
    expect(durations()).toEqual([60]);
    const restore = undo.replace('/undo', '/restore');
    expect(page.text).toContain(`action="${restore}"`);
    await visitor.post(restore);
    expect(toastOf((await open()).text)).toContain('3 work logs restored');
    expect(durations()).toEqual([60, 60, 30, 120]);
  });

  test('that were changed or invoiced since are left by Undo, which says how many', async () => {
    const undo = await logAll();
    const [first, second] = stored();
    await visitor.api('PUT', `/api/work-logs/${String(first?.id)}`, { description: 'Changed' });
    await visitor.post(undo);
    expect(durations()).toEqual([60]);
    const { text } = await open();
    expect(toastOf(text)).toContain(
      '2 work logs deleted successfully. 1 was changed or invoiced since and not deleted.',
    );
    const last = Number(second?.id) + 1;
    expect(text).toContain(`action="/work-logs/${String(second?.id)}-${last}/restore"`);
  });

  test('that were all invoiced since are not taken back', async () => {
    const undo = await logAll();
    server().services.db.update(workLogs).set({ isInvoiced: true }).run();
    await visitor.post(undo);
    expect(durations()).toEqual([60, 30, 120]);
    expect(toastOf((await open()).text)).toContain('They were changed or invoiced since');
  });

  test.each(['0-3', '3-1', '1-51', 'x', '1,'])('have no Undo at %s', async (ids) => {
    expect((await visitor.post(`/work-logs/${ids}/undo`)).status).toBe(404);
  });

  test('are not logged while one of them is not clear', async () => {
    const line = [...LINES, '1h harbour remote'].join('\n');
    const look = await send(await open(), { line });
    expect(look.status).toBe(400);
    const text = visibleText(look.text);
    expect(text).toContain('Fix line 4, then read again.');
    expect(text).toContain('Did you mean Harbour Dental or Harbour Foods?');
    expect(text).toContain('Read again');
    expect((await send(look, {})).status).toBe(400);
    expect(stored()).toEqual([]);
    const mended = await send(look, {
      line: line.replace('harbour remote', 'harbour dental remote'),
    });
    expect(mended.status).toBe(200);
    expect((await send(mended, {})).status).toBe(303);
    expect(stored()).toHaveLength(4);
  });

  test('are looked at again when they have come to mean something else', async () => {
    const look = await send(await open(), { line: LINES.join('\n') });
    server().setClock(new Date('2026-11-21T00:01:00Z'));
    const again = await send(look, {});
    expect(again.status).toBe(200);
    expect(visibleText(again.text)).toContain('20 Nov 2026');
    expect(stored()).toEqual([]);
  });

  test('that name no day are looked at again after midnight, and those that name one are not', async () => {
    const lines = (day: string) =>
      ['1h thorn remote', '2h thorn training'].map((line) => `${line}${day}`).join('\n');
    server().setClock(new Date('2026-11-20T23:58:00Z'));
    const look = await send(await open(), { line: lines('') });
    const dated = await send(await open(), { line: lines(' 2026-11-19') });
    expect([look.status, dated.status]).toEqual([200, 200]);
    server().setClock(new Date('2026-11-21T00:03:00Z'));
    const again = await send(look, {});
    expect([again.status, stored()]).toEqual([200, []]);
    expect((await send(again, {})).status).toBe(303);
    expect((await send(dated, {})).status).toBe(303);
    expect(stored()).toHaveLength(4);
  });

  test('are at most fifty', async () => {
    const answer = await send(await open(), { line: 'x\n'.repeat(51) });
    expect([answer.status, visibleText(answer.text)]).toEqual([
      400,
      expect.stringContaining('These are 51 lines; 50 can be logged at once.'),
    ]);
  });
});

describe('Clients whose names are alike', () => {
  const nordwind = () =>
    ['Nordwind Ltd', 'NORDWIND Ltd.', 'Nordwind Ltd'].map((name) => addClient(server(), name));

  test('are told apart, and the API takes the one that is sent', async () => {
    const [first = 0, second = 0, third = 0] = nordwind();
    const asked = await call('1h nordwind remote');
    expect(asked.status).toBe(400);
    for (const name of [`Nordwind Ltd (No ${first})`, `NORDWIND Ltd. (No ${second})`])
      expect(asked.text).toContain(name);
    expect(asked.text).toContain('send its clientId');
    const send = (line: string, clientId: number) =>
      visitor.api('POST', '/api/work-logs/line', { line, clientId });
    expect((await send('1h nordwind remote', third)).json()).toMatchObject({ clientId: third });
    expect((await send('1h remote', first)).json()).toMatchObject({ clientId: first });
    expect((await send('1h thorn remote', first)).text).toContain('Did you mean Thorn Ltd or');
    expect((await send('1h thorn remote', 999)).status).toBe(400);
    expect((await call('1h "NORDWIND Ltd." remote')).json()).toMatchObject({ clientId: second });
    expect(stored()).toHaveLength(3);
  });

  test('are told apart in the form for the rest', async () => {
    const [first = 0, , third = 0] = nordwind();
    const asked = await send(await open(), { line: '1h nordwind remote' });
    expect(asked.status).toBe(400);
    expect(visibleText(asked.text)).toContain(`Nordwind Ltd (No ${first})`);
    await send(asked, { clientId: String(third) });
    expect(stored()).toMatchObject([{ clientId: third, duration: 60 }]);
    setClientActive(server().services, first, false);
  });
});

describe('What another app shares becomes the text of the line', () => {
  const shared = (fields: Record<string, string>) =>
    `/work-logs/line?${String(new URLSearchParams(fields))}`;
  const lineIn = ({ text }: Answer) => controlOf(text, 'line').value;
  const URL_SHARED = 'https://example.com/2026/11/12/x';

  test.each([
    [{ text: '1h thorn remote printer' }, '1h thorn remote printer'],
    [{ title: 'Printer', text: 'jam', url: URL_SHARED }, `Printer jam ${URL_SHARED}`],
    [
      { title: 'Printer', text: `Printer jam ${URL_SHARED}`, url: URL_SHARED },
      `Printer jam ${URL_SHARED}`,
    ],
    [{ title: 'Printer', text: 'Printer', url: '' }, 'Printer'],
    [{ text: 'two\nlines\u200b\u00ad' }, 'two lines'],
    [{ text: '</textarea><script>' }, '</textarea><script>'],
    [{ text: 'a'.repeat(5_000) }, 'a'.repeat(2_000)],
    [{}, ''],
  ])('%j', async (fields, line) => {
    expect(lineIn(await visitor.get(shared(fields)))).toBe(line);
    expect(stored()).toEqual([]);
  });

  test('after signing in, too', async () => {
    const stranger = visit(server());
    const path = shared({ text: '1h thorn remote printer' });
    expect((await stranger.get(path)).status).toBe(401);
    const link = createSignInLink(server().services, TEST_EMAIL).replace(server().url, '');
    const { location } = await openLink(stranger, link);
    expect(location).toBe(path);
    expect(lineIn(await stranger.get(location ?? ''))).toBe('1h thorn remote printer');
  });
});
