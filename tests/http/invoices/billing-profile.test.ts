import { expect, test } from 'vitest';
import { updateClient, type ClientInput } from '#app/clients/clients.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, fieldsOf, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const CONTACTS = [
  { name: 'Own terms', salesTerms: { Day: 7, Type: 'DAYSAFTERBILLMONTH' } },
  { name: 'Told here', salesTerms: { Day: 7, Type: 'DAYSAFTERBILLMONTH' } },
  { name: 'No terms' },
];

const xero = useConsentedXero(() => [{ ...HARBOUR, contacts: CONTACTS }]);
const server = useServer(() => xeroEnvironment(xero()));
const PREVIEW = '/work-logs/create-invoices?months=all';
const TODAY = '2026-11-20';

async function start(profiles: Record<string, Partial<ClientInput>>) {
  const { services } = server();
  server().setClock(new Date(`${TODAY}T09:00:00Z`));
  await activate(services, await connectToXero(services, xero()));
  const support = addWorkType(server(), 'Support');
  const travel = addWorkType(server(), 'Travel');
  const ids: Record<string, number> = {};
  for (const [name, profile] of Object.entries(profiles)) {
    const clientId = addClient(server(), name);
    updateClient(services, clientId, profile);
    for (const [workTypeId, day, duration] of [
      [support, '2026-09-10', 20],
      [support, '2026-09-10', 20],
      [support, '2026-09-11', 50],
      [travel, '2026-09-14', 30],
    ] as const) {
      addLog(server(), { clientId, workTypeId, day, duration });
    }
    ids[name] = clientId;
  }
  return { visitor: await visitSignedIn(server()), ids };
}

type Choose = (fields: URLSearchParams) => void;

function press(visitor: Visitor, page: string, word: string, choose: Choose = () => undefined) {
  const fields = fieldsOf(page, 'create-invoices');
  choose(fields);
  fields.set('press', word);
  return visitor.post(PREVIEW, fields);
}

async function invoicesInXero(count: number) {
  await expect.poll(() => xero().state().invoices.length, { timeout: 30_000 }).toBe(count);
  const { contacts, invoices } = xero().state();
  return Object.fromEntries(
    invoices.map((invoice) => [
      contacts.find(({ contactId }) => contactId === invoice.contactId)?.name ?? '',
      invoice,
    ]),
  );
}

test('Each client’s invoice has the date, the terms and the lines of that client, in the preview and in Xero', async () => {
  const { visitor, ids } = await start({
    Usual: {},
    'Month end': { invoiceDate: 'month-end', dueIn: '14 days' },
    'Next month': { dueIn: 'day 20 of next month', lines: 'day' },
    'By type': { lines: 'type', smallestMinutes: 30 },
    'One line': { lines: 'one', billingStep: 15 },
  });
  const page = (await visitor.get(PREVIEW)).text;
  const dates = (name: string) =>
    ['day', 'due'].map((field) => controlOf(page, `${field}-${ids[name] ?? 0}-2026-09`).value);
  expect(dates('Usual')).toEqual([TODAY, '2026-12-20']);
  expect(dates('Month end')).toEqual(['2026-09-30', '2026-10-14']);
  expect(dates('Next month')).toEqual([TODAY, '2026-12-20']);
  expect(visibleText(page)).toContain('10/09/2026 – 14/09/2026 | Support, Travel');
  const made = await press(visitor, page, 'create');
  expect(made.status, made.text).toBe(303);
  const all = await invoicesInXero(5);
  expect(all['Month end']).toMatchObject({ date: '2026-09-30', dueDate: '2026-10-14' });
  expect(all['Next month']).toMatchObject({ date: TODAY, dueDate: '2026-12-20' });
  const lines = (name: string) =>
    all[name]?.lines.map((line) => [line.description, line.lineAmountPence]);
  // £60 an hour. The logs' own texts are said where a line is of one day.
  expect(lines('Usual')).toHaveLength(4);
  expect(lines('Next month')).toHaveLength(3);
  expect(lines('By type')).toEqual([
    ['10/09/2026 – 11/09/2026 | Support (1h 30m, billed 1h 50m at £60.00 an hour)', 110_00],
    [expect.stringContaining('14/09/2026 | Travel'), 30_00],
  ]);
  // 30 + 30 + 60 + 30 minutes.
  expect(lines('One line')).toEqual([
    ['10/09/2026 – 14/09/2026 | Support, Travel (2h 0m, billed 2h 30m)', 150_00],
  ]);
  const said = visibleText((await visitor.get('/clients/2')).text);
  expect(said).toContain('The last day of their month');
  expect(said).toContain('14 days');
});

