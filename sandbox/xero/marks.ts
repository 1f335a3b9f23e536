import type { Invoice, Organisation } from './model.ts';

/** What a person does with an invoice in Xero itself. */
export const MARKS = ['submitted', 'approved', 'sent', 'paid', 'voided', 'deleted'] as const;
export type Mark = (typeof MARKS)[number];

/**
 * Puts the invoice into the wanted state, whatever state it is in: in Xero itself this may
 * take several steps. Throws when there is no such invoice.
 */
export function markInvoice(
  organisations: Organisation[],
  invoiceId: string,
  as: Mark,
  now: Date,
): Invoice {
  const invoice = organisations
    .flatMap(({ invoices }) => invoices)
    .find((one) => one.invoiceId === invoiceId);
  if (!invoice) throw new Error('There is no such invoice.');
  // As in Xero, an email to the contact alone does not count as a change.
  if (as !== 'sent' || invoice.status !== 'AUTHORISED') invoice.updatedAt = now;
  invoice.amountPaidPence = 0;
  invoice.fullyPaidOn = null;
  switch (as) {
    case 'submitted':
      invoice.status = 'SUBMITTED';
      break;
    case 'approved':
      invoice.status = 'AUTHORISED';
      break;
    case 'sent':
      invoice.status = 'AUTHORISED';
      invoice.isSentToContact = true;
      break;
    case 'paid':
      invoice.status = 'PAID';
      invoice.amountPaidPence = invoice.totalPence - invoice.amountCreditedPence;
      invoice.fullyPaidOn = now.toISOString().slice(0, 10);
      break;
    case 'voided':
      invoice.status = 'VOIDED';
      break;
    case 'deleted':
      invoice.status = 'DELETED';
      break;
  }
  return invoice;
}
