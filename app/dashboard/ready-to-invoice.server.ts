import { prepared } from '#db/connection.server.ts';
import type { Services } from '../context.server.ts';
import { ON_NO_INVOICE } from '../invoices/preview/billable.server.ts';
import { daysBetween } from '../lib/calendar.ts';

/** A client's billable work that is on no invoice yet: its minutes and pence. */
export type ReadyClient = {
  clientId: number;
  client: string;
  minutes: number;
  pence: number;
  /** The day of the oldest of these logs, `yyyy-MM-dd`. */
  oldestDay: string;
};

// The triggers `work_log_totals_…` keep the sums, and `work_logs_unbilled` is an index of only the
// unbilled logs. `cross join` and `indexed by` make SQLite read one row and one index entry for
// each client, and those of its logs that are on an invoice being made.
const READY = `
  select c.id as clientId, c.name as client, t.billable_minutes as minutes,
    t.billable_pence as pence, oldest.day as oldestDay
  from clients c
  cross join work_log_totals t
    on t.client_id = c.id and t.unit = 'ever' and t.period = '' and t.is_invoiced = 0
  cross join work_logs oldest on oldest.id = (
    select w.id from work_logs w indexed by work_logs_unbilled
    where w.client_id = c.id and w.is_invoiced = 0 and w.billable = 1 and ${ON_NO_INVOICE}
    order by w.date limit 1
  )
  order by oldest.date, c.id`;

/** The clients with work to invoice, inactive ones included, the longest wait first. */
export function listReadyToInvoice({ db }: Pick<Services, 'db'>): ReadyClient[] {
  return prepared<ReadyClient>(db, READY).all();
}

/** How many days work has waited, as text (empty for today's work), and whether that is long. */
export function waitSince(oldestDay: string, today: string): { text: string; isLong: boolean } {
  const days = daysBetween(oldestDay, today);
  if (days <= 0) return { text: '', isLong: false };
  return { text: days === 1 ? '1 day' : `${days} days`, isLong: days > 30 };
}

/** The address of Work Logs with only the client's billable logs that are not invoiced: those that are ready. */
export function pendingLogsOf(clientId: number): string {
  return `/work-logs?clientId=${clientId}&isInvoiced=false&billable=true`;
}
