import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNotNull, lte, or } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { actingAs } from '#db/history/acting.server.ts';
import { invoices, invoiceTakeBacks, type Invoice } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { after } from '../../lib/after.ts';
import { latestKnown } from '../../lib/ahead.ts';
import { CALL_OVER_AFTER } from '../../lib/call-over-after.ts';
import { askAbout, type Asked } from '../../lib/doubts.ts';
import { conflict, notFound, type ProductError } from '../../lib/errors.ts';
import { isCancelled, STATUS_LABELS, type Ending } from '../../lib/invoice-status.ts';
import { actorOf } from '../../users/users.server.ts';
import { LedgerError } from '../ledger.ts';
import { readByIds } from '../refresh/open-invoices.server.ts';
import { releaseInvoice } from '../refresh/release.server.ts';
import { storeReading } from '../refresh/store-reading.server.ts';
import { organisationName } from '../runs/look-up.server.ts';
import type { RunServices } from '../runs/steps.server.ts';
import { longestPause, waitAfter, waitForPerson, type Pause } from '../runs/pause.server.ts';

/**
 * Taking an invoice back: a row says so before Xero is called, and logs are freed only in the transaction that stores
 * that Xero has deleted or voided their invoice. Both are for good there, so whoever reads it, however late, may free
 * them; the call itself is never repeated. An invoice of which that is not known keeps its logs, and is read again.
 */

/** What a person is told: that it is done, or that nobody knows yet. */
export type TakenBack = { outcome: 'done' | 'unknown'; message: string };

type Outcome = TakenBack | { outcome: 'not'; error: ProductError };
type Request = { userId: number | null; id: number };

/** How long a request waits for the outcome, in milliseconds; a later one is stored all the same. */
const PATIENCE = 25_000;

const LANE = 'invoices taken back';

const UNKNOWN =
  'Xero has not confirmed yet that this invoice was taken back. Its logs stay on it until Xero is asked again, which happens automatically.';
const STILL_THERE = 'Xero did not take this invoice back, so nothing was changed. Try again.';
const GONE = 'Xero does not know this invoice any more, so nothing was changed. Compare with Xero.';
const ASK_TO_VOID =
  'This invoice is approved in Xero, so it would be voided there, which cannot be undone. Nothing was changed.';

/**
 * Deletes a draft in Xero, or voids an approved invoice, and frees its logs in the step that stores it. The same again
 * waits for what was begun, and changes nothing once that is done. Throws 404; 409 where the invoice cannot be
 * taken back or Xero refuses, and a question before one is voided; LedgerError where Xero certainly did nothing.
 */
export async function takeBack(services: RunServices & Asked, what: Request): Promise<TakenBack> {
  const ending = begin(services, what);
  const outcomes: Outcome[] = [];
  const work = services.background.run(LANE, async () => {
    outcomes.push(await goOn(services, what.id, ending));
  });
  await Promise.race([work, after(PATIENCE)]);
  const [outcome = { outcome: 'unknown' as const, message: UNKNOWN }] = outcomes;
  if (outcome.outcome === 'not') throw outcome.error;
  return outcome;
}

/** Asks Xero to end the invoice, where {@link begin} gave how, or what came of that. */
export function goOn(services: RunServices, id: number, ending: Ending | null) {
  return ending === null ? look(services, id) : send(services, id, ending);
}

const isOf = (id: number) => eq(invoiceTakeBacks.invoiceId, id);

/** What is known of the taking back of an invoice; undefined where nobody tried, or it is done. */
export function findTakeBack({ db }: Pick<Services, 'db'>, id: number) {
  return db.select().from(invoiceTakeBacks).where(isOf(id)).get();
}

function getInvoice({ db }: Pick<Services, 'db'>, id: number): Invoice {
  const invoice = db.select().from(invoices).where(eq(invoices.id, id)).get();
  if (!invoice?.xeroInvoiceId) throw notFound('The invoice');
  return invoice;
}

