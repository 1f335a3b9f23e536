import type { Invoice } from '#db/schema.ts';
import type { NewInvoice } from '../ledger.ts';

/**
 * What is sent for an invoice, without our reference. The contact is found just before sending;
 * until then it is null.
 */
export type Contents = Omit<NewInvoice, 'reference' | 'contactId'> & {
  contactId: string | null;
  /** The ids of the logs behind each line, in the order of the lines; older invoices do not have this. */
  origins?: number[][];
};

/** The contents of an invoice, fixed when it was claimed. */
export function contentsOf(invoice: Invoice): Contents {
  return JSON.parse(invoice.contents) as Contents;
}
