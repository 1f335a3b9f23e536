import { toDecimalString } from '../../lib/money.ts';
import { toInvoiceView } from '../list/made-invoices.ts';
import type { ExplainedInvoice } from './explained-invoice.server.ts';

const orNull = (pence: number | null) => (pence === null ? null : toDecimalString(pence));

/** One invoice as the API gives it: the row of the list, what it comes to, and its lines. */
export function toOneInvoiceView({ invoice, lines }: ExplainedInvoice) {
  return {
    ...toInvoiceView(invoice),
    net: toDecimalString(invoice.netPence),
    vat: toDecimalString(invoice.vatPence),
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
