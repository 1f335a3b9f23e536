import { parentPort, workerData } from 'node:worker_threads';
import { BackupError } from './backup-error.ts';
import { makeBackup, type BackupOrder, type MadeBackup } from './make-backup.server.ts';

/**
 * The thread in which a server makes its backups, so that no request waits for one. The build makes
 * a file of its own of this module (vite.config.ts).
 */
export type Outcome =
  | { made: MadeBackup }
  /** What a person is told, or what only the log is. */
  | { refusal: string }
  | { fault: string };

async function run(order: BackupOrder): Promise<Outcome> {
  try {
    return { made: await makeBackup(order) };
  } catch (error) {
    if (error instanceof BackupError) return { refusal: error.message };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.postMessage(await run(workerData as BackupOrder));
