import { randomUUID } from 'node:crypto';
import { eq, gt, isNotNull, lte, or } from 'drizzle-orm';
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
import { actorOf } from '../../users/actor-of.server.ts';
import { LedgerError } from '../ledger.ts';
import { readByIds } from '../refresh/open-invoices.server.ts';
import { releaseInvoice } from '../refresh/release.server.ts';
import { storeReading } from '../refresh/store-reading.server.ts';
import { organisationName } from '../runs/look-up.server.ts';
import { longestPause, waitAfter, waitForPerson, type Pause } from '../runs/pause.server.ts';
import { endingOf, sayObstacle } from './ending.ts';

/**
 * Taking an invoice back: a row says so before Xero is called, and logs are freed only in the transaction that stores
 * that Xero has deleted or voided their invoice. Both are for good there, so whoever reads it, however late, may free
 * them; the call itself is never repeated. An invoice of which that is not known keeps its logs, and is read again.
 */
export type TakeBackServices = Pick<
  Services,
  'db' | 'clock' | 'ledger' | 'background' | 'checkpoint' | 'logger'
>;

/** How it ended, and how many logs are free again; or that nobody knows yet, in a sentence. */
export type TakenBack =
  { outcome: 'done'; how: Ending; logs: number } | { outcome: 'unknown'; message: string };

type Outcome = TakenBack | { outcome: 'not'; error: ProductError };

/** How long a request waits for the outcome, in milliseconds; a later one is stored all the same. */
const PATIENCE = 25_000;

const LANE = 'invoices taken back';
const JOB = 'Invoice taken back';
const CHECK_INTERVAL = 15_000;

const UNKNOWN =
  'Xero has not confirmed yet that this invoice was taken back. Its logs stay on it until Xero is asked again, which happens automatically.';
const STILL_THERE = 'Xero did not take this invoice back, so nothing was changed. Try again.';
const GONE = 'Xero does not know this invoice any more, so nothing was changed. Compare with Xero.';

/**
 * Deletes a draft in Xero, or voids an approved invoice, and frees its logs in the step that stores it. The same again
 * waits for what was begun, and changes nothing once that is done. Throws 404; 409 where the invoice cannot be
 * taken back or Xero refuses, and a question before one is voided; LedgerError where Xero certainly did nothing.
 */
export async function takeBack(
  services: TakeBackServices & Asked,
  request: { userId: number | null; id: number },
): Promise<TakenBack> {
  const { id } = request;
  const ending = begin(services, request);
  let outcome: Outcome = { outcome: 'unknown', message: UNKNOWN };
  const work = services.background.run(LANE, async () => {
    outcome = await (ending === null ? look(services, id) : send(services, id, ending));
  });
  await Promise.race([work, after(PATIENCE)]);
  return orThrow(outcome);
}

function orThrow(outcome: Outcome): TakenBack {
  if (outcome.outcome === 'not') throw outcome.error;
  return outcome;
}

function getInvoice({ db }: Pick<Services, 'db'>, id: number): Invoice {
  const invoice = db.select().from(invoices).where(eq(invoices.id, id)).get();
  if (!invoice?.xeroInvoiceId) throw notFound('The invoice');
  return invoice;
}

/** What is known of the taking back of an invoice; undefined where nobody tried, or it is done. */
export function findTakeBack({ db }: Pick<Services, 'db'>, id: number) {
  return db.select().from(invoiceTakeBacks).where(eq(invoiceTakeBacks.invoiceId, id)).get();
}

const isOf = (id: number) => eq(invoiceTakeBacks.invoiceId, id);

/**
 * Notes that the invoice is taken back, and gives how, to one caller only: null where it has ended, or somebody takes it
 * back already. Calls nobody. Throws as {@link takeBack} does.
 */
export function begin(
  services: Pick<TakeBackServices, 'db' | 'clock' | 'ledger'> & Asked,
  { userId, id }: { userId: number | null; id: number },
): Ending | null {
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
    const row = { userId, sentAt: clock(), lookAt: clock(), message: null };
    db.insert(invoiceTakeBacks)
      .values({ invoiceId: id, ...row })
      .onConflictDoUpdate({ target: invoiceTakeBacks.invoiceId, set: row })
      .run();
    return ending;
  });
}

const ASK_TO_VOID =
  'This invoice is approved in Xero, so it would be voided there, which cannot be undone. Nothing was changed.';

/** Asks Xero, once, to end the invoice, and settles it by the answer. */
export async function send(
  services: TakeBackServices,
  id: number,
  ending: Ending,
): Promise<Outcome> {
  const { db, ledger, checkpoint } = services;
  const invoice = getInvoice(services, id);
  checkpoint('taking back');
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
    if (error.kind === 'refused') return look(services, id, { refusal: error });
    return giveUp(services, id, error);
  }
}

/** What came of a call, as far as is known. */
type Known = { refusal?: LedgerError; isMissing?: boolean };

