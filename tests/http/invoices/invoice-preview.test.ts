import { describe, expect, test } from 'vitest';
import { getClient, updateClient } from '#app/clients/clients.server.ts';
import { loadPreview } from '#app/invoices/preview/preview.server.ts';
import { getWorkLog, logWork, updateWorkLog } from '#app/work-logs/work-logs.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, fieldsOf, startTags, visibleText } from '#tests/support/html.ts';
import { recordPlans } from '#tests/support/plans.ts';
import { headSays } from '#tests/support/preview-head.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Answer, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const OFFICE = 'office@acme.example';
const CONTACTS = ['Acme North', 'Acme South'].map((name) => ({ name, email: OFFICE }));
const xero = useConsentedXero(() => [{ ...HARBOUR, contacts: CONTACTS }]);
const server = useServer(() => xeroEnvironment(xero()));
const PREVIEW = '/work-logs/create-invoices';
const FORM = 'create-invoices';
/** All months, the running one included. */
const ALL = `${PREVIEW}?months=all`;

/** Two clients with work in two months that have ended, and somebody who is signed in. */
async function start() {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const workTypeId = addWorkType(server(), 'Support');
  const acme = addClient(server(), 'Acme');
  const boat = addClient(server(), 'Boat & Sons');
  const september = addLog(server(), { clientId: acme, workTypeId, day: '2026-09-10' });
  const october = addLog(server(), { clientId: acme, workTypeId, day: '2026-10-05' });
  const other = addLog(server(), { clientId: boat, workTypeId, day: '2026-10-06' });
  const visitor = await visitSignedIn(server());
  return { visitor, workTypeId, acme, boat, september, october, other };
}

/** Presses a button of the preview, with what the page shows and `change` of it. */
async function press(
  visitor: Visitor,
  page: string,
  button: string,
  change: (fields: URLSearchParams) => void = () => undefined,
  address = ALL,
): Promise<Answer> {
  const fields = fieldsOf(page, FORM);
  change(fields);
  fields.set('press', button);
  return visitor.post(address, fields);
}

/** Whether a box is ticked; null when there is none. */
function isTicked(page: string, name: string, value: string | number): boolean | null {
  const box = startTags(page, 'input').find(
    (tag) => tag.name === name && tag.value === String(value),
  );
  return box ? 'checked' in box : null;
}
const contactOf = (contactId: string) =>
  xero()
    .state()
    .contacts.find((one) => one.contactId === contactId)?.name;
const inXero = () => xero().state().invoices;

/** Checks that invoices were made, and how many: a busy machine answers before the last of them. */
async function expectMade(answer: Answer, count: number): Promise<void> {
  expect(answer.location).toMatch(/^\/work-logs\/invoice-runs\/\d+(\?awaited)?$/);
  await expect.poll(() => inXero().length, { timeout: 30_000 }).toBe(count);
  const open = () =>
    server().services.db.$client.prepare(`select count(*) from invoices where state <> 'created'`);
  await expect.poll(() => open().pluck().get(), { timeout: 30_000 }).toBe(0);
}

