import { parentPort } from 'node:worker_threads';
import { makeBackup, type BackupOrder } from './make-backup.server.ts';
import { orderOfThread, outcomeOf } from './run-in-thread.server.ts';

/**
 * The thread in which a server makes its backups, so that no request waits for one. The build makes
 * a file of its own of this module (vite.config.ts).
 */
const order = orderOfThread() as BackupOrder;

parentPort?.postMessage(await outcomeOf(() => makeBackup(order)));
