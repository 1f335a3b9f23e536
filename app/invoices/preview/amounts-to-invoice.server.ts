import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { NO_FILTERS } from '../../work-logs/list/filters.ts';
import { planInvoices } from './plan.server.ts';

/** Net and VAT of what could be invoiced now, in pence, and the minutes of work in it. */
export type ToInvoice = { netPence: number; vatPence: number; minutes: number };

/** With more logs to invoice than this, only the preview works out their VAT. */
const MOST_PLANNED = 2_000;

const UNBILLED = `select coalesce(sum(billable_logs), 0) as logs from work_log_totals
  where client_id = 0 and unit = 'ever' and period = '' and is_invoiced = 0`;

/**
 * What each client's invoices would come to now, by the client's id, from the same plan as the
 * preview's, so that both say the same to the penny. Null without an organisation, whose rates of VAT
 * decide, and with more logs than are worth planning for a look.
 */
export function amountsToInvoice(
  services: Pick<Services, 'db' | 'config' | 'ledger'>,
): Map<number, ToInvoice> | null {
  const { db, ledger } = services;
  const logs = prepared<{ logs: number }>(db, UNBILLED).get()?.logs ?? 0;
  if (logs > MOST_PLANNED || ledger.activeOrganisation() === null) return null;
  const amounts = new Map<number, ToInvoice>();
  for (const { client, content, totalMinutes } of planInvoices(services, NO_FILTERS).groups) {
    const sum = amounts.get(client.id) ?? { netPence: 0, vatPence: 0, minutes: 0 };
    amounts.set(client.id, {
      netPence: sum.netPence + content.netPence,
      vatPence: sum.vatPence + content.vatPence,
      minutes: sum.minutes + totalMinutes,
    });
  }
  return amounts;
}