describe('The preview', () => {
  test('proposes the months that have ended, and has the running one a link away', async () => {
    const { visitor, acme, workTypeId } = await start();
    server().setClock(new Date('2026-11-20T12:00:00Z'));
    const running = addLog(server(), { clientId: acme, workTypeId, day: '2026-11-20' });
    const ended = (await visitor.get(PREVIEW)).text;
    expect(visibleText(ended)).toMatch(headSays(3, '£216.00'));
    expect(visibleText(ended)).toContain('Work up to 31 Oct 2026');
    expect(isTicked(ended, 'ids', running)).toBe(null);
    const links = startTags(ended, 'a').map(({ href }) => href);
    expect(links).toContain(ALL);
    const all = (await visitor.get(ALL)).text;
    expect(isTicked(all, 'ids', running)).toBe(true);
    // With a filter, it is the filter that says what is looked at.
    const filtered = (await visitor.get(`${PREVIEW}?clientId=${acme}`)).text;
    expect(isTicked(filtered, 'ids', running)).toBe(true);
  });

  test('leaves out what is not ticked, a line or an invoice, which stays uninvoiced', async () => {
    const { visitor, acme, september, october, other, workTypeId } = await start();
    const more = addLog(server(), { clientId: acme, workTypeId, day: '2026-10-07' });
    const page = (await visitor.get(ALL)).text;
    expect(visibleText(page)).toMatch(headSays(3, '£288.00'));
    const leaveOut = (fields: URLSearchParams) => {
      fields.delete('ids', String(more));
      fields.delete('invoices', `${acme}-2026-09`);
    };
    const updated = await press(visitor, page, 'update', leaveOut);
    expect(updated.status).toBe(200);
    expect(visibleText(updated.text)).toMatch(headSays(2, '£144.00'));
    expect(isTicked(updated.text, 'ids', more)).toBe(false);
    expect(isTicked(updated.text, 'invoices', `${acme}-2026-09`)).toBe(false);
    const made = await press(visitor, updated.text, 'create');
    await expectMade(made, 2);
    const invoiced = [september, october, other, more].map(
      (id) => getWorkLog(server().services, id).isInvoiced,
    );
    expect(invoiced).toEqual([false, true, true, false]);
  });

  test('gives an invoice its dates and its PO number, and keeps the number for next time', async () => {
    const { visitor, acme, workTypeId } = await start();
    const page = (await visitor.get(ALL)).text;
    const key = `${acme}-2026-09`;
    const given = (fields: URLSearchParams) => {
      fields.set(`day-${key}`, '2026-10-31');
      fields.set(`po-${key}`, '  PO  4711 ');
    };
    // The due date was left as it was shown, so it follows the date.
    const updated = await press(visitor, page, 'update', given);
    expect(controlOf(updated.text, `day-${key}`).value).toBe('2026-10-31');
    expect(controlOf(updated.text, `due-${key}`).value).toBe('2026-11-30');
    await expectMade(await press(visitor, updated.text, 'create'), 3);
    const made = inXero().find(({ date }) => date === '2026-10-31');
    expect(made?.dueDate).toBe('2026-11-30');
    expect(made?.reference).toMatch(/^PO 4711 TH-2026-09-[0-9A-Z]{12}$/);
    expect(getClient(server().services, acme).poNumber).toBe('PO 4711');
    addLog(server(), { clientId: acme, workTypeId, day: '2026-10-20' });
    const next = (await visitor.get(ALL)).text;
    expect(controlOf(next, `po-${acme}-2026-10`).value).toBe('PO 4711');
  });

  test('keeps a due date that somebody chose, whatever the date becomes later', async () => {
    // Else there is one day in the year on which the chosen date is the usual one.
    server().setClock(new Date('2026-11-20T09:00:00Z'));
    const { visitor, acme } = await start();
    const key = `${acme}-2026-09`;
    const chosen = await press(visitor, (await visitor.get(ALL)).text, 'update', (fields) => {
      fields.set(`due-${key}`, '2026-12-24');
    });
    const later = await press(visitor, chosen.text, 'update', (fields) => {
      fields.set(`day-${key}`, '2026-12-01');
    });
    expect(controlOf(later.text, `due-${key}`).value).toBe('2026-12-24');
  });

  test('keeps what was left out when the months of a client are put together', async () => {
    const { visitor, acme, september, october } = await start();
    const together = await press(visitor, (await visitor.get(ALL)).text, 'update', (fields) => {
      fields.delete('invoices', `${acme}-2026-09`);
      fields.set(`per-${acme}-2026-10`, 'period');
    });
    expect(isTicked(together.text, 'ids', september)).toBe(false);
    expect(isTicked(together.text, 'ids', october)).toBe(true);
    expect(isTicked(together.text, 'invoices', `${acme}-period`)).toBe(true);
  });

  test('leaves alone what somebody else changed of the client meanwhile', async () => {
    const { visitor, acme } = await start();
    const page = (await visitor.get(ALL)).text;
    updateClient(server().services, acme, { invoicePer: 'period', poNumber: 'PO 8' });
    await expectMade(await press(visitor, page, 'create'), 3);
    expect(getClient(server().services, acme)).toMatchObject({
      invoicePer: 'period',
      poNumber: 'PO 8',
    });
  });

  test('puts the months of a client on one invoice, and keeps that for next time', async () => {
    const { visitor, acme } = await start();
    const page = (await visitor.get(ALL)).text;
    // Of two months, either says it for both.
    const together = await press(visitor, page, 'update', (fields) => {
      fields.set(`per-${acme}-2026-10`, 'period');
      fields.set(`po-${acme}-2026-10`, 'PO 7');
    });
    expect(visibleText(together.text)).toContain('Acme, September to October 2026');
    expect(visibleText(together.text)).toMatch(headSays(2, '£216.00'));
    expect(controlOf(together.text, `po-${acme}-period`).value).toBe('PO 7');
    const apart = await press(visitor, together.text, 'update', (fields) => {
      fields.set(`per-${acme}-period`, 'month');
    });
    expect(visibleText(apart.text)).toMatch(headSays(3, '£216.00'));
    expect(controlOf(apart.text, `po-${acme}-2026-09`).value).toBe('PO 7');
    await expectMade(await press(visitor, together.text, 'create'), 2);
    expect(getClient(server().services, acme)).toMatchObject({
      invoicePer: 'period',
      poNumber: 'PO 7',
    });
    const list = visibleText((await visitor.get('/invoices')).text);
    expect(list).toMatch(/Sept? to Oct 2026/);
  });

  test('says which field is wrong, creates nothing, and keeps all that was chosen', async () => {
    const { visitor, acme, other } = await start();
    const page = (await visitor.get(ALL)).text;
    const key = `${acme}-2026-09`;
    const wrong = await press(visitor, page, 'create', (fields) => {
      fields.set(`day-${key}`, '2026-02-31');
      fields.set(`due-${acme}-2026-10`, '2020-01-01');
      fields.set(`po-${key}`, 'PO "7"');
      fields.delete('ids', String(other));
    });
    expect(wrong.status).toBe(400);
    expect(controlOf(wrong.text, `day-${key}`)).toMatchObject({
      value: '2026-02-31',
      isInvalid: true,
    });
    expect(controlOf(wrong.text, `po-${key}`).value).toBe('PO "7"');
    expect(visibleText(wrong.text)).toContain('The due date cannot be before the invoice date.');
    expect(isTicked(wrong.text, 'ids', other)).toBe(false);
    expect(inXero()).toEqual([]);
  });

  test('is shown again, with what was chosen, when a log was changed meanwhile', async () => {
    const { visitor, acme, september, other } = await start();
    const page = (await visitor.get(ALL)).text;
    updateWorkLog(server().services, september, { duration: 120 });
    const refused = await press(visitor, page, 'create', (fields) => {
      fields.delete('ids', String(other));
      fields.set(`po-${acme}-2026-09`, 'PO 9');
    });
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain('Something changed');
    expect(isTicked(refused.text, 'ids', other)).toBe(false);
    expect(controlOf(refused.text, `po-${acme}-2026-09`).value).toBe('PO 9');
    expect(inXero()).toEqual([]);
    await expectMade(await press(visitor, refused.text, 'create'), 2);
  });
});

