import { setImmediate as othersAreServed } from 'node:timers/promises';
import type { Response } from 'express';

/** Waits for the next turn of a long answer; false when the caller has left. */
export type TakeTurn = () => Promise<boolean>;

/**
 * Lets an answer be written in parts. Each part waits for its turn: until the caller has taken what
 * was written before, so that a slow caller fills no memory here (Remix writes without waiting), and
 * until other requests were served.
 */
export function turnsOf(response: Response): TakeTurn {
  let untilRoom: (() => Promise<void>) | null = null;
  return async () => {
    untilRoom ??= watchRoom(response);
    await untilRoom();
    await othersAreServed();
    return !response.closed;
  };
}

/** Gives a function that waits until a response takes more, or is closed. */
function watchRoom(response: Response): () => Promise<void> {
  let isFull = false;
  let wake: (() => void) | null = null;
  const write = response.write.bind(response) as (...chunk: unknown[]) => boolean;
  // What a write answers is the only sign of a full compressor; the response itself knows none.
  response.write = (...chunk: unknown[]) => {
    isFull = !write(...chunk);
    return !isFull;
  };
  const goOn = () => {
    isFull = false;
    wake?.();
  };
  response.on('drain', goOn);
  response.on('close', goOn);
  return () => {
    if (!isFull || response.closed) return Promise.resolve();
    return new Promise((resolve) => {
      wake = resolve;
    });
  };
}
