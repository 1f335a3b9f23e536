import { and, eq, lte, or } from 'drizzle-orm';
import { invoiceRuns, type InvoiceRun } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { carryOn } from './carry-on.server.ts';
import type { RunServices } from './run-services.ts';

const LANE = 'invoices';

/** How often it is looked whether a run can go on, in milliseconds. */
const LOOK = 15_000;

/** Carries a run on in the background, behind those that are under way. */
export function continueRun(services: RunServices, runId: number): Promise<void> {
  return services.background.run(LANE, (signal) => carryOn(services, runId, signal));
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
    if (!services.ledger.isSetUp || services.background.isBusy(LANE)) return;
    for (const { id } of dueRuns(services)) void continueRun(services, id);
  };
  carryOnDue();
  const timer = setInterval(carryOnDue, LOOK);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