test('A preview names what changed meanwhile, and by whom', async () => {
  const { visitor, acme, workTypeId, september, other } = await start();
  const page = (await visitor.get(ALL)).text;
  const log = { clientId: acme, workTypeId, duration: 60, date: '2026-09-11', description: 'New' };
  await visitor.api('POST', '/api/work-logs', log);
  await visitor.api('PUT', `/api/work-logs/${september}`, { duration: 50 });
  await visitor.api('DELETE', `/api/work-logs/${other}`);
  await visitor.api('PUT', `/api/clients/${acme}`, { billingStep: 30 });
  // Of what has nothing to do with it, nothing is said.
  await visitor.api('POST', '/api/clients', { name: 'Quay Books', standardRate: '60.00' });
  const refused = visibleText((await press(visitor, page, 'create')).text);
  const who = 'alex@example.com';
  expect(refused).toContain(
    [
      `What changed: Client: Acme (${who}: Rounded to, minutes changed from 1 to 30)`,
      `Work log: Boat & Sons, Sample (${who}: Deleted)`,
      `Work log: Acme, Sample (${who}: Duration changed from 1h 0m to 0h 50m; amount changed from £60.00 to £50.00)`,
      `Work log: Acme, New (${who}: Logged: 1h 0m at £60.00).`,
    ].join('; '),
  );
  expect(inXero()).toEqual([]);
});

test('A line and an invoice that come to nothing say so, and the work is that of the ticked lines', async () => {
  const { visitor, acme, workTypeId, september } = await start();
  const free = logWork(server().services, {
    clientId: acme,
    workTypeId,
    duration: 90,
    travelTime: null,
    description: 'Favour',
    hourlyRate: 0,
    billable: true,
    date: { day: '2026-09-11' },
    hardwareItems: null,
  }).id;
  const page = (await visitor.get(ALL)).text;
  expect(visibleText(page)).toContain('One line totals £0.00.');
  expect(visibleText(page)).toContain('Totals £0.00');
  expect(visibleText(page)).toContain('Acme, September 2026 One line totals £0.00. 2 2h 30m');
  const only = await press(visitor, page, 'update', (fields) => {
    fields.delete('ids', String(september));
  });
  expect(visibleText(only.text)).toContain('This invoice totals £0.00.');
  expect(visibleText(only.text)).toContain('This invoice totals £0.00. 1 1h 30m');
  const other = await press(visitor, page, 'update', (fields) => {
    fields.delete('ids', String(free));
  });
  expect(visibleText(other.text)).not.toContain('totals £0.00');
});

