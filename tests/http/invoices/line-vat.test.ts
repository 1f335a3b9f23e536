import { expect, test } from 'vitest';
import { getClient, updateClient } from '#app/clients/clients.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const PREVIEW = '/work-logs/create-invoices?months=all';
const CHOSEN = 'VAT: Zero Rated Income (chosen for this line)';

/** A client with two hours of work of two days at £60, and somebody who is signed in. */
async function start() {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const workTypeId = addWorkType(server(), 'Support');
  const clientId = addClient(server(), 'Baker');
  for (const day of ['2026-09-10', '2026-09-11']) addLog(server(), { clientId, workTypeId, day });
  const visitor = await visitSignedIn(server());
  const first = (await visitor.get(PREVIEW)).text;
  /** Opens the first line; chooses its VAT, and presses a button. */
  const choose = async (page: string, word: string, button: string) => {
    const opened = (await pressPlainly(visitor, page, 'Edit Sample')).text;
    const was = new URLSearchParams(
      /name="(vat-1)" value="(\w+)"/.exec(opened)?.slice(1, 3).join('='),
    );
    return pressPlainly(visitor, opened, button, { 'vat-1': [was.get('vat-1') ?? '', word] });
  };
  const create = (page: string, count = 1) =>
    pressPlainly(
      visitor,
      page,
      `Create ${count === 1 ? '1 invoice' : `${count} invoices`} in Xero`,
    );
  return { clientId, workTypeId, visitor, first, choose, create };
}

const inXero = () =>
  xero()
    .state()
    .invoices.map(({ lines, totalPence }) => [lines.map(({ taxType }) => taxType), totalPence]);

test('A line gets another VAT in the preview, for this invoice alone; its total follows, and that is made', async () => {
  const { clientId, visitor, first, choose, create } = await start();
  expect(visibleText(first)).toContain('£120.00 + £24.00 VAT = £144.00');
  const saved = (await choose(first, 'zero', 'Save line')).text;
  expect(visibleText(saved)).toContain('£120.00 + £12.00 VAT = £132.00');
  expect(visibleText(saved).split(CHOSEN)).toHaveLength(2);
  await create(saved);
  expect(inXero()).toEqual([[['ZERORATEDOUTPUT', 'OUTPUT2'], 13_200]]);
  expect(getClient(server().services, clientId).vatTreatment).toBe('organisation');
  expect(visibleText((await visitor.get('/work-logs')).text)).not.toContain('Zero');
});

test('What was only just chosen is not made before its total was seen', async () => {
  const { first, choose, create } = await start();
  const answer = await choose(first, 'exempt', 'Create 1 invoice in Xero');
  expect(answer.status).toBe(409);
  const said = visibleText(answer.text);
  expect(said).toContain('Line saved and totals updated. Check them, then create the invoices.');
  expect(said).toContain('£120.00 + £12.00 VAT = £132.00');
  expect(inXero()).toEqual([]);
  await create(answer.text);
  expect(inXero()).toEqual([[['EXEMPTOUTPUT', 'OUTPUT2'], 13_200]]);
});

test('Cancel keeps what the line had, and the client’s own VAT takes the choice back', async () => {
  const { first, choose } = await start();
  const cancelled = (await choose(first, 'zero', 'Cancel')).text;
  expect(visibleText(cancelled)).toContain('+ £24.00 VAT');
  const saved = (await choose(cancelled, 'zero', 'Save line')).text;
  const kept = (await choose(saved, 'exempt', 'Cancel')).text;
  expect(visibleText(kept)).toContain(CHOSEN);
  const back = (await choose(kept, 'organisation', 'Save line')).text;
  expect(visibleText(back)).toContain('+ £24.00 VAT');
  expect(visibleText(back)).not.toContain('chosen for this line');
});

test('The address has what was chosen, and the page that it leads to makes the same', async () => {
  const { visitor, create } = await start();
  const page = (await visitor.get(`${PREVIEW}&vat-2=rate%3ARROUTPUT`)).text;
  expect(visibleText(page)).toContain('VAT: 5% (VAT on Income) (chosen for this line)');
  await create(page);
  expect(inXero()).toEqual([[['OUTPUT2', 'RROUTPUT'], 13_500]]);
});

