import { parentPort } from 'node:worker_threads';
import { orderOfThread, outcomeOf } from '../../platform/backups/run-in-thread.server.ts';
import { makeCopy, type CopyOrder } from './exports.server.ts';

/** Makes the copy for an archive in a thread, so that no request waits for it: a file of its own (vite.config.ts). */
const order = orderOfThread() as CopyOrder;

parentPort?.postMessage(await outcomeOf(() => makeCopy(order)));
