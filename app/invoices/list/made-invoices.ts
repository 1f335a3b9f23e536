import type { Client, Invoice } from '#db/schema.ts';
import { toDecimalString } from '../../lib/money.ts';
import type { InvoiceStatus } from '../../lib/invoice-status.ts';

/** An invoice with its client's name, and without the stored contents. */
export type NamedInvoice = Omit<Invoice, 'contents' | 'status'> & {
  clientName: Client['name'];
  status: InvoiceStatus;
};

/** An invoice as the API gives it. */
export function toInvoiceView(invoice: NamedInvoice) {
  const [year, month] = invoice.month.split('-').map(Number);
  return {
    id: invoice.id,
    client: { name: invoice.clientName },
    month,
    year,
    totalHours: toHoursText(invoice.totalMinutes),
    totalAmount: toDecimalString(invoice.totalPence),
    currency: invoice.currency,
    workType: invoice.workTypeName ?? '',
    status: invoice.status,
    reference: invoice.reference,
    xeroInvoiceId: invoice.xeroInvoiceId,
    xeroInvoiceNumber: invoice.xeroInvoiceNumber,
  };
}

/** Minutes as hours with two decimals, rounded half up: 90 → `1.50`. */
function toHoursText(minutes: number): string {
  const hundredths = Math.floor((minutes * 100 + 30) / 60);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}
