import { parentPort } from 'node:worker_threads';
import { orderOfThread, outcomeOf } from '../../platform/backups/run-in-thread.server.ts';
import { makeCopy, type CopyOrder } from './exports.server.ts';

/**
 * The thread in which the copy for an archive is made, so that no request waits for it. The build makes
 * a file of its own of this module (vite.config.ts).
 */
const order = orderOfThread() as CopyOrder;

parentPort?.postMessage(await outcomeOf(() => makeCopy(order)));
