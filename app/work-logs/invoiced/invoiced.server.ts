import { eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { workLogs, type WorkLog } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict } from '../../lib/errors.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { getWorkLog } from '../work-logs.server.ts';
import { z } from 'zod';
import { requiredLine } from '../../lib/fields.ts';

/** Says on which invoice made elsewhere a log is, or (null) on none. Throws 404, and 409 for a log on one of ours. */
export function markInvoiced(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: number,
  xeroInvoiceNumber: string | null,
): NamedWorkLog {
  return write(db, () => {
    getUnclaimedLog({ db }, id);
    const isInvoiced = xeroInvoiceNumber !== null;
    db.update(workLogs)
      .set({ isInvoiced, xeroInvoiceNumber, updatedAt: clock() })
      .where(eq(workLogs.id, id))
      .run();
    return getWorkLog({ db }, id);
  });
}

/** A log that no invoice of ours has. Throws 404 and 409. */
export function getUnclaimedLog(services: Pick<Services, 'db'>, id: number): NamedWorkLog {
  const log = getWorkLog(services, id);
  if (log.xeroInvoiceId !== null)
    throw conflict(
      'This work log is on an invoice that was made here. Delete, void or credit that invoice in Xero, then release its logs.',
    );
  if (log.isClaimed)
    throw conflict(
      'An invoice for this work log is being made. Try again once that is done, or has failed.',
    );
  return log;
}

/** The invoice that a log is on already, from the form or the API's body. */
export const InvoicedFields = z.object({
  invoiceNumber: requiredLine('Enter the number of the invoice.'),
});

/** Whether a log is invoiced, but on no invoice of ours: a person or an imported file said so. */
export function isInvoicedElsewhere(log: Pick<WorkLog, 'isInvoiced' | 'xeroInvoiceId'>): boolean {
  return log.isInvoiced && log.xeroInvoiceId === null;
}
