import type { Client } from '#db/schema.ts';
import { addToDay } from '../../lib/calendar.ts';
import { readDueIn } from '../../lib/due-in.ts';
import type { PaymentTerms } from '../ledger.ts';
import type { InvoiceChoices } from './choices.ts';

/** Days from an invoice's date until it is due, when the organisation has set no terms. */
const DEFAULT_DAYS = 30;

type Dated = {
  terms: PaymentTerms | null;
  client: Pick<Client, 'invoiceDate' | 'dueIn'>;
  /** `yyyy-MM`. */
  month: string;
  choice: { day: string | null; dueDay: string | null } | null;
};

/**
 * An invoice's date and when it is due: as chosen for it, else as chosen for all, else as its client has it. Beside
 * them what they would be without a choice of its own: `usualDay`, and `termsDay` for the date that it has.
 */
export function datesOf(
  { client, month, choice, terms }: Dated,
  { all, today }: { all?: InvoiceChoices['all']; today: string },
): { day: string; dueDay: string; usualDay: string; termsDay: string } {
  const own = client.invoiceDate === 'month-end' ? lastOfMonth(`${month}-01`, 0) : today;
  const usualDay = all?.day ?? own;
  const day = choice?.day ?? usualDay;
  const termsDay = dueDay(day, termsOf(all?.dueIn ?? client.dueIn) ?? terms);
  return { day, dueDay: choice?.dueDay ?? termsDay, usualDay, termsDay };
}

/** What {@link readDueIn} reads as terms; null where there are none. */
function termsOf(text: string | null): PaymentTerms | null {
  const dueIn = text === null ? null : readDueIn(text);
  if (dueIn === null) return null;
  return 'days' in dueIn
    ? { day: dueIn.days, from: 'invoice day' }
    : { day: dueIn.dayOfNextMonth, from: 'next month' };
}

/** The day, `yyyy-MM-dd`, on which an invoice dated `day` is due; never before `day` itself. */
export function dueDay(day: string, terms: PaymentTerms | null): string {
  if (!terms) return addToDay(day, DEFAULT_DAYS);
  const due = dayFor(day, terms);
  return due < day ? day : due;
}

function dayFor(day: string, terms: PaymentTerms): string {
  switch (terms.from) {
    case 'invoice day':
      return addToDay(day, terms.day);
    case 'end of month':
      return addToDay(lastOfMonth(day, 0), terms.day);
    case 'this month':
      return dayOfMonth(day, 0, terms.day);
    case 'next month':
      return dayOfMonth(day, 1, terms.day);
  }
}

function lastOfMonth(day: string, monthsLater: number): string {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month + monthsLater, 0)).toISOString().slice(0, 10);
}

/** A day of a month, `yyyy-MM-dd`: the 31st of a shorter month is its last day. */
function dayOfMonth(day: string, monthsLater: number, wanted: number): string {
  const last = lastOfMonth(day, monthsLater);
  const date = Math.min(Math.max(wanted, 1), Number(last.slice(8)));
  return `${last.slice(0, 8)}${String(date).padStart(2, '0')}`;
}
