import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { invoiceRuns, invoices, type Invoice } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import type { InvoiceOutcome } from '../xero/create-invoices.server.ts';
import type { XeroInvoice } from '../xero/invoices.server.ts';
import type { Contents } from './claims.server.ts';

/** The steps that an invoice takes. Each is one transaction; none waits for the network. */

type SettleServices = Pick<Services, 'db' | 'clock'>;

/** The invoices of a run in one state, oldest first. */
export function invoicesOf(
  { db }: Pick<Services, 'db'>,
  runId: number,
  state: Invoice['state'],
): Invoice[] {
  return db
    .select()
    .from(invoices)
    .where(and(eq(invoices.runId, runId), eq(invoices.state, state)))
    .orderBy(asc(invoices.id))
    .all();
}

/** What is fixed of an invoice when it was claimed. */
export function contentsOf(invoice: Invoice): Contents {
  return JSON.parse(invoice.contents) as Contents;
}

/**
 * From now on these may be in Xero: the contact and the key are stored before the call. Gives
 * the key that they are sent under, together and in this order.
 */
export function markSending(
  { db, clock }: SettleServices,
  batch: { invoice: Invoice; contactId: string }[],
): string {
  const sendKey = randomUUID();
  const now = clock();
  write(db, (transaction) => {
    for (const { invoice, contactId } of batch) {
      const contents = JSON.stringify({ ...contentsOf(invoice), contactId });
      transaction
        .update(invoices)
        .set({ state: 'sending', sendKey, sentAt: now, contents, message: null, updatedAt: now })
        .where(eq(invoices.id, invoice.id))
        .run();
    }
  });
  return sendKey;
}

/** Certainly not in Xero after all: as if it had never been sent. */
export function markUnsent({ db, clock }: SettleServices, ids: number[]): void {
  db.update(invoices)
    .set({ state: 'claimed', sendKey: null, sentAt: null, updatedAt: clock() })
    .where(and(inArray(invoices.id, ids), eq(invoices.state, 'sending')))
    .run();
}

/** Not made, for this reason; its logs are free again. */
export function markFailed({ db, clock }: SettleServices, ids: number[], message: string): void {
  db.update(invoices)
    .set({ state: 'failed', message, updatedAt: clock() })
    .where(and(inArray(invoices.id, ids), inArray(invoices.state, ['claimed', 'sending'])))
    .run();
}

/** Why the outcome of these is not known yet. */
export function noteUnknown({ db, clock }: SettleServices, ids: number[], message: string): void {
  db.update(invoices)
    .set({ message, updatedAt: clock() })
    .where(and(inArray(invoices.id, ids), eq(invoices.state, 'sending')))
    .run();
}

/** Why a run could not do what it was for. */
export function noteTrouble({ db }: SettleServices, runId: number, message: string): void {
  db.update(invoiceRuns).set({ message }).where(eq(invoiceRuns.id, runId)).run();
}

/** In Xero, with what Xero says of it; its logs are invoiced. */
export function markCreated({ db, clock }: SettleServices, id: number, found: XeroInvoice): void {
  db.update(invoices)
    .set({
      state: 'created',
      xeroInvoiceId: found.invoiceId,
      xeroInvoiceNumber: found.invoiceNumber,
      xeroStatus: found.status,
      isSentToContact: found.isSentToContact,
      totalPence: found.totalPence,
      message: null,
      updatedAt: clock(),
    })
    .where(and(eq(invoices.id, id), eq(invoices.state, 'sending')))
    .run();
}

/** What Xero answered for each of a batch, in one transaction. */
export function settleOutcomes(
  services: SettleServices,
  batch: Invoice[],
  outcomes: InvoiceOutcome[],
): void {
  write(services.db, () => {
    for (const invoice of batch) {
      const outcome = outcomes.find(({ reference }) => reference === invoice.reference);
      if (outcome?.outcome === 'created') markCreated(services, invoice.id, outcome);
      else if (outcome) markFailed(services, [invoice.id], outcome.messages.join(' '));
    }
  });
}
