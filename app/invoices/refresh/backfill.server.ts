import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import { invoiceLogs, invoices, type Invoice } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict } from '../../lib/errors.ts';
import { LedgerError } from '../ledger.ts';
import { NO_CONNECTION } from '../messages.ts';
import { INVOICES_AT_ONCE, readByIds } from './open-invoices.server.ts';

/** How many logs were brought up to date, and how many could not be. */
export type BackfillResult = { successCount: number; errorCount: number };

type BackfillServices = Pick<Services, 'db' | 'clock' | 'ledger'>;

/**
 * The most calls of one backfill: half of what Xero takes in a minute, to leave room for others.
 */
const MOST_CALLS = 30;

/** After this many milliseconds, a backfill reads no further batch. */
const PATIENCE = 25_000;

/**
 * Fills in missing invoice numbers and refreshes statuses, in batches: unpaid invoices first, then
 * paid ones, since a payment can be taken back. When it takes too long it ends early; the next one
 * starts with the invoices that were not read for longest. Throws 409 when no organisation is
 * active, and LedgerError when nothing at all could be read.
 */
export async function backfillInvoices(services: BackfillServices): Promise<BackfillResult> {
  const { clock, ledger } = services;
  if (!ledger.activeOrganisation()) throw conflict(NO_CONNECTION);
  const result = { successCount: 0, errorCount: 0 };
  const end = clock().getTime() + PATIENCE;
  const failed = new Map<string, LedgerError>();
  let isAnyRead = false;
  for (const batch of batchesOf(listUnsettled(services)).slice(0, MOST_CALLS)) {
    if (clock().getTime() > end) break;
    const [{ tenantId }] = batch;
    try {
      if (!failed.has(tenantId)) {
        const { changed, missing } = await readByIds(services, tenantId, batch);
        result.successCount += countLogs(services, changed);
        result.errorCount += countLogs(services, missing);
        isAnyRead = true;
        continue;
      }
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      failed.set(tenantId, error);
    }
    result.errorCount += countLogs(services, batch);
  }
  const [failure] = failed.values();
  if (failure && !isAnyRead) throw failure;
  return result;
}

/** The invoices that may still change, in the order in which they are read. */
function listUnsettled({ db }: BackfillServices): Invoice[] {
  return db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.state, 'created'),
        or(
          isNull(invoices.xeroInvoiceNumber),
          isNull(invoices.status),
          notInArray(invoices.status, ['voided', 'deleted']),
        ),
      ),
    )
    .orderBy(sql`${invoices.status} is 'paid'`, invoices.updatedAt, invoices.id)
    .all();
}

type Batch = [Invoice, ...Invoice[]];

/** Splits invoices into batches of one organisation each, since a call goes to one organisation. */
function batchesOf(unsettled: Invoice[]): Batch[] {
  const open = new Map<string, Batch>();
  const batches: Batch[] = [];
  for (const invoice of unsettled) {
    const batch = open.get(invoice.tenantId);
    if (batch && batch.length < INVOICES_AT_ONCE) batch.push(invoice);
    else {
      const next: Batch = [invoice];
      open.set(invoice.tenantId, next);
      batches.push(next);
    }
  }
  return batches;
}

function countLogs({ db }: Pick<Services, 'db'>, batch: Invoice[]): number {
  const ids = batch.map(({ id }) => id);
  return db.select().from(invoiceLogs).where(inArray(invoiceLogs.invoiceId, ids)).all().length;
}