/** Reads from Xero what came of the call, and settles the invoice by that. */
export async function look(
  services: TakeBackServices,
  id: number,
  known: Known = {},
): Promise<Outcome> {
  const { ledger, checkpoint } = services;
  const invoice = getInvoice(services, id);
  if (isCancelled(invoice.status) || !findTakeBack(services, id)?.lookAt) {
    return conclude(services, id);
  }
  if (!ledger.isConnected(invoice.tenantId)) {
    const name = organisationName(services, invoice.tenantId);
    return wait(services, id, waitForPerson(services, `${UNKNOWN} Connect ${name} for that.`));
  }
  try {
    const { missing } = await readByIds(services, invoice.tenantId, [invoice]);
    checkpoint('looked whether taken back');
    return conclude(services, id, { ...known, isMissing: missing.length > 0 });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return wait(services, id, { ...waitAfter(services, error), message: UNKNOWN });
  }
}

/** Settles an invoice by what is stored of it: its logs are free, it stays as it was, or nobody knows yet. */
function conclude(
  services: TakeBackServices,
  id: number,
  { refusal, isMissing = false }: Known = {},
): Outcome {
  const { db, clock } = services;
  return write(db, () => {
    const invoice = getInvoice(services, id);
    if (isCancelled(invoice.status)) return done(services, invoice);
    const row = findTakeBack(services, id);
    if (!row?.lookAt) return { outcome: 'not', error: conflict(row?.message ?? STILL_THERE) };
    if (refusal && !isMissing) {
      return giveUp(services, id, conflict(sayRefusal(refusal, invoice)));
    }
    // Sent while the clock was ahead: as if it were sent now.
    const sentAt = Math.min(row.sentAt.getTime(), clock().getTime());
    const over = sentAt + CALL_OVER_AFTER;
    if (refusal || over <= clock().getTime()) {
      return giveUp(services, id, conflict(isMissing ? GONE : STILL_THERE));
    }
    db.update(invoiceTakeBacks)
      .set({ sentAt: new Date(sentAt) })
      .where(isOf(id))
      .run();
    return wait(services, id, { until: new Date(over), message: UNKNOWN });
  });
}

function sayRefusal({ message }: LedgerError, { status }: Invoice): string {
  const label = STATUS_LABELS[status ?? 'unknown'].toLowerCase();
  return `${message.replace(/\.$/, '')}. In Xero it is ${label} now, and nothing was changed.`;
}

/** Frees the logs of an invoice that has ended in Xero, unless whoever stored that did; a second time changes nothing. */
function done(services: TakeBackServices, { id, status }: Invoice): TakenBack {
  releaseInvoice(services, id);
  const how = status === 'voided' ? 'voided' : 'deleted';
  return { outcome: 'done', how, logs: countLogs(services, id) };
}

/** How many logs are, or were, on an invoice. */
export function countLogs({ db }: Pick<Services, 'db'>, id: number): number {
  const text = 'select count(*) from invoice_logs where invoice_id = ?';
  return prepared<number>(db, text).pluck().get(id) ?? 0;
}

/** The invoice stays as it was; it may be taken back again. */
function giveUp({ db }: TakeBackServices, id: number, error: ProductError): Outcome {
  db.update(invoiceTakeBacks).set({ lookAt: null, message: error.message }).where(isOf(id)).run();
  return { outcome: 'not', error };
}

function wait({ db }: TakeBackServices, id: number, { until, message }: Pause): TakenBack {
  db.update(invoiceTakeBacks).set({ lookAt: until, message }).where(isOf(id)).run();
  return { outcome: 'unknown', message };
}

/** The takings back of which Xero can be asked now what came of them. */
export function dueTakeBacks({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const now = clock();
  const { lookAt } = invoiceTakeBacks;
  const isDue = or(lte(lookAt, now), gt(lookAt, latestKnown(longestPause(now))));
  return db.select().from(invoiceTakeBacks).where(isDue).all();
}

/** Has all of them asked about at once: a person has connected. */
export function wakeTakeBacks({ db, clock }: Pick<Services, 'db' | 'clock'>): void {
  const { lookAt } = invoiceTakeBacks;
  db.update(invoiceTakeBacks).set({ lookAt: clock() }).where(isNotNull(lookAt)).run();
}

/**
 * Asks Xero, now and every 15 seconds, what came of those that are due, in the name of who takes them back. Gives the
 * function that stops this.
 */
export function keepTakeBacks(services: TakeBackServices): () => void {
  const askDue = () => {
    if (!services.ledger.isSetUp || services.background.isBusy(LANE)) return;
    for (const { invoiceId, userId } of dueTakeBacks(services)) {
      void actingAs(actorOf(services, userId, JOB), () =>
        services.background.run(LANE, async () => {
          await look(services, invoiceId);
        }),
      );
    }
  };
  askDue();
  const timer = setInterval(askDue, CHECK_INTERVAL);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