test('A line says what its client wants it to say, in the preview and in Xero', async () => {
  const { visitor, ids } = await start({
    'By log': { lineText: 'Ref 7: {workType} ({description}) of {date}' },
    'By type': { lines: 'type', lineText: '{date} | {description} | {workType} for you' },
    Fixed: { lines: 'one', lineText: 'Work as agreed' },
    'Only described': { lines: 'one', lineText: '{description}' },
    Usual: {},
  });
  const page = (await visitor.get(PREVIEW)).text;
  await press(visitor, page, 'create');
  const all = await invoicesInXero(5);
  const texts = (name: string) => all[name]?.lines.map(({ description }) => description);
  expect(texts('By log')).toContain('Ref 7: Travel (Sample) of 14/09/2026');
  // Of several days there is no description, and no bar of its own.
  expect(texts('By type')).toEqual([
    '10/09/2026 – 11/09/2026 | Support for you',
    '14/09/2026 | Sample | Travel for you',
  ]);
  expect(texts('Fixed')).toEqual(['Work as agreed']);
  expect(texts('Only described')).toEqual(['Support, Travel']);
  expect(texts('Usual')).toContain('14/09/2026 | Travel | Sample');
  for (const text of Object.keys(ids).flatMap((name) => texts(name) ?? [])) {
    expect(visibleText(page)).toContain(text);
  }
  const page1 = visibleText((await visitor.get(`/clients/${ids.Fixed ?? 0}`)).text);
  expect(page1).toContain('Text of a line');
  expect(page1).toContain('Work as agreed');
});

test('The template of all leaves a client’s own alone, and an empty one is that of all again', async () => {
  const { visitor, ids } = await start({ Own: { lineText: 'Ours: {date}' } });
  const id = ids.Own ?? 0;
  await visitor.post('/settings/xero/template', { template: 'All: {date}' });
  expect(visibleText((await visitor.get(PREVIEW)).text)).toContain('Ours: 10/09/2026');
  const form = (await visitor.get(`/clients/${id}/edit`)).text;
  const wrong = await pressPlainly(visitor, form, 'Update Client', { lineText: '{datum}' });
  expect(wrong.status).toBe(400);
  expect(visibleText(wrong.text)).toContain('{datum} is no shortcode.');
  expect(controlOf(wrong.text, 'lineText').value).toBe('{datum}');
  const saved = await pressPlainly(visitor, form, 'Update Client', { lineText: '' });
  expect(saved.status, saved.text).toBe(303);
  expect(visibleText((await visitor.get(PREVIEW)).text)).toContain('All: 10/09/2026');
  const history = visibleText((await visitor.get(`/history?record=client:${id}`)).text);
  expect(history).toContain('Text of a line');
  expect(history).toContain('Ours: {date}');
});

test('A client whose jobs are invoiced one by one has an invoice for each, with its PO number, and one for the rest', async () => {
  const { visitor, ids } = await start({ Builder: { invoicePer: 'job', lines: 'job' } });
  const clientId = ids.Builder ?? 0;
  const job = async (body: object) =>
    idOf(await visitor.api('POST', '/api/jobs', { clientId, ...body }));
  const mill = await job({ name: 'Old mill', poNumber: 'PO 77' });
  const quay = await job({ name: 'Quay wall' });
  for (const [jobId, day] of [
    [mill, '2026-08-03'],
    [mill, '2026-09-04'],
    [quay, '2026-09-07'],
  ] as const) {
    const body = { clientId, workTypeId: 1, duration: 60, date: day, jobId };
    expect((await visitor.api('POST', '/api/work-logs', body)).status).toBe(201);
  }
  const page = (await visitor.get(PREVIEW)).text;
  const said = visibleText(page);
  expect(said).toContain('Builder, Old mill, August to September 2026');
  expect(said).toContain('Builder, Quay wall, September 2026');
  expect(said).toContain('Builder, no job, September 2026');
  // One of them is left out, by the key of its job.
  await press(visitor, page, 'create', (fields) => {
    fields.delete('invoices', `${clientId}-job${quay}`);
  });
  await expect.poll(() => xero().state().invoices.length, { timeout: 30_000 }).toBe(2);
  const made = xero().state().invoices;
  const ofMill = made.find(({ reference }) => reference.startsWith('PO 77 '));
  expect(ofMill?.lines.map((line) => [line.description, line.lineAmountPence])).toEqual([
    ['03/08/2026 – 04/09/2026 | Old mill', 120_00],
  ]);
  const left = visibleText((await visitor.get(PREVIEW)).text);
  expect(left).toContain('Builder, Quay wall, September 2026');
  expect(left).not.toContain('Old mill');
  const form = (await visitor.get(`/clients/${clientId}/edit`)).text;
  expect(form).toContain('One invoice per job');
});

