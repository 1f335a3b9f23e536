import { beforeEach, describe, expect, test } from 'vitest';
import { clients, pendingWorkLogs, timers, workLogs } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { importFile, ourFile, sendFile } from '../../support/data/imports.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { fieldsOf } from '../../support/form.ts';
import { visibleText } from '../../support/html.ts';
import { plainFormsOf, pressPlainly } from '../../support/plain-forms.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;
let clientId: number;
let workTypeId: number;

beforeEach(async () => {
  server().setClock(new Date('2026-11-20T09:00:00Z'));
  visitor = await visitSignedIn(server());
  clientId = addClient(server(), 'Acme Ltd');
  workTypeId = addWorkType(server(), 'Support');
});

const all = (table: typeof workLogs | typeof clients) =>
  server().services.db.select().from(table).all();
const log = (body: object, headers?: Record<string, string>) =>
  visitor.api('POST', '/api/work-logs', { clientId, workTypeId, ...body }, headers);
const hardware = async () => {
  const type = addWorkType(server(), 'Hardware');
  const hardwareItems = [{ itemName: 'Router', unitPrice: '449.97' }];
  return idOf(await log({ workTypeId: type, hardwareItems }));
};

describe('The API asks with 409 and a word, and the same with the word goes through', () => {
  test.each([
    ['hours', { duration: 961 }, '16h 1m is long for one work log'],
    ['date', { duration: 60, date: '1999-05-01' }, '1 May 1999 is more than a year ago'],
    ['date', { duration: 60, date: '2025-11-19' }, '19 Nov 2025 is more than a year ago'],
    ['hours-day-date', { duration: 1_500, date: '1999-05-01' }, 'more than a year ago'],
  ])('%s: %j', async (confirm, body, sentence) => {
    const key = { 'Idempotency-Key': 'k' };
    const asked = await log(body, key);
    expect([asked.status, asked.json()]).toEqual([
      409,
      { message: expect.stringContaining(sentence) as string, confirm },
    ]);
    expect(all(workLogs)).toEqual([]);
    // A question uses up no key.
    expect((await log({ ...body, confirm }, key)).status).toBe(201);
    expect(all(workLogs)).toHaveLength(1);
  });

  test.each([
    { duration: 960 },
    { duration: 60, date: '2025-11-20' },
    { duration: 60, date: '2027-11-20' },
  ])('but not about %j', async (body) => {
    expect((await log(body)).status).toBe(201);
  });

  test("about a person's day of more than 24 hours, and not about a colleague's", async () => {
    expect((await log({ duration: 800 })).status).toBe(201);
    expect((await log({ duration: 700 })).json()).toMatchObject({
      message: '20 Nov 2026 would have 25h 0m of work.',
      confirm: 'day',
    });
    expect((await log({ duration: 700, confirm: 'day' })).status).toBe(201);
    expect((await log({ duration: 700, date: '2026-11-19' })).status).toBe(201);
  });

  test('about what a change changes, and nothing else', async () => {
    const id = idOf(await log({ duration: 1_000, date: '2025-01-02', confirm: 'hours-date' }));
    const put = (body: object) => visitor.api('PUT', `/api/work-logs/${id}`, body);
    const whole = (await visitor.api('GET', `/api/work-logs/${id}`)).json() as object;
    expect((await put({ ...whole, description: 'Better' })).status).toBe(200);
    expect((await put({ duration: 1_001 })).json()).toMatchObject({ confirm: 'hours' });
    expect((await put({ date: '2025-01-03' })).json()).toMatchObject({ confirm: 'date' });
    expect((await put({ date: '2025-01-03', confirm: 'date' })).status).toBe(200);
  });

  test.each(['acme  ltd', 'ACME LTD.', 'Acme-Ltd', 'Ac\u200bme ltd', 'Acme Limited'])(
    'about a client %j beside Acme Ltd',
    async (name) => {
      const add = (more: object = {}) => visitor.api('POST', '/api/clients', { name, ...more });
      expect((await add()).json()).toEqual({
        message: 'There is a client Acme Ltd already.',
        confirm: 'name',
        clientId,
      });
      expect(all(clients)).toHaveLength(1);
      expect((await add({ confirm: 'name' })).status).toBe(201);
      const other = idOf(await visitor.api('POST', '/api/clients', { name: 'Other' }));
      const path = `/api/clients/${other}`;
      expect((await visitor.api('PUT', path, { name: 'acme ltd!' })).status).toBe(409);
      expect((await visitor.api('PUT', `/api/clients/${clientId}`, { name: 'Acme' })).status).toBe(
        200,
      );
    },
  );

  test('about Repeat of hardware, with what it comes to', async () => {
    const path = `/api/work-logs/${await hardware()}/repeat`;
    const asked = await visitor.api('POST', path);
    expect([asked.status, asked.json()]).toEqual([
      409,
      { message: expect.stringContaining('£449.97') as string, confirm: 'hardware' },
    ]);
    expect((await visitor.api('POST', path, { confirm: 'hardware' })).status).toBe(201);
  });

  test('about a task, a line, and the end of a timer, which runs on', async () => {
    const columns = {
      clientId,
      workTypeId,
      duration: 30,
      completedAt: new Date('2025-01-01T10:00Z'),
    };
    const confirm = `/api/pending-worklogs/${addPendingLog(server(), columns)}/confirm`;
    expect((await visitor.api('POST', confirm)).json()).toMatchObject({ confirm: 'date' });
    expect((await visitor.api('POST', confirm, { confirm: 'date' })).status).toBe(200);
    const line = { line: '17h acme support' };
    expect((await visitor.api('POST', '/api/work-logs/line', line)).json()).toMatchObject({
      confirm: 'hours',
    });
    await visitor.api('POST', '/api/timer/start', { clientId, workTypeId });
    server().setClock(new Date('2026-11-22T09:00:00Z'));
    const end = { endedAt: '2026-11-21T02:00:00Z' };
    expect((await visitor.api('POST', '/api/timer/stop', end)).json()).toMatchObject({
      confirm: 'hours',
    });
    expect(server().services.db.select().from(timers).all()).toMatchObject([{ stoppedAt: null }]);
    const stopped = await visitor.api('POST', '/api/timer/stop', { ...end, confirm: 'hours' });
    expect(stopped.json()).toMatchObject({ duration: 1_020 });
  });
});

