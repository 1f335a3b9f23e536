import type { Services } from '../../context.server.ts';
import { dayOf, formatBritishMoment } from '../../lib/calendar.ts';
import { getMadeInvoice, type NamedInvoice } from '../list/made-invoices.server.ts';
import { toInvoiceRow } from '../list/invoices-screen.server.ts';
import { endingOf, sayObstacle } from './ending.ts';
import { countLogs, findTakeBack } from './take-back.server.ts';

type ScreenServices = Pick<Services, 'db' | 'ledger' | 'clock' | 'config'>;

/** What an invoice's page says of taking it back: the words of the button, and what became of the last press. */
export function offerTakeBack({ db, config }: ScreenServices, invoice: NamedInvoice) {
  const ending = endingOf(invoice);
  const tried = findTakeBack({ db }, invoice.id);
  if (tried?.lookAt) {
    const underWay = tried.message ?? 'This invoice is being taken back in Xero.';
    return { label: null, underWay, notDone: null };
  }
  if (ending === null) return { label: null, underWay: null, notDone: null };
  return {
    label: ending === 'deleted' ? 'Take back draft' : 'Void invoice',
    underWay: null,
    notDone: tried && {
      title: `Not taken back, ${formatBritishMoment(tried.sentAt, config.timeZone)}`,
      message: tried.message,
    },
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
