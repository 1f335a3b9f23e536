import { expect, test } from 'vitest';
import { updateClient } from '#app/clients/clients.server.ts';
import { activeOrganisation } from '#app/xero/connection/organisation.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { xeroOrganisations } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { toastAfter } from '#tests/support/server/xero-connection.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const CONTACTS = [{ name: 'Baker', taxType: 'OUTPUT2' }];

const xero = useConsentedXero(() => [{ ...HARBOUR, contacts: CONTACTS }]);
const server = useServer(() => xeroEnvironment(xero()));
const PREVIEW = '/work-logs/create-invoices?months=all';
const FORM = '/settings/xero/vat';
const CHANGE = { from: '2026-09-11', oldRate: 'OUTPUT2', newRate: 'RROUTPUT' };
const SAID = 'From 11 Sept 2026, 20% (VAT on Income) becomes 5% (VAT on Income)';

/** A client with an hour of work at £60 on each of two days, and somebody who is signed in. */
async function start() {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const workTypeId = addWorkType(server(), 'Support');
  const clientId = addClient(server(), 'Baker');
  for (const day of ['2026-09-10', '2026-09-11']) addLog(server(), { clientId, workTypeId, day });
  const visitor = await visitSignedIn(server());
  const add = async (typed: Partial<typeof CHANGE>) =>
    pressPlainly(visitor, (await visitor.get(FORM)).text, 'Add', typed);
  const preview = async (search = '') => (await visitor.get(`${PREVIEW}${search}`)).text;
  const create = (page: string) => pressPlainly(visitor, page, 'Create 1 invoice in Xero');
  return { services, workTypeId, clientId, visitor, add, preview, create };
}

const stored = () => activeOrganisation(server().services)?.vatChanges;

const inXero = () =>
  xero()
    .state()
    .invoices.map(({ lines, totalPence }) => [lines.map(({ taxType }) => taxType), totalPence]);

test('A change of VAT is added and removed without scripts; the card and the history say it', async () => {
  const { visitor, add, preview } = await start();
  expect(await toastAfter(visitor, await add(CHANGE))).toContain('Changes of VAT saved');
  expect(visibleText((await visitor.get('/settings')).text)).toContain(SAID);
  expect(stored()).toEqual([CHANGE]);
  expect(visibleText(await preview())).toContain('£120.00 + £15.00 VAT = £135.00');
  // A second one, of an earlier day, comes first.
  await add({ from: '2026-09-01', oldRate: 'ZERORATEDOUTPUT', newRate: 'EXEMPTOUTPUT' });
  expect(stored()?.map(({ from }) => from)).toEqual(['2026-09-01', '2026-09-11']);
  const { text } = await visitor.get(FORM);
  await pressPlainly(visitor, text, `Remove: ${SAID}`);
  expect(stored()?.map(({ from }) => from)).toEqual(['2026-09-01']);
  // From a page that still has it: it stays gone, and nothing else goes.
  await pressPlainly(visitor, text, `Remove: ${SAID}`);
  expect(stored()).toHaveLength(1);
  expect(visibleText(await preview())).toContain('£120.00 + £24.00 VAT = £144.00');
  const history = visibleText((await visitor.get('/history?record=settings')).text);
  expect(history).toContain('Changes of VAT');
  expect(history).toContain('from 11 Sept 2026 RROUTPUT, not OUTPUT2');
});

test.each([
  [{ ...CHANGE, from: '' }, 'Enter the first day of the new VAT.'],
  [{ ...CHANGE, from: '2026-02-30' }, 'Enter a real date as YYYY-MM-DD.'],
  [{ ...CHANGE, from: '11/09/2026' }, 'Enter a real date as YYYY-MM-DD.'],
  [{ ...CHANGE, newRate: 'OUTPUT2' }, 'Choose another VAT than the one that changes.'],
  [{ ...CHANGE, oldRate: '' }, 'Choose the VAT that changes.'],
  [{ ...CHANGE, newRate: '' }, 'Choose what it becomes.'],
  // What Xero has only for purchases, or not at all.
  [{ ...CHANGE, newRate: 'INPUT2' }, 'Choose one of the VAT rates.'],
  [{ ...CHANGE, oldRate: 'GONE' }, 'Choose one of the VAT rates.'],
])('A change %j is refused: %s What was typed stays', async (typed, sentence) => {
  const { add } = await start();
  const refused = await add(typed);
  expect(refused.status).toBe(400);
  expect(visibleText(refused.text)).toContain(sentence);
  expect(controlOf(refused.text, 'from').value).toBe(typed.from);
  expect(stored()).toEqual([]);
});

test('One VAT changes once: a second change of it is refused with the first one', async () => {
  const { add } = await start();
  await add(CHANGE);
  const refused = await add({ ...CHANGE, from: '2026-10-01', newRate: 'ZERORATEDOUTPUT' });
  expect(refused.status).toBe(400);
  expect(visibleText(refused.text)).toContain(`This changes already: ${SAID}. Remove that first.`);
  expect(stored()).toEqual([CHANGE]);
});

test('What becomes another VAT can change again, and back; each line says since when it is that', async () => {
  const { add, preview, clientId, workTypeId } = await start();
  await add(CHANGE);
  await add({ from: '2026-09-20', oldRate: 'RROUTPUT', newRate: 'OUTPUT2' });
  updateClient(server().services, clientId, { lines: 'one' });
  addLog(server(), { clientId, workTypeId, day: '2026-09-20' });
  const said = visibleText(await preview());
  expect(
    [...said.matchAll(/VAT: ([^()]*)\([^()]*\) \((since [^)]*)\)/g)].map(([, , at]) => at),
  ).toEqual(['since 11 Sept 2026', 'since 20 Sept 2026']);
  expect(said).toContain('£180.00 + £27.00 VAT = £207.00');
});

