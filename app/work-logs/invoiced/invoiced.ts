import { z } from 'zod';
import type { WorkLog } from '#db/schema.ts';
import { requiredLine } from '../../lib/fields.ts';

/** The invoice that a log is on already, from the form or the API's body. */
export const InvoicedFields = z.object({
  invoiceNumber: requiredLine('Enter the number of the invoice.'),
});

/** Whether a log is invoiced, but on no invoice of ours: a person or an imported file said so. */
export function isInvoicedElsewhere(log: Pick<WorkLog, 'isInvoiced' | 'xeroInvoiceId'>): boolean {
  return log.isInvoiced && log.xeroInvoiceId === null;
}
