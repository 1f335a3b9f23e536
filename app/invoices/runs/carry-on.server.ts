import { and, eq, sql } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { invoiceRuns, type InvoiceRun } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { address, type KnownContacts } from './address.server.ts';
import { lookBefore } from './look-before.server.ts';
import { lookUp, takeMissing, UNKNOWN } from './look-up.server.ts';
import { isPause, waitFor, type Pause } from './pause.ts';
import type { RunServices } from './run-services.ts';
import { send } from './send.server.ts';
import { settle } from './settle.server.ts';
import { invoicesOf, noteUnknown } from './steps.server.ts';

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

const ELSEWHERE =
  'These invoices are being made by another process. They are looked up again soon.';

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
