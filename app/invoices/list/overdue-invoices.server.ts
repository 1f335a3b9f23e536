import { prepared } from '#db/connection.server.ts';
import { addToDay, dayOf, formatBritishDay, instantsOf } from '../../lib/calendar.ts';
import { inCurrency, toDecimalString, poundsOf } from '../../lib/money.ts';
import type { Watch } from '../../webhooks/events.ts';
import { IS_OVERDUE } from './made-invoices.server.ts';

type Row = {
  id: number;
  number: string | null;
  client: string;
  dueDay: string;
  owedPence: number;
  currency: string;
};

const OVERDUE = `
  select s.id, s.xero_invoice_number as number, c.name as client, s.due_day as dueDay,
    coalesce(s.amount_due_pence, s.total_pence) as owedPence, s.currency
  from invoices s cross join clients c on c.id = s.client_id
  where s.state = 'created' and ${IS_OVERDUE} and s.due_day >= ?
  order by s.id`;

/** Tells of each invoice that is overdue, once, at nine in the morning after the day on which it was due. */
export const OVERDUE_INVOICES: Watch = {
  type: 'invoice.overdue',
  look: ({ db, clock, config: { timeZone } }, since) => {
    const now = clock();
    const first = addToDay(dayOf(since, timeZone), -1);
    return prepared<Row>(db, OVERDUE)
      .all(dayOf(now, timeZone), first)
      .flatMap(({ id, number, client, dueDay, owedPence, currency }) => {
        const [at] = instantsOf(addToDay(dueDay, 1), '09:00', timeZone);
        if (!at || at > now) return [];
        const owed = toDecimalString(owedPence);
        const name = number ?? `Invoice ${id}`;
        const text = `${client} owes ${inCurrency(poundsOf(owed), currency)}, due on ${formatBritishDay(dueDay)}.`;
        const data = { invoiceId: id, number, client, dueDay, amountDue: owed, currency };
        const title = `Overdue: ${name}`;
        return [{ key: String(id), at, title, text, path: `/invoices/${id}`, data }];
      });
  },
};
