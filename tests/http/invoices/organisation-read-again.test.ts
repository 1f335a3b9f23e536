import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { xeroOrganisations } from '#db/schema.ts';
import { keepOrganisation, readDueOrganisation } from '#app/xero/connection/state.server.ts';
import { activeOrganisation } from '#app/xero/connection/organisation.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { fieldsOf, visibleText } from '#tests/support/html.ts';
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
const MINUTE = 60_000;
const START = Date.parse('2026-11-20T09:00:00Z');

const passTo = (minutes: number) => {
  server().setClock(new Date(START + minutes * MINUTE));
};

type Known = Partial<typeof xeroOrganisations.$inferInsert>;

/** An organisation of which this was known when it was read, and work for it; Xero says more by now. */
async function start(known: Known) {
  passTo(0);
  const { services } = server();
  const tenantId = await activate(services, await connectToXero(services, xero())).then(
    (organisation) => organisation.tenantId,
  );
  services.db
    .update(xeroOrganisations)
    .set(known)
    .where(eq(xeroOrganisations.tenantId, tenantId))
    .run();
  const clientId = addClient(server(), 'Acme');
  addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support'), day: '2026-10-05' });
  return { visitor: await visitSignedIn(server()), services, tenantId };
}

const calls = () => xero().state().calls.length;

test('Who registered for VAT in Xero sends nothing without it an hour later', async () => {
  const { visitor, services, tenantId } = await start({
    isVatRegistered: false,
    timeTaxCode: null,
  });
  const page = (await visitor.get(PREVIEW)).text;
  expect(visibleText(page)).toContain('£60.00 + £0.00 VAT');
  passTo(59);
  await readDueOrganisation(services);
  expect(visibleText((await visitor.get(PREVIEW)).text)).toContain('£60.00 + £0.00 VAT');
  passTo(61);
  await readDueOrganisation(services);
  // The page from before makes nothing, and the VAT of time is chosen by a person.
  const fields = fieldsOf(page, 'create-invoices');
  fields.set('press', 'create');
  const refused = await visitor.post(PREVIEW, fields);
  expect(refused.status).toBe(409);
  expect(visibleText(refused.text)).toContain('Choose the VAT of time of');
  expect(xero().state().invoices).toEqual([]);
  const saved = await visitor.post('/settings/xero/choices', {
    tenantId,
    accountCode: '200',
    timeTaxCode: 'OUTPUT2',
  });
  expect(saved.status).toBe(303);
  expect(visibleText((await visitor.get(PREVIEW)).text)).toContain('£60.00 + £12.00 VAT');
});

test('What was chosen stays while Xero has it, and nothing is chosen instead where it has not', async () => {
  const { services } = await start({ accountCode: '260', timeTaxCode: 'ZERORATEDOUTPUT' });
  passTo(61);
  await readDueOrganisation(services);
  const chosen = () => {
    const { accountCode, timeTaxCode } = activeOrganisation(services) ?? {};
    return [accountCode, timeTaxCode];
  };
  expect(chosen()).toEqual(['260', 'ZERORATEDOUTPUT']);
  services.db.update(xeroOrganisations).set({ accountCode: '299', timeTaxCode: 'GONE' }).run();
  passTo(122);
  await readDueOrganisation(services);
  expect(chosen()).toEqual([null, null]);
});

test('While Xero is down, it is asked again after five minutes, and what is known stays', async () => {
  const { services } = await start({ currency: 'GBP' });
  const before = activeOrganisation(services);
  xero().fail({ kind: '503-html', times: 99 });
  passTo(61);
  const asked = calls();
  await readDueOrganisation(services);
  expect(activeOrganisation(services)).toEqual(before);
  const once = calls();
  expect(once).toBeGreaterThan(asked);
  passTo(64);
  await readDueOrganisation(services);
  expect(calls()).toBe(once);
  xero().heal();
  passTo(67);
  await readDueOrganisation(services);
  expect(calls()).toBeGreaterThan(once);
  // Read by a clock that was ahead: that says nothing of how old it is.
  const now = calls();
  passTo(-600);
  await readDueOrganisation(services);
  expect(calls()).toBeGreaterThan(now);
});

test('Without a connection nothing is asked', async () => {
  const { services, visitor } = await start({ currency: 'GBP' });
  await visitor.api('POST', '/api/xero/disconnect');
  passTo(61);
  const before = calls();
  await readDueOrganisation(services);
  expect(calls()).toBe(before);
  keepOrganisation(services)();
});
