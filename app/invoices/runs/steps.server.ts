import { randomUUID } from 'node:crypto';
import { setImmediate as othersAreServed } from 'node:timers/promises';
import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { invoiceRuns, invoices, type Invoice } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { InvoiceOutcome, LedgerInvoice, NewInvoice } from '../ledger.ts';
import { keepContents, readingColumns } from '../refresh/store-reading.server.ts';

/**
 * The state changes of an invoice. Each is one transaction, and none waits for the network. Two
 * processes may continue the same run, so each change names the state that it starts from, and the
 * key where there is one: the process that comes second changes nothing. The trigger
 * `invoices_states` decides which state may follow which.
 */

export type SettleServices = Pick<Services, 'db' | 'clock' | 'logger'>;

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

/** One call: these invoices, in this order, under this key. */
export type Sending = {
  sendKey: string;
  batch: Invoice[];
  /** True when exactly this call was made before, and its outcome is unknown. */
  isRepetition: boolean;
};

/**
 * Stores the contacts and the key before the call, and marks the invoices as being sent: from now
 * on they may be in Xero. Gives the call to make, without invoices that another process has taken.
 */
export function markSending(
  { db, clock }: SettleServices,
  addressed: { invoice: Invoice; contactId: string }[],
): Sending {
  const sendKey = randomUUID();
  const now = clock();
  const batch = write(db, () => {
    const runs = new Set(addressed.map(({ invoice }) => invoice.runId));
    // Ends a pause that another process may have set: if this one dies now, the run is due at once.
    db.update(invoiceRuns)
      .set({ status: 'running', resumeAt: null })
      .where(inArray(invoiceRuns.id, [...runs]))
      .run();
    // Compiled once for all of them: compiling took longer than marking.
    const mark = db
      .update(invoices)
      .set({
        ...{ state: 'sending', sendKey, sentAt: now, message: null, updatedAt: now },
        contents: sql`${sql.placeholder('contents')}`,
      })
      .where(and(eq(invoices.id, sql.placeholder('id')), eq(invoices.state, 'claimed')))
      .returning()
      .prepare();
    return addressed.flatMap(({ invoice, contactId }) => {
      const contents = JSON.stringify({ ...contentsOf(invoice), contactId });
      return mark.all({ contents, id: invoice.id });
    });
  });
  return { sendKey, batch, isRepetition: false };
}

/**
 * Invoices that were sent while the clock was ahead count as sent now: that is not before they were, so
 * they wait long enough, and not for as long as the clock was ahead.
 */
export function correctSentAt({ db, clock }: Pick<Services, 'db' | 'clock'>, runId: number): void {
  const now = clock();
  const isOfRun = and(eq(invoices.runId, runId), eq(invoices.state, 'sending'));
  write(db, () =>
    db
      .update(invoices)
      .set({ sentAt: now })
      .where(and(isOfRun, gt(invoices.sentAt, now)))
      .run(),
  );
}

const isSentUnder = (sendKey: string | null) =>
  and(eq(invoices.sendKey, sendKey ?? ''), eq(invoices.state, 'sending'));

type Changed = Pick<Services, 'db' | 'clock'>;

/** Changes the invoices that a condition finds, which names the state they start from. Gives how many. */
function change({ db, clock }: Changed, where: SQL | undefined, columns: Partial<Invoice>): number {
  const row = { ...columns, updatedAt: clock() };
  return write(db, () => db.update(invoices).set(row).where(where).run().changes);
}

const UNSENT = { state: 'claimed', sendKey: null, sentAt: null, message: null } as const;

/**
 * Makes an invoice that was sent under this key a claim again. Only for one that is not in the
 * ledger and can no longer arrive there.
 */
export function markUnsent(
  services: SettleServices,
  { id, sendKey }: Pick<Invoice, 'id' | 'sendKey'>,
): void {
  change(services, and(eq(invoices.id, id), isSentUnder(sendKey)), UNSENT);
}

/**
 * Does the same after a call that has certainly done nothing, if it was the only one under its key.
 * False, with nothing changed, when an invoice of the key is settled or has a note that its outcome
 * is unknown: whoever repeats a call writes that note first.
 */
export function markUnsentIfAlone(services: SettleServices, sendKey: string): boolean {
  const isAlone = sql`not exists (select 1 from invoices o where o.send_key = ${sendKey}
    and (o.state <> 'sending' or o.message is not null))`;
  return change(services, and(isSentUnder(sendKey), isAlone), UNSENT) > 0;
}

