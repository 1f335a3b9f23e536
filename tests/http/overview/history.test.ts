import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { toastOf, visibleText } from '../../support/html.ts';
import { plainFormsOf } from '../../support/plain-forms.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { addUser } from '../../support/data/entries.ts';

const server = useServer();

let alex: Visitor;
let robin: Visitor;
let robinId: number;
let clientId: number;
let workTypeId: number;

beforeEach(async () => {
  robinId = addUser(server(), 'robin@example.com', ['Robin', 'Park']);
  alex = await visitSignedIn(server());
  robin = await visitSignedIn(server(), 'robin@example.com');
  const client = { name: 'Acme', standardRate: '60.00', premiumRate: '90.00' };
  clientId = idOf(await alex.api('POST', '/api/clients', client));
  const workType = { name: 'Support', hourlyRate: '75.00' };
  workTypeId = idOf(await alex.api('POST', '/api/work-types', workType));
});

const Entry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  record: z.string(),
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
const read = async (query: string) =>
  z.array(Entry).parse((await alex.api('GET', `/api/history?${query}`)).json());
const logBy = async (visitor: Visitor) =>
  idOf(
    await visitor.api('POST', '/api/work-logs', {
      ...{ clientId, workTypeId, duration: 90, description: 'Printer', hourlyRate: '60.00' },
    }),
  );

test('A log that is edited and deleted has three entries: by whom, and the record before and after', async () => {
  const id = await logBy(robin);
  await alex.api('PUT', `/api/work-logs/${id}`, { hourlyRate: '75.00' });
  await robin.api('DELETE', `/api/work-logs/${id}`);
  const entries = await read(`record=work-log:${id}`);
  expect(entries.map(({ by, action, record }) => [by, action, record])).toEqual([
    ['Robin Park', 'deleted', `work-log:${id}`],
    ['alex@example.com', 'changed', `work-log:${id}`],
    ['Robin Park', 'created', `work-log:${id}`],
  ]);
  for (const typed of [`Work-Log: ${id}`, ` WORK-LOG:${id}\u200b`, `work-log :\u00a0${id}`]) {
    expect(await read(`record=${encodeURIComponent(typed)}`), typed).toEqual(entries);
  }
  const [deleted, changed, created] = entries;
  expect([created?.before, deleted?.after]).toEqual([null, null]);
  expect(changed?.before).toEqual(created?.after);
  expect(changed?.after).toEqual(deleted?.before);
  expect(changed).toMatchObject({
    before: {
      id,
      hourlyRate: '60.00',
      totalAmount: '90.00',
      duration: 90,
      client: { name: 'Acme' },
    },
    after: { id, hourlyRate: '75.00', totalAmount: '112.50', duration: 90 },
  });
});

test('A log that was deleted is restored from History, for an hour', async () => {
  const ids = [await logBy(robin), await logBy(robin)];
  for (const id of ids) await alex.api('DELETE', `/api/work-logs/${id}`);
  const restores = async () =>
    plainFormsOf((await alex.get('/history')).text).filter(({ action }) =>
      action.endsWith('/restore'),
    );
  const [form, ...others] = await restores();
  expect(others).toHaveLength(1);
  expect(form?.buttons.map(({ text }) => text)).toEqual(['Restore Work log: Acme, Printer']);
  const answer = await alex.post(form?.action ?? '', new URLSearchParams(form?.fields));
  const { text } = await alex.get(answer.location ?? '');
  expect(toastOf(text)).toBe('Work log restored');
  expect(await restores()).toHaveLength(1);
  server().setClock(new Date(server().services.clock().getTime() + 61 * 60_000));
  expect(await restores()).toEqual([]);
});