test('A rate that has gone from Xero stops the invoices of its days', async () => {
  const { services, add, preview } = await start();
  await add(CHANGE);
  const taxRates = JSON.stringify(
    activeOrganisation(services)?.taxRates.filter(({ code }) => code !== 'RROUTPUT'),
  );
  services.db.update(xeroOrganisations).set({ taxRates }).run();
  const said = visibleText(await preview());
  expect(said).toContain(
    'This client’s time has the VAT “RROUTPUT”, for which the organisation in Xero has no active sales tax rate, or several. Choose one of its rates in Settings.',
  );
  expect(said).toContain('No invoice can be created');
});

test('The VAT that is chosen for a line goes before, the one from before the day too', async () => {
  const { visitor, add, preview, create } = await start();
  await add(CHANGE);
  const opened = (await pressPlainly(visitor, await preview(), 'Edit Sample')).text;
  expect(controlOf(opened, 'vat-1').value).toBe('organisation');
  const page = await preview('&vat-1=zero&vat-2=organisation');
  expect(visibleText(page)).toContain('VAT: 20% (VAT on Income) (chosen for this line)');
  await create(page);
  expect(inXero()).toEqual([[['ZERORATEDOUTPUT', 'OUTPUT2'], 13_200]]);
});

test('A line that is open shows the VAT of its day, and keeps it', async () => {
  const { visitor, clientId, workTypeId, add, preview } = await start();
  await add(CHANGE);
  const page = await preview('&startDate=2026-09-11');
  const opened = (await pressPlainly(visitor, page, 'Edit Sample')).text;
  expect(controlOf(opened, 'vat-2').value).toBe('rate:RROUTPUT');
  const saved = visibleText((await pressPlainly(visitor, opened, 'Save line')).text);
  expect(saved).toContain('£60.00 + £3.00 VAT = £63.00');
  expect(saved).not.toContain('chosen for this line');
  // A client whose own rate becomes the organisation's.
  await add({ from: '2026-09-11', oldRate: 'ZERORATEDOUTPUT', newRate: 'OUTPUT2' });
  updateClient(server().services, clientId, { vatTreatment: 'zero' });
  addLog(server(), { clientId, workTypeId, day: '2026-09-12' });
  expect(visibleText(await preview())).toContain('£180.00 + £24.00 VAT = £204.00');
});

test('Hardware items keep their own VAT', async () => {
  const { visitor, clientId, add, preview } = await start();
  await add(CHANGE);
  const { id: workTypeId } = createWorkType(server().services, {
    name: 'Kit',
    hourlyRate: 0,
    description: null,
    isHardware: true,
  });
  const item = { itemName: 'Cable', quantity: 1, unitPrice: '10.00', vatIncluded: false };
  const made = await visitor.api('POST', '/api/work-logs', {
    ...{ clientId, workTypeId, date: '2026-09-12' },
    hardwareItems: [{ ...item, taxCode: 'OUTPUT2', vatRate: 20 }],
  });
  expect(made.status, made.text).toBe(201);
  expect(visibleText(await preview())).toContain('£130.00 + £17.00 VAT = £147.00');
});

test('A contact in Xero with the VAT from before or after the day asks nothing', async () => {
  const { visitor, add, preview, create } = await start();
  await add(CHANGE);
  await pressPlainly(visitor, await preview(), 'Look up contacts in Xero');
  expect(visibleText(await preview())).not.toContain('Needs an answer');
  xero().taxContact(xero().state().contacts[0]?.contactId ?? '', 'RROUTPUT');
  const only = await preview('&endDate=2026-09-10');
  await create(only);
  expect(inXero()).toEqual([[['OUTPUT2'], 7_200]]);
  xero().taxContact(xero().state().contacts[0]?.contactId ?? '', 'ZERORATEDOUTPUT');
  await create(await preview());
  const asked = visibleText(await preview());
  expect(asked).toContain('has “20% (VAT on Income), later 5% (VAT on Income)”');
  expect(inXero()).toHaveLength(1);
});

test('What the preview showed is made, or nothing: a change that came since is said', async () => {
  const { visitor, add, preview, create } = await start();
  const before = await preview();
  await add(CHANGE);
  const refused = await create(before);
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain('Changes of VAT');
  expect(inXero()).toEqual([]);
  await create(refused.text);
  expect(inXero()).toEqual([[['OUTPUT2', 'RROUTPUT'], 13_500]]);
  expect((await visitor.get('/settings')).status).toBe(200);
});

test('A form of another organisation changes nothing, and none is offered without VAT', async () => {
  const { services, visitor, add } = await start();
  const { text } = await visitor.get(FORM);
  const refused = await pressPlainly(
    visitor,
    text.replaceAll(HARBOUR.tenantId ?? '', 'other'),
    'Add',
    CHANGE,
  );
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain('This organisation is not active any more.');
  expect(stored()).toEqual([]);
  await add(CHANGE);
  services.db.update(xeroOrganisations).set({ isVatRegistered: false }).run();
  expect(visibleText((await visitor.get(FORM)).text)).toContain(
    'No organisation in Xero with VAT is active.',
  );
  expect((await visitor.get('/settings')).text).not.toContain(`href="${FORM}"`);
  const said = visibleText((await visitor.get(PREVIEW)).text);
  expect(said).not.toContain('since 11 Sept');
});
