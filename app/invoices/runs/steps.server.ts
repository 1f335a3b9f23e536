import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { invoiceRuns, invoices, type Invoice } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { InvoiceOutcome, LedgerInvoice } from '../ledger.ts';
import { contentsOf } from './claim.server.ts';

/**
 * The steps that an invoice takes. Each is one transaction; none waits for the network. Each
 * names the state that it starts from, and the key where there is one: two processes may carry
 * the same run on, and the one that comes second must change nothing. Which state can follow which
 * the trigger `invoices_states` holds.
 */

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

/** What is sent in one call: these invoices, in this order, under this key. */
export type Sending = {
  sendKey: string;
  batch: Invoice[];
  /** True when the very same call was made before, and nobody knows what came of it. */
  isRepetition: boolean;
};

/**
 * From now on these may be in Xero: the contact and the key are stored before the call. Gives
 * what this call is to carry; an invoice that another process has taken is not in it.
 */
export function markSending(
  { db, clock }: SettleServices,
  addressed: { invoice: Invoice; contactId: string }[],
): Sending {
  const sendKey = randomUUID();
  const now = clock();
  const batch = write(db, () => {
    const runs = new Set(addressed.map(({ invoice }) => invoice.runId));
    // Whatever another process has decided: if this one dies now, the run is due at once.
    db.update(invoiceRuns)
      .set({ status: 'running', resumeAt: null })
      .where(inArray(invoiceRuns.id, [...runs]))
      .run();
    return addressed.flatMap(({ invoice, contactId }) => {
      const contents = JSON.stringify({ ...contentsOf(invoice), contactId });
      return db
        .update(invoices)
        .set({ state: 'sending', sendKey, sentAt: now, contents, message: null, updatedAt: now })
        .where(and(eq(invoices.id, invoice.id), eq(invoices.state, 'claimed')))
        .returning()
        .all();
    });
  });
  return { sendKey, batch, isRepetition: false };
}

function isSentUnder(sendKey: string): SQL | undefined {
  return and(eq(invoices.sendKey, sendKey), eq(invoices.state, 'sending'));
}

const UNSENT = { state: 'claimed', sendKey: null, sentAt: null, message: null } as const;

/** None of what was sent under this key is in the ledger, nor can be any more: as if it had never been sent. */
export function markUnsent({ db, clock }: SettleServices, sendKey: string): void {
  db.update(invoices)
    .set({ ...UNSENT, updatedAt: clock() })
    .where(isSentUnder(sendKey))
    .run();
}

/**
 * The same when one call has certainly done nothing, and was the only one under its key. False,
 * with nothing changed, when anybody has held its outcome for unknown meanwhile: whoever sends a
 * call again notes that first.
 */
export function markUnsentIfAlone({ db, clock }: SettleServices, sendKey: string): boolean {
  const isAlone = sql`not exists (select 1 from invoices o where o.send_key = ${sendKey}
    and (o.state <> 'sending' or o.message is not null))`;
  const { changes } = db
    .update(invoices)
    .set({ ...UNSENT, updatedAt: clock() })
    .where(and(isSentUnder(sendKey), isAlone))
    .run();
  return changes > 0;
}

/**
 * Not made, for this reason; the trigger `invoices_settled` frees its logs. Only what is not being
 * sent can fail so.
 */
export function markFailed({ db, clock }: SettleServices, ids: number[], message: string): void {
  db.update(invoices)
    .set({ state: 'failed', message, updatedAt: clock() })
    .where(and(inArray(invoices.id, ids), eq(invoices.state, 'claimed')))
    .run();
}

/** Refused by the ledger in its answer to the call under this key; `invoices_settled` frees its logs. */
function markRefused(
  { db, clock }: SettleServices,
  { id, sendKey }: Pick<Invoice, 'id' | 'sendKey'>,
  messages: string[],
): void {
  db.update(invoices)
    .set({ state: 'failed', message: messages.join(' ') || REFUSED, updatedAt: clock() })
    .where(and(eq(invoices.id, id), isSentUnder(sendKey ?? '')))
    .run();
}

/** Why a run could not do what it was for. */
export function noteTrouble({ db }: SettleServices, runId: number, message: string): void {
  db.update(invoiceRuns).set({ message }).where(eq(invoiceRuns.id, runId)).run();
}

const REFUSED = 'Xero refused it without a reason. Look at its logs, then try again.';

/** Why the outcome of these is not known yet. Gives how many of them are still being sent. */
export function noteUnknown(
  { db, clock }: SettleServices,
  batch: Pick<Invoice, 'id' | 'sendKey'>[],
  message: string,
): number {
  const now = clock();
  return write(db, () =>
    batch.reduce((sum, { id, sendKey }) => {
      const { changes } = db
        .update(invoices)
        .set({ message, updatedAt: now })
        .where(and(eq(invoices.id, id), isSentUnder(sendKey ?? '')))
        .run();
      return sum + changes;
    }, 0),
  );
}

/** In the ledger, with what that says of it; the trigger `invoices_settled` marks its logs as invoiced. */
export function markCreated({ db, clock }: SettleServices, id: number, found: LedgerInvoice): void {
  db.update(invoices)
    .set({
      state: 'created',
      xeroInvoiceId: found.invoiceId,
      xeroInvoiceNumber: found.number,
      status: found.status,
      totalPence: found.totalPence,
      message: null,
      updatedAt: clock(),
    })
    .where(and(eq(invoices.id, id), eq(invoices.state, 'sending')))
    .run();
}

/** What the ledger answered for each of a batch, in one transaction. */
export function settleOutcomes(
  services: SettleServices,
  batch: Invoice[],
  outcomes: InvoiceOutcome[],
): void {
  write(services.db, () => {
    for (const invoice of batch) {
      const outcome = outcomes.find(({ reference }) => reference === invoice.reference);
      if (outcome?.outcome === 'created') markCreated(services, invoice.id, outcome);
      else if (outcome) markRefused(services, invoice, outcome.messages);
    }
  });
}
