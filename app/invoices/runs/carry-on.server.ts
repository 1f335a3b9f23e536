import { and, eq, lte, or, sql } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { invoiceRuns, type InvoiceRun } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { sendClaimed } from './send.server.ts';
import { lookUpUnknown, UNKNOWN } from './look-up.server.ts';
import { waitFor } from './pause.ts';
import { invoicesOf, noteUnknown } from './steps.server.ts';

/** What is needed to carry a run on. */
export type RunServices = Pick<
  Services,
  'db' | 'clock' | 'config' | 'appSecret' | 'logger' | 'xero' | 'background' | 'checkpoint'
>;

const LANE = 'invoices';

/** How often it is looked whether a run can go on, in milliseconds. */
const LOOK = 15_000;

/**
 * Carries a run on, in the background: first what is unknown is looked up, then what is
 * claimed is sent. It can be called at any time, also twice, also after a crash.
 */
export function continueRun(services: RunServices, runId: number): Promise<void> {
  return services.background.run(LANE, (signal) => carryOn(services, runId, signal));
}

/** The run itself; ends when all of it is settled, when it has to pause, or on the signal. */
export async function carryOn(
  services: RunServices,
  runId: number,
  signal: AbortSignal,
): Promise<void> {
  const run = findRun(services, runId);
  if (!run || run.status === 'done') return;
  setRun(services, runId, { status: 'running', resumeAt: null, message: null });
  const pause =
    (await lookUpUnknown(services, run, signal)) ?? (await sendClaimed(services, run, signal));
  if (signal.aborted) return;
  if (!pause && markDone(services, runId)) return;
  const { until, message } = pause ?? waitFor(services, null, ELSEWHERE);
  write(services.db, () => {
    // What another process sends is as unknown to this one as what a dead one has sent.
    const sending = invoicesOf(services, runId, 'sending');
    const silent = sending.filter((invoice) => invoice.message === null);
    noteUnknown(services, silent, UNKNOWN);
    setRun(services, runId, { status: 'paused', resumeAt: until, message });
  });
}

const ELSEWHERE = 'These invoices are being made by another process. It is looked at again soon.';

/** Ends a run whose invoices are all settled. False when one is not. */
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

/** The runs that can go on now: those that a crash left, and those whose pause is over. */
export function dueRuns({ db, clock }: Pick<Services, 'db' | 'clock'>): InvoiceRun[] {
  return db
    .select()
    .from(invoiceRuns)
    .where(
      or(
        eq(invoiceRuns.status, 'running'),
        and(eq(invoiceRuns.status, 'paused'), lte(invoiceRuns.resumeAt, clock())),
      ),
    )
    .all();
}

/**
 * Carries on what is due, now and from time to time: what a crash left in flight is settled
 * without anyone's request. Gives the function that ends it.
 */
export function keepRuns(services: RunServices): () => void {
  const carryOnDue = () => {
    if (services.xero === null || services.background.isBusy(LANE)) return;
    for (const { id } of dueRuns(services)) void continueRun(services, id);
  };
  carryOnDue();
  const timer = setInterval(carryOnDue, LOOK);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
