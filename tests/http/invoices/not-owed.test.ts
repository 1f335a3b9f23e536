import { expect, test } from 'vitest';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { visibleText } from '#tests/support/html.ts';
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

/** An invoice of £72.00 in Xero, due long ago; gives its id there. */
async function invoiceDueLongAgo(visitor: Visitor): Promise<string> {
  const { services } = server();
  const entry = { clientId: addClient(server(), 'One'), workTypeId: addWorkType(server(), 'W') };
  addLog(server(), { ...entry, day: '2026-09-30' });
  await activate(services, await connectToXero(services, xero()));
  await visitor.api('POST', '/api/xero/create-invoices');
  const id = xero().state().invoices[0]?.invoiceId ?? '';
  xero().change(id, { kind: 'due date', day: '2020-01-01' });
  return id;
}

test('An invoice that waits in Xero to be approved is neither due nor overdue, until it is approved', async () => {
  const visitor = await visitSignedIn(server());
  const text = async (path: string) => visibleText((await visitor.get(path)).text);
  const read = () => visitor.api('POST', '/api/xero/backfill-invoice-numbers');
  const id = await invoiceDueLongAgo(visitor);

  xero().mark(id, 'submitted');
  await read();
  const waiting = await text('/invoices');
  expect(waiting).toContain('£72.00 ◔ Ready');
  expect(waiting).toContain('Outstanding £0.00');
  expect(waiting).toContain('Overdue 0 ');
  expect(waiting).not.toMatch(/Overdue [1-9]|Of which overdue/);
  expect(await text('/invoices?status=overdue')).toContain('No invoices found');
  expect(await text('/invoices/1')).toContain('Outstanding –');
  expect((await visitor.api('GET', '/api/invoices/1')).json()).toMatchObject({
    status: 'ready',
    amountDue: null,
  });

  xero().mark(id, 'approved');
  await read();
  const approved = await text('/invoices');
  expect(approved).toContain('Outstanding £72.00 Of which overdue £72.00');
  expect(approved).toMatch(/Overdue [\d,]+ days/);
  expect(await text('/invoices/1')).toContain('Outstanding £72.00');
});

test('A due date that was taken away in Xero is gone here, too', async () => {
  const visitor = await visitSignedIn(server());
  const id = await invoiceDueLongAgo(visitor);
  const due = async () => {
    await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
    const page = visibleText((await visitor.get('/invoices/1')).text);
    return /Due (.+?) Paid/.exec(page)?.[1];
  };
  expect(await due()).toBe('1 Jan 2020');
  xero().change(id, { kind: 'due date', day: null });
  expect(await due()).toBe('–');
});
