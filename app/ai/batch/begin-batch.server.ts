import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import type { PostedForm } from '../../http/form/form.server.ts';
import { isAnswered, keyOfBatch } from '../../http/once/answered.ts';
import { newOneTimeKey, once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { browserOf, sentUnanswered } from '../../http/once/saved-already.server.ts';
import { errorToast, submit } from '../../http/form/submit.server.ts';
import { startBatch, type BatchBegun } from './run.server.ts';
import type { BatchRequest } from './batches.server.ts';

/** A screen's request for a batch. */
type Asked = {
  user: { id: number };
  form: PostedForm<{ ids: number[] }>;
} & Pick<BatchRequest, 'subject' | 'find' | 'back'>;

/**
 * Answers "Rewrite with AI" on any screen: starts a batch, once for a one-time key and a selection,
 * and goes to its review. A refusal is a toast on the screen.
 */
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
    ? '1 description was left out: it cannot be changed any more'
    : `${count} descriptions were left out: they cannot be changed any more`;
}
