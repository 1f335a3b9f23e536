import { describe, expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { fieldsOf } from '../../support/form.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf, type Answer } from '../../support/server/visitor.ts';

const shared = useSharedServer();

type Fields = Record<string, string>;

const call = (method: string, path: string, body?: object) =>
  shared().visitor.api(method, path, body);
const read = async (path: string) => (await call('GET', path)).json() as Record<string, unknown>;

/** The fields that a window sends if it opens the page now. */
async function open(path: string, formId: string): Promise<Fields> {
  return fieldsOf((await shared().visitor.get(path)).text, formId);
}

const save = (path: string, fields: Fields) => shared().visitor.post(path, fields);

/** The four kinds of record: how one is added, and what each of two windows changes in it. */
const KINDS: {
  kind: string;
  form: string;
  add: () => { screen: string; api: string };
  one: Fields;
  other: Fields;
  /** A field that both windows change: its name, what each types, and how the first is shown. */
  both: [name: string, first: string, second: string, shown: string];
  after: object;
}[] = [
  {
    kind: 'work log',
    form: 'work-log',
    add: () => {
      const { server } = shared();
      const clientId = addClient(server, 'Acme');
      const id = addLog(server, { clientId, workTypeId: addWorkType(server, 'Support') });
      return { screen: `/work-logs/${id}/edit`, api: `/api/work-logs/${id}` };
    },
    one: { duration: '2', description: 'Two hours\r\nof mending' },
    other: { hourlyRate: '75.00' },
    both: ['hourlyRate', '75.00', '80.00', '£75.00'],
    after: {
      duration: 120,
      description: 'Two hours\nof mending',
      hourlyRate: '75.00',
      totalAmount: '150.00',
    },
  },
  {
    kind: 'client',
    form: 'client',
    add: () => {
      const id = addClient(shared().server, 'Acme');
      return { screen: `/clients/${id}/edit`, api: `/api/clients/${id}` };
    },
    one: { standardRate: '75.00' },
    other: { email: 'office@acme.example' },
    both: ['standardRate', '75.00', '80.00', '£75.00'],
    after: { standardRate: '75.00', email: 'office@acme.example' },
  },
  {
    kind: 'work type',
    form: 'work-type',
    add: () => {
      const id = addWorkType(shared().server, 'Support');
      return { screen: `/settings/work-types/${id}/edit`, api: `/api/work-types/${id}` };
    },
    one: { hourlyRate: '81.00' },
    other: { description: 'By telephone' },
    both: ['description', 'By telephone', 'On site', 'By telephone'],
    after: { hourlyRate: '81.00', description: 'By telephone' },
  },
  {
    kind: 'pending work log',
    form: 'pending-log',
    add: () => {
      const id = addPendingLog(shared().server);
      return { screen: `/pending-work-logs/${id}/edit`, api: `/api/pending-worklogs/${id}` };
    },
    one: { duration: '0.75', estimatedHourlyRate: '70.00' },
    other: { taskName: 'Reset both routers' },
    both: ['duration', '1.5', '2', '1.5 hours'],
    after: { duration: 45, estimatedHourlyRate: '70.00', taskName: 'Reset both routers' },
  },
];

/** The fields that the test of a form without a version leaves out. */
const LEFT_OUT = new Set([
  'version',
  'madeFrom',
  'description',
  'hourlyRate',
  'standardRate',
  'premiumRate',
  'estimatedHourlyRate',
]);

describe.each(KINDS)('a $kind that two windows edit', ({ form, add, one, other, both, after }) => {
  const [name, first, second, shown] = both;
  const stored = (fields: Record<string, unknown>) => ({ ...fields, updatedAt: null });

  /** Changes the same field in both windows; gives the answer to the second. */
  async function collide(): Promise<{ screen: string; api: string; refused: Answer }> {
    const { screen, api } = add();
    const ours = await open(screen, form);
    const theirs = await open(screen, form);
    expect((await save(screen, { ...theirs, [name]: first })).status).toBe(303);
    const before = await read(api);
    const refused = await save(screen, { ...ours, [name]: second });
    expect(stored(await read(api))).toEqual(stored(before));
    return { screen, api, refused };
  }

  test('keeps what each of them changed', async () => {
    const { screen, api } = add();
    const before = await read(api);
    const ours = await open(screen, form);
    const theirs = await open(screen, form);
    expect((await save(screen, { ...theirs, ...one })).status).toBe(303);
    expect((await save(screen, { ...ours, ...other })).status).toBe(303);
    const expected = { ...before, ...after };
    expect(stored(await read(api))).toEqual(stored(expected));
  });

  test('shows the conflict, and saves what the form then contains', async () => {
    const { screen, refused } = await collide();
    expect(refused.status).toBe(409);
    expect(controlOf(refused.text, name)).toMatchObject({ value: second, isInvalid: true });
    expect(controlOf(refused.text, name).descriptions).toContain(`Saved by someone else: ${shown}`);
    expect(visibleText(refused.text)).toContain('Not saved. What you typed is still here.');
    expect(toastOf(refused.text)).toContain('Error Failed to update');
    const again = await save(screen, fieldsOf(refused.text, form));
    expect(again.status).toBe(303);
    expect(controlOf((await shared().visitor.get(screen)).text, name).value).toBe(second);
  });

  test('shows the conflict again when the field was changed once more', async () => {
    const { screen, refused } = await collide();
    const third = { ...(await open(screen, form)), [name]: '3' };
    expect((await save(screen, third)).status).toBe(303);
    const again = await save(screen, fieldsOf(refused.text, form));
    expect(again.status).toBe(409);
    expect(controlOf(again.text, name).value).toBe(second);
  });

  test('is saved once when the same form is sent twice, as after a lost answer', async () => {
    const { screen, api } = add();
    const ours = { ...(await open(screen, form)), ...one };
    expect((await save(screen, ours)).status).toBe(303);
    const saved = await read(api);
    expect((await save(screen, ours)).status).toBe(303);
    expect(stored(await read(api))).toEqual(stored(saved));
  });

  test('changes only in the fields of a form that is sent without a version', async () => {
    const { screen, api } = add();
    const before = await read(api);
    const ours = Object.entries(await open(screen, form));
    const held = ours.filter(([field]) => !LEFT_OUT.has(field));
    expect((await save(screen, { ...Object.fromEntries(held), ...other })).status).toBe(303);
    const after = await read(api);
    const known = Object.keys(other).filter((field) => field in before);
    expect(known.length).toBeGreaterThan(0);
    for (const field of known) expect(after[field]).toBe(other[field]);
    for (const field of LEFT_OUT) {
      if (!(field in other)) expect(after[field]).toEqual(before[field]);
    }
  });

  test.each(['', '0', 'nonsense', '999'])(
    'is in conflict in every field that differs when the form has version “%s” and no earlier values',
    async (version) => {
      const { screen, api } = add();
      const ours = await open(screen, form);
      const before = await read(api);
      for (const madeFrom of ['', '{', '[]', '{"name":{"a":1}}', 'null']) {
        const refused = await save(screen, { ...ours, version, madeFrom, [name]: second });
        expect(refused.status).toBe(409);
        expect(controlOf(refused.text, name)).toMatchObject({ value: second, isInvalid: true });
      }
      expect(stored(await read(api))).toEqual(stored(before));
    },
  );
});

describe('the items of a log that two windows edit', () => {
  const LAPTOP = { itemName: 'Laptop', unitPrice: '500.00' };
  const MOUSE = { itemName: 'Mouse', unitPrice: '20.00' };

  async function addHardware() {
    const { server } = shared();
    const log = await call('POST', '/api/work-logs', {
      clientId: addClient(server, 'Acme'),
      workTypeId: addWorkType(server, 'Hardware'),
      hardwareItems: [LAPTOP, MOUSE],
    });
    const screen = `/work-logs/${idOf(log)}/edit`;
    const items = `/api/worklogs/${idOf(log)}/hardware-items`;
    const { hardwareItems } = log.json() as { hardwareItems: { id: number }[] };
    const [laptop, mouse] = hardwareItems.map(({ id }) => id);
    return { screen, api: `/api/work-logs/${idOf(log)}`, items, laptop, mouse };
  }

  const without = (fields: Fields, prefix: string) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith(prefix)));
  const ROUTER = {
    'hardwareItems[2].itemName': 'Router',
    'hardwareItems[2].quantity': '1',
    'hardwareItems[2].unitPrice': '99.00',
    'hardwareItems[2].vatIncluded': 'true',
    'hardwareItems[2].vatRate': '20',
    'hardwareItems[2].taxCode': 'OUTPUT2',
  };

  test('an item added in one stays when another field is saved in the other', async () => {
    const { screen, api, items } = await addHardware();
    const ours = await open(screen, 'work-log');
    await call('POST', items, { itemName: 'Server', unitPrice: '500.00' });
    expect((await save(screen, { ...ours, description: 'x' })).status).toBe(303);
    expect(await read(api)).toMatchObject({
      description: 'x',
      totalAmount: '1020.00',
      hardwareItems: [LAPTOP, MOUSE, { itemName: 'Server' }],
    });
  });

  test('are added, changed and removed as each window says', async () => {
    const { screen, api, items, laptop } = await addHardware();
    const ours = await open(screen, 'work-log');
    await call('PUT', `${items}/${laptop}`, { itemName: 'Big laptop' });
    await call('POST', items, { itemName: 'Server', unitPrice: '500.00' });
    const price = { 'hardwareItems[0].unitPrice': '550.00' };
    const typed = { ...without(ours, 'hardwareItems[1]'), ...ROUTER, ...price };
    expect((await save(screen, typed)).status).toBe(303);
    expect(await read(api)).toMatchObject({
      totalAmount: '1149.00',
      hardwareItems: [
        { id: laptop, itemName: 'Big laptop', unitPrice: '550.00' },
        { itemName: 'Server' },
        { itemName: 'Router' },
      ],
    });
  });

  test('an item is added once although its form arrives twice', async () => {
    const { screen, api } = await addHardware();
    const typed = { ...(await open(screen, 'work-log')), ...ROUTER };
    await save(screen, typed);
    expect((await save(screen, typed)).status).toBe(303);
    expect(await read(api)).toMatchObject({ totalAmount: '619.00' });
  });

  test('an item removed in one and changed in the other is shown, and the form decides', async () => {
    const { screen, api, items, mouse } = await addHardware();
    const ours = without(await open(screen, 'work-log'), 'hardwareItems[1]');
    await call('PUT', `${items}/${mouse}`, { quantity: 2 });
    const refused = await save(screen, ours);
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain(
      '“Mouse” (2 at £20.00) was changed by someone else. Save removes it.',
    );
    expect(await read(api)).toMatchObject({ totalAmount: '540.00' });
    expect((await save(screen, fieldsOf(refused.text, 'work-log'))).status).toBe(303);
    expect(await read(api)).toMatchObject({ totalAmount: '500.00', hardwareItems: [LAPTOP] });
  });

  test('an item changed in one and removed in the other is shown, and the form decides', async () => {
    const { screen, api, items, mouse } = await addHardware();
    const ours = { ...(await open(screen, 'work-log')), 'hardwareItems[1].quantity': '3' };
    await call('DELETE', `${items}/${mouse}`);
    const refused = await save(screen, ours);
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain(
      '“Mouse” (3 at £20.00) was removed by someone else. Save adds it.',
    );
    expect((await save(screen, fieldsOf(refused.text, 'work-log'))).status).toBe(303);
    expect(await read(api)).toMatchObject({ totalAmount: '560.00' });
  });

  test('an item whose price both changed shows both prices', async () => {
    const { screen, items, laptop } = await addHardware();
    const ours = { ...(await open(screen, 'work-log')), 'hardwareItems[0].unitPrice': '450.00' };
    await call('PUT', `${items}/${laptop}`, { unitPrice: '480.00' });
    const refused = await save(screen, ours);
    expect(refused.status).toBe(409);
    expect(controlOf(refused.text, 'hardwareItems\\[0\\]\\.unitPrice')).toMatchObject({
      value: '450.00',
      isInvalid: true,
    });
    expect(visibleText(refused.text)).toContain('Saved by someone else: £480.00');
  });

  test('when a form removes all items, the log is kept and the form says what it needs', async () => {
    const { screen, api } = await addHardware();
    const before = await read(api);
    const refused = await save(screen, without(await open(screen, 'work-log'), 'hardwareItems['));
    expect(refused.status).toBe(400);
    expect(visibleText(refused.text)).toContain('Please add at least one hardware item');
    expect(await read(api)).toEqual(before);
  });
});

