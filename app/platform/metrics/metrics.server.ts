import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { freeBytes } from '../health/disk.server.ts';
import type { Health, Job, JobState } from '../health/health.server.ts';

/** What /metrics answers. */
export type Metrics = { text: () => Promise<string>; close: () => void };

type Sources = { counts: Counts; health: Health; jobs: Job[]; databaseFile: string };

/** How often the event loop is measured, in milliseconds; Node counts it as part of the delay. */
const RESOLUTION = 20;

/** Begins to measure the event loop, and gives all metrics as text. */
export function createMetrics({ counts, health, jobs, databaseFile }: Sources): Metrics {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  return {
    text: async () => {
      const problems = await health.look();
      const free = await freeBytes(dirname(databaseFile));
      const { rss, heapUsed } = process.memoryUsage();
      const startedAt = Date.now() / 1000 - process.uptime();
      return [
        counts.text(),
        eventLoop(delay),
        gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
        gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript uses.', heapUsed),
        gauge('process_start_time_seconds', 'When the process started.', startedAt),
        gauge('tallyhour_database_bytes', 'The database file.', sizeOf(databaseFile)),
        gauge('tallyhour_wal_bytes', 'Its write-ahead log.', sizeOf(`${databaseFile}-wal`)),
        gauge('tallyhour_disk_free_bytes', 'Room on the disk of DATA_DIR.', free),
        gauge('tallyhour_healthy', '1 when /health answers 200.', Number(problems.length === 0)),
        jobGauges(jobs),
      ].join('');
    },
    close: () => {
      delay.disable();
    },
  };
}

/** Since the last time that somebody asked. */
function eventLoop(delay: ReturnType<typeof monitorEventLoopDelay>): string {
  const samples = [50, 99, 100].map((percentile) => {
    const late = delay.percentile(percentile) / 1e9 - RESOLUTION / 1000;
    const labels = { quantile: String(percentile / 100) };
    return { labels, value: delay.count === 0 ? 0 : Math.max(0, late) };
  });
  delay.reset();
  const name = 'tallyhour_event_loop_delay_seconds';
  return family(name, 'gauge', 'How late timers were, since the last scrape.', samples);
}

function jobGauges(jobs: Job[]): string {
  const states = jobs.map(({ name, state }) => ({ labels: { job: name }, state: state() }));
  const seconds = (instant: Date | null) => (instant === null ? null : instant.getTime() / 1000);
  const of = (name: string, help: string, valueOf: (state: JobState) => number | null) => {
    const samples = states.map(({ labels, state }) => ({ labels, value: valueOf(state) }));
    return family(`tallyhour_job_${name}`, 'gauge', help, samples);
  };
  return [
    of('running', '1 while it runs.', (job) => Number(job.isRunning)),
    of('behind', '1 while it is overdue.', (job) => Number(job.behind !== null)),
    of('last_success_timestamp_seconds', 'When it last ended well.', (job) =>
      seconds(job.lastSuccess),
    ),
    of('last_failure_timestamp_seconds', 'When it last failed.', (job) => seconds(job.lastFailure)),
  ].join('');
}

/** The bytes of a file; 0 where there is none. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The content type of what {@link Metrics} say. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Record<string, string>;
/** One number of a metric; null: not known. The end is of its name. */
type Sample = { labels?: Labels; value: number | null; end?: string };

/** A metric in the text format of Prometheus; empty where nothing of it is known. */
function family(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: Sample[],
): string {
  const lines = samples.flatMap(({ labels = {}, value, end = '' }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escape(text)}"`);
    const of = pairs.length > 0 ? `{${pairs.join(',')}}` : '';
    return value === null ? [] : [`${name}${end}${of} ${value}`];
  });
  if (lines.length === 0) return '';
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}

const gauge = (name: string, help: string, value: number | null) =>
  family(name, 'gauge', help, [{ value }]);

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** The upper ends of the buckets for the durations of requests, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The outside services that the product calls. */
type Provider = 'xero' | 'todoist' | 'openai' | 'identity';

/** Told of each call to an outside service: `ok`, or what went wrong in a word. */
export type OnCall = (outcome: string) => void;

/** What was counted since the start. */
export type Counts = {
  request: (of: { route: string; method: string; status: number; seconds: number }) => void;
  /** Counts the calls to one provider. */
  callsTo: (provider: Provider) => OnCall;
  text: () => string;
};

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Makes the counters of requests and calls, all at nothing. */
export function createCounts(): Counts {
  const requests = createCounter();
  const calls = createCounter();
  const durations = new Map<string, { buckets: number[]; sum: number; count: number }>();
  return {
    request: ({ route, method, status, seconds }) => {
      const known = METHODS.has(method) ? method : 'other';
      requests.add({ route, method: known, status: String(status) });
      const of = durations.get(route) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
      durations.set(route, of);
      BUCKETS.forEach((end, index) => {
        if (seconds <= end) of.buckets[index] = (of.buckets[index] ?? 0) + 1;
      });
      of.sum += seconds;
      of.count += 1;
    },
    callsTo: (provider) => (outcome) => {
      calls.add({ provider, outcome });
    },
    text: () =>
      [
        family(
          'tallyhour_http_requests_total',
          'counter',
          'Requests answered, by the pattern of their address.',
          requests.samples(),
        ),
        family(
          'tallyhour_http_request_duration_seconds',
          'histogram',
          'From the arrival of a request to the end of its answer.',
          [...durations].flatMap(([route, { buckets, sum, count }]): Sample[] => [
            ...[...BUCKETS.map(String), '+Inf'].map((le, index) => ({
              end: '_bucket',
              labels: { route, le },
              value: buckets[index] ?? count,
            })),
            { end: '_sum', labels: { route }, value: sum },
            { end: '_count', labels: { route }, value: count },
          ]),
        ),
        family(
          'tallyhour_provider_calls_total',
          'counter',
          'Calls to outside services, by outcome.',
          calls.samples(),
        ),
      ].join(''),
  };
}

function createCounter() {
  const values = new Map<string, { labels: Labels; value: number }>();
  return {
    add: (labels: Labels) => {
      const key = Object.values(labels).join('\n');
      const entry = values.get(key) ?? { labels, value: 0 };
      values.set(key, entry);
      entry.value += 1;
    },
    samples: (): Sample[] => [...values.values()],
  };
}

/** The same functions, each of whose promises is counted when it settles. */
export function counting<Calls extends object>(
  calls: Calls,
  onCall: OnCall,
  outcomeOf: (error: unknown) => string,
): Calls {
  const counted = Object.entries(calls).map(([name, call]: [string, unknown]) => {
    if (typeof call !== 'function') return [name, call];
    const counting = (...given: unknown[]): unknown => {
      const result: unknown = Reflect.apply(call, calls, given);
      if (result instanceof Promise) {
        result.then(
          () => {
            onCall('ok');
          },
          (error: unknown) => {
            onCall(outcomeOf(error));
          },
        );
      }
      return result;
    };
    return [name, counting];
  });
  return Object.fromEntries(counted) as Calls;
}
