import { daysBetween } from '../lib/calendar.ts';

/** Work that has waited for more days than this is highlighted. */
export const LONG_WAIT_DAYS = 30;

/** How many days work has waited, as text (empty for today's work), and whether that is long. */
export function waitSince(oldestDay: string, today: string): { text: string; isLong: boolean } {
  const days = daysBetween(oldestDay, today);
  if (days <= 0) return { text: '', isLong: false };
  return { text: days === 1 ? '1 day' : `${days} days`, isLong: days > LONG_WAIT_DAYS };
}

/** The address of Work Logs with only the client's billable logs that are not invoiced: those that are ready. */
export function pendingLogsOf(clientId: number): string {
  return `/work-logs?clientId=${clientId}&isInvoiced=false&billable=true`;
}
