import { and, eq, sql, desc, gt, isNotNull, lte, max, or } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { invoiceRuns, type InvoiceRun, invoices, invoiceTakeBacks } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { askAboutTakeBacks } from '../back/take-back.server.ts';
import { address, type KnownContacts } from './address.server.ts';
import { lookUp, takeMissing, UNKNOWN } from './look-up.server.ts';
import { isPause, waitFor, type Pause, refuseClaims, longestPause } from './pause.server.ts';
import { type RunServices, invoicesOf, noteUnknown, markFailed } from './steps.server.ts';
import { send } from './send.server.ts';
import { settle } from './settle.server.ts';
import { LedgerError } from '../ledger.ts';
import { readChangesOf } from '../refresh/changes.server.ts';
import { closedClients } from '../unmatched/closed.server.ts';
import { actingAs } from '#db/history/acting.server.ts';
import { latestBy, latestKnown } from '../../lib/ahead.ts';
import type { JobState } from '../../platform/health/health.server.ts';
import { actorOf } from '../../users/users.server.ts';

/**
 * Continues a run until all its invoices are settled, it has to pause, or the signal is raised. May
 * be called at any time, also twice at once, and after a crash.
 */
export async function carryOn(
  services: RunServices,
  runId: number,
  signal: AbortSignal,
): Promise<void> {
  const run = findRun(services, runId);
  if (!run || run.status === 'done') return;
  setRun(services, runId, { status: 'running', resumeAt: null, message: null });
  const pause = await settleAll(services, run, signal);
  if (signal.aborted) return;
  if (!pause && markDone(services, runId)) return;
  const { until, message } = pause ?? waitFor(services, { retryAt: null, message: ELSEWHERE });
  write(services.db, () => {
    // What another process is sending has an unknown outcome here, as after a crash.
    const sending = invoicesOf(services, runId, 'sending');
    const silent = sending.filter((invoice) => invoice.message === null);
    noteUnknown(services, silent, UNKNOWN);
    setRun(services, runId, { status: 'paused', resumeAt: until, message });
  });
}

const ELSEWHERE = 'Another process is creating these invoices. This page checks again soon.';

/**
 * Takes every invoice from its claim (claim.server.ts) to the end: finds its contact, sends it, and
 * settles it by the answer. Invoices that were sent before and never settled come first: they are
 * looked up, and only missing ones are sent again. Gives a pause when the run cannot go on at once.
 */
async function settleAll(
  services: RunServices,
  run: InvoiceRun,
  signal: AbortSignal,
): Promise<Pause | null> {
  // Nothing leaves where the ledger is not set up any more, so what never left is freed, whatever became of the rest.
  if (!services.ledger.isSetUp) await lookBefore(services, run, signal);
  const lookedUp = await lookUp(services, run);
  if (isPause(lookedUp)) return lookedUp;
  const known: KnownContacts = new Map();
  let isLooked = false;
  while (!signal.aborted) {
    const missing = await takeMissing(services, run, lookedUp);
    const pause = missing || isLooked ? null : await lookBefore(services, run, signal);
    isLooked ||= missing === null;
    const next = missing ?? pause ?? (await address(services, run, known, signal));
    if (next === null || isPause(next)) return next;
    const answer = await send(services, run, next);
    const wait = await settle(services, run, next, answer);
    if (wait) return wait;
  }
  return null;
}

/** Ends a run when all its invoices are settled; false when some are not. */
function markDone({ db, clock }: RunServices, runId: number): boolean {
  const isSettled = sql`not exists (select 1 from invoices
    where run_id = ${runId} and state in ('claimed', 'sending'))`;
  const { changes } = db
    .update(invoiceRuns)
    .set({ status: 'done', resumeAt: null, finishedAt: clock() })
    .where(and(eq(invoiceRuns.id, runId), isSettled))
    .run();
  return changes > 0;
}

function setRun({ db }: RunServices, runId: number, columns: Partial<InvoiceRun>): void {
  db.update(invoiceRuns).set(columns).where(eq(invoiceRuns.id, runId)).run();
}

/** One run, or null. */
export function findRun({ db }: Pick<Services, 'db'>, id: number): InvoiceRun | null {
  return db.select().from(invoiceRuns).where(eq(invoiceRuns.id, id)).get() ?? null;
}

const STILL_READING =
  'Xero is being checked for other invoices first. These invoices are sent after that.';

/**
 * Looks, before anything of a run is sent, for invoices with our mark that this database does not know: it may be a
 * restored one, or a copy of which another installation has made them since. What is claimed for their clients fails
 * with that reason, which frees its logs. Gives a pause when Xero asks for one.
 */
