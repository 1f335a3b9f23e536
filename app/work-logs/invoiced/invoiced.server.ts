import { eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { workLogs, type WorkLog } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict } from '../../lib/errors.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { getWorkLog } from '../work-logs.server.ts';

type InvoicedServices = Pick<Services, 'db' | 'clock'>;

/**
 * Keeps a log as invoiced elsewhere, under this number: it is never billed here, as one that came so with a
 * file. Of one that is kept so already, the number changes. Throws 404, and 409 where an invoice of ours has the log.
 */
export function markInvoiced(
  services: InvoicedServices,
  id: number,
  { invoiceNumber }: { invoiceNumber: string },
): NamedWorkLog {
  return mark(services, id, { isInvoiced: true, xeroInvoiceNumber: invoiceNumber });
}

/**
 * Takes back that a log was invoiced elsewhere, so that it can be billed; of one that is not, nothing changes. Throws
 * 404, and 409 where an invoice of ours has the log.
 */
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
