import { Agent, request } from 'node:http';
import { createRandom, type Random } from '../exactly-once/random.ts';

/** One request of the mix. */
export type Ask = { method: string; path: string; body?: string; type?: string };

/** Draws the next request. */
export type Mix = (random: Random) => Ask;

/** What came of many requests. */
export type Load = {
  answers: number;
  /** Answers that were no success, and requests without one, in words, with how often. */
  errors: Map<string, number>;
  /** Milliseconds of each answer. */
  latencies: number[];
  seconds: number;
};

type Target = { port: number; cookie: string };

/** How long one answer may take before it counts as none, in milliseconds. */
const PATIENCE = 30_000;

/**
 * Sends requests from so many clients at once, each the next one as soon as the last was answered, until
 * `isOver` says so.
 */
export async function sendMany(
  target: Target,
  mix: Mix,
  {
    clients,
    seed,
    isOver,
  }: { clients: number; seed: number; isOver: (answers: number) => boolean },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const load: Load = { answers: 0, errors: new Map(), latencies: [], seconds: 0 };
  const startedAt = performance.now();
  let sent = 0;
  const client = async (number: number) => {
    const random = createRandom(seed + number);
    while (!isOver(sent)) {
      sent += 1;
      const ask = mix(random);
      const askedAt = performance.now();
      const status = await answerTo(target, agent, ask);
      load.latencies.push(performance.now() - askedAt);
      load.answers += 1;
      if (typeof status === 'number' && status < 400) continue;
      const error = `${ask.method} ${ask.path.replace(/\d+/g, 'N')}: ${status}`;
      load.errors.set(error, (load.errors.get(error) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  agent.destroy();
  load.seconds = (performance.now() - startedAt) / 1_000;
  return load;
}

/** The status of an answer once all of it is here, or why there is none. */
function answerTo({ port, cookie }: Target, agent: Agent, ask: Ask): Promise<number | string> {
  return new Promise((resolve) => {
    const { method, path, body, type } = ask;
    const headers: Record<string, string> = {
      Cookie: cookie,
      'Accept-Encoding': 'gzip',
      Accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
    };
    if (body !== undefined) {
      headers['Content-Type'] = type ?? 'application/json';
      headers['Content-Length'] = String(Buffer.byteLength(body));
      if (type !== undefined) headers['Sec-Fetch-Site'] = 'same-origin';
    }
    const sent = request(
      { host: '127.0.0.1', port, agent, method, path, headers, timeout: PATIENCE },
      (response) => {
        response.resume();
        response.on('end', () => {
          resolve(response.statusCode ?? 0);
        });
        response.on('error', (error) => {
          resolve(error.message);
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error) => {
      resolve(error.message);
    });
    sent.end(body);
  });
}

/** The value below which so many of a hundred lie. */
export function percentile(values: number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? NaN;
}
