import { formatTime } from '../lib/calendar.ts';
import { callsLeft, LEAST_A_DAY, type CallsToday } from './ledger.ts';
import { formatCount } from '../lib/count.ts';

/** The message when Xero, rather than the product, has failed. */
export const API_ERROR = 'Xero API error occurred. Please check your Xero configuration.';

export const NO_CONNECTION = 'No active Xero connection found. Please connect to Xero first.';

export const CHANGED_SINCE =
  'Something changed since this preview was made, so no invoices were created. Check it again.';

/** With more calls left than this for the day, nobody need know. */
const PLENTY = 500;

/** The calls to Xero today and what is left of its limit, in plain sentences; null while there is plenty. */
export function describeCalls(today: CallsToday, timeZone: string): string | null {
  if (callsLeft(today) > PLENTY) return null;
  const { used, left } = today;
  const count = formatCount(used);
  const made =
    used === 0
      ? 'Tallyhour has not called Xero for this organisation today.'
      : `Tallyhour has used ${count} ${used === 1 ? 'call' : 'calls'} to Xero for this organisation today.`;
  if (left === null) {
    return `${made} Xero has not said how many are left; of a free app it takes ${formatCount(LEAST_A_DAY)} a day.`;
  }
  const calls = formatCount(left.calls);
  const minute = left.ofMinute === null ? '' : ` and ${left.ofMinute} for the minute`;
  return `${made} At ${formatTime(left.toldAt, timeZone)}, Xero had ${calls} left for the day${minute}.`;
}
