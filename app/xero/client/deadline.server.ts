/** The deadline of one call, including its repetitions and its wait in the queue. */
export type Deadline = {
  /** Aborts at the deadline. */
  signal: AbortSignal;
  /** The deadline by the product's clock; lets a queue refuse a call that would start too late. */
  endsAt: Date;
};

/**
 * Runs `work` with a deadline `timeoutMs` from now and gives its result. `work` has to stop on the
 * signal itself.
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

/** Settles as `work` does, or throws the error of `makeError` as soon as the signal aborts. */
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
  // Whichever promise loses the race must not become an unhandled rejection.
  work.catch(() => undefined);
  aborted.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