test('The trail is filtered by record, kind, person and day, and paged by key', async () => {
  const id = await logBy(robin);
  for (const email of ['a@acme.example', 'b@acme.example', 'c@acme.example']) {
    await alex.api('PUT', `/api/clients/${clientId}`, { email });
  }
  const records = async (query: string) => new Set((await read(query)).map((one) => one.record));
  expect(await records(`person=${robinId}`)).toEqual(new Set([`work-log:${id}`, 'sign-in']));
  expect(await records('kind=client')).toEqual(new Set([`client:${clientId}`]));
  expect(await records('from=2020-01-01&to=2020-12-31')).toEqual(new Set());
  expect((await read('kind=client&from=2026-01-01')).length).toBe(4);
  const first = await alex.api('GET', '/api/history?limit=2&kind=client');
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
  const second = await alex.api('GET', next.replace(server().url, ''));
  const ids = [first, second]
    .flatMap((one) => z.array(Entry).parse(one.json()))
    .map((one) => one.id);
  expect(ids).toEqual((await read('kind=client')).map((one) => one.id));
  expect(ids).toEqual([...ids].sort((one, other) => other - one));
  const wrong = await alex.api('GET', '/api/history?record=work-log&kind=x&person=x&from=x');
  expect(wrong.status).toBe(400);
  expect(wrong.json()).toMatchObject({
    issues: [{ path: 'record' }, { path: 'kind' }, { path: 'person' }, { path: 'from' }],
  });
  for (const path of ['/api/history', '/history.csv', '/history']) {
    const nobody = await alex.get(`${path}?person=x`);
    expect([path, nobody.status]).toEqual([path, 400]);
    expect(nobody.text).toContain('This person does not exist.');
  }
});

test('The dialog of a log tells its story, back to the task that it came from', async () => {
  const { services } = server();
  const taskId = addPendingLog(server(), { clientId, workTypeId, duration: 60 });
  await alex.api('POST', `/api/pending-worklogs/${taskId}/confirm`);
  const logId = services.db.$client.prepare('select max(id) from work_logs').pluck().get();
  await robin.api('PUT', `/api/work-logs/${String(logId)}`, { hourlyRate: '99.00' });
  const text = visibleText((await alex.get(`/work-logs/${String(logId)}/edit`)).text);
  expect(text).toMatch(/Robin Park: Rate changed from £[\d.]+ to £99\.00/);
  expect(text).toContain('alex@example.com: Confirmed');
  expect(text).toContain('Imported from Todoist');
  for (const path of [`/clients/${clientId}/edit`, `/settings/work-types/${workTypeId}/edit`]) {
    expect(visibleText((await alex.get(path)).text)).toContain('alex@example.com: Added');
  }
});

test('The details of an archived task tell who archived it', async () => {
  const taskId = addPendingLog(server(), { clientId, workTypeId, duration: 60 });
  await robin.api('POST', `/api/pending-worklogs/${taskId}/archive`);
  const text = visibleText((await alex.get(`/archived-work-logs/${taskId}`)).text);
  expect(text).toMatch(/History .*Robin Park: Archived/);
  expect(text).toContain('All of its history');
});

test('The screen says what changed from what to what, links on, and explains a wrong filter', async () => {
  const id = await logBy(robin);
  await robin.api('PUT', `/api/work-logs/${id}`, { duration: 120 });
  const page = await alex.get(`/history?record=work-log:${id}`);
  const text = visibleText(page.text);
  expect(text).toContain('Work log: Acme, Printer');
  expect(text).toMatch(/Duration: 1h 30m.*2h/);
  expect(page.text).toContain(`href="/work-logs/${id}/edit"`);
  const wrong = await alex.get('/history?record=nonsense');
  expect(wrong.status).toBe(400);
  expect(visibleText(wrong.text)).toContain('Enter a record such as work-log:12');
  expect(visibleText((await alex.get('/history?to=2000-01-01')).text)).toContain(
    'No changes found',
  );
  expect((await alex.get('/settings/data')).text).toContain('href="/history"');
});

test('A change far into a long text is shown, on the screen and in the dialog', async () => {
  const notes = 'Call before you come. '.repeat(20);
  await alex.api('PUT', `/api/clients/${clientId}`, { notes: `${notes}Ask for Ann.` });
  await alex.api('PUT', `/api/clients/${clientId}`, { notes: `${notes}Ask for Bob.` });
  const text = async (path: string) => visibleText((await alex.get(path)).text);
  const changed = /Notes: …[^…]*come\. Ask for Ann\. → became …[^…]*come\. Ask for Bob\./;
  expect(await text(`/history?record=client:${clientId}`)).toMatch(changed);
  expect(await text(`/clients/${clientId}/edit`)).toMatch(/from …[^…]*Ann\. to …[^…]*Bob\./);
  // What differs from its beginning is shown from there.
  await alex.api('PUT', `/api/clients/${clientId}`, { notes: `Please! ${notes}` });
  expect(await text(`/history?record=client:${clientId}`)).toMatch(
    /Notes: Call before .*… → became Please! Call before .*…/,
  );
});