test('travel time is added once, and collides with another duration', async () => {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const id = addLog(server, { clientId, workTypeId: addWorkType(server, 'On-site support') });
  const screen = `/work-logs/${id}/edit`;
  const typed = { ...(await open(screen, 'work-log')), travelTime: '0.5' };
  await save(screen, typed);
  expect((await save(screen, typed)).status).toBe(303);
  expect(await read(`/api/work-logs/${id}`)).toMatchObject({ duration: 90 });

  const ours = { ...(await open(screen, 'work-log')), travelTime: '0.5' };
  await call('PUT', `/api/work-logs/${id}`, { duration: 100 });
  const refused = await save(screen, ours);
  expect(refused.status).toBe(409);
  expect(controlOf(refused.text, 'duration').value).toBe('1.5');
  expect(controlOf(refused.text, 'travelTime').value).toBe('0.5');
  await save(screen, fieldsOf(refused.text, 'work-log'));
  expect(await read(`/api/work-logs/${id}`)).toMatchObject({ duration: 120 });
});

test('a rate that is kept on purpose stays with another client, whatever else was saved', async () => {
  const { server } = shared();
  const beta = addClient(server, 'Beta');
  const clientId = addClient(server, 'Acme');
  const id = addLog(server, { clientId, workTypeId: addWorkType(server, 'Support') });
  const screen = `/work-logs/${id}/edit`;
  const ours = { ...(await open(screen, 'work-log')), clientId: String(beta), rateKept: 'on' };
  await call('PUT', `/api/work-logs/${id}`, { billable: false });
  expect((await save(screen, ours)).status).toBe(303);
  expect(await read(`/api/work-logs/${id}`)).toMatchObject({
    clientId: beta,
    hourlyRate: '60.00',
    billable: false,
  });
});

