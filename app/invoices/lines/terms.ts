import { addToDay } from '../../lib/calendar.ts';

import type { PaymentTerms } from '../ledger.ts';

/** Days from an invoice's date until it is due, when the organisation has set no terms. */
const DEFAULT_DAYS = 30;

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