async function lookBefore(
  services: RunServices,
  run: InvoiceRun,
  signal: AbortSignal,
): Promise<Pause | null> {
  if (invoicesOf(services, run.id, 'claimed').length === 0) return null;
  const answer = await readChangesOf(services, run.tenantId, signal);
  if (answer instanceof LedgerError) return refuseClaims(services, run, answer);
  if (answer === 'more') {
    return waitFor(services, { retryAt: null, message: STILL_READING });
  }
  services.checkpoint('looked before');
  const closed = closedClients(services, run.tenantId);
  for (const { id, clientId } of invoicesOf(services, run.id, 'claimed')) {
    const reason = closed(clientId);
    if (reason !== null) markFailed(services, [id], reason);
  }
  return null;
}

const LANE = 'invoices';

const CHECK_INTERVAL = 15_000;

/**
 * Continues a run in the background, after those that are already under way; in the name of the
 * person who started it, whoever or whatever continues it.
 */
export function continueRun(services: RunServices, runId: number): Promise<void> {
  return actingAs(actorOf(services, findRun(services, runId)?.userId ?? null, JOB), () =>
    services.background.run(LANE, (signal) => carryOn(services, runId, signal)),
  );
}

const JOB = 'Invoice run';

/**
 * The runs that can go on now: those that a crash may have interrupted, and those whose pause is
 * over, or was said by a wrong clock.
 */
export function dueRuns({ db, clock }: Pick<Services, 'db' | 'clock'>): InvoiceRun[] {
  const now = clock();
  const { resumeAt } = invoiceRuns;
  const isOver = or(lte(resumeAt, now), gt(resumeAt, latestKnown(longestPause(now))));
  return db
    .select()
    .from(invoiceRuns)
    .where(or(eq(invoiceRuns.status, 'running'), and(eq(invoiceRuns.status, 'paused'), isOver)))
    .all();
}

/** Ends the pauses of what has an unknown outcome: a person has connected, so it can be looked up. */
export function wakeRuns({ db, clock }: Pick<Services, 'db' | 'clock'>): void {
  const hasUnknown = sql`exists (select 1 from invoices i
    where i.run_id = ${invoiceRuns.id} and i.state = 'sending')`;
  db.update(invoiceRuns)
    .set({ resumeAt: clock() })
    .where(and(eq(invoiceRuns.status, 'paused'), hasUnknown))
    .run();
  const { lookAt } = invoiceTakeBacks;
  db.update(invoiceTakeBacks).set({ lookAt: clock() }).where(isNotNull(lookAt)).run();
}

/** How long a run may make no step before it counts as behind, in milliseconds. */
const LONGEST_STEP = 15 * 60_000;

/**
 * The state of the making of invoices. It is behind when a run that could go on has made no step
 * for 15 minutes, counted from `since` (the start of the server) at the earliest. A run that waits
 * for a person is not behind.
 */
export function runsState(services: RunServices, since: Date): JobState {
  const { db, clock, ledger, background } = services;
  const now = clock();
  const latest = now.getTime() - LONGEST_STEP;
  const isBehind = (run: InvoiceRun) => {
    const step = db
      .select({ at: max(invoices.updatedAt) })
      .from(invoices)
      .where(eq(invoices.runId, run.id))
      .get();
    const moments = [since, run.startedAt, run.resumeAt, step?.at];
    return latestBy(now, moments) < latest;
  };
  const behind = ledger.isSetUp ? dueRuns(services).filter(isBehind) : [];
  const done = db
    .select({ at: invoiceRuns.finishedAt })
    .from(invoiceRuns)
    .where(eq(invoiceRuns.status, 'done'))
    .orderBy(desc(invoiceRuns.finishedAt))
    .limit(1)
    .get();
  return {
    isRunning: background.isBusy(LANE),
    lastSuccess: done?.at ?? null,
    lastFailure: null,
    behind:
      behind.length > 0
        ? `Invoices are taking too long to be created: /work-logs/invoice-runs/${behind[0]?.id} says why.`
        : null,
  };
}

/**
 * Continues due runs, and asks what became of invoices that are taken back, now and every 15 seconds, so that what a
 * crash interrupted is settled without a request. Runs also where the ledger is not set up any more: their claims would
 * lock their logs for good. Gives the function that stops this.
 */
export function keepRuns(services: RunServices): () => void {
  const carryOnDue = () => {
    askAboutTakeBacks(services);
    if (services.background.isBusy(LANE)) return;
    for (const { id } of dueRuns(services)) void continueRun(services, id);
  };
  carryOnDue();
  const timer = setInterval(carryOnDue, CHECK_INTERVAL);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