describe('A screen asks once, keeps what was typed, and saves with one press more', () => {
  async function askedThenSaved(
    path: string,
    button: string,
    typed: Record<string, string>,
    anyway = 'Save anyway',
  ) {
    const asked = await pressPlainly(visitor, (await visitor.get(path)).text, button, typed);
    expect(asked.status).toBe(409);
    expect(visibleText(asked.text)).toContain('Not saved. What you typed is still here.');
    const again = plainFormsOf(asked.text).find(({ buttons }) =>
      buttons.some(({ text }) => text === anyway),
    );
    for (const field of Object.entries(typed)) expect(again?.fields).toContainEqual(field);
    return pressPlainly(visitor, asked.text, anyway);
  }

  test.each([
    ['/work-logs/new', 'Save', { duration: '25' }],
    ['/work-logs/new', 'Save and add another', { duration: '1', date: '1999-05-01' }],
    ['/work-logs/quick-log', 'Log Work', { duration: '25' }],
    ['/dashboard', 'Log Work', { hours: '23', minutes: '0' }],
  ])('%s', async (path, button, typed) => {
    const both = { clientId: String(clientId), workTypeId: String(workTypeId) };
    const saved = await askedThenSaved(path, button, { ...both, ...typed });
    expect(saved.status).toBe(303);
    // The button that was pressed first counts.
    if (button.endsWith('another')) expect(saved.location).toBe('/work-logs/new');
    expect(all(workLogs)).toHaveLength(1);
  });

  test('for a client, a new one and a renamed one', async () => {
    const typed = { name: 'ACME, LTD' };
    const saved = await askedThenSaved('/clients/new', 'Add Client', typed, 'Add it anyway');
    expect(saved.status).toBe(303);
    const other = addClient(server(), 'Other');
    const path = `/clients/${other}/edit`;
    expect((await askedThenSaved(path, 'Update Client', { name: 'acme ltd' })).status).toBe(303);
    expect(all(clients).map((client) => 'name' in client && client.name)).toEqual([
      'Acme Ltd',
      'ACME, LTD',
      'acme ltd',
    ]);
  });

  test('for a client, with the way to the one that is here', async () => {
    const linkIn = (html: string) => /href="([^"]*)"[^>]*>Use the existing one</.exec(html)?.[1];
    const ask = async (path: string, button: string, name: string) =>
      pressPlainly(visitor, (await visitor.get(path)).text, button, { name });
    const added = await ask('/clients/new', 'Add Client', 'Acme & Limited');
    expect(linkIn(added.text)).toBe(`/clients/${clientId}`);
    // A form that wants a client gets that one.
    const inForm = await ask('/clients/new?back=%2Fwork-logs%2Fnew', 'Add Client', 'acme ltd');
    expect(linkIn(inForm.text)).toBe(`/work-logs/new?client=${clientId}`);
    const other = addClient(server(), 'Other');
    const renamed = await ask(`/clients/${other}/edit`, 'Update Client', 'acme ltd');
    expect(linkIn(renamed.text)).toBe(`/clients/${clientId}`);
    await visitor.api('DELETE', `/api/clients/${clientId}`);
    const inactive = await ask('/clients/new', 'Add Client', 'acme ltd');
    expect(visibleText(inactive.text)).toContain(
      'There is a client Acme Ltd already, which is inactive. Not saved.',
    );
    expect(linkIn(inactive.text)).toBeUndefined();
    expect(all(clients)).toHaveLength(2);
  });

  test('for an edited log, which is confirmed over what was typed', async () => {
    const id = addLog(server(), { clientId, workTypeId });
    const saved = await askedThenSaved(`/work-logs/${id}/edit`, 'Update', { duration: '20' });
    expect(saved.status).toBe(303);
    expect(all(workLogs)).toMatchObject([{ duration: 1_200 }]);
  });

  test('for one line, and for several', async () => {
    const path = '/work-logs/line';
    expect((await askedThenSaved(path, 'Log', { line: '17h acme support' })).status).toBe(303);
    const lines = '18h acme support 12/11\n17h acme support 13/11\n1h acme support 1/1/2020';
    const page = await visitor.get(path);
    const look = await visitor.post(path, { ...fieldsOf(page.text, 'line'), line: lines });
    const asked = await visitor.post(path, fieldsOf(look.text, 'line'));
    expect(asked.status).toBe(409);
    expect(visibleText(asked.text)).toContain(
      'Line 1: 18h 0m is long for one work log. Line 2: 17h',
    );
    const saved = await pressPlainly(visitor, asked.text, 'Save anyway', { line: lines });
    expect(saved.status).toBe(303);
    expect(all(workLogs)).toHaveLength(4);
  });

  test('for Repeat of hardware, on a page of its own', async () => {
    const id = await hardware();
    const page = await visitor.get('/work-logs');
    const press = { ...fieldsOf(page.text, 'work-logs'), repeat: String(id) };
    const asked = await visitor.post('/work-logs/repeat', press);
    expect(asked.status).toBe(409);
    expect(visibleText(asked.text)).toContain('the same hardware for Acme Ltd again, £449.97');
    const saved = await pressPlainly(visitor, asked.text, 'Save anyway');
    expect([saved.status, saved.location]).toEqual([303, '/work-logs']);
    expect(all(workLogs)).toHaveLength(2);
  });

  test('for a task in its row; many at once say which need a look', async () => {
    const columns = {
      clientId,
      workTypeId,
      duration: 30,
      completedAt: new Date('2025-01-01T10:00Z'),
    };
    const [one, other] = ['Patch', 'Reboot'].map((taskName) =>
      addPendingLog(server(), { ...columns, taskName }),
    );
    const page = await visitor.get('/pending-work-logs');
    const table = plainFormsOf(page.text).find(({ buttons }) =>
      buttons.some(({ name }) => name === 'do'),
    );
    const form = { ...Object.fromEntries(table?.fields ?? []), ids: String(other) };
    const bulk = await visitor.post('/pending-work-logs/review', { ...form, do: 'confirm' });
    expect((await visitor.get(bulk.location ?? '')).text).toContain('1 needs a look');
    const asked = await visitor.post('/pending-work-logs/review', {
      ...form,
      do: `${one}:confirm`,
    });
    expect(asked.status).toBe(409);
    expect(visibleText(asked.text)).toContain('1 Jan 2025 is more than a year ago.');
    const saved = await pressPlainly(visitor, asked.text, 'Confirm Patch');
    expect(saved.status).toBe(303);
    const entries = server().services.db.select().from(pendingWorkLogs).all();
    expect(entries.map(({ status }) => status)).toEqual(['confirmed', 'pending_review']);
  });
});

describe('A file is asked about once', () => {
  const file = ourFile(
    '1999-03-02,Acme Ltd,Support,60,,true,60.00,false,',
    '2026-03-02,A.C.M.E. Ltd,Support,1200,,true,60.00,false,',
  );
  const sentence =
    'The file has lines that are doubtful: 1 more than a year old, 1 of more than 16 hours, 1 new clients with the name of one that is here, but for punctuation.';

  test('by the API, with the word that goes through', async () => {
    const look = await sendFile(visitor, file, { query: '?dry=1' });
    expect(look.json()).toMatchObject({ new: 2, message: sentence, confirm: 'doubtful' });
    expect(await importFile(visitor, file)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('?confirm=doubtful') as string,
    });
    expect(all(workLogs)).toEqual([]);
    expect(await importFile(visitor, file, '?confirm=doubtful')).toMatchObject({ status: 'done' });
    expect(all(workLogs)).toHaveLength(2);
  });
});
