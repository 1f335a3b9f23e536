import type { Logger } from './logger.server.ts';

/** Runs work of this process that goes on after the request that asked for it. */
export type Background = {
  /**
   * Starts work, or queues it behind the work that runs in its lane (a queue of its own). Resolves
   * when the work has ended; an error of the work is only logged. The signal aborts when the server
   * closes.
   */
  run: (lane: string, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Whether work runs or waits in a lane. */
  isBusy: (lane: string) => boolean;
  /** Aborts the signal and waits for running work; queued work is not started. */
  close: () => Promise<void>;
};

/** Makes the queues for background work, which begins once it is `free`; to be closed with the server. */
export function createBackground(
  logger: Logger,
  free: () => Promise<unknown> = () => Promise.resolve(),
): Background {
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
        await free();
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
 * Gives the items of the source until the signal aborts. It then ends at once, even while the source
 * is still waiting for its next item.
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
    // After an abort nobody awaits this promise, and its error must not crash the process.
    next.catch(() => undefined);
    const result = await Promise.race([next, aborted]);
    if (result === 'aborted' || result.done) return;
    yield result.value;
  }
}
