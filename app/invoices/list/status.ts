import { daysBetween } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import type { NamedInvoice } from './made-invoices.server.ts';

export const STATUS_TONES = {
  draft: 'neutral',
  ready: 'accent',
  sent: 'warning',
  paid: 'success',
  deleted: 'neutral',
  voided: 'neutral',
  unknown: 'neutral',
} as const;

/** A shape for each status, so that it is not told by colour alone. */
export const STATUS_SHAPES = {
  draft: '○',
  ready: '◔',
  sent: '◑',
  paid: '●',
  deleted: '⊘',
  voided: '⊘',
  unknown: '?',
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
    [cancelled, (invoices) => `voided or deleted ${invoices}`],
    [foreign, (invoices) => `${invoices} in ${currencies.join(', ')}`],
  ] satisfies [number, (invoices: string) => string][];
  return leftOut
    .filter(([count]) => count > 0)
    .map(
      ([count, say]) =>
        `Excludes ${formatCount(count)} ${say(count === 1 ? 'invoice' : 'invoices')}`,
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

const formatter = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const shortFormatter = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2026-10` as `October 2026`. */
export function formatMonth(month: string): string {
  return formatter.format(new Date(`${month}-01T00:00:00Z`));
}

/** The months from one to another: `October 2026`, `September to October 2026`. */
export function formatMonths(first: string | null, last: string): string {
  return sayMonths(first, last, formatter);
}

/** The same for narrow columns: `Oct 2026`, `Sept to Oct 2026`. */
export function formatShortMonths(first: string | null, last: string): string {
  return sayMonths(first, last, shortFormatter);
}

function sayMonths(first: string | null, last: string, names: Intl.DateTimeFormat): string {
  const say = (month: string) => names.format(new Date(`${month}-01T00:00:00Z`));
  if (first === null || first === last) return say(last);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${isOneYear ? say(first).replace(/ \d+$/, '') : say(first)} to ${say(last)}`;
}
