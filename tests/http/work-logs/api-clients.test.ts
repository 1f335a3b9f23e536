import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const AMOUNT = 'Enter an amount from 0 to £1,000,000.00 with at most two decimals, such as 60.00.';
const PO_NUMBER =
  'Use letters, figures and common signs, without quotation marks and backslashes: Xero looks the invoice up by this text.';
const DUE =
  'Enter days, such as 14 days (at most 365), or a day such as day 20 of next month, or leave this empty.';
const SMALLEST = 'Enter whole minutes from 1 to 480, or leave this empty.';
const EMAIL = 'Enter an email address such as name@example.com, or leave this empty.';

/** How a client is billed when nobody says. */
const USUAL_BILLING = {
  billingStep: 1,
  billingRounding: 'up',
  billingPer: 'log',
  invoicePer: 'month',
  vatTreatment: 'organisation',
  invoiceDate: 'today',
  dueIn: null,
  lines: 'log',
  smallestMinutes: null,
  lineText: null,
  poNumber: null,
  reference: null,
  showTimes: false,
  notes: null,
};

/** Adds a client through the API; gives its id. */
async function addClient(body: object): Promise<number> {
  return idOf(await shared().visitor.api('POST', '/api/clients', body));
}

async function getClient(id: number): Promise<unknown> {
  return (await shared().visitor.api('GET', `/api/clients/${id}`)).json();
}

async function countClients(): Promise<number> {
  const answer = await shared().visitor.api('GET', '/api/clients');
  return z.array(z.unknown()).parse(answer.json()).length;
}