test('A preview of many invoices takes as many queries as one of a few', async () => {
  const { workTypeId } = await start();
  const { services } = server();
  const plans = recordPlans(services.db);
  const taken = () => {
    plans.length = 0;
    const shown = loadPreview(services, new URL(ALL, 'http://localhost'));
    const invoices = shown.groups.length;
    return { invoices, queries: plans.map(({ text }) => text) };
  };
  const few = taken();
  for (let index = 0; index < 20; index += 1) {
    const clientId = addClient(server(), `Client ${index}`);
    addLog(server(), { clientId, workTypeId, day: '2026-10-08' });
  }
  const many = taken();
  expect([few.invoices, many.invoices]).toEqual([3, 23]);
  expect(many.queries).toEqual(few.queries);
});

/** A log in October with hardware whose VAT the organisation has no rate for; gives it. */
function addRouter(clientId: number) {
  const type = { name: 'Hardware', hourlyRate: 0, description: null, isHardware: true };
  return logWork(server().services, {
    clientId,
    workTypeId: createWorkType(server().services, type).id,
    duration: null,
    travelTime: null,
    description: '',
    hourlyRate: null,
    billable: null,
    date: { day: '2026-10-08' },
    hardwareItems: [
      { itemName: 'Router', quantity: 1, unitPrice: '100.00', vatRate: '5', vatIncluded: false },
    ],
  });
}

describe('A line of the preview', () => {
  test('is edited in place, and the rest stays as it was chosen', async () => {
    const { visitor, acme, september, other } = await start();
    const page = (await visitor.get(ALL)).text;
    const open = await press(visitor, page, `edit:${september}`, (fields) => {
      fields.delete('ids', String(other));
      fields.set(`po-${acme}-2026-09`, 'PO 3');
    });
    expect(controlOf(open.text, 'duration').value).toBe('1');
    const wrong = await press(visitor, open.text, 'save', (fields) => {
      fields.set('duration', 'soon');
    });
    expect(wrong.status).toBe(400);
    expect(controlOf(wrong.text, 'duration')).toMatchObject({ value: 'soon', isInvalid: true });
    const saved = await press(visitor, wrong.text, 'save', (fields) => {
      fields.set('duration', '1h 30m');
      fields.set('description', 'Mended the gate');
    });
    expect(saved.status).toBe(200);
    expect(getWorkLog(server().services, september)).toMatchObject({
      duration: 90,
      description: 'Mended the gate',
    });
    expect(isTicked(saved.text, 'ids', other)).toBe(false);
    expect(controlOf(saved.text, `po-${acme}-2026-09`).value).toBe('PO 3');
    expect(saved.text).not.toContain('name="duration"');
  });

  test('that is open is saved before invoices are made, and the sums are shown first', async () => {
    const { visitor, september } = await start();
    const page = (await visitor.get(ALL)).text;
    const open = await press(visitor, page, `edit:${september}`);
    const asked = await press(visitor, open.text, 'create', (fields) => {
      fields.set('duration', '2');
    });
    expect(asked.status).toBe(409);
    expect(visibleText(asked.text)).toMatch(headSays(3, '£288.00'));
    expect(inXero()).toEqual([]);
    expect(getWorkLog(server().services, september).duration).toBe(120);
    // An open line in which nothing was typed stands in the way of nothing.
    const again = await press(visitor, asked.text, `edit:${september}`);
    await expectMade(await press(visitor, again.text, 'create'), 3);
  });

  test('that somebody else changed meanwhile shows both, and nothing is lost', async () => {
    const { visitor, september } = await start();
    const page = (await visitor.get(ALL)).text;
    const open = await press(visitor, page, `edit:${september}`);
    updateWorkLog(server().services, september, { description: 'By Robin' });
    const refused = await press(visitor, open.text, 'save', (fields) => {
      fields.set('description', 'By Alex');
    });
    expect(refused.status).toBe(409);
    expect(controlOf(refused.text, 'description').value).toBe('By Alex');
    expect(visibleText(refused.text)).toContain('Saved by someone else: By Robin');
    await press(visitor, refused.text, 'save');
    expect(getWorkLog(server().services, september).description).toBe('By Alex');
  });

  test('that was invoiced elsewhere while it was open says so, and what was typed', async () => {
    const { visitor, september, acme } = await start();
    const open = await press(visitor, (await visitor.get(ALL)).text, `edit:${september}`);
    await visitor.api('POST', `/api/xero/create-invoices?clientId=${acme}&endDate=2026-09-30`);
    const refused = await press(visitor, open.text, 'save', (fields) => {
      fields.set('description', 'Typed in vain');
    });
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain(
      'What you typed there was not saved: “Typed in vain”.',
    );
  });

  test('with a tax code that does not fit stops its invoice until it is mended there', async () => {
    const { visitor, boat } = await start();
    const hardware = addRouter(boat);
    const page = (await visitor.get(ALL)).text;
    const text = visibleText(page);
    expect(text).toMatch(headSays(2, '£144.00'));
    expect(text).toContain('“Router” has 5% VAT, but');
    expect(text.indexOf('Boat & Sons, October 2026')).toBeLessThan(text.indexOf('Acme, September'));
    // Left out, it stands in the way of nothing.
    const without = await press(visitor, page, 'update', (fields) => {
      fields.delete('ids', String(hardware.id));
    });
    expect(visibleText(without.text)).toMatch(headSays(3, '£216.00'));
    const open = await press(visitor, page, `edit:${hardware.id}`);
    const mended = await press(visitor, open.text, 'save', (fields) => {
      fields.set('hardwareItems[0].vatRate', '20');
    });
    expect(visibleText(mended.text)).toMatch(headSays(3, '£336.00'));
  });
});

