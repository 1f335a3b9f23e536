import { daysBetween } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import type { NamedInvoice } from './made-invoices.ts';

export const STATUS_TONES = {
  draft: 'neutral',
  ready: 'accent',
  sent: 'warning',
  paid: 'success',
  deleted: 'neutral',
  voided: 'neutral',
  unknown: 'neutral',
} as const;

/** Days that a customer is late with an approved invoice; 0 when nothing is overdue. */
export function daysOverdue(
  invoice: Pick<NamedInvoice, 'status' | 'dueDay' | 'amountDuePence'>,
  today: string,
): number {
  const { status, dueDay, amountDuePence } = invoice;
  if ((status !== 'ready' && status !== 'sent') || dueDay === null) return 0;
  const isOwed = amountDuePence === null ? status === 'sent' : amountDuePence > 0;
  return isOwed ? Math.max(0, daysBetween(dueDay, today)) : 0;
}

/** What the sums of invoices leave out, a sentence each: what was voided or deleted, and what is not in pounds. */
export function sayLeftOut({ cancelled, foreign, currencies }: LeftOut): string[] {
  const leftOut = [
    [cancelled, 'was', 'were', 'voided or deleted in Xero'],
    [foreign, 'is', 'are', `in ${currencies.join(', ')} in Xero`],
  ] as const;
  return leftOut
    .filter(([count]) => count > 0)
    .map(([count, one, several, why]) =>
      count === 1
        ? `One ${one} ${why}, and is not in these amounts.`
        : `${formatCount(count)} ${several} ${why}, and are not in these amounts.`,
    );
}

type LeftOut = { cancelled: number; foreign: number; currencies: string[] };

/** `today`, `1 day`, `12 days`. */
export function sayAge(issuedDay: string, today: string): string {
  if (issuedDay === '') return '';
  const days = daysBetween(issuedDay, today);
  if (days <= 0) return 'today';
  return days === 1 ? '1 day' : `${days} days`;
}
