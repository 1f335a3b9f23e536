import type { Invoice } from '#db/schema.ts';
import { isCancelled, type Ending } from '../../lib/invoice-status.ts';

type Standing = Pick<
  Invoice,
  'state' | 'status' | 'amountDuePence' | 'amountPaidPence' | 'amountCreditedPence'
>;

const isSettledInPart = ({ amountPaidPence, amountCreditedPence }: Standing) =>
  (amountPaidPence ?? 0) > 0 || (amountCreditedPence ?? 0) > 0;

/**
 * How an invoice ends that is taken back, as it stood when it was last read; null where it cannot be: it has
 * ended, something was paid or credited, or nobody knows.
 */
export function endingOf(invoice: Standing): Ending | null {
  if (invoice.state !== 'created' || isSettledInPart(invoice)) return null;
  switch (invoice.status) {
    case 'draft':
      return 'deleted';
    case 'ready':
      // Nothing is due of what still waits to be approved.
      return invoice.amountDuePence === null ? 'deleted' : 'voided';
    case 'sent':
      return 'voided';
    case 'paid':
    case 'deleted':
    case 'voided':
    case 'unknown':
    case null:
      return null;
  }
}

/** Why an invoice without an {@link endingOf} cannot be taken back, and what to do instead. */
export function sayObstacle(invoice: Standing): string {
  if (isCancelled(invoice.status)) {
    const ended = `This invoice was ${invoice.status} in Xero already`;
    return invoice.state === 'released'
      ? `${ended}, and its logs can be invoiced again.`
      : `${ended}. Release its logs on its page.`;
  }
  if (invoice.status === 'paid' || isSettledInPart(invoice)) {
    return 'Something was paid or credited on this invoice, so it cannot be taken back. Credit it in Xero instead.';
  }
  return 'The status of this invoice in Xero is not known. Press Backfill Invoice Numbers in Invoices first.';
}
