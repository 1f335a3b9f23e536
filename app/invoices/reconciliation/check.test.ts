import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { invoices, ledgerChecks } from '#db/schema.ts';
import { contactOfClient, withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { linkContact } from '../contacts/contact-links.server.ts';
import { readChangesOf } from '../refresh/changes.server.ts';
import { compareIfOld, compareOrganisation } from './check.server.ts';
import { DIFFERENCES, type Difference } from './differences.ts';

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

/** Two logs a month, so that each invoice has two lines. */
async function makeInvoices(invoicing: Invoicing, count: number) {
  const clientIds = ['One', 'Two'].map(invoicing.addClient);
  for (let number = 0; number < count; number += 1) {
    const month = String(Math.floor(number / 2) + 1).padStart(2, '0');
    for (const day of ['10', '20']) {
      const clientId = clientIds[number % 2] ?? 0;
      invoicing.addTime(clientId, { day: `2026-${month}-${day}`, minutes: 50, text: `Of ${day}` });
    }
  }
  await invoicing.invoiceAll();
  const made = invoicing.services.db.select().from(invoices).all();
  expect(made).toHaveLength(count);
  return { ids: made.map(({ xeroInvoiceId }) => xeroInvoiceId ?? ''), clientIds };
}

async function differences(invoicing: Invoicing): Promise<Difference[]> {
  const { services, tenantId } = invoicing;
  invoicing.pass(60_000);
  await compareOrganisation(services, tenantId);
  const row = services.db.select().from(ledgerChecks).get();
  expect(row?.message).toBeNull();
  return JSON.parse(row?.differences ?? '') as Difference[];
}

describe('The reconciliation', () => {
  test('finds each of eleven kinds of change, and nothing where no changes were made', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, tenantId } = invoicing;
      const { ids, clientIds } = await makeInvoices(invoicing, 14);
      expect(await differences(invoicing)).toEqual([]);
      // What is done every day with an invoice is no difference.
      for (const id of ids) standIn.mark(id, 'sent');
      expect(await differences(invoicing)).toEqual([]);

      const [
        voided,
        gone,
        edited,
        total,
        contact,
        paid,
        unpaid,
        credited,
        missing,
        euros,
        ...rest
      ] = ids as [string, string, string, string, string, string, string, string, string, string];
      const { totalPence } = invoicing.services.db.select().from(invoices).get() ?? {};
      standIn.change(unpaid, { kind: 'payment', pence: totalPence ?? 0 });
      await readChangesOf(services, tenantId, new AbortController().signal);
      expect(await differences(invoicing)).toEqual([]);

      standIn.mark(voided, 'voided');
      standIn.mark(gone, 'deleted');
      standIn.change(edited, { kind: 'line', index: 1, description: 'Other words' });
      standIn.change(total, { kind: 'line', index: 0, lineAmountPence: 4_999 });
      const other = contactOfClient(invoicing, clientIds[1] ?? 0);
      standIn.change(contact, { kind: 'contact', contactId: other });
      standIn.change(paid, { kind: 'payment', pence: 100 });
      standIn.change(unpaid, { kind: 'payments removed' });
      standIn.change(credited, { kind: 'credit', pence: 500 });
      standIn.change(missing, { kind: 'removed' });
      standIn.change(euros, { kind: 'currency', code: 'EUR' });
      const stranger = standIn.makeForeign(other);
      standIn.change(stranger, { kind: 'currency', code: 'EUR' });

      const found = await differences(invoicing);
      const kindsOf = (id: string) =>
        found.filter(({ ledgerId }) => ledgerId === id).map(({ kind }) => kind);
      expect(kindsOf(voided)).toEqual(['voided']);
      expect(kindsOf(gone)).toEqual(['deleted']);
      expect(kindsOf(edited)).toEqual(['edited']);
      expect(kindsOf(total)).toEqual(['edited', 'total']);
      expect(kindsOf(contact)).toEqual(['contact']);
      expect(kindsOf(paid)).toEqual(['paid']);
      expect(kindsOf(unpaid)).toEqual(['unpaid']);
      expect(kindsOf(credited)).toEqual(['credited']);
      expect(kindsOf(missing)).toEqual(['missing']);
      expect(kindsOf(euros)).toEqual(['currency']);
      expect(kindsOf(stranger)).toEqual(['not ours']);
      const meaningOf = (id: string) => found.find(({ ledgerId }) => ledgerId === id)?.meaning;
      expect(meaningOf(euros)).toBe(
        'It comes to EUR 120.00 with VAT in Xero; £120.00 was sent, in pounds.',
      );
      expect(meaningOf(stranger)).toContain('Somebody made an invoice of EUR 120.00 for');
      expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(DIFFERENCES));
      // Of those that nobody touched, nothing is said.
      expect(rest.length).toBeGreaterThan(3);
      expect(rest.flatMap(kindsOf)).toEqual([]);
    }));

  test('is content with an invoice that Xero has for the contact which the client was linked to since', () =>
    withInvoicing(async (invoicing) => {
      const { services, standIn, tenantId } = invoicing;
      const { clientIds } = await makeInvoices(invoicing, 4);
      const [first = 0, second = 0] = clientIds;
      const other = contactOfClient(invoicing, second);
      // As Xero merges two contacts: the invoices of one are the other's.
      const ofFirst = services.db.select().from(invoices).where(eq(invoices.clientId, first)).all();
      for (const { xeroInvoiceId } of ofFirst) {
        standIn.change(xeroInvoiceId ?? '', { kind: 'contact', contactId: other });
      }
      const found = await differences(invoicing);
      expect(found.map(({ kind }) => kind)).toEqual(['contact', 'contact']);
      const link = { contactName: 'Two', taxCode: null, paymentTerms: null };
      linkContact(services, tenantId, first, { contactId: other, ...link });
      expect(await differences(invoicing)).toEqual([]);
    }));

  test('knows one as ours whose answer was lost, and that is still under way', () =>
    withInvoicing(async (invoicing) => {
      const { db } = invoicing.services;
      await makeInvoices(invoicing, 2);
      // As it stood before its answer: no invoice goes back there.
      db.$client.exec('drop trigger invoices_states');
      const lose = (state: 'sending' | 'failed') =>
        db.update(invoices).set({ state, xeroInvoiceId: null }).where(eq(invoices.id, 1)).run();
      lose('sending');
      expect(await differences(invoicing)).toEqual([]);
      // A control: one that is over, and that Xero has all the same, is said.
      lose('failed');
      expect((await differences(invoicing)).map(({ kind }) => kind)).toEqual(['not ours']);
    }));

  test('compares by itself again where the last time was noted by a clock that was years ahead', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, tenantId } = invoicing;
      const { ids } = await makeInvoices(invoicing, 2);
      const years = { ...services, clock: () => new Date('2035-01-01T09:00:00Z') };
      await compareOrganisation(years, tenantId);
      standIn.mark(ids[0] ?? '', 'voided');
      await compareIfOld(services);
      const row = services.db.select().from(ledgerChecks).get();
      expect(row?.checkedAt).toEqual(services.clock());
      expect(JSON.parse(row?.differences ?? '')).toMatchObject([{ kind: 'voided' }]);
      // A control: soon after it is not asked again.
      standIn.mark(ids[1] ?? '', 'voided');
      invoicing.pass(60_000);
      await compareIfOld(services);
      expect(services.db.select().from(ledgerChecks).get()).toEqual(row);
    }));

  test('keeps its last result when Xero is down, and says so', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, tenantId } = invoicing;
      const { ids } = await makeInvoices(invoicing, 2);
      standIn.mark(ids[0] ?? '', 'voided');
      expect(await differences(invoicing)).toHaveLength(1);
      standIn.fail({ kind: '503-html' });
      await compareOrganisation(services, tenantId);
      const row = services.db.select().from(ledgerChecks).get();
      expect(row?.message).toMatch(/Xero/);
      expect(JSON.parse(row?.differences ?? '')).toHaveLength(1);
    }));
});
