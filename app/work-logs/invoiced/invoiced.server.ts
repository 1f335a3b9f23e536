import { eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { workLogs, type WorkLog } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict } from '../../lib/errors.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { getWorkLog } from '../work-logs.server.ts';
import { z } from 'zod';
import { requiredLine } from '../../lib/fields.ts';

type InvoicedServices = Pick<Services, 'db' | 'clock'>;

/** Says that a log is on an invoice made elsewhere, so it is never billed here. Throws 404, and 409 for one on ours. */
export function markInvoiced(
  services: InvoicedServices,
  id: number,
  { invoiceNumber }: { invoiceNumber: string },
): NamedWorkLog {
  return mark(services, id, { isInvoiced: true, xeroInvoiceNumber: invoiceNumber });
}

/** Takes that back, so that the log can be billed. Throws 404, and 409 where an invoice of ours has it. */
export function unmarkInvoiced(services: InvoicedServices, id: number): NamedWorkLog {
  return mark(services, id, { isInvoiced: false, xeroInvoiceNumber: null });
}

/** A log that no invoice of ours has. Throws 404 and 409. */
export function getUnclaimedLog(services: Pick<Services, 'db'>, id: number): NamedWorkLog {
  const log = getWorkLog(services, id);
  if (log.xeroInvoiceId !== null) throw conflict(ON_OURS);
  if (log.isClaimed) throw conflict(BEING_MADE);
  return log;
}

const ON_OURS =
  'This work log is on an invoice that was made here. Delete, void or credit that invoice in Xero, then release its logs.';
const BEING_MADE =
  'An invoice for this work log is being made. Try again once that is done, or has failed.';

function mark(
  services: InvoicedServices,
  id: number,
  columns: Pick<WorkLog, 'isInvoiced' | 'xeroInvoiceNumber'>,
): NamedWorkLog {
  const { db, clock } = services;
  return write(db, () => {
    getUnclaimedLog(services, id);
    db.update(workLogs)
      .set({ ...columns, updatedAt: clock() })
      .where(eq(workLogs.id, id))
      .run();
    return getWorkLog(services, id);
  });
}

/** The invoice that a log is on already, from the form or the API's body. */
export const InvoicedFields = z.object({
  invoiceNumber: requiredLine('Enter the number of the invoice.'),
});

/** Whether a log is invoiced, but on no invoice of ours: a person or an imported file said so. */
export function isInvoicedElsewhere(log: Pick<WorkLog, 'isInvoiced' | 'xeroInvoiceId'>): boolean {
  return log.isInvoiced && log.xeroInvoiceId === null;
}
