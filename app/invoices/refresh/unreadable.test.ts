import { beforeAll, expect, test } from 'vitest';
import { invoices, ledgerReads } from '#db/schema.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { readChangesOf } from './changes.server.ts';

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

/** Two invoices that were sent in Xero; the total of the second can no longer be read. */
async function sendTwo({ standIn, services, addClient, addTime, invoiceAll }: Invoicing) {
  for (const name of ['One', 'Two']) addTime(addClient(name), { day: '2026-09-15' });
  await invoiceAll();
  const made = services.db.select().from(invoices).all();
  const [one = '', two = ''] = made.map(({ xeroInvoiceId }) => xeroInvoiceId ?? '');
  for (const id of [one, two]) standIn.mark(id, 'sent');
  const second = standIn.state().invoices.find(({ invoiceId }) => invoiceId === two);
  if (second) second.totalPence = 0.5;
  return two;
}

const statuses = ({ services }: Invoicing) =>
  services.db
    .select()
    .from(invoices)
    .all()
    .map(({ status }) => status);

test("Somebody else's invoice that cannot be read does not stop the reading of ours", () =>
  withInvoicing(async (invoicing) => {
    const { services, tenantId } = invoicing;
    const two = await sendTwo(invoicing);
    const forget = 'update invoices set xero_invoice_id = ? where xero_invoice_id = ?';
    services.db.$client.prepare(forget).run('another', two);
    await readChangesOf(services, tenantId, new AbortController().signal);
    expect(services.db.select().from(ledgerReads).all()).toMatchObject([{ message: null }]);
    expect(statuses(invoicing)).toEqual(['sent', 'draft']);
  }));

test('One of ours that cannot be read stops it, and says so', () =>
  withInvoicing(async (invoicing) => {
    const { services, tenantId } = invoicing;
    await sendTwo(invoicing);
    await readChangesOf(services, tenantId, new AbortController().signal);
    const [read] = services.db.select().from(ledgerReads).all();
    expect(read?.message).toContain("Xero's answer could not be read.");
    expect(statuses(invoicing)).toEqual(['draft', 'draft']);
  }));
