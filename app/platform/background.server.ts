import type { Logger } from './logger.server.ts';

/** Work of this process that outlives the request that asked for it. */
export type Background = {
  /**
   * Starts work, or queues it behind what runs in its lane. Ends when the work has; what it
   * throws is logged, not given on. The signal is raised when the server closes.
   */
  run: (lane: string, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Whether something runs or waits in a lane. */
  isBusy: (lane: string) => boolean;
  /** Raises the signal and waits for what runs; what is still queued is not started. */
  close: () => Promise<void>;
};

/** A place for background work; closed with the server. */
export function createBackground(logger: Logger): Background {
  const lanes = new Map<string, Promise<void>>();
  const busy = new Map<string, number>();
  const count = (lane: string, change: number) => {
    busy.set(lane, (busy.get(lane) ?? 0) + change);
  };
  const closing = new AbortController();
  return {
    run(lane, work) {
      const before = lanes.get(lane) ?? Promise.resolve();
      const running = before.then(async () => {
        if (closing.signal.aborted) return;
        try {
          await work(closing.signal);
        } catch (error) {
          logger.error({ error, lane }, 'Background work failed');
        }
      });
      lanes.set(lane, running);
      count(lane, 1);
      return running.finally(() => {
        count(lane, -1);
      });
    },
    isBusy: (lane) => (busy.get(lane) ?? 0) > 0,
    async close() {
      closing.abort();
      await Promise.all(lanes.values());
    },
  };
}

/**
 * What the source gives, until the signal is raised: then it ends at once, and does not wait
 * for what the source is still waiting for.
 */
export async function* untilAborted<Item>(
  source: AsyncIterator<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const aborted = new Promise<'aborted'>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve('aborted');
    });
    if (signal.aborted) resolve('aborted');
  });
  for (;;) {
    const next = source.next();
    // Nobody waits for it any more once the signal is raised.
    next.catch(() => undefined);
    const result = await Promise.race([next, aborted]);
    if (result === 'aborted' || result.done) return;
    yield result.value;
  }
}