test('What cannot be read of an address is the client’s VAT, and a rate that the organisation lacks stops the invoice', async () => {
  const { visitor } = await start();
  const odd = (await visitor.get(`${PREVIEW}&vat-1=reduced&vat-2=&vat-99=zero`)).text;
  expect(visibleText(odd)).toContain('£120.00 + £24.00 VAT = £144.00');
  const lacking = (await visitor.get(`${PREVIEW}&vat-1=rate%3AECZROUTPUT`)).text;
  expect(visibleText(lacking)).toContain(
    'This line has the VAT “ECZROUTPUT”, for which the organisation in Xero has no active sales tax rate, or several. Choose one of its rates for the line.',
  );
  expect(visibleText(lacking)).toContain('No invoice can be created');
});

test('Each line says its VAT and why, where it is not the organisation’s usual one', async () => {
  const { visitor, first, clientId, choose } = await start();
  expect(visibleText(first)).not.toContain('VAT:');
  updateClient(server().services, clientId, { vatTreatment: 'exempt' });
  const kit = createWorkType(server().services, {
    name: 'Kit',
    hourlyRate: 0,
    description: null,
    isHardware: true,
  });
  const item = { quantity: 1, unitPrice: '10.00', vatIncluded: false };
  await visitor.api('POST', '/api/work-logs', {
    clientId,
    workTypeId: kit.id,
    date: '2026-09-12',
    hardwareItems: [
      { ...item, itemName: 'Cable', taxCode: 'OUTPUT2', vatRate: 20 },
      { ...item, itemName: 'Book', taxCode: 'ZERORATED', vatRate: 0 },
    ],
  });
  const page = (await visitor.get(PREVIEW)).text;
  const of = (text: string) => [...visibleText(text).matchAll(/VAT: ([^()]*) \(([^()]*)\)/g)];
  expect(of(page).map(([, name, why]) => [name, why])).toEqual([
    ['Exempt Income', 'the client’s'],
    ['Exempt Income', 'the client’s'],
    ['Zero Rated Income', 'the item’s'],
  ]);
  // Back to what is usual for others, but not for this client.
  const usual = (await choose(page, 'rate:OUTPUT2', 'Save line')).text;
  expect(visibleText(usual)).toContain('VAT: 20% (VAT on Income) (chosen for this line)');
});

test('Logs that are billed together have one VAT, whichever of them is open', async () => {
  const { visitor, clientId, workTypeId, create } = await start();
  updateClient(server().services, clientId, { billingStep: 15, billingPer: 'day' });
  addLog(server(), { clientId, workTypeId, day: '2026-09-10' });
  const page = (await visitor.get(`${PREVIEW}&vat-3=zero`)).text;
  expect(visibleText(page)).toContain('£180.00 + £12.00 VAT = £192.00');
  await create(page);
  expect(inXero()).toEqual([[['ZERORATEDOUTPUT', 'OUTPUT2'], 19_200]]);
});

test('An open line offers what the organisation has, and none where it is not registered for VAT', async () => {
  const { visitor, first } = await start();
  const opened = (await pressPlainly(visitor, first, 'Edit Sample')).text;
  expect(controlOf(opened, 'vat-1').value).toBe('organisation');
  const said = visibleText(opened);
  expect(said).toContain('VAT of this line');
  expect(said).toContain('Exempt: Exempt Income');
  expect(said).not.toContain('Reverse charge');
  // A line that is not open has no field.
  expect(first).not.toContain('vat-1');
});

test('An answer for all its lines is an answer to what the contact has, too', async () => {
  const { visitor, first } = await start();
  const contact = { Name: 'Baker', AccountsReceivableTaxType: 'ZERORATEDOUTPUT' };
  xero()
    .state()
    .organisations[0]?.contacts.push({
      ...{ contactId: '33333333-aaaa-4bbb-8ccc-000000000001', name: contact.Name, email: '' },
      ...{ contactNumber: '', status: 'ACTIVE', taxType: contact.AccountsReceivableTaxType },
      salesTerms: null,
      updatedAt: new Date(),
    });
  await pressPlainly(visitor, first, 'Look up contacts in Xero');
  expect(visibleText((await visitor.get(PREVIEW)).text)).toContain('Needs an answer');
  const both = (await visitor.get(`${PREVIEW}&vat-1=zero&vat-2=zero`)).text;
  expect(visibleText(both)).not.toContain('Needs an answer');
});
