import { json, type AppLoadContext } from '@remix-run/node';
import { ProductError } from '../../lib/errors.ts';
import type { FormReply, PostedForm } from '../../http/form/form.server.ts';
import { toastHeaders } from '../../http/toast.server.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { REWRITE_FIELDS, type RewritePress } from './rewrite-fields.ts';
import { rewriteDescription } from '../rewrite.server.ts';
import { judgeRewrite, showRewrite, type ShownRewrite } from '../compare/compare.server.ts';

/** A form with a description, and its rewrite. */
export type RewriteReply = FormReply & { rewrite?: ShownRewrite };

/** The answer to a script: the rewrite, or the sentence that says why there is none. */
export type RewriteAnswer = { rewrite: ShownRewrite } | { error: string };

/**
 * Rewrites a description for a script, and says so by a toast. A refusal becomes a sentence, a
 * toast and a status. Nothing is stored.
 */
export async function answerRewrite(context: AppLoadContext, text: string) {
  try {
    const rewrite = showRewrite(await rewriteDescription(context, text));
    const isApplied = rewrite.state === 'applied';
    const headers = isApplied ? await toastHeaders(context, REGENERATED) : {};
    return { status: 200, headers, answer: { rewrite } satisfies RewriteAnswer };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const { status, message } = error;
    const headers = await toastHeaders(context, refusalToast(error));
    return { status, headers, answer: { error: message } satisfies RewriteAnswer };
  }
}

const REGENERATED: ToastMessage = { text: 'Description regenerated successfully' };

function refusalToast({ status, message }: ProductError): ToastMessage {
  const title = status === 400 ? 'No Description' : 'Error';
  return { title, text: message, variant: 'destructive' };
}

/**
 * Answers "Regenerate with AI" and the buttons beside its result without scripts, when they send
 * the whole form: it comes back as it was typed, with the description that was asked for. Null when
 * another button was pressed.
 */
export async function rewriteInForm(
  context: AppLoadContext,
  { submission }: Pick<PostedForm<unknown>, 'submission'>,
) {
  const { payload } = submission;
  const press = pressOf(payload[REWRITE_FIELDS.press]);
  if (press === null) return null;
  const typed = textOf(payload.description);
  const before = textOf(payload[REWRITE_FIELDS.before]);
  const after = textOf(payload[REWRITE_FIELDS.after]);
  switch (press) {
    case 'write': {
      const { status, headers, answer } = await answerRewrite(context, typed);
      if ('error' in answer) {
        return reply(payload, { description: typed, error: answer.error }, { status, headers });
      }
      const { rewrite } = answer;
      const description = rewrite.state === 'applied' ? rewrite.after : typed;
      return reply(payload, { description, rewrite }, { status, headers });
    }
    case 'use': {
      const rewrite: ShownRewrite = { ...judgeRewrite(typed, after), state: 'applied' };
      return reply(payload, { description: after, rewrite });
    }
    case 'undo':
      return reply(payload, { description: before });
    case 'keep':
      return reply(payload, { description: typed });
  }
}

function pressOf(value: unknown): RewritePress | null {
  return REWRITE_FIELDS.presses.find((press) => press === value) ?? null;
}

function textOf(value: unknown): string {
  // Browsers send line ends as two characters.
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : '';
}

type SubmissionPayload = PostedForm<unknown>['submission']['payload'];
type Shown = { description: string; rewrite?: ShownRewrite; error?: string };

function reply(
  payload: SubmissionPayload,
  { description, rewrite, error }: Shown,
  init: ResponseInit = {},
) {
  const result: FormReply['result'] = {
    initialValue: { ...payload, description },
    ...(error === undefined ? {} : { status: 'error', error: { description: [error] } }),
  };
  return json<RewriteReply>({ result, ...(rewrite ? { rewrite } : {}) }, init);
}