test('A change of an item says what of it changed, its VAT and its tax code too', async () => {
  const hardwareId = idOf(await alex.api('POST', '/api/work-types', { name: 'Hardware' }));
  const items = [
    { itemName: 'Cable', unitPrice: '10.00', quantity: 2 },
    { itemName: 'Mouse', unitPrice: '5.00' },
  ];
  const log = { clientId, workTypeId: hardwareId, hardwareItems: items };
  const id = idOf(await alex.api('POST', '/api/work-logs', log));
  const last = async () => {
    const page = visibleText((await alex.get(`/history?record=work-log:${id}`)).text);
    return /(Items: .*?) All changes:/.exec(page)?.[1];
  };
  const change = (itemId: number, item: object) =>
    alex.api('PUT', `/api/worklogs/${id}/hardware-items/${itemId}`, item);
  await change(1, { vatRate: 0, taxCode: 'ZERORATED' });
  expect(await last()).toBe(
    'Items: 2 × Cable at £10.00 (20% VAT, OUTPUT2), 1 × Mouse at £5.00' +
      ' → became 2 × Cable at £10.00 (0% VAT, ZERORATED), 1 × Mouse at £5.00',
  );
  await change(2, { vatIncluded: false, description: 'Without a wire' });
  expect(await last()).toBe(
    'Items: 2 × Cable at £10.00, 1 × Mouse at £5.00 (no description, VAT included)' +
      ' → became 2 × Cable at £10.00, 1 × Mouse at £5.00 (“Without a wire”, VAT added)',
  );
  await change(1, { quantity: 3 });
  expect(await last()).toBe(
    'Items: 2 × Cable at £10.00, 1 × Mouse at £5.00 → became 3 × Cable at £10.00, 1 × Mouse at £5.00',
  );
  // An item that is put in the place of another has another id.
  const mouse = { itemName: 'Mouse', unitPrice: '5.00', vatRate: 5 };
  await alex.api('PUT', `/api/work-logs/${id}`, { hardwareItems: [mouse] });
  expect(await last()).toBe(
    'Items: 3 × Cable at £10.00, 1 × Mouse at £5.00 (“Without a wire”, VAT added, 20% VAT)' +
      ' → became 1 × Mouse at £5.00 (no description, VAT included, 5% VAT)',
  );
});

test('A log says who made it, and lists are filtered by person', async () => {
  const [hers, his] = [await logBy(robin), await logBy(alex)];
  expect((await alex.api('GET', `/api/work-logs/${hers}`)).json()).toMatchObject({
    loggedById: robinId,
    loggedBy: 'Robin Park',
  });
  const of = (query: string) => alex.api('GET', `/api/work-logs?${query}`);
  const idsOf = async (query: string) =>
    z
      .array(z.object({ id: z.int() }))
      .parse((await of(query)).json())
      .map(({ id }) => id);
  expect(await idsOf(`person=${robinId}`)).toEqual([hers]);
  expect(await idsOf('person=all')).toEqual([his, hers]);
  const page = visibleText((await alex.get(`/work-logs?person=${robinId}`)).text);
  expect(page).toContain('Logged by Robin Park');
  expect(page).toMatch(/Logs 1 /);
  await alex.api('DELETE', `/api/users/${robinId}`);
  expect((await of(`person=${robinId}`)).json()).toEqual([]);
  expect((await alex.api('GET', `/api/work-logs/${hers}`)).json()).toMatchObject({
    loggedBy: null,
  });
  expect((await read(`record=work-log:${hers}`))[0]?.by).toBe('Robin Park');
  expect(visibleText((await alex.get('/work-logs')).text)).not.toContain('Logged by');
});

test('A page of the trail that has no entries any more shows the newest that the filters match', async () => {
  const id = await logBy(robin);
  const today = server().services.clock().toISOString().slice(0, 10);
  const filters = `record=work-log:${id}&from=${today}&to=${today}`;
  for (const page of ['older=0_0', 'older=0_1', 'newer=9007199254740991_1']) {
    const { text } = await alex.get(`/history?${filters}&${page}`);
    expect([page, visibleText(text)]).toEqual([page, expect.stringContaining('Robin Park')]);
  }
});

test('Signed out, the trail is closed; nothing can be sent to it', async () => {
  robin.cookies.clear();
  expect((await robin.get('/history')).status).toBe(401);
  expect((await robin.api('GET', '/api/history')).status).toBe(401);
  const posted = await alex.api('POST', '/api/history', {});
  expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET']);
});
