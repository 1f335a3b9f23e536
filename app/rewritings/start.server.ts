import { redirect, type AppLoadContext } from '@remix-run/node';
import { ProductError } from '../lib/errors.ts';
import type { PostedForm } from '../lib/form.server.ts';
import { newOneTimeKey, once } from '../lib/one-time-keys.server.ts';
import { errorToast } from '../lib/submit.server.ts';
import { redirectWithToast } from '../lib/toast.server.ts';
import { makeBatch } from './batches.server.ts';
import { runBatch } from './run.server.ts';
import type { Subject } from './subjects.server.ts';

/** What a screen asks to have rewritten. */
type Asked = {
  user: { id: number };
  form: PostedForm<{ ids: number[] }>;
  subject: Subject;
  /** Where the review leads back to: the screen as it was. */
  back: string;
};

/**
 * Answers "Rewrite with AI": begins a batch, once for a one-time key and a selection, and goes to
 * its review; what was refused is a toast on the screen. Throws a 400 page for a wrong form.
 */
export async function startRewriting(context: AppLoadContext, asked: Asked) {
  const { user, form, subject, back } = asked;
  const { submission, oneTimeKey, fingerprint } = form;
  if (submission.status !== 'success') {
    throw new Response('The form could not be read. Nothing was changed.', { status: 400 });
  }
  const { ids } = submission.value;
  try {
    // The page's key serves its other buttons too, and another selection is another batch.
    const key = `${oneTimeKey ?? newOneTimeKey()} ${fingerprint}`;
    const made = once(context, { userId: user.id, key, fingerprint }, () =>
      makeBatch(context, { userId: user.id, subject, ids, back }),
    );
    if (made.outcome === 'mismatch') throw new Error('A key of this very form has its fingerprint');
    const { id, leftOut } = made.answer;
    if (!made.isReplay) void runBatch(context, id);
    const review = `/descriptions/${id}`;
    if (leftOut === 0) return redirect(review, { status: 303 });
    return await redirectWithToast(context, review, { text: describeLeftOut(leftOut) });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return redirectWithToast(context, back, errorToast(error.message));
  }
}

function describeLeftOut(count: number): string {
  return count === 1
    ? '1 description was left out: it cannot be changed any more'
    : `${count} descriptions were left out: they cannot be changed any more`;
}