test('a client chosen elsewhere comes with its rate, and the rate is still filled in', async () => {
  const { server } = shared();
  const beta = addClient(server, 'Beta');
  const clientId = addClient(server, 'Acme');
  const id = addLog(server, { clientId, workTypeId: addWorkType(server, 'Support') });
  const screen = `/work-logs/${id}/edit`;
  const ours = { ...(await open(screen, 'work-log')), description: 'Mine' };
  await call('PUT', `/api/work-logs/${id}`, { clientId: beta, description: 'Theirs' });
  const refused = await save(screen, ours);
  expect(refused.status).toBe(409);
  expect(controlOf(refused.text, 'clientId').value).toBe(String(beta));
  expect(controlOf(refused.text, 'hourlyRate').value).toBe('75.00');
  await call('PUT', `/api/clients/${clientId}`, { discountedRate: '50.00' });
  const again = { ...fieldsOf(refused.text, 'work-log'), clientId: String(clientId) };
  expect((await save(screen, again)).status).toBe(303);
  expect(await read(`/api/work-logs/${id}`)).toMatchObject({ clientId, hourlyRate: '50.00' });
});

test('a rate saved meanwhile is not replaced by that of a newly chosen client', async () => {
  const { server } = shared();
  const beta = addClient(server, 'Beta');
  const id = addLog(server, {
    clientId: addClient(server, 'Acme'),
    workTypeId: addWorkType(server, 'Support'),
  });
  const screen = `/work-logs/${id}/edit`;
  const ours = await open(screen, 'work-log');
  await call('PUT', `/api/work-logs/${id}`, { hourlyRate: '99.00' });
  const refused = await save(screen, { ...ours, clientId: String(beta) });
  expect(refused.status).toBe(409);
  expect(controlOf(refused.text, 'hourlyRate').value).toBe('75.00');
  expect(visibleText(refused.text)).toContain('Saved by someone else: £99.00');
  const typed = { ...fieldsOf(refused.text, 'work-log'), hourlyRate: '99.00' };
  expect((await save(screen, typed)).status).toBe(303);
  expect(await read(`/api/work-logs/${id}`)).toMatchObject({ clientId: beta, hourlyRate: '99.00' });
});
