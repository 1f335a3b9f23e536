import { and, eq, lte, or } from 'drizzle-orm';
import { invoiceRuns, type InvoiceRun } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { sendClaimed } from './send.server.ts';
import { lookUpUnknown } from './look-up.server.ts';

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
  const { db, clock } = services;
  const run = findRun(services, runId);
  if (!run || run.status === 'done') return;
  setRun(services, runId, { status: 'running', resumeAt: null, message: null });
  const pause =
    (await lookUpUnknown(services, run, signal)) ?? (await sendClaimed(services, run, signal));
  if (signal.aborted) return;
  if (pause) {
    setRun(services, runId, { status: 'paused', resumeAt: pause.until, message: pause.message });
    return;
  }
  db.update(invoiceRuns)
    .set({ status: 'done', finishedAt: clock() })
    .where(eq(invoiceRuns.id, runId))
    .run();
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
