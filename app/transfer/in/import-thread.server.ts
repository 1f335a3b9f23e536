import { parentPort } from 'node:worker_threads';
import { openDatabase } from '#db/connection.server.ts';
import { actingAs } from '#db/history/acting.server.ts';
import { keepTrail, keepTrailBy } from '#db/history/record-changes.server.ts';
import { keepSuggesting } from '../../pending-work-logs/suggest/suggest.server.ts';
import { orderOfThread, outcomeOf } from '../../platform/backups/run-in-thread.server.ts';
import type { ThreadOrder } from '../../platform/long-writes.server.ts';
import { carryOut, type Order } from './carry-out.server.ts';

/**
 * Writes or undoes an import of many lines in a thread, so that everybody else can read: a file of its own
 * (vite.config.ts).
 */
const { databaseFile, mayEnd, order: given } = orderOfThread() as ThreadOrder;
const order = given as Order;

parentPort?.postMessage(
  await outcomeOf(() => {
    const db = openDatabase(databaseFile);
    try {
      // In KiB: a dozen indexes are written to at random.
      db.$client.pragma('cache_size = -8000');
      const { work, actor, now, timeZone } = order;
      const clock = () => now;
      keepTrail(db.$client);
      keepTrailBy(db.$client, clock);
      keepSuggesting({ db, clock });
      return actingAs(actor, () => carryOut({ db, clock, config: { timeZone } }, work, onWritten));
    } finally {
      db.$client.close();
    }
  }),
);

/** Lets a test end the process while all is written and nothing is committed. */
function onWritten(): void {
  if (mayEnd === null) return;
  parentPort?.postMessage({ step: 'import written' });
  Atomics.wait(new Int32Array(mayEnd), 0, 0, 10_000);
}
