import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { invoices, ledgerInvoices, type Invoice } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { isCancelled } from '../../lib/invoice-status.ts';
import type { LedgerInvoice } from '../ledger.ts';
import { releaseTakenBack } from './release.server.ts';

type StoreServices = Pick<Services, 'db' | 'clock'>;

/** The columns that follow what the ledger says of an invoice. */
export function readingColumns(found: LedgerInvoice, number: string | null) {
  return {
    xeroInvoiceNumber: found.number ?? number,
    status: found.status,
    totalPence: found.totalPence,
    netPence: found.netPence,
    vatPence: found.vatPence,
    amountDuePence: found.duePence,
    amountPaidPence: found.paidPence,
    amountCreditedPence: found.creditedPence,
    creditNotesPence: found.creditNotesPence,
    paidDay: found.paidDay,
    ...(found.currency === null ? {} : { currency: found.currency }),
    ...(found.day === null ? {} : { issuedDay: found.day }),
    ...(found.dueDay === null ? {} : { dueDay: found.dueDay }),
    ...(found.updatedAt === null ? {} : { ledgerUpdatedAt: found.updatedAt }),
  };
}

/** Keeps the contact and the lines of an invoice as the ledger has them now. */
export function keepContents(
  { db, clock }: StoreServices,
  invoiceId: number,
  found: LedgerInvoice,
): void {
  const row = { contents: JSON.stringify(found), readAt: clock() };
  db.insert(ledgerInvoices)
    .values({ invoiceId, ...row })
    .onConflictDoUpdate({ target: ledgerInvoices.invoiceId, set: row })
    .run();
}

/** An invoice as {@link keepContents} wrote it, where its instant is text. */
export function readKeptInvoice(json: string): LedgerInvoice {
  const kept = JSON.parse(json) as Omit<LedgerInvoice, 'updatedAt'> & { updatedAt: string | null };
  return { ...kept, updatedAt: kept.updatedAt === null ? null : new Date(kept.updatedAt) };
}

/**
 * Stores what the ledger says of a made invoice, unless something newer was stored meanwhile; the
 * trigger `invoices_numbered` copies a new number to the logs, and the logs of an invoice that somebody takes back are
 * freed. To be called in a transaction. False when nothing changed; the invoice counts as read all the same.
 */
export function storeReading(
  services: StoreServices,
  invoice: Invoice,
  found: LedgerInvoice,
): boolean {
  const { db, clock } = services;
  const columns = {
    ...readingColumns(found, invoice.xeroInvoiceNumber),
    // Where the answer has the invoice's date, a due date that it lacks was taken away there.
    ...(found.day === null ? {} : { dueDay: found.dueDay }),
  };
  const isNotOlder =
    found.updatedAt === null
      ? sql`true`
      : or(isNull(invoices.ledgerUpdatedAt), lte(invoices.ledgerUpdatedAt, found.updatedAt));
  const { changes } = db
    .update(invoices)
    .set({ ...columns, updatedAt: clock() })
    .where(and(eq(invoices.id, invoice.id), eq(invoices.state, 'created'), isNotOlder))
    .run();
  if (changes === 0) return false;
  keepContents(services, invoice.id, found);
  if (isCancelled(found.status)) releaseTakenBack(services, invoice.id);
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return names.some((name) => name !== 'ledgerUpdatedAt' && columns[name] !== invoice[name]);
}
