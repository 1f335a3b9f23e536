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
  const say = (count: number, before: string, behind: string) =>
    `Excludes ${formatCount(count)} ${before}${count === 1 ? 'invoice' : 'invoices'}${behind}`;
  return [
    cancelled > 0 ? say(cancelled, 'voided or deleted ', '') : '',
    foreign > 0 ? say(foreign, '', ` in ${currencies.join(', ')}`) : '',
  ].filter(Boolean);
}

type LeftOut = { cancelled: number; foreign: number; currencies: string[] };

/** `today`, `1 day`, `12 days`. */
export function sayAge(issuedDay: string, today: string): string {
  if (issuedDay === '') return '';
  const days = daysBetween(issuedDay, today);
  if (days <= 0) return 'today';
  return days === 1 ? '1 day' : `${days} days`;
}

const formatterOf = (month: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-GB', { month, year: 'numeric', timeZone: 'UTC' });
const LONG = formatterOf('long');
const SHORT = formatterOf('short');

/** `2026-10` as `October 2026`. */
export const formatMonth = (month: string) => formatMonths(null, month);

/** The same for narrow columns: `Oct 2026`, `Sept to Oct 2026`. */
export const formatShortMonths = (first: string | null, last: string) =>
  formatMonths(first, last, SHORT);

/** The months from one to another: `October 2026`, `September to October 2026`. */
export function formatMonths(first: string | null, last: string, names = LONG): string {
  const say = (month: string) => names.format(new Date(`${month}-01T00:00:00Z`));
  if (first === null || first === last) return say(last);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${isOneYear ? say(first).replace(/ \d+$/, '') : say(first)} to ${say(last)}`;
}