describe('adding a client', () => {
  test('with a name alone gives it the default rates', async () => {
    const answer = await shared().visitor.api('POST', '/api/clients', { name: 'Acme Ltd' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({
      id: idOf(answer),
      name: 'Acme Ltd',
      email: null,
      contactPerson: null,
      standardRate: '60.00',
      premiumRate: '90.00',
      discountedRate: null,
      isActive: true,
      ...USUAL_BILLING,
    });
  });

  test('keeps every field that is sent', async () => {
    const client = {
      name: 'Bolt & Sons',
      email: 'Office@bolt.example',
      contactPerson: "Robin O'Hara",
      standardRate: '75.50',
      premiumRate: '1250.00',
      discountedRate: '0.00',
      isActive: false,
      billingStep: 15,
      billingRounding: 'nearest',
      billingPer: 'day',
      invoicePer: 'period',
      vatTreatment: 'zero',
      invoiceDate: 'month-end',
      dueIn: { dayOfNextMonth: 20 },
      lines: 'type',
      smallestMinutes: 15,
      lineText: '{workType} on {date}',
      poNumber: 'PO 4711/b',
      reference: 'Cost centre 7',
      showTimes: true,
      notes: 'Ring twice.',
    };
    const answer = await shared().visitor.api('POST', '/api/clients', client);
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({ id: idOf(answer), ...client });
    expect(await getClient(idOf(answer))).toEqual(answer.json());
  });

  test('takes rates as numbers, with a pound sign and with commas', async () => {
    const rates = { standardRate: 75.5, premiumRate: '£1,250.5', discountedRate: '' };
    const id = await addClient({ name: 'Rates', ...rates });
    expect(await getClient(id)).toMatchObject({
      standardRate: '75.50',
      premiumRate: '1250.50',
      discountedRate: null,
    });
  });

  test('ignores an id', async () => {
    expect(await addClient({ name: 'Extra', id: 99_999 })).not.toBe(99_999);
  });

  test.each([
    [{}, 'name', 'Enter the name of the client.'],
    [{ name: '   ' }, 'name', 'Enter the name of the client.'],
    [{ name: null }, 'name', 'Enter the name of the client.'],
    [{ name: 5 }, 'name', 'This should be text.'],
    [{ name: 'n'.repeat(201) }, 'name', 'Keep this to 200 characters or fewer.'],
    [
      { name: 'a\0b' },
      'name',
      'This contains a character that cannot be stored. Remove it and try again.',
    ],
    [{ name: 'A', email: 'not an email' }, 'email', EMAIL],
    [{ name: 'A', contactPerson: {} }, 'contactPerson', 'This should be text.'],
    [{ name: 'A', standardRate: 'sixty' }, 'standardRate', AMOUNT],
    [{ name: 'A', standardRate: -1 }, 'standardRate', AMOUNT],
    [{ name: 'A', premiumRate: '60.005' }, 'premiumRate', AMOUNT],
    [{ name: 'A', discountedRate: '1000000.01' }, 'discountedRate', AMOUNT],
    [{ name: 'A', discountedRate: true }, 'discountedRate', AMOUNT],
    [{ name: 'A', isActive: 'yes' }, 'isActive', 'This should be true or false.'],
    [{ name: 'A', billingStep: 7 }, 'billingStep', 'Choose 1, 6, 10, 15 or 30 minutes.'],
    [{ name: 'A', billingRounding: 'down' }, 'billingRounding', 'Choose one of: up, nearest.'],
    [{ name: 'A', billingPer: null }, 'billingPer', 'Choose one of: log, day.'],
    [{ name: 'A', invoicePer: 'year' }, 'invoicePer', 'Choose one of: month, period, job.'],
    [
      { name: 'A', vatTreatment: 'reduced' },
      'vatTreatment',
      'Choose one of: organisation, zero, exempt, outside, reverse, or rate: and the code of a rate in Xero.',
    ],
    [{ name: 'A', invoiceDate: 'monday' }, 'invoiceDate', 'Choose one of: today, month-end.'],
    [{ name: 'A', dueIn: { days: 366 } }, 'dueIn', DUE],
    [{ name: 'A', dueIn: { dayOfNextMonth: 32 } }, 'dueIn', DUE],
    [{ name: 'A', dueIn: { days: 7, dayOfNextMonth: 1 } }, 'dueIn', DUE],
    [{ name: 'A', dueIn: 'soon' }, 'dueIn', DUE],
    [{ name: 'A', lines: 'week' }, 'lines', 'Choose one of: log, day, type, job, one.'],
    [{ name: 'A', smallestMinutes: 0 }, 'smallestMinutes', SMALLEST],
    [{ name: 'A', smallestMinutes: 7.5 }, 'smallestMinutes', SMALLEST],
    [{ name: 'A', smallestMinutes: 'x' }, 'smallestMinutes', SMALLEST],
    [
      { name: 'A', lineText: '{Date} {rate}' },
      'lineText',
      '{Date}, {rate} are no shortcodes. Use {date}, {workType} and {description}.',
    ],
    [{ name: 'A', lineText: 'x'.repeat(501) }, 'lineText', 'Keep this to 500 characters or fewer.'],
    [{ name: 'A', poNumber: 'PO "7"' }, 'poNumber', PO_NUMBER],
    [{ name: 'A', poNumber: 'PO 🚀' }, 'poNumber', PO_NUMBER],
  ])('%j is refused at %s', async (body, path, message) => {
    const before = await countClients();
    const answer = await shared().visitor.api('POST', '/api/clients', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ message, issues: [{ path, message }] });
    expect(await countClients()).toBe(before);
  });

  test('names everything that is wrong at once', async () => {
    const body = { name: '', email: 'x', standardRate: 'x' };
    const answer = await shared().visitor.api('POST', '/api/clients', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({
      message: 'Enter the name of the client.',
      issues: [
        { path: 'name', message: 'Enter the name of the client.' },
        { path: 'email', message: EMAIL },
        { path: 'standardRate', message: AMOUNT },
      ],
    });
  });
});

describe('changing a client', () => {
  test('changes what is sent and leaves the rest as it was', async () => {
    const id = await addClient({ name: 'Before', email: 'a@b.example', discountedRate: '50.00' });
    const answer = await shared().visitor.api('PUT', `/api/clients/${id}`, {
      name: 'After',
      discountedRate: null,
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      id,
      name: 'After',
      email: 'a@b.example',
      contactPerson: null,
      standardRate: '60.00',
      premiumRate: '90.00',
      discountedRate: null,
      isActive: true,
      ...USUAL_BILLING,
    });
    expect(await getClient(id)).toEqual(answer.json());
  });

  test('accepts its own answer as a change', async () => {
    const id = await addClient({ name: 'Whole', standardRate: '12.34' });
    const client = await getClient(id);
    const answer = await shared().visitor.api('PUT', `/api/clients/${id}`, client);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual(client);
  });

  test('that breaks a rule changes nothing', async () => {
    const id = await addClient({ name: 'Firm' });
    const answer = await shared().visitor.api('PUT', `/api/clients/${id}`, {
      name: 'Changed',
      standardRate: 'x',
    });
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({
      message: AMOUNT,
      issues: [{ path: 'standardRate', message: AMOUNT }],
    });
    expect(await getClient(id)).toMatchObject({ name: 'Firm' });
  });
});

describe('removing a client', () => {
  test('deactivates it; it can be brought back', async () => {
    const id = await addClient({ name: 'Dormant' });
    const removed = await shared().visitor.api('DELETE', `/api/clients/${id}`);
    expect(removed.status).toBe(200);
    expect(removed.json()).toMatchObject({ id, name: 'Dormant', isActive: false });
    expect(await getClient(id)).toMatchObject({ isActive: false });
    // A change that does not mention `isActive` leaves the client inactive.
    await shared().visitor.api('PUT', `/api/clients/${id}`, { name: 'Still dormant' });
    expect(await getClient(id)).toMatchObject({ name: 'Still dormant', isActive: false });
    await shared().visitor.api('PUT', `/api/clients/${id}`, { isActive: true });
    expect(await getClient(id)).toMatchObject({ name: 'Still dormant', isActive: true });
  });
});

test('the list has the active clients first, each group by name, whatever the case', async () => {
  const prefix = 'Sorted';
  const ids: Record<string, number> = {};
  for (const name of ['b', 'C', 'A', 'd'])
    ids[name] = await addClient({ name: `${prefix} ${name}` });
  await shared().visitor.api('DELETE', `/api/clients/${ids.A}`);
  const answer = await shared().visitor.api('GET', '/api/clients');
  expect(answer.status).toBe(200);
  const clients = z.array(z.object({ name: z.string() })).parse(answer.json());
  const names = clients.map(({ name }) => name).filter((name) => name.startsWith(prefix));
  expect(names).toEqual(['Sorted b', 'Sorted C', 'Sorted d', 'Sorted A']);
});
