import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Health } from '../health/health.server.ts';
import { freeBytes } from '../health/disk.server.ts';
import type { Job } from '../health/jobs.ts';
import type { Counts } from './counts.ts';
import { toText, type Family, type Sample } from './exposition.ts';

/** What /metrics answers. */
export type Metrics = { text: () => Promise<string>; close: () => void };

type Sources = { counts: Counts; health: Health; jobs: Job[]; databaseFile: string };

/** Begins to measure the event loop, and gives all metrics as text. */
export function createMetrics({ counts, health, jobs, databaseFile }: Sources): Metrics {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  return {
    text: async () => {
      const problems = await health.look();
      const free = await freeBytes(dirname(databaseFile));
      const families = [
        ...counts.families(),
        eventLoop(delay),
        ...processGauges(),
        gauge('tallyhour_database_bytes', 'The database file.', sizeOf(databaseFile)),
        gauge('tallyhour_wal_bytes', 'Its write-ahead log.', sizeOf(`${databaseFile}-wal`)),
        gauge('tallyhour_disk_free_bytes', 'Room on the disk of DATA_DIR.', free),
        gauge('tallyhour_healthy', '1 when /health answers 200.', problems.length === 0 ? 1 : 0),
        ...jobGauges(jobs),
      ];
      return toText(families);
    },
    close: () => {
      delay.disable();
    },
  };
}

function gauge(name: string, help: string, value: number | null): Family {
  return { name, type: 'gauge', help, samples: value === null ? [] : [{ name, value }] };
}

const NANOSECONDS = 1e9;

/** How often the event loop is measured, in milliseconds; Node counts it as part of the delay. */
const RESOLUTION = 20;

/** Since the last time that somebody asked. */
function eventLoop(delay: ReturnType<typeof monitorEventLoopDelay>): Family {
  const name = 'tallyhour_event_loop_delay_seconds';
  const samples = [50, 99, 100].map((percentile) => ({
    name,
    labels: { quantile: String(percentile / 100) },
    value:
      delay.count === 0
        ? 0
        : Math.max(0, delay.percentile(percentile) / NANOSECONDS - RESOLUTION / 1000),
  }));
  delay.reset();
  return { name, type: 'gauge', help: 'How late timers were, since the last scrape.', samples };
}

function processGauges(): Family[] {
  const { rss, heapUsed } = process.memoryUsage();
  const startedAt = Date.now() / 1000 - process.uptime();
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript uses.', heapUsed),
    gauge('process_start_time_seconds', 'When the process started.', startedAt),
  ];
}

function jobGauges(jobs: Job[]): Family[] {
  const states = jobs.map(({ name, state }) => ({ job: name, ...state() }));
  const family = (
    name: string,
    help: string,
    valueOf: (state: (typeof states)[number]) => number | null,
  ): Family => {
    const samples = states.flatMap((state): Sample[] => {
      const value = valueOf(state);
      return value === null ? [] : [{ name, labels: { job: state.job }, value }];
    });
    return { name, type: 'gauge', help, samples };
  };
  const seconds = (instant: Date | null) => (instant === null ? null : instant.getTime() / 1000);
  return [
    family('tallyhour_job_running', '1 while it runs.', (job) => Number(job.isRunning)),
    family('tallyhour_job_behind', '1 while it is overdue.', (job) => Number(job.behind !== null)),
    family('tallyhour_job_last_success_timestamp_seconds', 'When it last ended well.', (job) =>
      seconds(job.lastSuccess),
    ),
    family('tallyhour_job_last_failure_timestamp_seconds', 'When it last failed.', (job) =>
      seconds(job.lastFailure),
    ),
  ];
}

/** The bytes of a file; 0 where there is none. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
