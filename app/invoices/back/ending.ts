import type { Invoice } from '#db/schema.ts';
import { isCancelled, type Ending } from '../../lib/invoice-status.ts';

type Standing = Omit<Invoice, 'contents'>;

const isSettledInPart = ({ amountPaidPence, amountCreditedPence }: Standing) =>
  (amountPaidPence ?? 0) > 0 || (amountCreditedPence ?? 0) > 0;

/**
 * How an invoice ends that is taken back, as it stood when it was last read; null where it cannot be: it has
 * ended, something was paid or credited, or nobody knows.
 */
export function endingOf(invoice: Standing): Ending | null {
  const { state, status, amountDuePence } = invoice;
  if (state !== 'created' || isSettledInPart(invoice)) return null;
  // Nothing is due of what still waits to be approved.
  if (status === 'draft' || (status === 'ready' && amountDuePence === null)) return 'deleted';
  return status === 'ready' || status === 'sent' ? 'voided' : null;
}

/** Why an invoice without an {@link endingOf} cannot be taken back, and what to do instead. */
export function sayObstacle(invoice: Standing): string {
  const { status } = invoice;
  if (isCancelled(status)) return `This invoice was ${status} in Xero already.`;
  if (status === 'paid' || isSettledInPart(invoice)) {
    return 'Something was paid or credited on this invoice, so it cannot be taken back. Credit it in Xero instead.';
  }
  return 'The status of this invoice in Xero is not known. Press Backfill Invoice Numbers in Invoices first.';
}
