import { unmatchedInvoices } from '#db/schema.ts';
import type { LedgerInvoice } from '#app/invoices/ledger.ts';
import type { TestServer } from '../server/test-server.ts';

type Of = { client: string; letter?: string; isPutAside?: boolean };

/**
 * Adds an invoice for a client that only Xero knows, of an hour by the end of November 2026; a letter of its own tells
 * it from others. Gives its id.
 */
export function addUnmatched(
  { services: { db, clock } }: Pick<TestServer, 'services'>,
  { client, letter = 'D', isPutAside = false }: Of,
): number {
  const invoiceId = `only-there-${letter}`;
  const contents: LedgerInvoice = {
    ...{ invoiceId, number: 'INV-0999', reference: `TH-2026-11-23456789ABC${letter}` },
    ...{ status: 'draft', totalPence: 7_200, netPence: 6_000, vatPence: 1_200, duePence: 7_200 },
    ...{ paidPence: 0, creditedPence: 0, creditNotesPence: 0, paidDay: null },
    ...{ day: '2026-10-01', dueDay: null, contactId: null, contactName: client },
    ...{ currency: 'GBP', updatedAt: null },
    lines: [
      { description: 'Sample', quantity: '1', unitPrice: '60', netPence: 6_000, vatPence: 1_200 },
    ],
  };
  const putAsideAt = isPutAside ? clock() : null;
  return db
    .insert(unmatchedInvoices)
    .values({
      tenantId: 'one',
      xeroInvoiceId: invoiceId,
      contents: JSON.stringify(contents),
      ...{ putAsideAt, createdAt: clock(), updatedAt: clock() },
    })
    .returning({ id: unmatchedInvoices.id })
    .get().id;
}
