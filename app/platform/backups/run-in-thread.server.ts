import { Worker } from 'node:worker_threads';
import { BackupError } from './backup-error.ts';
import type { Outcome } from './backup-thread.server.ts';
import type { BackupOrder, MadeBackup } from './make-backup.server.ts';

/**
 * Makes a backup in a thread of its own, which `module` is the code of. The signal ends it early.
 * Throws a BackupError, or an Error with what the thread said.
 */
export async function backUpInThread(
  module: string,
  order: BackupOrder,
  signal: AbortSignal,
): Promise<MadeBackup> {
  const worker = new Worker(module, {
    workerData: order,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop);
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      let said: Outcome | null = null;
      worker.once('message', (message: Outcome) => (said = message));
      worker.once('error', reject);
      // Only once the thread has ended has it closed the database.
      worker.once('exit', () => {
        if (said) resolve(said);
        else reject(new BackupError('The server is closing, so no backup was made.'));
      });
    });
    if ('made' in outcome) return outcome.made;
    if ('refusal' in outcome) throw new BackupError(outcome.refusal);
    throw new Error(outcome.fault);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