/**
 * Notes that the invoice is taken back, and gives how, to one caller only: null where it has ended, or somebody takes it
 * back already. Calls nobody. Throws as {@link takeBack} does.
 */
export function begin(services: RunServices & Asked, { userId, id }: Request): Ending | null {
  const { db, clock, ledger } = services;
  return write(db, () => {
    const invoice = getInvoice(services, id);
    if (isCancelled(invoice.status) || findTakeBack(services, id)?.lookAt) return null;
    const ending = endingOf(invoice);
    if (ending === null) throw conflict(sayObstacle(invoice));
    if (!ledger.isConnected(invoice.tenantId)) {
      const name = organisationName(services, invoice.tenantId);
      throw conflict(`Connect ${name} in Settings first, since this invoice is there.`);
    }
    askAbout(services, [ending === 'voided' ? { word: 'void', message: ASK_TO_VOID } : null]);
    const row = { userId, sentAt: clock(), lookAt: clock(), message: UNKNOWN };
    db.insert(invoiceTakeBacks)
      .values({ invoiceId: id, ...row })
      .onConflictDoUpdate({ target: invoiceTakeBacks.invoiceId, set: row })
      .run();
    return ending;
  });
}

/** Asks Xero, once, to end the invoice, and settles it by the answer. */
async function send(services: RunServices, id: number, ending: Ending): Promise<Outcome> {
  const { db, clock, ledger, checkpoint } = services;
  const invoice = getInvoice(services, id);
  checkpoint('taking back');
  // It may have waited for others since it was noted, for so long that somebody has given it up.
  const isStill = and(isOf(id), isNotNull(invoiceTakeBacks.lookAt));
  const now = { sentAt: clock(), lookAt: clock() };
  const { changes } = db.update(invoiceTakeBacks).set(now).where(isStill).run();
  if (changes === 0) return conclude(services, id);
  try {
    const { tenantId, xeroInvoiceId } = invoice;
    const ended = await ledger.endInvoice(tenantId, xeroInvoiceId ?? '', ending, randomUUID());
    checkpoint('taken back');
    // In one step: what it is now, and that its logs are free.
    return write(db, () => {
      storeReading(services, invoice, ended);
      return conclude(services, id);
    });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    if (error.isOutcomeUnknown) return look(services, id);
    // A refusal may come from something in between, or be of what has ended already.
    return error.kind === 'refused' ? look(services, id, error) : giveUp(services, id, error);
  }
}

/** Reads from Xero what came of the call, and settles the invoice by that. */
async function look(services: RunServices, id: number, refusal?: LedgerError) {
  const { ledger, checkpoint } = services;
  const invoice = getInvoice(services, id);
  const { tenantId, status } = invoice;
  if (isCancelled(status) || !findTakeBack(services, id)?.lookAt) return conclude(services, id);
  if (!ledger.isConnected(tenantId)) {
    const message = `${UNKNOWN} Connect ${organisationName(services, tenantId)} for that.`;
    return wait(services, id, waitForPerson(services, message));
  }
  try {
    const { missing } = await readByIds(services, tenantId, [invoice]);
    checkpoint('looked whether taken back');
    return conclude(services, id, { refusal, isMissing: missing.length > 0 });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return wait(services, id, { ...waitAfter(services, error), message: UNKNOWN });
  }
}

/** What came of the call: a refusal, and that Xero does not know the invoice. */
type Known = { refusal?: LedgerError; isMissing?: boolean };

