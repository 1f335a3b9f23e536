import { expect, test } from 'vitest';
import { updateClient } from '#app/clients/clients.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, fieldsOf, visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const PREVIEW = '/work-logs/create-invoices?months=all';

const VAT = {
  Usual: 'organisation',
  Zero: 'zero',
  Exempt: 'exempt',
  Abroad: 'outside',
  Reduced: 'rate:RROUTPUT',
} as const;

/** A client for each way, with an hour of work at £60, and somebody who is signed in. */
async function start() {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const workTypeId = addWorkType(server(), 'Support');
  for (const [name, vatTreatment] of Object.entries(VAT)) {
    const clientId = addClient(server(), name);
    updateClient(services, clientId, { vatTreatment });
    addLog(server(), { clientId, workTypeId, day: '2026-09-10' });
  }
  return { visitor: await visitSignedIn(server()), workTypeId };
}

function create(visitor: Visitor, page: string) {
  const fields = fieldsOf(page, 'create-invoices');
  fields.set('press', 'create');
  return visitor.post(PREVIEW, fields);
}

const inXero = (): Record<string, unknown> =>
  Object.fromEntries(
    xero()
      .state()
      .invoices.map(({ contactId, lines, totalPence }) => {
        const contact = xero()
          .state()
          .contacts.find((one) => one.contactId === contactId);
        return [contact?.name ?? '', [lines[0]?.taxType, totalPence]];
      }),
  );

test('Each client’s time has the VAT that the client’s form says, in the preview and in Xero', async () => {
  const { visitor } = await start();
  const page = (await visitor.get(PREVIEW)).text;
  const said = visibleText(page);
  for (const name of ['Zero Rated Income', 'Exempt Income', 'No VAT', '5% (VAT on Income)']) {
    expect(said).toContain(`VAT on this client’s time: ${name}`);
  }
  expect(said.match(/VAT on this client’s time/g)).toHaveLength(4);
  // £60 five times, 20% on one, 5% on another.
  expect(said).toContain('£300.00 + £15.00 VAT = £315.00');
  await create(visitor, page);
  await expect.poll(() => xero().state().invoices.length, { timeout: 30_000 }).toBe(5);
  expect(inXero()).toEqual({
    Usual: ['OUTPUT2', 7_200],
    Zero: ['ZERORATEDOUTPUT', 6_000],
    Exempt: ['EXEMPTOUTPUT', 6_000],
    Abroad: ['NONE', 6_000],
    Reduced: ['RROUTPUT', 6_300],
  });
});

test('The preview says that hardware keeps its own VAT, where a client has both', async () => {
  const { visitor } = await start();
  const kit = createWorkType(server().services, {
    name: 'Kit',
    hourlyRate: 0,
    description: null,
    isHardware: true,
  });
  const item = { itemName: 'Cable', quantity: 1, unitPrice: '10.00', vatIncluded: false };
  const made = await visitor.api('POST', '/api/work-logs', {
    clientId: 2,
    workTypeId: kit.id,
    date: '2026-09-11',
    hardwareItems: [{ ...item, taxCode: 'OUTPUT2', vatRate: 20 }],
  });
  expect(made.status, made.text).toBe(201);
  const said = visibleText((await visitor.get(PREVIEW)).text);
  expect(said).toContain('Zero Rated Income; hardware items keep their own');
  expect(said).toContain('£310.00 + £17.00 VAT = £327.00');
});

test('A client whose VAT the organisation has no rate for is said, and only the others’ invoices are made', async () => {
  const { visitor, workTypeId } = await start();
  const clientId = addClient(server(), 'Builders');
  const gone = addClient(server(), 'Elsewhere');
  const { services } = server();
  updateClient(services, clientId, { vatTreatment: 'reverse' });
  updateClient(services, gone, { vatTreatment: 'rate:ECZROUTPUT' });
  for (const id of [clientId, gone]) {
    addLog(server(), { clientId: id, workTypeId, day: '2026-09-10' });
  }
  const page = (await visitor.get(PREVIEW)).text;
  const said = visibleText(page);
  for (const name of ['Reverse charge', 'ECZROUTPUT']) {
    expect(said).toContain(
      `This client’s time has the VAT “${name}”, for which the organisation in Xero has no active sales tax rate, or several. Choose one of its rates in the client’s form.`,
    );
  }
  await create(visitor, page);
  await expect.poll(() => xero().state().invoices.length, { timeout: 30_000 }).toBe(5);
  expect(Object.keys(inXero())).not.toContain('Builders');
});

test('What the preview showed is not made with another VAT that was chosen meanwhile', async () => {
  const { visitor } = await start();
  const page = (await visitor.get(PREVIEW)).text;
  updateClient(server().services, 1, { vatTreatment: 'zero' });
  const answer = await create(visitor, page);
  expect(answer.location).toBeNull();
  expect(xero().state().invoices).toEqual([]);
  expect(visibleText(answer.text)).toContain('£300.00 + £3.00 VAT = £303.00');
});

test('A client’s form offers the words and the organisation’s own rates, and the client’s page says what was chosen', async () => {
  const { visitor } = await start();
  const form = (await visitor.get('/clients/1/edit')).text;
  expect(controlOf(form, 'vatTreatment').value).toBe('organisation');
  const said = visibleText(form);
  expect(said).toContain('As the organisation: 20% (VAT on Income)');
  for (const name of [
    'Zero-rated: Zero Rated Income',
    'Outside the scope: No VAT',
    '5% (VAT on Income)',
  ]) {
    expect(said).toContain(name);
  }
  // The organisation has no such rate; without one, all words are offered.
  expect(said).not.toContain('Reverse charge');
  expect(said.match(/Zero Rated Income/g)).toHaveLength(1);
  expect(visibleText((await visitor.get('/clients/5')).text)).toContain(
    'VAT on billed time 5% (VAT on Income)',
  );
  expect(visibleText((await visitor.get('/clients/print')).text)).toContain(
    'VAT on billed time: Zero-rated',
  );
  expect(visibleText((await visitor.get('/clients/1')).text)).not.toContain('VAT on billed time');
});

test('Another word than these is refused, and nothing is changed', async () => {
  const { visitor } = await start();
  for (const vatTreatment of ['reduced', 'rate:', 'rate:a b', '']) {
    const answer = await visitor.api('PUT', '/api/clients/1', { vatTreatment });
    expect([vatTreatment, answer.status]).toEqual([vatTreatment, 400]);
  }
  expect((await visitor.get('/api/clients')).text).toContain('"vatTreatment":"organisation"');
});
