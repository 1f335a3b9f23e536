import type { Worker } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';

/** What the gate of a thread says, which the thread and whoever ends it share. */
const FREE = 0;
const OPENING = 1;
const ENDING = 2;

/** How long whoever ends a thread waits before it looks at the gate again, in milliseconds. */
const LOOK_AGAIN = 2;

let gate: Int32Array | null = null;

/** Makes the gate of a thread that opens databases. The thread begins with `passBy`, and is ended with `endThread`. */
export function makeGate(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** In a thread: has every `openFile` go through its gate. */
export function passBy(shared: SharedArrayBuffer): void {
  gate = new Int32Array(shared);
}

/** Opens a file with SQLite. Throws what SQLite does. */
export function openFile(
  file: string,
  options: SqliteDatabase.Options = {},
): SqliteDatabase.Database {
  if (gate === null) return new SqliteDatabase(file, options);
  // A thread that is to end waits here for its end.
  if (Atomics.compareExchange(gate, 0, FREE, OPENING) === ENDING) Atomics.wait(gate, 0, ENDING);
  try {
    return new SqliteDatabase(file, options);
  } finally {
    Atomics.store(gate, 0, FREE);
  }
}

/**
 * Ends a thread, and waits for its end, but never while it opens a database: what compiles SQLite into Node
 * (better-sqlite3 13) ends the whole process when its thread is ended within that moment. Everything else that
 * a thread does with a database can be cut short.
 */
export async function endThread(worker: Worker, shared: SharedArrayBuffer): Promise<void> {
  const shut = new Int32Array(shared);
  // A thread that has ended has no number.
  while (worker.threadId !== -1 && Atomics.compareExchange(shut, 0, FREE, ENDING) === OPENING) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
  await worker.terminate();
}
