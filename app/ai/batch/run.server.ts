import type { RewriteRow } from '#db/schema.ts';
import { AiError } from '../client/ai-error.ts';
import { readAiKey } from '../settings/ai-settings.server.ts';
import { askForDescription } from '../rewrite.server.ts';
import type { Services } from '../../context.server.ts';
import { once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import {
  endBatch,
  isWaiting,
  listRewrites,
  makeBatch,
  reviveBatch,
  settleRewrite,
  type BatchRequest,
  type BatchServices,
  type Revival,
} from './batches.server.ts';
import {
  faultSentence,
  isSilence,
  MOST_SILENCES,
  stopReasonOf,
  toStopReason,
  type StopReason,
} from './faults.ts';

type RunServices = Pick<Services, 'db' | 'appSecret' | 'ai' | 'background' | 'logger'>;

/**
 * The most calls to the AI service at a time; batches run one after another, whoever started them.
 */
const MOST_CALLS = 3;

const LANE = 'rewrites';

/** A batch that was begun, how many descriptions it left out, and the browser that asked for it. */
export type BatchBegun = { id: number; leftOut: number; from?: string };

/**
 * Makes a batch and starts to ask for its texts. A repetition under the same key gives the batch
 * that the first call made. Throws as `makeBatch` does.
 */
export function startBatch(
  services: BatchServices & RunServices,
  key: KeyedRequest,
  request: BatchRequest,
  from?: string,
): BatchBegun {
  const made = once(services, key, () => ({ ...makeBatch(services, request), from }));
  if (made.outcome === 'mismatch')
    throw new Error('The key does not tell one selection from another');
  if (!made.isReplay) void runBatch(services, made.answer.id);
  return made.answer;
}

/**
 * Asks again for the rewrites without a usable text, or for one of them. False when there was
 * nothing to ask for. Throws 404.
 */
export function goOnWithBatch(
  services: BatchServices & RunServices,
  batchId: number,
  revival: Revival,
): boolean {
  const isRevived = reviveBatch(services, batchId, revival);
  if (isRevived) void runBatch(services, batchId);
  return isRevived;
}

/**
 * Asks in the background for the texts that wait. Ends when all are settled, or the batch stopped.
 */
function runBatch(services: RunServices, batchId: number): Promise<void> {
  return services.background.run(LANE, (signal) => rewriteWaiting(services, batchId, signal));
}

async function rewriteWaiting(
  services: RunServices,
  batchId: number,
  signal: AbortSignal,
): Promise<void> {
  const key = readAiKey(services);
  if (key === null) {
    endBatch(services, batchId, 'not-configured');
    return;
  }
  const waiting = listRewrites(services, batchId).filter(isWaiting);
  const stop = new AbortController();
  // Ends the calls under way, whether the server closes or a fault hits all of them.
  const ended = AbortSignal.any([signal, stop.signal]);
  let silences = 0;
  const stopFor = (why: StopReason) => {
    stop.abort(why);
  };

  async function rewrite(row: RewriteRow, apiKey: string): Promise<void> {
    try {
      const after = await askForDescription(services, apiKey, row.before, ended);
      settleRewrite(services, row.id, { after });
      silences = 0;
    } catch (error) {
      // The rewrite still waits; the reason that ended the batch is stored once, with the batch.
      if (ended.aborted) return;
      if (!(error instanceof AiError)) throw error;
      const why = stopReasonOf(error.kind);
      if (why !== null) {
        stopFor(why);
        return;
      }
      settleRewrite(services, row.id, { error: faultSentence(error.kind) });
      silences = isSilence(error.kind) ? silences + 1 : 0;
      if (silences >= MOST_SILENCES) stopFor('no-answer');
    }
  }

  async function work(apiKey: string): Promise<void> {
    for (let row = waiting.shift(); row && !ended.aborted; row = waiting.shift()) {
      await rewrite(row, apiKey);
    }
  }

  try {
    await Promise.all(Array.from({ length: MOST_CALLS }, () => work(key)));
  } catch (error) {
    services.logger.error({ error }, 'A rewrite failed');
    stopFor('broken');
  }
  const isStopped = stop.signal.aborted;
  endBatch(services, batchId, isStopped ? toStopReason(String(stop.signal.reason)) : 'interrupted');
}
