import { splitsVat } from '#db/split-vat.server.ts';
import { formatPounds } from '../lib/money.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import { describeMeasure } from '../work-logs/logged.server.ts';
import { updateWorkLog, type WorkLogServices } from '../work-logs/work-logs.server.ts';

/**
 * Makes a log billable, with an Undo. Throws 404, and 409 when the log is, or is being, invoiced.
 */
export function makeBillable(services: WorkLogServices, id: number): ToastMessage {
  const log = updateWorkLog(services, id, { billable: true });
  const vatPence = splitsVat(services.db) ? log.includedVatPence : 0;
  const net = formatPounds(log.totalPence - vatPence);
  return {
    title: 'Work log updated successfully',
    text: `${describeMeasure(log)} is billable now: ${net} net`,
    undo: `/forgotten/${id}/not-billable`,
  };
}

/** Takes `makeBillable` back. Throws 404, and 409 when the log is, or is being, invoiced. */
export function makeNotBillable(services: WorkLogServices, id: number): ToastMessage {
  const log = updateWorkLog(services, id, { billable: false });
  return {
    title: 'Work log updated successfully',
    text: `${describeMeasure(log)} is not billable, as before`,
  };
}
