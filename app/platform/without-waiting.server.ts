import type { Database } from '#db/connection.server.ts';

/** Runs what writes without waiting for another program that does. Throws `SQLITE_BUSY` where one does. */
export function atOnce({ $client }: Database, run: () => void): void {
  const patience = Number($client.pragma('busy_timeout', { simple: true }));
  $client.pragma('busy_timeout = 0');
  try {
    run();
  } finally {
    $client.pragma(`busy_timeout = ${patience}`);
  }
}

/** Writes what is of use only where it costs nobody anything: not while another program writes, nor on a full disk. */
export function withoutWaiting(db: Database, run: () => void): void {
  try {
    atOnce(db, run);
  } catch {
    // People go on reading.
  }
}
