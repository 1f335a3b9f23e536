import { after } from '../../lib/after.ts';
import type { Logger } from '../logger.server.ts';

/** One way to be unhealthy: what it is about, and a sentence for the operator. */
export type Problem = { about: 'disk' | 'database' | 'schema' | 'job' | 'check'; sentence: string };

/** Looks at one thing that the product needs; null when it is well. */
export type HealthCheck = () => Problem | null | Promise<Problem | null>;

/** The state of what the product needs. */
export type Health = {
  /** The problems; none when all is well. At most two seconds old. */
  look: () => Promise<Problem[]>;
  /** Waits for what is under way. */
  close: () => Promise<void>;
};

/** A result serves this long, so that asking often neither wears the disk nor slows anybody. */
const MAX_AGE = 2_000;

/** How long one check may take, in milliseconds; then it counts as failed. */
const PATIENCE = 2_000;

/**
 * Runs the checks when somebody asks, all who ask at once sharing one result. A change from well to
 * unwell, or back, is logged.
 */
export function createHealth(checks: HealthCheck[], logger: Logger): Health {
  const patient = checks.map(withPatience);
  let last: Problem[] = [];
  let lookedAt = -Infinity;
  let looking: Promise<Problem[]> | null = null;

  async function lookNow(): Promise<Problem[]> {
    const found = await Promise.all(patient.map(({ check }) => check()));
    const problems = found.filter((problem) => problem !== null);
    if (problems.length > 0 && last.length === 0) logger.error({ problems }, 'Unhealthy');
    if (problems.length === 0 && last.length > 0) logger.info('Healthy again');
    last = problems;
    lookedAt = performance.now();
    return problems;
  }

  return {
    look: () => {
      if (looking === null && performance.now() - lookedAt < MAX_AGE) return Promise.resolve(last);
      looking ??= lookNow().finally(() => {
        looking = null;
      });
      return looking;
    },
    close: async () => {
      await looking;
      await Promise.race([Promise.all(patient.map(({ ended }) => ended())), after(PATIENCE)]);
    },
  };
}

/**
 * A check that always ends soon: one that hangs, as on a disk that does not answer, is a problem
 * until it ends, and is not started a second time.
 */
function withPatience(run: HealthCheck) {
  let running: Promise<Problem | null> | null = null;
  const check = async (): Promise<Problem | null> => {
    running ??= attempt(run).finally(() => {
      running = null;
    });
    return Promise.race([running, after(PATIENCE).then(() => HANGS)]);
  };
  return { check, ended: async () => running };
}

const HANGS: Problem = {
  about: 'check',
  sentence: `A check has not ended within ${PATIENCE / 1000} s; the disk may not answer.`,
};

async function attempt(run: HealthCheck): Promise<Problem | null> {
  try {
    return await run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { about: 'check', sentence: `A check has failed: ${reason}` };
  }
}

/** The state of work that nobody has to ask for. */
export type JobState = {
  isRunning: boolean;
  /** When it last ended well, and last failed; null: never, as far as is known. */
  lastSuccess: Date | null;
  lastFailure: Date | null;
  /** What is overdue, as a sentence for the operator; null when nothing is. */
  behind: string | null;
};

/** A job: its name for /metrics, in lower case with underscores, and its state. */
export type Job = { name: string; state: () => JobState };

/** Reports every job that is behind. */
export function checkJobs(jobs: Job[]): HealthCheck[] {
  return jobs.map(({ state }) => () => {
    const { behind } = state();
    return behind === null ? null : { about: 'job', sentence: behind };
  });
}
