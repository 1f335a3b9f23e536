import type { Family, Labels, Sample } from './exposition.ts';

/** The upper ends of the buckets for the durations of requests, in seconds. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The outside services that the product calls. */
export type Provider = 'xero' | 'todoist' | 'openai' | 'identity';

/** Told of each call to an outside service: `ok`, or what went wrong in a word. */
export type OnCall = (outcome: string) => void;

/** What was counted since the start. */
export type Counts = {
  request: (of: { route: string; method: string; status: number; seconds: number }) => void;
  /** Counts the calls to one provider. */
  callsTo: (provider: Provider) => OnCall;
  families: () => Family[];
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
    families: () => [
      {
        name: 'tallyhour_http_requests_total',
        type: 'counter',
        help: 'Requests answered, by the pattern of their address.',
        samples: requests.samples('tallyhour_http_requests_total'),
      },
      {
        name: 'tallyhour_http_request_duration_seconds',
        type: 'histogram',
        help: 'From the arrival of a request to the end of its answer.',
        samples: [...durations].flatMap(([route, of]) =>
          histogram('tallyhour_http_request_duration_seconds', { route }, of),
        ),
      },
      {
        name: 'tallyhour_provider_calls_total',
        type: 'counter',
        help: 'Calls to outside services, by outcome.',
        samples: calls.samples('tallyhour_provider_calls_total'),
      },
    ],
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
    samples: (name: string): Sample[] =>
      [...values.values()].map(({ labels, value }) => ({ name, labels, value })),
  };
}

function histogram(
  name: string,
  labels: Labels,
  { buckets, sum, count }: { buckets: number[]; sum: number; count: number },
): Sample[] {
  const ends = [...BUCKETS.map(String), '+Inf'];
  return [
    ...ends.map((le, index) => ({
      name: `${name}_bucket`,
      labels: { ...labels, le },
      value: buckets[index] ?? count,
    })),
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ];
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
