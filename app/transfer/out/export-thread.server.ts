import { parentPort, workerData } from 'node:worker_threads';
import { outcomeOf } from '../../platform/backups/run-in-thread.server.ts';
import { makeCopy, type CopyOrder } from './make-copy.server.ts';

/**
 * The thread in which the copy for an archive is made, so that no request waits for it. The build makes
 * a file of its own of this module (vite.config.ts).
 */
parentPort?.postMessage(await outcomeOf(() => makeCopy(workerData as CopyOrder)));