test('What is by job is not offered to a client without jobs', async () => {
  const { visitor, ids } = await start({ Plain: {} });
  expect((await visitor.get(`/clients/${ids.Plain ?? 0}/edit`)).text).not.toContain('per job');
  expect((await visitor.get('/clients/new')).text).not.toContain('per job');
});

test('One date and one term can be set for all invoices at once; one that has dates of its own keeps them', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Client ${index + 10}`);
  const { visitor, ids } = await start(Object.fromEntries(names.map((name) => [name, {}])));
  const first = `${ids['Client 10'] ?? 0}-2026-09`;
  const opened = await press(visitor, (await visitor.get(PREVIEW)).text, `open:${first}`);
  const one = await press(visitor, opened.text, 'update', (fields) => {
    fields.set(`day-${first}`, '2026-11-01');
  });
  const all = await press(visitor, one.text, 'update', (fields) => {
    fields.set('day-all', '2026-10-31');
    fields.set('due-all', '7');
  });
  expect(all.status).toBe(200);
  expect(controlOf(all.text, 'due-all').value).toBe('7 days');
  expect(controlOf(all.text, `day-${first}`).value).toBe('2026-11-01');
  const again = await press(visitor, all.text, 'update');
  await press(visitor, again.text, 'create');
  const made = await invoicesInXero(12);
  expect(made['Client 10']).toMatchObject({ date: '2026-11-01', dueDate: '2026-11-08' });
  for (const name of names.slice(1)) {
    expect(made[name], name).toMatchObject({ date: '2026-10-31', dueDate: '2026-11-07' });
  }
});

test('Dates for all that cannot be read are said at their field, and nothing is made or lost', async () => {
  const { visitor } = await start({ One: {}, Two: {} });
  const page = (await visitor.get(PREVIEW)).text;
  const refused = await press(visitor, page, 'create', (fields) => {
    fields.set('day-all', '2026-10-31');
    fields.set('due-all', 'soon');
  });
  expect(refused.status).toBe(400);
  expect(controlOf(refused.text, 'due-all').value).toBe('soon');
  expect(controlOf(refused.text, 'day-all').value).toBe('2026-10-31');
  expect(visibleText(refused.text)).toContain('Enter days, such as 14 days');
  expect(xero().state().invoices).toEqual([]);
});

test('What was chosen for all holds when one invoice is left', async () => {
  const { visitor } = await start({ One: {} });
  const page = (await visitor.get(`${PREVIEW}&day-all=2026-10-31&due-all=7`)).text;
  await press(visitor, page, 'create');
  expect((await invoicesInXero(1)).One).toMatchObject({
    date: '2026-10-31',
    dueDate: '2026-11-07',
  });
});

test('A preview of one invoice offers nothing for all', async () => {
  const { visitor } = await start({ One: {} });
  const page = (await visitor.get(PREVIEW)).text;
  expect(page).not.toContain('day-all');
});

test('What a client’s invoice would have been by other terms is not made', async () => {
  const { visitor, ids } = await start({ One: {} });
  const page = (await visitor.get(PREVIEW)).text;
  updateClient(server().services, ids.One ?? 0, { dueIn: '7 days' });
  const refused = await press(visitor, page, 'create');
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain('Due');
  expect(xero().state().invoices).toEqual([]);
});

test('A preview that was made before midnight keeps its date', async () => {
  const { visitor } = await start({ One: {} });
  const page = (await visitor.get(PREVIEW)).text;
  server().setClock(new Date('2026-11-21T00:10:00Z'));
  await press(visitor, page, 'create');
  expect((await invoicesInXero(1)).One).toMatchObject({ date: TODAY });
});

test('An invoice is due as the linked contact’s terms in Xero say, unless the client has terms here', async () => {
  const { visitor, ids } = await start({
    'Own terms': {},
    'Told here': { dueIn: '3 days' },
    'No terms': {},
  });
  const preview = async () => (await visitor.get(PREVIEW)).text;
  const due = (page: string) =>
    Object.values(ids).map((id) => controlOf(page, `due-${id}-2026-09`).value);
  // Before it is linked, nobody knows the contact; the organisation’s terms are 30 days.
  expect(due(await preview())).toEqual(['2026-12-20', '2026-11-23', '2026-12-20']);
  const page = (await press(visitor, await preview(), 'look up')).text;
  expect(due(page)).toEqual(['2026-12-07', '2026-11-23', '2026-12-20']);
  await press(visitor, page, 'create');
  const made = await invoicesInXero(3);
  expect(made['Own terms']).toMatchObject({ date: TODAY, dueDate: '2026-12-07' });
  expect(made['Told here']).toMatchObject({ dueDate: '2026-11-23' });
  expect(made['No terms']).toMatchObject({ dueDate: '2026-12-20' });
});