/** Settles an invoice by what is stored of it: its logs are free, it stays as it was, or nobody knows yet. */
function conclude(services: RunServices, id: number, known: Known = {}): Outcome {
  const { refusal, isMissing } = known;
  return write(services.db, () => {
    const { status } = getInvoice(services, id);
    if (isCancelled(status)) {
      releaseInvoice(services, id);
      const count = countLogs(services, id);
      const logs = count === 1 ? 'its log' : `its ${count} logs`;
      const message = `The invoice was ${status} in Xero, and ${logs} can be invoiced again`;
      return { outcome: 'done', message };
    }
    const row = findTakeBack(services, id);
    if (!row?.lookAt) return { outcome: 'not', error: conflict(row?.message ?? STILL_THERE) };
    const sentAt = row.sentAt.getTime();
    // Longer ago than a call may take, or sent under a wrong clock: to give up is safe.
    const isOver = Math.abs(services.clock().getTime() - sentAt) >= CALL_OVER_AFTER;
    if (!refusal && !isOver) {
      return wait(services, id, { until: new Date(sentAt + CALL_OVER_AFTER), message: UNKNOWN });
    }
    const label = STATUS_LABELS[status ?? 'unknown'].toLowerCase();
    const refused = `${refusal?.message.replace(/\.$/, '')}. In Xero it is ${label} now, and nothing was changed.`;
    return giveUp(services, id, conflict(isMissing ? GONE : refusal ? refused : STILL_THERE));
  });
}

/** How many logs are, or were, on an invoice. */
export function countLogs({ db }: Pick<Services, 'db'>, id: number): number {
  const text = 'select count(*) from invoice_logs where invoice_id = ?';
  return prepared<number>(db, text).pluck().get(id) ?? 0;
}

/** The invoice stays as it was; it may be taken back again. */
function giveUp({ db }: RunServices, id: number, error: ProductError): Outcome {
  const { message } = error;
  db.update(invoiceTakeBacks).set({ lookAt: null, message }).where(isOf(id)).run();
  return { outcome: 'not', error };
}

function wait({ db }: RunServices, id: number, { until: lookAt, message }: Pause): TakenBack {
  db.update(invoiceTakeBacks).set({ lookAt, message }).where(isOf(id)).run();
  return { outcome: 'unknown', message };
}

/** The takings back of which Xero can be asked now what came of them. */
export function dueTakeBacks({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const now = clock();
  const { lookAt } = invoiceTakeBacks;
  const isDue = or(lte(lookAt, now), gt(lookAt, latestKnown(longestPause(now))));
  return db.select().from(invoiceTakeBacks).where(isDue).all();
}

/** Asks Xero, in the background, what came of those that are due, in the name of who takes them back. */
export function askAboutTakeBacks(services: RunServices): void {
  if (services.background.isBusy(LANE)) return;
  for (const { invoiceId, userId } of dueTakeBacks(services)) {
    void actingAs(actorOf(services, userId, 'Invoice taken back'), () =>
      services.background.run(LANE, async () => {
        await look(services, invoiceId);
      }),
    );
  }
}

type Standing = Omit<Invoice, 'contents'>;

const isSettledInPart = ({ amountPaidPence, amountCreditedPence }: Standing) =>
  (amountPaidPence ?? 0) > 0 || (amountCreditedPence ?? 0) > 0;

/**
 * How an invoice ends that is taken back, as it stood when it was last read; null where it cannot be: it has
 * ended, something was paid or credited, or nobody knows.
 */
export function endingOf(invoice: Standing): Ending | null {
  const { state, status, amountDuePence } = invoice;
  if (state !== 'created' || isSettledInPart(invoice)) return null;
  // Nothing is due of what still waits to be approved.
  if (status === 'draft' || (status === 'ready' && amountDuePence === null)) return 'deleted';
  return status === 'ready' || status === 'sent' ? 'voided' : null;
}

/** Why an invoice without an {@link endingOf} cannot be taken back, and what to do instead. */
export function sayObstacle(invoice: Standing): string {
  const { status } = invoice;
  if (isCancelled(status)) return `This invoice was ${status} in Xero already.`;
  if (status === 'paid' || isSettledInPart(invoice)) {
    return 'Something was paid or credited on this invoice, so it cannot be taken back. Credit it in Xero instead.';
  }
  return 'The status of this invoice in Xero is not known. Press Backfill Invoice Numbers in Invoices first.';
}
