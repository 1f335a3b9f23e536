import { addToDay, daysBetween } from '../lib/calendar.ts';
import { medianOf } from './short-days.ts';

/** Where invoices were made on fewer days than this, nothing is a habit yet. */
const LEAST_DAYS = 3;
/** An invoice that is this many days later than usual counts as forgotten. */
const GRACE = 4;

/** The days on which a client's invoices, and those of all clients, were made; the newest first. */
export type InvoiceDays = { ofClient: string[]; ofAll: () => string[] };

/**
 * Whether last month's invoice for a client should have been made by now. A client with a rhythm, such
 * as a quarter, is waited for; one without is expected with the others, and at once where nobody
 * has a habit yet.
 */
export function isInvoiceLate({ ofClient, ofAll }: InvoiceDays, today: string): boolean {
  const [last] = ofClient;
  if (last !== undefined && ofClient.length >= LEAST_DAYS) {
    const gaps = ofClient.slice(1).map((day, index) => daysBetween(day, ofClient[index] ?? day));
    return today > addToDay(last, medianOf(gaps) + GRACE);
  }
  const all = ofAll();
  if (all.length < LEAST_DAYS) return true;
  return Number(today.slice(8)) > medianOf(all.map((day) => Number(day.slice(8)))) + GRACE;
}

/** Where more of the logs than this share are not billable, that is the custom and no slip. */
const ODD_SHARE = 0.05;
const LEAST_BILLABLE = 5;

/** Whether logs that are not billable stand out at a client: there are few, beside much that is. */
export function isOddOneOut({ logs, billable }: { logs: number; billable: number }): boolean {
  const others = logs - billable;
  return others > 0 && billable >= LEAST_BILLABLE && others <= Math.max(1, logs * ODD_SHARE);
}

const MEANT =
  /\b(no[ -]charge|not charg\w*|free of charge|uncharged|good ?will|warranty|guarantee|complimentary|courtesy|pro bono|unpaid|(not|non|un)[ -]?billable)\b/i;

/** Whether a description says itself that nobody is to pay. */
export function isMeantToBeFree(description: string): boolean {
  return MEANT.test(description);
}
