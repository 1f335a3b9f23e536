import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { idList } from '../../lib/fields.ts';
import { parseForm } from '../../lib/form.server.ts';
import { newOneTimeKey, once } from '../../lib/one-time-keys.server.ts';
import { isOwnPath } from '../../lib/own-path.ts';
import { errorToast } from '../../lib/submit.server.ts';
import { redirectWithToast } from '../../lib/toast.server.ts';
import { makeBatch } from './batches.server.ts';
import { runBatch } from './run.server.ts';
import type { Subject } from './subjects.server.ts';

/** The screens that have a button for it. */
const SCREENS: Record<Subject, string> = {
  work_log: '/work-logs/create-invoices',
  pending_work_log: '/pending-work-logs',
};

const StartForm = z
  .object({
    subject: z.enum(['work_log', 'pending_work_log']),
    // More than can be rewritten at a time, so that too many are told from an unreadable form.
    ids: idList(2_000),
    back: z.string().max(2_000).optional(),
  })
  .transform(({ back, ...rest }) => ({ ...rest, back: backTo(rest.subject, back ?? '') }));

/** The screen as it was, with its filters; never another place than that screen. */
function backTo(subject: Subject, back: string): string {
  const screen = SCREENS[subject];
  return isOwnPath(back) && back.split('?')[0] === screen ? back : screen;
}

/** Reached by hand, there is nothing to see: the buttons are on other screens. */
export function loader() {
  return redirect('/');
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const { submission, oneTimeKey, fingerprint } = await parseForm(request, StartForm);
  if (submission.status !== 'success') {
    throw new Response('The form could not be read. Nothing was changed.', { status: 400 });
  }
  const asked = submission.value;
  try {
    // The page's key serves its other buttons too, and another selection is another batch.
    const key = `${oneTimeKey ?? newOneTimeKey()} ${fingerprint}`;
    const made = once(context, { userId: user.id, key, fingerprint }, () =>
      makeBatch(context, { userId: user.id, ...asked }),
    );
    if (made.outcome === 'mismatch') throw new Error('A key of this very form has its fingerprint');
    const { id, leftOut } = made.answer;
    if (!made.isReplay) void runBatch(context, id);
    const review = `/descriptions/${id}`;
    if (leftOut === 0) return redirect(review, { status: 303 });
    return await redirectWithToast(context, review, { text: describeLeftOut(leftOut) });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return redirectWithToast(context, asked.back, errorToast(error.message));
  }
}

function describeLeftOut(count: number): string {
  return count === 1
    ? '1 description was left out: it cannot be changed any more'
    : `${count} descriptions were left out: they cannot be changed any more`;
}
