/** The end of one call, retries and waiting in the queue included. */
export type Deadline = {
  /** Aborts at the end. */
  signal: AbortSignal;
  /** When it ends, by the product's clock; lets a queue refuse what would come too late. */
  endsAt: Date;
};

/**
 * Runs `work` with a deadline `timeoutMs` from now and gives what it gives. The work has to
 * heed the signal itself; whatever it leaves running is its own fault.
 */
export async function withDeadline<Result>(
  { clock, timeoutMs }: { clock: () => Date; timeoutMs: number },
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
  }, timeoutMs);
  try {
    return await work({
      signal: controller.signal,
      endsAt: new Date(clock().getTime() + timeoutMs),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Settles as `work` does, or throws what `makeError` gives as soon as the signal aborts. */
export async function orAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  makeError: () => Error,
): Promise<Result> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      reject(makeError());
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  // Whichever loses must not become an unhandled rejection.
  work.catch(() => undefined);
  aborted.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
