import type { Services } from '../../context.server.ts';
import { dayOf, formatBritishMoment } from '../../lib/calendar.ts';
import { getMadeInvoice, type NamedInvoice } from '../list/made-invoices.server.ts';
import { toInvoiceRow } from '../list/invoices-screen.server.ts';
import { countLogs, endingOf, findTakeBack, sayObstacle } from './take-back.server.ts';

type ScreenServices = Pick<Services, 'db' | 'ledger' | 'clock' | 'config'>;

/** What an invoice's page says of taking it back: the words of the button, and what became of the last press. */
export function offerTakeBack(services: ScreenServices, invoice: NamedInvoice) {
  const ending = endingOf(invoice);
  const tried = findTakeBack(services, invoice.id);
  const isUnderWay = Boolean(tried?.lookAt);
  const isOffered = ending !== null && !isUnderWay;
  return {
    label: !isOffered ? null : ending === 'deleted' ? 'Take back draft' : 'Void invoice',
    underWay: isUnderWay ? (tried?.message ?? '') : null,
    notDone:
      isOffered && tried
        ? `${formatBritishMoment(tried.sentAt, services.config.timeZone)}: ${tried.message}`
        : null,
  };
}

/** What the question says: what happens in Xero and to the logs, or why it cannot be. Throws 404. */
export function loadTakeBack(services: ScreenServices, id: number) {
  const invoice = getMadeInvoice(services, id);
  const { underWay } = offerTakeBack(services, invoice);
  const ending = endingOf(invoice);
  if (underWay !== null || ending === null) {
    const text = underWay ?? sayObstacle(invoice);
    return { title: 'Take back this invoice?', text, confirmLabel: null, isVoided: false };
  }
  const today = dayOf(services.clock(), services.config.timeZone);
  const { number, client, month, total } = toInvoiceRow(invoice, { ...services, today });
  const count = countLogs(services, id);
  const logs = count === 1 ? 'Its log becomes' : `Its ${count} logs become`;
  const isVoided = ending === 'voided';
  const what = isVoided
    ? 'will be voided in Xero, which cannot be undone.'
    : 'will be deleted in Xero, including any changes made there.';
  const sent = invoice.status === 'sent' ? ' The customer already has this invoice.' : '';
  return {
    title: isVoided ? 'Void this invoice?' : 'Take back this draft?',
    text: `${number} for ${client}, ${month}, of ${total}, ${what}${sent} ${logs} Pending and can be invoiced again.`,
    confirmLabel: isVoided ? 'Void in Xero' : 'Delete in Xero',
    isVoided,
  };
}
