import { describe, expect, test } from 'vitest';
import { contactIdOf, draft, reach, signIn, withXero } from '#tests/support/server/xero.ts';

const KEY = { idempotencyKey: 'claim-1' };

describe('invoices', () => {
  test('are made as drafts with our reference, to the penny', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      const outcomes = await xero.createDrafts(session, [draft(standIn, 'ref-1')], KEY);
      expect(outcomes).toEqual([
        {
          outcome: 'created',
          reference: 'ref-1',
          invoiceId: expect.any(String) as string,
          number: 'INV-0001',
          status: 'draft',
          totalPence: 10_800,
          netPence: 9_000,
          vatPence: 1_800,
          duePence: 10_800,
          paidPence: 0,
          creditedPence: 0,
          creditNotesPence: 0,
          day: '2026-11-01',
          dueDay: '2026-12-01',
          paidDay: null,
          contactId: contactIdOf(standIn, 'Acme Ltd'),
          contactName: 'Acme Ltd',
          currency: 'GBP',
          lines: [
            {
              description: 'Development',
              quantity: '1.5',
              unitPrice: '60',
              netPence: 9_000,
              vatPence: 1_800,
            },
          ],
          updatedAt: expect.any(Date) as Date,
        },
      ]);
      const call = standIn.state().calls.findLast(({ method }) => method === 'PUT');
      expect(call?.query).toBe('summarizeErrors=false&unitdp=4');
      expect(JSON.parse(call?.body ?? '')).toEqual({
        Invoices: [
          {
            Type: 'ACCREC',
            Status: 'DRAFT',
            Contact: { ContactID: contactIdOf(standIn, 'Acme Ltd') },
            Date: '2026-11-01',
            DueDate: '2026-12-01',
            Reference: 'ref-1',
            CurrencyCode: 'GBP',
            LineAmountTypes: 'Exclusive',
            LineItems: [
              {
                Description: 'Development',
                Quantity: 1.5,
                UnitAmount: 60,
                AccountCode: '200',
                TaxType: 'OUTPUT2',
                LineAmount: 90,
              },
            ],
          },
        ],
      });
    }));

  test('each gets its own answer: some made, some refused with Xero’s own words', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      const archived = {
        ...draft(standIn, 'ref-2'),
        contactId: contactIdOf(standIn, 'Closed Co'),
      };
      const outcomes = await xero.createDrafts(
        session,
        [draft(standIn, 'ref-1'), archived, draft(standIn, 'ref-3')],
        KEY,
      );
      expect(outcomes).toMatchObject([
        { outcome: 'created', reference: 'ref-1' },
        {
          outcome: 'refused',
          reference: 'ref-2',
          messages: [expect.stringContaining('archived') as string],
        },
        { outcome: 'created', reference: 'ref-3' },
      ]);
      expect(standIn.state().invoices).toHaveLength(2);
    }));

  test('sent again under the same key are made once; other ones under it are refused', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      const first = await xero.createDrafts(session, [draft(standIn, 'ref-1')], KEY);
      expect(await xero.createDrafts(session, [draft(standIn, 'ref-1')], KEY)).toEqual(first);
      await expect(
        xero.createDrafts(session, [draft(standIn, 'ref-2')], KEY),
      ).rejects.toMatchObject({ kind: 'refused', isOutcomeUnknown: true });
      expect(standIn.state().invoices).toHaveLength(1);
    }));

  test('are found again by our reference in any state, among many, and only those', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      const references = Array.from({ length: 50 }, (_, index) => `ref-${index}`);
      await xero.createDrafts(
        session,
        references.map((reference) => draft(standIn, reference)),
        KEY,
      );
      const [first, second] = standIn.state().invoices;
      standIn.mark(first?.invoiceId ?? '', 'deleted');
      standIn.mark(second?.invoiceId ?? '', 'voided');

      const wanted = ['ref-1', 'ref-0', 'ref-49', 'ref-', 'no "such" \\ one'];
      const found = await xero.findInvoicesByReference(session, wanted);
      expect(found.map(({ reference, status }) => [reference, status])).toEqual([
        ['ref-0', 'deleted'],
        ['ref-1', 'voided'],
        ['ref-49', 'draft'],
      ]);
      const all = await xero.findInvoicesByReference(session, references);
      expect(all).toHaveLength(50);
      expect(await xero.findInvoicesByReference(session, [])).toEqual([]);
    }));

  test('more than a page of the same reference are all found', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      const references = Array.from({ length: 50 }, (_, index) => `ref-${index}`);
      for (const key of ['a', 'b', 'c']) {
        await xero.createDrafts(
          session,
          references.map((reference) => draft(standIn, reference)),
          { idempotencyKey: key },
        );
      }
      for (const invoice of standIn.state().invoices) invoice.reference = 'same';
      expect(await xero.findInvoicesByReference(session, ['same'])).toHaveLength(150);
    }));

  test('keep all four places of a unit price, whichever call reads them', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      // Four for £9.99 each with VAT.
      const price = { quantity: '4', unitAmount: '8.325', lineAmountPence: 3_330 };
      const one = draft(standIn, 'one');
      const lines = one.lines.map((line) => ({ ...line, ...price }));
      const [made] = await xero.createDrafts(session, [{ ...one, lines }], KEY);
      const ids = standIn.state().invoices.map(({ invoiceId }) => invoiceId);
      const changes = await xero.readChanges(session, new Date(0), 1);
      const readings = [
        ...(made?.outcome === 'created' ? [made] : []),
        ...(await xero.readInvoices(session, ids)),
        ...(await xero.findInvoicesByReference(session, ['one'])),
        ...(await xero.readInvoicesOf(session, [one.contactId])),
        ...changes.invoices,
      ];
      const prices = readings.map((reading) => reading.lines.map(({ unitPrice }) => unitPrice));
      expect(prices).toEqual(Array(5).fill(['8.325']));
    }));

  test('are read as they are now; what Xero does not know is left out', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      await xero.createDrafts(session, [draft(standIn, 'one'), draft(standIn, 'two')], KEY);
      const [one, two] = standIn.state().invoices.map(({ invoiceId }) => invoiceId);
      standIn.mark(one ?? '', 'sent');
      standIn.mark(two ?? '', 'paid');
      expect(await xero.readInvoices(session, [one ?? '', two ?? '', 'unknown'])).toMatchObject([
        { reference: 'one', status: 'sent', duePence: 10_800 },
        { reference: 'two', status: 'paid', duePence: 0, totalPence: 10_800 },
      ]);
    }));

  test('without a key, with one that is too long, too many or with one reference are never sent', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      const one = draft(standIn, 'ref');
      const send = (count: number, idempotencyKey: string) => () =>
        xero.createDrafts(session, Array<typeof one>(count).fill(one), { idempotencyKey });
      expect(send(1, '')).toThrow('key');
      expect(send(1, 'x'.repeat(129))).toThrow('key');
      expect(send(51, 'key')).toThrow('50');
      expect(send(2, 'key')).toThrow('reference');
      expect(standIn.state().calls.some(({ method }) => method === 'PUT')).toBe(false);
    }));
});
