import { expect, test } from 'vitest';
import { z } from 'zod';
import { CLIENT_FIELDS } from '#app/records/client-fields.ts';
import { importFile } from '#tests/support/data/imports.ts';
import { readZip } from '#tests/support/data/read-zip.ts';
import { controlOf, visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

/** A value for each field, none of them the usual one. A field that is new here does not compile. */
const SAMPLE = {
  name: 'Quay Books',
  email: 'accounts@example.com',
  contactPerson: 'Jo Quay',
  standardRate: '71.50',
  premiumRate: '95.00',
  discountedRate: '45.25',
  billingStep: 15,
  billingRounding: 'nearest',
  billingPer: 'day',
  invoicePer: 'period',
  vatTreatment: 'zero',
  invoiceDate: 'month-end',
  dueIn: { days: 14 },
  lines: 'type',
  smallestMinutes: 15,
  lineText: 'Our ref 7: {description} ({date})',
  poNumber: 'PO 4711',
  reference: 'Cost centre 7',
  notes: 'Rings before noon',
  isActive: false,
  showTimes: true,
} satisfies Record<keyof typeof CLIENT_FIELDS, unknown>;
/** The same as text, as forms have it. */
const textOf = (name: keyof typeof SAMPLE) => (name === 'dueIn' ? '14 days' : String(SAMPLE[name]));

const NAMES = Object.keys(CLIENT_FIELDS) as (keyof typeof CLIENT_FIELDS)[];
/** The forms have buttons for it. */
const NOT_TYPED: string[] = ['isActive'];
const LISTED = NAMES.filter((name) => 'isListed' in CLIENT_FIELDS[name]);

const Clients = z.array(z.looseObject({ id: z.int() }));

async function withSample() {
  const visitor = await visitSignedIn(server());
  const made = await visitor.api('POST', '/api/clients', SAMPLE);
  expect(made.status, made.text).toBe(201);
  const read = async () => Clients.parse((await visitor.get('/api/clients')).json());
  return { visitor, read };
}

test('every field that the API takes is stored, and given back', async () => {
  const { read } = await withSample();
  expect(await read()).toEqual([{ id: 1, ...SAMPLE }]);
});

test('every field stands in the form that adds a client, and in the one that edits it, with its value', async () => {
  const { visitor } = await withSample();
  const [add, edit] = [await visitor.get('/clients/new'), await visitor.get('/clients/1/edit')];
  for (const name of NAMES.filter((one) => !NOT_TYPED.includes(one))) {
    expect(controlOf(add.text, name).value, name).toBeDefined();
    expect(controlOf(edit.text, name).value, name).toBe(textOf(name));
  }
});

test('every field that is typed into the form is saved', async () => {
  const { visitor, read } = await withSample();
  const typed = Object.fromEntries(
    NAMES.filter((name) => !NOT_TYPED.includes(name)).map((name) => [name, textOf(name)]),
  );
  const page = await visitor.get('/clients/new');
  const oneTimeKey = controlOf(page.text, 'oneTimeKey').value ?? '';
  const saved = await visitor.post('/clients/new', { ...typed, name: 'Second', oneTimeKey });
  expect(saved.status, saved.text).toBe(303);
  expect(await read()).toContainEqual({ id: 2, ...SAMPLE, name: 'Second', isActive: true });
});

test('every field goes out in the file of clients, and comes in again', async () => {
  const { visitor, read } = await withSample();
  const file = (await visitor.get('/clients.csv')).text;
  const [header = ''] = file.replace('\uFEFF', '').split('\r\n');
  expect(header.split(',')).toEqual(['id', ...NAMES.map((name) => CLIENT_FIELDS[name].cell[0])]);
  const ended = await importFile(visitor, file.replace('Quay Books', 'From a file'));
  expect(ended).toMatchObject({ status: 'done', new: 1 });
  expect(await read()).toContainEqual({ id: 2, ...SAMPLE, name: 'From a file' });
});

test('every field is in the archive', async () => {
  const { visitor } = await withSample();
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(`${server().url}/export.zip`, { headers: { Cookie: cookie } });
  const files = await readZip(Buffer.from(await answer.arrayBuffer()));
  const text = files.get('json/clients.json')?.toString('utf8') ?? '[]';
  expect(JSON.parse(text)).toEqual([{ id: 1, ...SAMPLE }]);
});

test('the history names the reference in words of people', async () => {
  const { visitor } = await withSample();
  const change = { reference: 'Cost centre 8' };
  expect((await visitor.api('PUT', '/api/clients/1', change)).status).toBe(200);
  const said = visibleText((await visitor.get('/history')).text);
  expect(said).toContain('Your reference');
  expect(said).toContain('Cost centre 8');
});

test('what is listed of a client stands on the client’s page and on paper', async () => {
  const { visitor } = await withSample();
  expect(LISTED).toContain('reference');
  for (const path of ['/clients/1', '/clients/print']) {
    const text = visibleText((await visitor.get(path)).text);
    for (const name of LISTED) {
      expect(text, path).toContain(CLIENT_FIELDS[name].label);
      expect(text, path).toContain(textOf(name));
    }
    for (const said of ['The last day of their month', '14 days', 'Each work type', '15']) {
      expect(text, path).toContain(said);
    }
  }
  expect(visibleText((await visitor.get('/clients')).text)).toContain('Cost centre 7');
});

test('a reference of more than 100 characters is refused, and nothing is changed', async () => {
  const { visitor, read } = await withSample();
  const answer = await visitor.api('PUT', '/api/clients/1', { reference: 'x'.repeat(101) });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('100 characters')]);
  expect(await read()).toEqual([{ id: 1, ...SAMPLE }]);
});
