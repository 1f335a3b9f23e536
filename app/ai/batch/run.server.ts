import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import type { RewriteRow } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { errorToast, submit } from '../../http/form/submit.server.ts';
import { isAnswered, keyOfBatch } from '../../http/once/saved-already.server.ts';
import { newOneTimeKey, once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { browserOf, sentUnanswered } from '../../http/once/saved-already.server.ts';
import {
  AiError,
  faultSentence,
  isSilence,
  MOST_SILENCES,
  stopOf,
  type Stop,
} from '../client/ai-error.ts';
import { askForDescription } from '../rewrite.server.ts';
import { readAiKey } from '../settings/ai-settings.server.ts';
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

type RunServices = Pick<Services, 'db' | 'appSecret' | 'ai' | 'background' | 'logger'>;

/** The most calls to the AI service at a time; batches run one after another. */
const MOST_CALLS = 3;

const LANE = 'rewrites';

/** A batch that was begun, how many descriptions it left out, and the browser that asked for it. */
type BatchBegun = { id: number; leftOut: number; from?: string };

/** Makes a batch, once for a key, and starts to ask for its texts. Throws as `makeBatch` does. */
function startBatch(
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

/** Asks again for rewrites without a usable text; false when there are none. Throws 404. */
export function goOnWithBatch(
  services: BatchServices & RunServices,
  batchId: number,
  revival: Revival,
): boolean {
  const isRevived = reviveBatch(services, batchId, revival);
  if (isRevived) void runBatch(services, batchId);
  return isRevived;
}

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
  let stoppedBy: Stop = 'interrupted';
  const stopFor = (why: Stop) => {
    if (!stop.signal.aborted) stoppedBy = why;
    stop.abort();
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
      const why = stopOf(error);
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
  endBatch(services, batchId, stoppedBy);
}

type Asked = {
  user: { id: number };
  form: PostedForm<{ ids: number[] }>;
} & Pick<BatchRequest, 'subject' | 'find' | 'back'>;

/** Answers "Rewrite with AI" on any screen: starts a batch, once for a key and a selection. A refusal is a toast. */
export function submitBatch(context: AppLoadContext, { user, form, ...asked }: Asked) {
  // The page's other buttons use the same key, and another selection makes another batch, so the
  // fingerprint is part of the key.
  const { oneTimeKey, fingerprint } = form;
  const key = {
    userId: user.id,
    key: `${oneTimeKey ?? newOneTimeKey()} ${fingerprint}`,
    fingerprint,
  };
  return submit(context, form, {
    wait: ({ ids }) =>
      Promise.resolve(
        begunUnanswered(context, key, form.answered) ??
          startBatch(context, key, { userId: user.id, ids, ...asked }, browserOf(context)),
      ),
    button: { backTo: asked.back },
    goTo: ({ id }) => `/descriptions/${id}`,
    success: ({ leftOut }) => (leftOut === 0 ? null : { text: describeLeftOut(leftOut) }),
    failure: 'Failed to rewrite descriptions',
    toastFor: ({ message }) => errorToast(message),
  });
}

const Begun = z.object({ id: z.int(), leftOut: z.int() });

/**
 * The batch that this browser asked for a moment ago without ever getting its review, where the same comes
 * with another key: after Back a screen shows the same ticks and a new key. A second batch would be paid for
 * twice. A redirect to the review counts as no answer, since only the review itself says that the batch was
 * begun.
 */
function begunUnanswered(
  context: AppLoadContext,
  key: KeyedRequest,
  answered: string[],
): BatchBegun | null {
  const before = sentUnanswered(context, key, { answered });
  const begun = Begun.safeParse(before?.answer).data;
  if (begun === undefined || isAnswered(answered, keyOfBatch(begun.id))) return null;
  // Noted under the new key as well, since the same may be sent with it once more.
  const again = once(context, key, () => ({ ...begun, from: browserOf(context) }));
  return again.outcome === 'done' ? again.answer : begun;
}

function describeLeftOut(count: number): string {
  return count === 1
    ? '1 description was left out: it can no longer be changed'
    : `${count} descriptions were left out: they can no longer be changed`;
}
