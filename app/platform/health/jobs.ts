import type { HealthCheck } from './health.server.ts';

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