/**
 * Marks claimed invoices as not made, for this reason; the trigger `invoices_settled` frees their
 * logs. Leaves invoices that are being sent alone, since they may be in the ledger.
 */
export function markFailed(services: SettleServices, ids: number[], message: string): void {
  const isClaimed = and(inArray(invoices.id, ids), eq(invoices.state, 'claimed'));
  change(services, isClaimed, { state: 'failed', message });
}

/**
 * Marks an invoice as refused by the answer to its call, or as not made by a person's word; the trigger
 * `invoices_settled` frees its logs.
 */
export function markRefused(
  services: Changed,
  { id, sendKey }: Pick<Invoice, 'id' | 'sendKey'>,
  messages: string[],
): void {
  const message = messages.join(' ') || REFUSED;
  change(services, and(eq(invoices.id, id), isSentUnder(sendKey)), { state: 'failed', message });
}

/** Stores why a run could not make its invoices. */
export function noteTrouble({ db }: SettleServices, runId: number, message: string): void {
  db.update(invoiceRuns).set({ message }).where(eq(invoiceRuns.id, runId)).run();
}

const REFUSED = 'Xero refused this invoice without a reason. Check its logs, then try again.';

/** Stores why the outcome of these invoices is not known yet. Gives how many are still being sent. */
export function noteUnknown(
  services: SettleServices,
  batch: Pick<Invoice, 'id' | 'sendKey'>[],
  message: string,
): number {
  const note = ({ id, sendKey }: (typeof batch)[number]) =>
    change(services, and(eq(invoices.id, id), isSentUnder(sendKey)), { message });
  return write(services.db, () => batch.reduce((sum, invoice) => sum + note(invoice), 0));
}

/**
 * Marks an invoice as created, with the ledger's data; the trigger `invoices_settled` marks its
 * logs as invoiced.
 */
export function markCreated(
  { db, clock, logger }: SettleServices,
  id: number,
  found: LedgerInvoice,
): void {
  const isMade = write(db, () => {
    const { changes } = db
      .update(invoices)
      .set({
        state: 'created',
        xeroInvoiceId: found.invoiceId,
        ...readingColumns(found, null),
        message: null,
        updatedAt: clock(),
      })
      .where(and(eq(invoices.id, id), eq(invoices.state, 'sending')))
      .run();
    if (changes > 0) keepContents({ db, clock }, id, found);
    return changes > 0;
  });
  if (isMade) logger.info({ event: 'invoiced', record: `invoice:${id}` }, 'Invoiced');
}

/** So many invoices are settled in a few hundredths of a second, with some dozens of logs. */
const AT_ONCE = 4;

/**
 * Stores the ledger's answer for each invoice of a batch, some in one transaction, and lets others be
 * served in between. What a crash leaves unsettled counts as being sent, and is looked up.
 */
export async function settleOutcomes(
  services: SettleServices,
  batch: Invoice[],
  outcomes: InvoiceOutcome[],
): Promise<void> {
  for (let from = 0; from < batch.length; from += AT_ONCE) {
    if (from > 0) await othersAreServed();
    write(services.db, () => {
      for (const invoice of batch.slice(from, from + AT_ONCE)) {
        const outcome = outcomes.find(({ reference }) => reference === invoice.reference);
        if (outcome?.outcome === 'created') markCreated(services, invoice.id, outcome);
        else if (outcome) markRefused(services, invoice, outcome.messages);
      }
    });
  }
}

/**
 * What is sent for an invoice, without our reference. The contact is found just before sending;
 * until then it is null.
 */
export type Contents = Omit<NewInvoice, 'reference' | 'contactId'> & {
  contactId: string | null;
  /** The ledger's codes of VAT on the client's time; older invoices do not have this. */
  timeTaxCodes?: string[];
  /** The ids of the logs behind each line, in the order of the lines; older invoices do not have this. */
  origins?: number[][];
};

/** The contents of an invoice, fixed when it was claimed. */
export function contentsOf(invoice: Invoice): Contents {
  return JSON.parse(invoice.contents) as Contents;
}

/** The services that a run needs. */
export type RunServices = Pick<
  Services,
  'db' | 'clock' | 'config' | 'ledger' | 'background' | 'checkpoint' | 'logger'
>;
