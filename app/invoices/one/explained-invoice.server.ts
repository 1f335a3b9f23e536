import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared } from '#db/connection.server.ts';
import { workLogs, type WorkLog, type WorkType } from '#db/schema.ts';
import { getClient } from '../../clients/clients.server.ts';
import type { Services } from '../../context.server.ts';
import { listItemsOf } from '../../work-logs/hardware/items.server.ts';
import type { StoredItem } from '../../work-logs/hardware/hardware-items.ts';
import type { Contents } from '../runs/steps.server.ts';
import { getMadeInvoice, toInvoiceView } from '../list/made-invoices.server.ts';
import { readKeptInvoice } from '../refresh/store-reading.server.ts';
import { matchLines } from './match-lines.ts';
import { toDecimalString } from '../../lib/money.ts';

/** A log of an invoice, with what its rate was made from. */
export type InvoicedLog = WorkLog & {
  workTypeName: WorkType['name'];
  workTypeRatePence: WorkType['hourlyRatePence'];
  items: StoredItem[];
};

/** An invoice with its lines as the ledger has them, and the logs behind each. */
export type ExplainedInvoice = ReturnType<typeof explainInvoice>;

const CONTENTS = `
  select i.contents, r.contents as reading from invoices i
  left join ledger_invoices r on r.invoice_id = i.id where i.id = ?`;

const COLUMNS = columnsOf(workLogs, 'w');

const LOGS = `
  select ${COLUMNS.text}, t.name as workTypeName, t.hourly_rate_pence as workTypeRatePence
  from invoice_logs l join work_logs w on w.id = l.work_log_id
  join work_types t on t.id = w.work_type_id
  where l.invoice_id = ? order by w.date, w.id`;

function listLogs({ db }: Pick<Services, 'db'>, invoiceId: number): InvoicedLog[] {
  const rows = prepared<Stored<Omit<InvoicedLog, 'items'>>>(db, LOGS).all(invoiceId);
  const items = listItemsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...COLUMNS.read(row), items: items.get(row.id) ?? [] }));
}

/**
 * The logs behind each line that was sent. Older invoices do not say: their logs have a line each, and
 * an item each, in the order of their dates. Where that does not come to as many lines, the logs have
 * changed since they were released, and nothing is guessed.
 */
function originsOf(contents: Contents, logs: InvoicedLog[]): number[][] {
  if (contents.origins) return contents.origins;
  const each = logs.flatMap((log) => (log.isHardware ? log.items.map(() => log.id) : [log.id]));
  return each.length === contents.lines.length ? each.map((id) => [id]) : [];
}

/** An invoice that was made in Xero, with all that is known of its lines. Throws 404. */
export function explainInvoice(services: Pick<Services, 'db'>, id: number) {
  const { db } = services;
  const invoice = getMadeInvoice(services, id);
  const stored = prepared<{ contents: string; reading: string | null }>(db, CONTENTS).get(id);
  const contents = JSON.parse(stored?.contents ?? '{}') as Contents;
  // The oldest invoices do not say all of it.
  const { lines = [], hasVat = true } = contents as Partial<Contents>;
  const sent = { ...contents, lines, hasVat };
  const logs = listLogs(services, id);
  const ledger = stored?.reading ? readKeptInvoice(stored.reading) : null;
  const origins = originsOf(sent, logs);
  return {
    invoice,
    contents: sent,
    origins,
    ledger,
    client: getClient(services, invoice.clientId),
    logs: new Map(logs.map((log) => [log.id, log])),
    ...matchLines({ lines: sent.lines, origins }, ledger?.lines ?? []),
  };
}

const orNull = (pence: number | null) => (pence === null ? null : toDecimalString(pence));

/** One invoice as the API gives it: the row of the list, what it comes to, and its lines. */
export function toOneInvoiceView({ invoice, lines }: ExplainedInvoice) {
  return {
    ...toInvoiceView(invoice),
    net: toDecimalString(invoice.netPence),
    vat: toDecimalString(invoice.vatPence),
    discount: invoice.discount,
    date: invoice.issuedDay || null,
    dueDate: invoice.dueDay,
    amountDue: orNull(invoice.amountDuePence),
    amountPaid: orNull(invoice.amountPaidPence),
    amountCredited: orNull(invoice.amountCreditedPence),
    paidDate: invoice.paidDay,
    lines: lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      unitAmount: line.unitPrice,
      net: toDecimalString(line.netPence),
      vat: toDecimalString(line.vatPence),
      workLogIds: line.logIds,
    })),
  };
}
