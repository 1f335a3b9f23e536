import type { Database } from '#db/connection.server.ts';

/** Writes what is of use only where it costs nobody anything: not while another program writes, nor on a full disk. */
export function withoutWaiting({ $client }: Database, run: () => void): void {
  const patience = Number($client.pragma('busy_timeout', { simple: true }));
  try {
    $client.pragma('busy_timeout = 0');
    run();
  } catch {
    // People go on reading.
  } finally {
    $client.pragma(`busy_timeout = ${patience}`);
  }
}
