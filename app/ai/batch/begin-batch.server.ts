import type { AppLoadContext } from '@remix-run/node';
import type { PostedForm } from '../../http/form.server.ts';
import { newOneTimeKey } from '../../http/one-time-keys.server.ts';
import { errorToast, submit } from '../../http/submit.server.ts';
import { startBatch } from './run.server.ts';
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
 * Answers "Rewrite with AI" on any screen: begins a batch, once for a one-time key and a
 * selection, and goes to its review; what was refused is a toast on the screen.
 */
export function submitBatch(context: AppLoadContext, { user, form, subject, back }: Asked) {
  // The page's key serves its other buttons too, and another selection is another batch.
  const { oneTimeKey, fingerprint } = form;
  const key = {
    userId: user.id,
    key: `${oneTimeKey ?? newOneTimeKey()} ${fingerprint}`,
    fingerprint,
  };
  return submit(context, {
    user,
    form,
    wait: ({ ids }) =>
      Promise.resolve(startBatch(context, key, { userId: user.id, subject, ids, back })),
    isButton: true,
    goTo: ({ id }) => `/descriptions/${id}`,
    backTo: back,
    success: ({ leftOut }) => (leftOut === 0 ? null : { text: describeLeftOut(leftOut) }),
    failure: 'Failed to rewrite descriptions',
    toastFor: ({ message }) => errorToast(message),
  });
}

function describeLeftOut(count: number): string {
  return count === 1
    ? '1 description was left out: it cannot be changed any more'
    : `${count} descriptions were left out: they cannot be changed any more`;
}
