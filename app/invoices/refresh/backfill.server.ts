import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { invoiceLogs, invoices, type Invoice } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import { activeOrganisation, withXero, type XeroServices } from '../../xero/connection/organisation.server.ts';
import { isXeroError } from '../../xero/client/faults.server.ts';
import type { XeroInvoice } from '../../xero/client/invoice-calls.server.ts';
import { NO_CONNECTION } from '../runs/claim.server.ts';

/** How many logs were brought up to date, and how many could not be. */
export type BackfillResult = { successCount: number; errorCount: number };

/** Invoices that are read from Xero at once. */
const BATCH = 40;

/** How long a backfill may take before it ends with what it has, in milliseconds. */
const PATIENCE = 25_000;

/** Nothing changes any more about these. */
const FINAL = ['PAID', 'VOIDED', 'DELETED'];

/**
 * Fills in missing invoice numbers and refreshes statuses, in batches. Ends with a part of it
 * when it takes too long; pressed again it goes on. Throws 409 without an organisation, and
 * XeroError when not even the first batch could be read.
 */
export async function backfillInvoices(services: XeroServices): Promise<BackfillResult> {
  const { db, clock } = services;
  if (!activeOrganisation(services)) throw conflict(NO_CONNECTION);
  const open = db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.state, 'created'),
        or(isNull(invoices.xeroInvoiceNumber), notInArray(invoices.xeroStatus, FINAL)),
      ),
    )
    .orderBy(invoices.updatedAt, invoices.id)
    .all();
  const result = { successCount: 0, errorCount: 0 };
  const end = clock().getTime() + PATIENCE;
  for (const batch of batchesOf(open)) {
    if (clock().getTime() > end) break;
    try {
      await refresh(services, batch, result);
    } catch (error) {
      const isFirst = result.successCount + result.errorCount === 0;
      if (isFirst || (!isXeroError(error) && !(error instanceof ProductError))) throw error;
      result.errorCount += countLogs(services, batch);
    }
  }
  return result;
}

/** Of one organisation each, since a call goes to one. */
function batchesOf(open: Invoice[]): Invoice[][] {
  const byTenant = new Map<string, Invoice[]>();
  for (const invoice of open) {
    byTenant.set(invoice.tenantId, [...(byTenant.get(invoice.tenantId) ?? []), invoice]);
  }
  return [...byTenant.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / BATCH) }, (_, index) =>
      all.slice(index * BATCH, (index + 1) * BATCH),
    ),
  );
}

async function refresh(
  services: XeroServices,
  batch: Invoice[],
  result: BackfillResult,
): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const ids = batch.map(({ xeroInvoiceId }) => xeroInvoiceId ?? '');
  const found = await withXero(services, first.tenantId, (xero, session) =>
    xero.readInvoices(session, ids),
  );
  write(services.db, () => {
    for (const invoice of batch) {
      const match = found.find(({ invoiceId }) => invoiceId === invoice.xeroInvoiceId);
      const logs = countLogs(services, [invoice]);
      if (match) {
        keep(services, invoice, match);
        result.successCount += logs;
      } else result.errorCount += logs;
    }
  });
}

function keep({ db, clock }: XeroServices, invoice: Invoice, found: XeroInvoice): void {
  db.update(invoices)
    .set({
      xeroInvoiceNumber: found.invoiceNumber ?? invoice.xeroInvoiceNumber,
      xeroStatus: found.status,
      isSentToContact: found.isSentToContact,
      totalPence: found.totalPence,
      updatedAt: clock(),
    })
    .where(eq(invoices.id, invoice.id))
    .run();
}

function countLogs({ db }: Pick<Services, 'db'>, batch: Invoice[]): number {
  const ids = batch.map(({ id }) => id);
  return db.select().from(invoiceLogs).where(inArray(invoiceLogs.invoiceId, ids)).all().length;
}
