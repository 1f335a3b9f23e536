import { expect, test } from 'vitest';
import { xeroOrganisations } from '#db/schema.ts';
import { updateClient } from '#app/clients/clients.server.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient } from '#tests/support/data/entries.ts';
import { fieldsOf, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { contactIdOf, HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [
  { ...HARBOUR, contacts: [{ name: 'Acme' }, { name: 'Boat & Sons' }] },
]);
const server = useServer(() => xeroEnvironment(xero()));
const PREVIEW = '/work-logs/create-invoices?months=all';

/** What is on hardware's invoice has no date, and what both clients pay for an hour is the same. */
async function start(kind: 'hardware' | 'time') {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const isHardware = kind === 'hardware';
  const type = { name: 'Work', hourlyRate: 6_000, description: null, isHardware };
  const acme = addClient(server(), 'Acme');
  const log = logWork(services, {
    clientId: acme,
    workTypeId: createWorkType(services, type).id,
    date: { day: '2026-09-12' },
    duration: isHardware ? null : 60,
    travelTime: null,
    description: 'Visit',
    hourlyRate: null,
    billable: null,
    hardwareItems: isHardware
      ? [{ itemName: 'Dock', quantity: 1, unitPrice: '100.00', vatIncluded: true }]
      : null,
  });
  const boat = addClient(server(), 'Boat & Sons');
  const visitor = await visitSignedIn(server());
  const page = (await visitor.get(PREVIEW)).text;
  expect(visibleText(page)).toContain('Acme, September 2026');
  const edit = (await visitor.get(`/work-logs/${log.id}/edit`)).text;
  const change = (changed: Record<string, string>) =>
    pressPlainly(visitor, edit, 'Update', changed);
  return { visitor, page, acme, boat, change };
}

async function create(visitor: Visitor, page: string) {
  const fields = fieldsOf(page, 'create-invoices');
  fields.set('press', 'create');
  return visitor.post(PREVIEW, fields);
}

const contacts = () =>
  xero()
    .state()
    .invoices.map(
      ({ contactId }) =>
        xero()
          .state()
          .contacts.find((contact) => contact.contactId === contactId)?.name,
    );

const CHANGED = 'Something changed';

test('A log that went to another client meanwhile makes that client no invoice that nobody saw', async () => {
  const { visitor, page, boat, change } = await start('time');
  expect((await change({ clientId: String(boat) })).status).toBe(303);
  const refused = await create(visitor, page);
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain(CHANGED);
  expect(visibleText(refused.text)).toContain('Boat & Sons, September 2026');
  // Whoever has seen it may have it.
  expect((await create(visitor, refused.text)).status).toBe(303);
  await expect.poll(contacts).toEqual(['Boat & Sons']);
});

test('Hardware that went to another month meanwhile is shown under its month first', async () => {
  const { visitor, page, change } = await start('hardware');
  expect((await change({ date: '2026-08-12' })).status).toBe(303);
  const refused = await create(visitor, page);
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain('Acme, August 2026');
});

test('A client that was linked to another contact meanwhile gets no draft there that nobody saw', async () => {
  const { visitor, acme } = await start('time');
  const link = async (name: string) => {
    const dialog = (await visitor.get(`/clients/${acme}/contact?q=${name.slice(0, 4)}`)).text;
    return pressPlainly(visitor, dialog, `Choose ${name}`);
  };
  expect((await link('Acme')).status).toBe(303);
  const page = (await visitor.get(PREVIEW)).text;
  expect((await link('Boat & Sons')).status).toBe(303);
  const refused = await create(visitor, page);
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain(CHANGED);
  expect(visibleText(refused.text)).toContain('Boat & Sons');
  expect(contacts()).toEqual([]);
  expect((await create(visitor, refused.text)).status).toBe(303);
  await expect.poll(contacts).toEqual(['Boat & Sons']);
});

test('A link that is the same again, or a new name of its contact, is nothing that changed', async () => {
  const { visitor, acme } = await start('time');
  const choice = `link:${contactIdOf(xero(), 'Acme')}`;
  const link = () => visitor.post(`/clients/${acme}/contact`, { choice });
  await link();
  const page = (await visitor.get(PREVIEW)).text;
  await link();
  expect((await create(visitor, page)).status).toBe(303);
  await expect.poll(contacts).toEqual(['Acme']);
});

test.each([
  ['name', { name: 'Boat & Sons' }],
  ['email', { email: 'office@boat.example' }],
])('A client without a contact whose %s is another one meanwhile is seen first', async (_, to) => {
  const { visitor, page, acme } = await start('time');
  updateClient(server().services, acme, to);
  const refused = await create(visitor, page);
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain(CHANGED);
  expect(contacts()).toEqual([]);
  expect((await create(visitor, refused.text)).status).toBe(303);
  await expect.poll(contacts).toHaveLength(1);
});

test('A due date that other terms would give meanwhile is seen first', async () => {
  const { visitor, page } = await start('time');
  const terms = JSON.stringify({ day: 7, type: 'DAYSAFTERBILLDATE' });
  server().services.db.update(xeroOrganisations).set({ paymentTerms: terms }).run();
  const refused = await create(visitor, page);
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain(CHANGED);
  expect(contacts()).toEqual([]);
});
