import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { getBatch, MOST_REWRITES } from '../ai/batch/batches.server.ts';
import { goOnWithBatch } from '../ai/batch/run.server.ts';
import { requireUser } from '../auth/guard.server.ts';
import { parseForm } from '../http/form/form.server.ts';
import { errorToast, orPage, submit } from '../http/form/submit.server.ts';
import { toId } from '../http/json-api.server.ts';
import {
  alsoAnswered,
  answeredIn,
  isAnswered,
  keyOfBatch,
} from '../http/once/saved-already.server.ts';
import { redirectWithToast } from '../http/toast.server.ts';
import { idList } from '../lib/fields.ts';
import { pageTitle } from '../lib/product.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import { ReviewScreen } from './review-screen.tsx';
import {
  decide,
  describeDecided,
  findEntry,
  loadReview,
  shownField,
  type Decided,
} from './review.server.ts';

const ReviewForm = z.object({
  intent: z
    .string()
    .regex(/^(?:use|keep|again(?::[1-9]\d{0,14})?)$/)
    // `again:12` asks again for rewrite 12 only.
    .transform((pressed) => ({
      what: pressed.split(':')[0],
      only: Number(pressed.split(':')[1]) || null,
    })),
  shown: z.preprocess(
    (value: unknown): unknown => (value === undefined ? [] : [value].flat()),
    z.array(shownField).max(MOST_REWRITES),
  ),
  used: idList(MOST_REWRITES),
});

const SELECT_FIRST = 'Tick at least one text to use, or keep all as they are.';

export const meta = pageTitle('Review descriptions');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toId(params.id, 'The rewrite'));
  const review = orPage(() => loadReview(context, id));
  const answered = answeredIn(request);
  if (context.askedBy === 'nobody' || isAnswered(answered, keyOfBatch(id))) return json(review);
  const seen = alsoAnswered(context.config, answered, keyOfBatch(id));
  return json(review, { headers: { 'Set-Cookie': seen } });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const batch = orPage(() => getBatch(context, toId(params.id, 'The rewrite')));
  const form = await parseForm(request, ReviewForm);
  if (form.submission.status !== 'success') {
    throw new Response('The form could not be read. No changes were made.', { status: 400 });
  }
  const { intent, shown, used } = form.submission.value;
  const here = `/descriptions/${batch.id}`;
  if (intent.what === 'again') {
    const find = (entry: number) => findEntry(context, batch.subject, entry);
    return submit(context, form, {
      wait: () => Promise.resolve(goOnWithBatch(context, batch.id, { onlyId: intent.only, find })),
      button: true,
      goTo: here,
      success: () => null,
      failure: 'Failed to rewrite descriptions',
    });
  }
  if (intent.what === 'use' && used.length === 0) {
    return redirectWithToast(context, here, errorToast(SELECT_FIRST));
  }
  return submit(context, form, {
    run: () => decide(context, batch.id, { shown, used: intent.what === 'use' ? used : [] }),
    goTo: ({ unseen }) => (unseen === 0 ? batch.back : here),
    success: toastFor,
    failure: 'Failed to update descriptions',
  });
}

function toastFor(decided: Decided): ToastMessage {
  const { updated, changed, closed, unseen } = decided;
  const isFailure = updated === 0 && changed + closed + unseen > 0;
  return { text: describeDecided(decided), variant: isFailure ? 'destructive' : 'default' };
}

export default function ReviewDescriptions() {
  const reply = useActionData<typeof action>();
  return <ReviewScreen {...useLoaderData<typeof loader>()} reply={reply} />;
}
