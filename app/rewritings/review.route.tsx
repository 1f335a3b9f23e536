import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { requireUser } from '../auth/guard.server.ts';
import { idList, optionalId } from '../lib/fields.ts';
import { parseForm } from '../lib/form.server.ts';
import { toId } from '../lib/json-api.server.ts';
import { pageTitle } from '../lib/product.ts';
import { errorToast, orPage, submit } from '../lib/submit.server.ts';
import { redirectWithToast } from '../lib/toast.server.ts';
import type { ToastMessage } from '../ui/toast.ts';
import { getBatch, MOST_REWRITINGS, reviveBatch } from './batches.server.ts';
import { decide, describeDecided, type Decided } from './decide.server.ts';
import { loadReview } from './review.server.ts';
import { ReviewScreen } from './review-screen.tsx';
import { runBatch } from './run.server.ts';

const ReviewForm = z.object({
  intent: z.enum(['use', 'keep', 'again']),
  shown: idList(MOST_REWRITINGS),
  used: idList(MOST_REWRITINGS),
  /** With `again`: that one alone. */
  only: optionalId.optional(),
});

const SELECT_FIRST = 'Tick at least one text to use, or keep all as they are.';

export const meta: MetaFunction = () => pageTitle('Review descriptions');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => loadReview(context, toId(params.id, 'The rewriting')));
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const batch = orPage(() => getBatch(context, toId(params.id, 'The rewriting')));
  const form = await parseForm(request, ReviewForm);
  if (form.submission.status !== 'success') {
    throw new Response('The form could not be read. Nothing was changed.', { status: 400 });
  }
  const { intent, shown, used, only } = form.submission.value;
  const here = `/descriptions/${batch.id}`;
  if (intent === 'again') {
    if (reviveBatch(context, batch.id, only ?? null)) void runBatch(context, batch.id);
    return redirect(here, { status: 303 });
  }
  if (intent === 'use' && used.length === 0) {
    return redirectWithToast(context, here, errorToast(SELECT_FIRST));
  }
  return submit(context, {
    user,
    isButton: true,
    form,
    run: () => decide(context, batch.id, { shown, used: intent === 'use' ? used : [] }),
    goTo: batch.back,
    success: toastFor,
    failure: 'Failed to update descriptions',
  });
}

function toastFor(decided: Decided): ToastMessage {
  const { updated, changed, closed } = decided;
  const isFailure = updated === 0 && changed + closed > 0;
  return { text: describeDecided(decided), variant: isFailure ? 'destructive' : 'default' };
}

export default function ReviewDescriptions() {
  return <ReviewScreen {...useLoaderData<typeof loader>()} />;
}
