import type { Config } from '../env.server.ts';
import type { Logger } from '../logger.server.ts';
import type { Counts } from '../metrics/counts.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.server.ts';
import type { DatabaseWatch } from './database.server.ts';
import { checkDisk } from './disk.server.ts';
import { createHealth, type Health } from './health.server.ts';
import { checkJobs, type Job } from './jobs.ts';

type Watched = {
  config: Config;
  logger: Logger;
  database: DatabaseWatch;
  jobs: Job[];
  /** Null: there is no /metrics. */
  counts: Counts | null;
};

/** What /health and /metrics answer from. */
export type Watch = {
  health: Health;
  metrics: { source: Metrics; counts: Counts; token: string } | null;
  /** Must come before the database is closed. */
  close: () => Promise<void>;
};

/** Puts together everything that the health of the product depends on. */
export function watchOver(watched: Watched): Watch {
  const { config, logger, database, jobs, counts } = watched;
  const checks = [checkDisk(config.dataDir), ...database.checks, ...checkJobs(jobs)];
  const health = createHealth(checks, logger);
  const { metricsToken: token, databaseFile } = config;
  const metrics =
    counts === null || token === null
      ? null
      : { source: createMetrics({ counts, health, jobs, databaseFile }), counts, token };
  return {
    health,
    metrics,
    close: async () => {
      metrics?.source.close();
      await health.close();
    },
  };
}
