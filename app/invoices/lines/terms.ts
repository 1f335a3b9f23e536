import { addToDay } from '../../lib/calendar.ts';

/** How Xero counts the days until a sales invoice is due. */
export type Terms = {
  day: number;
  type: 'DAYSAFTERBILLDATE' | 'DAYSAFTERBILLMONTH' | 'OFCURRENTMONTH' | 'OFFOLLOWINGMONTH';
};

/** Where the organisation has not decided, in days after the invoice's date. */
const USUAL_DAYS = 30;

/** The day, `yyyy-MM-dd`, on which an invoice of a day is due. Never before the invoice itself. */
export function dueDay(day: string, terms: Terms | null): string {
  if (!terms) return addToDay(day, USUAL_DAYS);
  const due = dayFor(day, terms);
  return due < day ? day : due;
}

function dayFor(day: string, terms: Terms): string {
  switch (terms.type) {
    case 'DAYSAFTERBILLDATE':
      return addToDay(day, terms.day);
    case 'DAYSAFTERBILLMONTH':
      return addToDay(lastOfMonth(day, 0), terms.day);
    case 'OFCURRENTMONTH':
      return dayOfMonth(day, 0, terms.day);
    case 'OFFOLLOWINGMONTH':
      return dayOfMonth(day, 1, terms.day);
  }
}

function lastOfMonth(day: string, monthsLater: number): string {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month + monthsLater, 0)).toISOString().slice(0, 10);
}

/** The 31st of a shorter month is its last day. */
function dayOfMonth(day: string, monthsLater: number, wanted: number): string {
  const last = lastOfMonth(day, monthsLater);
  const date = Math.min(Math.max(wanted, 1), Number(last.slice(8)));
  return `${last.slice(0, 8)}${String(date).padStart(2, '0')}`;
}
