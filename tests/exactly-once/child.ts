import 'xero-node';
import type { Survived } from './children.ts';
import { live, type LifeOrder } from './life.ts';

/** Runs in a process of its own: lives every life that it is sent, and kills itself at the given step. */
process.on('message', (order: LifeOrder) => {
  const die = () => {
    process.kill(process.pid, 'SIGKILL');
    // No further statement may run before the signal arrives.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  const report = (error: string | null) => {
    process.send?.({ error } satisfies Survived);
  };
  live(order, { die, sleep: () => undefined, isReal: true }).then(
    () => {
      report(null);
    },
    (error: unknown) => {
      report(error instanceof Error ? (error.stack ?? error.message) : String(error));
    },
  );
});

// Ends with the process that started it.
process.on('disconnect', () => {
  process.exit();
});
