import type SqliteDatabase from 'better-sqlite3';
import type { RunningXero } from '#sandbox/xero.ts';

type Local = { reference: string; state: string; totalPence: number; xeroInvoiceId: string | null };

/**
 * What is wrong between the invoices here and those in Xero: every created one must be there exactly once
 * with its total, and none may be there that counts as not sent here. With `isSettled` none may be
 * on its way. Which logs an invoice bills is fixed before it is sent, and a log has one claim at most.
 */
export function findInvoiceFaults(
  sqlite: SqliteDatabase.Database,
  xero: RunningXero,
  isSettled: boolean,
): string[] {
  const local = sqlite
    .prepare<[], Local>(
      `select reference, state, total_pence as totalPence, xero_invoice_id as xeroInvoiceId from invoices`,
    )
    .all();
  const there = Map.groupBy(xero.state().invoices, ({ reference }) => reference);
  const faults: string[] = [];
  for (const { reference, state, totalPence, xeroInvoiceId } of local) {
    const found = there.get(reference) ?? [];
    there.delete(reference);
    if (found.length > 1) faults.push(`${reference} is in Xero ${found.length} times`);
    const [invoice] = found;
    if (state === 'created' && invoice?.invoiceId !== xeroInvoiceId) {
      faults.push(`${reference} counts as created, and is not in Xero`);
    }
    if (state === 'created' && invoice?.totalPence !== totalPence) {
      faults.push(
        `${reference} comes to ${totalPence} here, to ${invoice?.totalPence ?? 0} in Xero`,
      );
    }
    if (invoice && (state === 'claimed' || state === 'failed')) {
      faults.push(`${reference} is in Xero, and counts as ${state}`);
    }
    if (isSettled && (state === 'claimed' || state === 'sending')) {
      faults.push(`${reference} is still ${state}`);
    }
  }
  for (const reference of there.keys()) faults.push(`${reference} is in Xero, and unknown here`);
  const twice = sqlite
    .prepare(
      `select work_log_id from invoice_logs where is_live group by work_log_id having count(*) > 1`,
    )
    .pluck()
    .all();
  for (const id of twice) faults.push(`log ${String(id)} is on two invoices`);
  return faults;
}
