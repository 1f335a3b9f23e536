import { daysBetween } from '../lib/calendar.ts';

/** Work that has waited longer than this stands out. */
export const LONG_WAIT_DAYS = 30;

/** How many days work has waited, as text (nothing for today's), and whether that is long. */
export function waitSince(oldestDay: string, today: string): { text: string; isLong: boolean } {
  const days = daysBetween(oldestDay, today);
  if (days <= 0) return { text: '', isLong: false };
  return { text: days === 1 ? '1 day' : `${days} days`, isLong: days > LONG_WAIT_DAYS };
}

/** Work Logs, only what of a client is on no invoice yet. */
export function pendingLogsOf(clientId: number): string {
  return `/work-logs?clientId=${clientId}&isInvoiced=false`;
}