test('A press that can make none of what is ticked says why, and keeps what was chosen', async () => {
  const { visitor, acme, boat, workTypeId } = await start();
  addLog(server(), { clientId: boat, workTypeId, day: '2026-09-08' });
  addRouter(boat);
  const refused = await press(visitor, (await visitor.get(ALL)).text, 'create', (fields) => {
    for (const key of [`${acme}-2026-09`, `${acme}-2026-10`, `${boat}-2026-09`]) {
      fields.delete('invoices', key);
    }
    fields.set(`po-${boat}-2026-10`, 'PO 12');
  });
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain('No invoices were created. “Router” has 5% VAT, but');
  expect(isTicked(refused.text, 'invoices', `${acme}-2026-10`)).toBe(false);
  expect(controlOf(refused.text, `po-${boat}-2026-10`).value).toBe('PO 12');
  // The same page makes what can be made.
  const made = await press(visitor, refused.text, 'create', (fields) => {
    fields.append('invoices', `${acme}-2026-10`);
  });
  await expectMade(made, 1);
});

describe('The contact of a client', () => {
  test('is asked for where two fit, and chosen in the preview', async () => {
    const { visitor, acme } = await start();
    updateClient(server().services, acme, { email: OFFICE });
    const page = (await visitor.get(ALL)).text;
    const asked = await press(visitor, page, 'look up');
    expect(visibleText(asked.text)).toContain('Needs an answer');
    expect(visibleText(asked.text)).toMatch(headSays(1, '£72.00'));
    // What waits for the answer is not sent, and its logs stay free.
    await expectMade(await press(visitor, asked.text, 'create'), 1);
    const choices = await press(visitor, (await visitor.get(ALL)).text, `contacts:${acme}`);
    const south = /value="(link:[0-9a-f-]{36})"[^>]*\/?><span[^>]*>Acme South/.exec(
      choices.text,
    )?.[1];
    const chosen = await press(visitor, choices.text, `link:${acme}`, (fields) => {
      fields.set('contact', south ?? '');
    });
    expect(visibleText(chosen.text)).toContain('Xero contact: Acme South');
    expect(visibleText(chosen.text)).toMatch(headSays(2, '£144.00'));
    await expectMade(await press(visitor, chosen.text, 'create'), 3);
    const forSouth = inXero().filter(({ contactId }) => contactOf(contactId) === 'Acme South');
    expect(forSouth).toHaveLength(2);
  });

  test('cannot be looked up while Xero is away, which says so and keeps what was chosen', async () => {
    const { visitor, other } = await start();
    xero().fail({ kind: '500-before', path: '/Contacts', method: 'GET', times: 20 });
    const asked = await press(visitor, (await visitor.get(ALL)).text, 'look up', (fields) => {
      fields.delete('ids', String(other));
    });
    expect(asked.status).toBe(502);
    expect(visibleText(asked.text)).toContain('Xero is not available at the moment.');
    expect(isTicked(asked.text, 'ids', other)).toBe(false);
  });
});
