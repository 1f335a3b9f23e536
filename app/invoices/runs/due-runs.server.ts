import { and, eq, lte, or } from 'drizzle-orm';
import { invoiceRuns, type InvoiceRun } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { carryOn } from './carry-on.server.ts';
import type { RunServices } from './run-services.ts';

const LANE = 'invoices';

/** How often to look for runs that can go on, in milliseconds. */
const CHECK_INTERVAL = 15_000;

/** Continues a run in the background, after those that are already under way. */
export function continueRun(services: RunServices, runId: number): Promise<void> {
  return services.background.run(LANE, (signal) => carryOn(services, runId, signal));
}

/**
 * The runs that can go on now: those that a crash may have interrupted, and those whose pause is
 * over.
 */
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
 * Continues due runs, now and every 15 seconds, so that runs interrupted by a crash are settled
 * without a request. Gives the function that stops this.
 */
export function keepRuns(services: RunServices): () => void {
  const carryOnDue = () => {
    if (!services.ledger.isSetUp || services.background.isBusy(LANE)) return;
    for (const { id } of dueRuns(services)) void continueRun(services, id);
  };
  carryOnDue();
  const timer = setInterval(carryOnDue, CHECK_INTERVAL);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
