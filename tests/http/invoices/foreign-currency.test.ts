import { expect, test } from 'vitest';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { visibleText } from '#tests/support/html.ts';
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

test('An invoice that is in another currency in Xero is said to be, and its amounts are of that', async () => {
  const visitor = await visitSignedIn(server());
  const { services } = server();
  const text = async (path: string) => visibleText((await visitor.get(path)).text);
  const entry = { clientId: addClient(server(), 'One'), workTypeId: addWorkType(server(), 'W') };
  addLog(server(), { ...entry, day: '2026-09-30' });
  await activate(services, await connectToXero(services, xero()));
  await visitor.api('POST', '/api/xero/create-invoices');
  expect(await text('/reconciliation')).toContain('Everything agrees: 1 invoice');

  const [made] = xero().state().invoices;
  xero().change(made?.invoiceId ?? '', { kind: 'currency', code: 'EUR' });
  const stranger = xero().makeForeign(made?.contactId ?? '');
  xero().change(stranger, { kind: 'currency', code: 'EUR' });
  await visitor.post('/reconciliation', {});
  const compared = await text('/reconciliation');
  expect(compared).toMatch(
    /INV-0001 One currency It comes to EUR 72\.00 with VAT in Xero; £72\.00 was sent, in pounds\./,
  );
  expect(compared).toContain('Somebody made an invoice of EUR 120.00 for One in Xero itself.');

  const page = await text('/invoices/1');
  expect(page).toContain('Currency EUR in Xero; it was sent in pounds');
  expect(page).toContain('1 × EUR 60.00');
  expect(page).toContain('Net EUR 60.00 VAT EUR 12.00 Total with VAT EUR 72.00');
  const statement = await text('/invoices/1/statement');
  expect(statement).toContain('Net EUR 60.00 VAT EUR 12.00 Total with VAT EUR 72.00');
  expect(statement).not.toContain('£');
});
