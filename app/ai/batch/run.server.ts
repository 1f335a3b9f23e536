import type { RewritingRow } from '#db/schema.ts';
import { AiError } from '../client/ai-error.ts';
import { readAiKey } from '../settings/ai-settings.server.ts';
import { askForDescription } from '../rewrite.server.ts';
import type { Services } from '../../context.server.ts';
import { endBatch, isWaiting, listRewrites, settleRewrite } from './batches.server.ts';
import {
  faultSentence,
  isSilence,
  MOST_SILENCES,
  stopReasonOf,
  toStopReason,
  type StopReason,
} from './faults.ts';

type RunServices = Pick<Services, 'db' | 'appSecret' | 'ai' | 'background' | 'logger'>;

/** The most calls to the AI service at a time, whoever asked for them. */
const MOST_CALLS = 3;

const LANE = 'rewritings';

/** Asks for what waits in a batch, in the background. Ends when all is settled, or it stopped. */
export function runBatch(services: RunServices, batchId: number): Promise<void> {
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
  // A server that closes and a fault that hits all end the calls under way alike.
  const ended = AbortSignal.any([signal, stop.signal]);
  let silences = 0;
  const stopFor = (why: StopReason) => {
    stop.abort(why);
  };

  async function rewrite(row: RewritingRow, apiKey: string): Promise<void> {
    try {
      const after = await askForDescription(services, apiKey, row.before, ended);
      settleRewrite(services, row.id, { after });
      silences = 0;
    } catch (error) {
      // It still waits: what ended all is said once, for all.
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
