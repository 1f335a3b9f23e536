import { and, desc, eq, gt, lte, max, or, sql } from 'drizzle-orm';
import { actingAs, type Actor } from '#db/history/acting.server.ts';
import { invoiceRuns, invoices, users, type InvoiceRun } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { latestBy, latestKnown } from '../../lib/ahead.ts';
import type { JobState } from '../../platform/health/jobs.ts';
import { displayName } from '../../users/users.ts';
import { carryOn } from './carry-on.server.ts';
import { longestPause } from './pause.ts';
import type { RunServices } from './run-services.ts';

const LANE = 'invoices';

/** How often to look for runs that can go on, in milliseconds. */
const CHECK_INTERVAL = 15_000;

/**
 * Continues a run in the background, after those that are already under way; in the name of the
 * person who started it, whoever or whatever continues it.
 */
export function continueRun(services: RunServices, runId: number): Promise<void> {
  return actingAs(starterOf(services, runId), () =>
    services.background.run(LANE, (signal) => carryOn(services, runId, signal)),
  );
}

function starterOf({ db }: RunServices, runId: number): Actor {
  const user = db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(invoiceRuns)
    .innerJoin(users, eq(users.id, invoiceRuns.userId))
    .where(eq(invoiceRuns.id, runId))
    .get();
  return user ? { userId: user.id, name: displayName(user) } : { userId: null, name: JOB };
}

/** Who goes on with a run when its person was deleted. */
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

/** Ends the pauses of runs with invoices of unknown outcome: a person has connected, so they can be looked up. */
export function wakeRuns({ db, clock }: Pick<Services, 'db' | 'clock'>): void {
  const hasUnknown = sql`exists (select 1 from invoices i
    where i.run_id = ${invoiceRuns.id} and i.state = 'sending')`;
  db.update(invoiceRuns)
    .set({ resumeAt: clock() })
    .where(and(eq(invoiceRuns.status, 'paused'), hasUnknown))
    .run();
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
        ? `Invoices have been on their way for too long: /work-logs/invoice-runs/${behind[0]?.id} says why.`
        : null,
  };
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
