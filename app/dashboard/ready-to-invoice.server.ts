import { prepared } from '#db/connection.server.ts';
import type { Services } from '../context.server.ts';

/** The billable work of a client that is on no invoice yet. */
export type ReadyClient = {
  clientId: number;
  client: string;
  minutes: number;
  pence: number;
  /** The day of the oldest such log. */
  oldestDay: string;
};

// The oldest log is the first in an index of unbilled logs alone; the sums are
// kept by the triggers `work_log_totals_…`.
// `cross join` and `indexed by` hold the way: a row and an index entry for each client.
const READY = `
  select c.id as clientId, c.name as client, t.billable_minutes as minutes,
    t.billable_pence as pence, oldest.day as oldestDay
  from clients c
  cross join work_log_totals t
    on t.client_id = c.id and t.unit = 'ever' and t.period = '' and t.is_invoiced = 0
  cross join work_logs oldest on oldest.id = (
    select w.id from work_logs w indexed by work_logs_unbilled
    where w.client_id = c.id and w.is_invoiced = 0 and w.billable = 1
    order by w.date limit 1
  )
  order by oldest.date, c.id`;

/** The clients that an invoice can be made for, deactivated ones too, the longest wait first. */
export function listReadyToInvoice({ db }: Pick<Services, 'db'>): ReadyClient[] {
  return prepared<ReadyClient>(db, READY).all();
}
