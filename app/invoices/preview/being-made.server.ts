import { prepared } from '#db/connection.server.ts';
import { SPLITS_VAT } from '#db/split-vat.server.ts';
import type { Services } from '../../context.server.ts';

/** The work of a client that is on invoices being made: its minutes, and its pence net of VAT. */
export type BeingMade = { minutes: number; netPence: number };

const BEING_MADE = `
  select w.client_id as clientId, sum(w.duration) as minutes,
    sum(w.total_pence - w.included_vat_pence * ${SPLITS_VAT}) as netPence
  from invoices i indexed by invoices_state
  cross join invoice_logs l on l.invoice_id = i.id and l.is_live
  cross join work_logs w on w.id = l.work_log_id
  where i.state in ('claimed', 'sending') and w.is_invoiced = 0
  group by w.client_id`;

/**
 * The work on invoices that are being made, by the client's id. The kept sums still count it as not invoiced,
 * which matters where no plan can be made.
 */
export function amountsBeingMade({ db }: Pick<Services, 'db'>): Map<number, BeingMade> {
  const rows = prepared<BeingMade & { clientId: number }>(db, BEING_MADE).all();
  return new Map(rows.map(({ clientId, ...made }) => [clientId, made]));
}
