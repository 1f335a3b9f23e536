import type { Database } from '#db/connection.server.ts';
import { after } from '../lib/after.ts';
import { ProductError } from '../lib/errors.ts';
import { runInThread } from './backups/run-in-thread.server.ts';

/** What a thread is given. */
export type ThreadOrder = {
  databaseFile: string;
  /** What to write; plain data. */
  order: unknown;
  /** Where a test is told of steps: set to 1 once it has heard of one. */
  mayEnd: SharedArrayBuffer | null;
};

/**
 * Runs what writes for seconds in a thread, one at a time. Reads go on meanwhile; what else writes waits
 * for its turn here, where it holds nobody up, and not in SQLite, where it would hold up the server.
 */
export type LongWrites = {
  /**
   * Has the thread carry out an order, plain data, and gives what it says of it. Throws 503 when the
   * signal ends it, and what the thread failed of.
   */
  run: <Result>(order: unknown, signal: AbortSignal) => Promise<Result>;
  /** Runs work of which the same is true. Others who write already have some seconds to come to an end. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Whether one is under way, so that the database is held by nobody else. */
  isUnderWay: () => boolean;
  /** Resolves once none is under way. */
  over: () => Promise<void>;
  /** The same, and counts the caller as a writer until it calls back. */
  turn: () => Promise<() => void>;
};

/** How long a long write waits for others that write already, in milliseconds. */
const PATIENCE = 3_000;

const CLOSING = 'The server is being stopped. No changes were made; please try again.';

/** How long a write that is not told of its turn waits in SQLite, with all others, in milliseconds. */
const BESIDE = 60_000;

/** Makes what runs a server's long writes. */
export function createLongWrites({
  db,
  databaseFile,
  threadModule,
  checkpoint,
}: {
  db: Database;
  databaseFile: string;
  /** The file with the code of the thread. */
  threadModule: string;
  /** Told of the steps of a write; null: nobody listens. */
  checkpoint: ((step: string) => void) | null;
}): LongWrites {
  const turns = createTurns();
  let last: Promise<unknown> = Promise.resolve();

  const writeIn = async <Result>(order: unknown, signal: AbortSignal): Promise<Result> => {
    const mayEnd = checkpoint && new SharedArrayBuffer(4);
    const onStep = (step: string) => {
      checkpoint?.(step);
      if (mayEnd === null) return;
      const cell = new Int32Array(mayEnd);
      Atomics.store(cell, 0, 1);
      Atomics.notify(cell, 0);
    };
    const given: ThreadOrder = { databaseFile, order, mayEnd };
    const usual = Number(db.$client.pragma('busy_timeout', { simple: true }));
    db.$client.pragma(`busy_timeout = ${BESIDE}`);
    try {
      return await runInThread<Result>(threadModule, given, signal, CLOSING, onStep);
    } catch (error) {
      throw signal.aborted ? new ProductError(503, CLOSING) : error;
    } finally {
      if (db.$client.open) db.$client.pragma(`busy_timeout = ${usual}`);
    }
  };

  return {
    run<Result>(order: unknown, signal: AbortSignal) {
      const running = last.then(() => turns.alone(() => writeIn<Result>(order, signal)));
      last = running.catch(() => undefined);
      return running;
    },
    ...turns,
  };
}

/** Whose turn it is to write: one for long, or any number for a moment. */
function createTurns() {
  const writers = new Set<object>();
  let isHeld = false;
  const waiting: (() => void)[] = [];
  const changed = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  const tell = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const over = async () => {
    while (isHeld) await changed();
  };
  return {
    isUnderWay: () => isHeld,
    over,
    async turn() {
      await over();
      const writer = {};
      writers.add(writer);
      return () => {
        writers.delete(writer);
        tell();
      };
    },
    async alone<Result>(work: () => Promise<Result>): Promise<Result> {
      isHeld = true;
      try {
        const late = after(PATIENCE).then(() => true);
        let isLate = false;
        while (writers.size > 0 && !isLate) {
          isLate = await Promise.race([changed().then(() => false), late]);
        }
        return await work();
      } finally {
        isHeld = false;
        tell();
      }
    },
  };
}
