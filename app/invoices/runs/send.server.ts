import type { InvoiceRun } from '#db/schema.ts';
import { type InvoiceOutcome, LedgerError } from '../ledger.ts';
import { contentsOf, type Sending, type RunServices } from './steps.server.ts';

/** The result of a call: the outcome of each invoice, or the error. */
export type SendAnswer = { outcomes: InvoiceOutcome[] } | { error: LedgerError };

/** Makes one call with invoices that are marked as being sent, under their key. Stores nothing. */
export async function send(
  { ledger, checkpoint }: RunServices,
  run: InvoiceRun,
  { sendKey, batch }: Sending,
): Promise<SendAnswer> {
  const invoices = batch.map((invoice) => {
    const contents = contentsOf(invoice);
    return { ...contents, contactId: contents.contactId ?? '', reference: invoice.reference };
  });
  try {
    const outcomes = await ledger.createInvoices(run.tenantId, invoices, sendKey);
    checkpoint('answered');
    return { outcomes };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return { error };
  }
}
