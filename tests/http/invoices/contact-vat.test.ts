import { expect, test } from 'vitest';
import { getClient, updateClient } from '#app/clients/clients.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { visibleText } from '#tests/support/html.ts';
import { plainFormsOf, pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { contactIdOf, HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const CONTACTS = [
  { name: 'Baker', taxType: 'ZERORATEDOUTPUT' },
  { name: 'Usual', taxType: 'OUTPUT2' },
  { name: 'Plain' },
];

const xero = useConsentedXero(() => [{ ...HARBOUR, contacts: CONTACTS }]);
const server = useServer(() => xeroEnvironment(xero()));
const PREVIEW = '/work-logs/create-invoices?months=all';
const CREATE = '/api/xero/create-invoices';
const [USE, KEEP] = [
  'Use the contact’s VAT: Zero Rated Income',
  'Keep the client’s VAT: 20% (VAT on Income)',
];

const asks = (vat: string) =>
  `The contact “Baker” has the VAT “${vat}” in Xero, and this client’s time has “20% (VAT on Income)”. Choose in Create Invoices which of the two holds.`;

/** Baker, whose contact is zero-rated; Usual, whose contact says what the organisation says; Plain, whose says nothing. */
async function start(names = ['Baker', 'Usual', 'Plain']) {
  await activate(server().services, await connectToXero(server().services, xero()));
  const workTypeId = addWorkType(server(), 'Support');
  const ids = names.map((name) => addClient(server(), name));
  const log = (clientId: number, day = '2026-09-10') =>
    addLog(server(), { clientId, workTypeId, day });
  for (const clientId of ids) log(clientId);
  const visitor = await visitSignedIn(server());
  const preview = async () => (await visitor.get(PREVIEW)).text;
  const create = () => visitor.api('POST', CREATE);
  return { ids, log, visitor, preview, create };
}

const inXero = () =>
  xero()
    .state()
    .invoices.map(({ contactId, lines }) => [
      xero()
        .state()
        .contacts.find((one) => one.contactId === contactId)?.name,
      lines[0]?.taxType,
    ])
    .sort();

const treatment = (clientId: number) => getClient(server().services, clientId).vatTreatment;

test('An invoice whose contact has another VAT is not made before somebody says which holds; the others are', async () => {
  const { ids, create, preview } = await start();
  // Nothing is known of the contacts before they are linked.
  expect(visibleText(await preview())).not.toContain('Needs an answer');
  const first = await create();
  expect(first.json()).toMatchObject({
    invoicesCreated: 2,
    failures: [{ clientId: ids[0], message: asks('Zero Rated Income') }],
  });
  expect(inXero()).toEqual([
    ['Plain', 'OUTPUT2'],
    ['Usual', 'OUTPUT2'],
  ]);
  const said = visibleText(await preview());
  expect(said).toContain('Needs an answer');
  expect(said).toContain(asks('Zero Rated Income'));
  const again = await create();
  expect([again.status, again.json()]).toEqual([409, { message: asks('Zero Rated Income') }]);
  expect(inXero()).toHaveLength(2);
});

test('To ask costs no call to Xero that was not made before', async () => {
  const calls = () => xero().state().calls.length;
  const { log, ids, create } = await start(['Usual']);
  await create();
  const [before, clientId = 0] = [calls(), ...ids];
  log(clientId);
  await create();
  const usual = calls() - before;
  xero().taxContact(contactIdOf(xero(), 'Usual'), null);
  log(clientId);
  const without = calls();
  await create();
  expect(calls() - without).toBe(usual);
  expect(inXero()).toHaveLength(3);
});

test('The contact’s VAT becomes the client’s where somebody says so', async () => {
  const { ids, create, preview, visitor } = await start(['Baker']);
  await create();
  const answer = await pressPlainly(visitor, await preview(), USE);
  expect(visibleText(answer.text)).not.toContain('Needs an answer');
  expect(treatment(ids[0] ?? 0)).toBe('zero');
  await create();
  expect(inXero()).toEqual([['Baker', 'ZERORATEDOUTPUT']]);
});

test('The client’s VAT stays where somebody says so, and that is not asked again until the contact has another', async () => {
  const { ids, log, create, preview, visitor } = await start(['Baker']);
  await create();
  await pressPlainly(visitor, await preview(), KEEP);
  expect(treatment(ids[0] ?? 0)).toBe('organisation');
  await create();
  log(ids[0] ?? 0);
  await create();
  expect(inXero()).toEqual([
    ['Baker', 'OUTPUT2'],
    ['Baker', 'OUTPUT2'],
  ]);
  expect(visibleText((await visitor.get('/history')).text)).toContain(
    'Baker (the client’s VAT, not ZERORATEDOUTPUT)',
  );
  xero().taxContact(contactIdOf(xero(), 'Baker'), 'EXEMPTOUTPUT');
  log(ids[0] ?? 0);
  expect((await create()).json()).toEqual({ message: asks('Exempt Income') });
  expect(inXero()).toHaveLength(2);
});

test('An answer to what the contact no longer has changes nothing', async () => {
  const { ids, log, create, preview, visitor } = await start(['Baker']);
  await create();
  const page = await preview();
  xero().taxContact(contactIdOf(xero(), 'Baker'), 'EXEMPTOUTPUT');
  // Another window looks at the client's contact.
  await visitor.get(`/clients/${ids[0]}/contact`);
  for (const button of [USE, KEEP]) {
    const answer = await pressPlainly(visitor, page, button);
    expect(answer.status).toBe(409);
    expect(visibleText(answer.text)).toContain(
      'The VAT of Baker’s contact in Xero is “Exempt Income” now, so no changes were made. Check it, then choose again.',
    );
  }
  expect(treatment(ids[0] ?? 0)).toBe('organisation');
  log(ids[0] ?? 0);
  await create();
  expect(inXero()).toEqual([]);
});

test('Of two who answer, the second one is told what the first one said', async () => {
  const { ids, create, preview, visitor } = await start(['Baker']);
  await create();
  const page = await preview();
  await pressPlainly(visitor, page, USE);
  const second = await pressPlainly(visitor, page, KEEP);
  expect(second.status).toBe(409);
  expect(visibleText(second.text)).toContain(
    'The VAT of Baker is “Zero Rated Income” now, so no changes were made. Check it, then choose again.',
  );
  // The same answer twice, as by a double press, is one.
  expect((await pressPlainly(visitor, page, USE)).status).toBe(200);
  expect(treatment(ids[0] ?? 0)).toBe('zero');
  updateClient(server().services, ids[0] ?? 0, { vatTreatment: 'organisation' });
  expect((await pressPlainly(visitor, page, KEEP)).status).toBe(200);
  expect((await pressPlainly(visitor, page, KEEP)).status).toBe(200);
});

test('A VAT of the contact for which the organisation has no rate is asked about, and cannot be chosen', async () => {
  const { ids, create, preview, visitor } = await start(['Baker']);
  xero().taxContact(contactIdOf(xero(), 'Baker'), 'ECZROUTPUT');
  await create();
  const page = await preview();
  expect(visibleText(page)).toContain(asks('ECZROUTPUT'));
  const buttons = plainFormsOf(page).flatMap((form) => form.buttons.map(({ text }) => text));
  expect(buttons).toContain(KEEP);
  expect(buttons.join()).not.toContain('Use the contact’s VAT');
  const path = `/api/clients/${ids[0]}/contact-vat`;
  const refused = await visitor.api('POST', path, { holds: 'contact' });
  expect([refused.status, refused.json()]).toEqual([
    409,
    {
      message:
        'Harbour Consulting has no active sales tax rate ECZROUTPUT in Xero, so no changes were made. Keep the client’s VAT, or change the contact’s in Xero.',
    },
  ]);
  expect((await visitor.api('POST', path, { holds: 'client' })).status).toBe(204);
  await create();
  expect(inXero()).toEqual([['Baker', 'OUTPUT2']]);
});

test('A program answers, too, and is told what is wrong with its answer', async () => {
  const { ids, create, visitor } = await start(['Baker', 'Plain']);
  const answer = (id: number | undefined, holds: string) =>
    visitor.api('POST', `/api/clients/${id}/contact-vat`, { holds });
  expect((await answer(ids[0], 'contact')).status).toBe(409);
  await create();
  const none = await answer(ids[1], 'contact');
  expect([none.status, none.json()]).toEqual([
    409,
    { message: 'Plain has no contact in Xero with a VAT of its own, so no changes were made.' },
  ]);
  expect((await answer(ids[0], 'both')).text).toContain('Say whose VAT holds: client, or contact.');
  expect((await answer(99, 'contact')).status).toBe(404);
  expect((await answer(ids[0], 'contact')).status).toBe(204);
  expect((await answer(ids[0], 'contact')).status).toBe(204);
  expect(treatment(ids[0] ?? 0)).toBe('zero');
});

test('A rate that has no word becomes the client’s by its code, and the organisation’s own by its word', async () => {
  const { ids, create, visitor } = await start(['Baker']);
  const [clientId = 0] = ids;
  const follow = async (taxType: string) => {
    xero().taxContact(contactIdOf(xero(), 'Baker'), taxType);
    await visitor.get(`/clients/${clientId}/contact`);
    await visitor.api('POST', `/api/clients/${clientId}/contact-vat`, { holds: 'contact' });
    return treatment(clientId);
  };
  await create();
  expect(await follow('RROUTPUT')).toBe('rate:RROUTPUT');
  expect(await follow('NONE')).toBe('outside');
  expect(await follow('OUTPUT2')).toBe('organisation');
});

test('What the client’s form says after a question was shown is no answer to another one', async () => {
  const { ids, create, preview } = await start(['Baker']);
  await create();
  updateClient(server().services, ids[0] ?? 0, { vatTreatment: 'zero' });
  expect(visibleText(await preview())).not.toContain('Needs an answer');
  updateClient(server().services, ids[0] ?? 0, { vatTreatment: 'exempt' });
  expect(visibleText(await preview())).toContain(
    'and this client’s time has “Exempt Income”. Choose in Create Invoices',
  );
});
