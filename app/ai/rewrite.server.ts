import { json, type AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import type { Services } from '../context.server.ts';
import type { FormReply, PostedForm } from '../http/form/form.server.ts';
import { toastHeaders } from '../http/toast.server.ts';
import { conflict, invalid, ProductError } from '../lib/errors.ts';
import { descriptionField, MAX_DESCRIPTION_LENGTH, requiredText } from '../lib/fields.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import { AiError } from './client/ai-error.ts';
import {
  judgeRewrite,
  showRewrite,
  type Rewrite,
  type ShownRewrite,
} from './compare/compare.server.ts';
import { REWRITE_FIELDS, type RewritePress } from './field/rewrite-fields.ts';
import { readAiKey, readPrompt } from './settings/ai-settings.server.ts';

/** The body of an API call for a new description. */
export const GenerateInput = z.object({
  text: requiredText(
    'Please add some description text first before regenerating',
    MAX_DESCRIPTION_LENGTH,
  ),
});

export const AI_NOT_CONFIGURED =
  'OpenAI API key not configured. Save one under AI Configuration in Settings first.';

/** A description rewritten by the AI service, and compared. Throws 400 for a blank text, 409 without a key, and 502. */
export async function rewriteDescription(
  services: Pick<Services, 'db' | 'appSecret' | 'ai' | 'logger'>,
  text: string,
): Promise<Rewrite> {
  const given = GenerateInput.safeParse({ text });
  if (!given.success) {
    throw invalid('text', given.error.issues[0]?.message ?? 'This text cannot be rewritten.');
  }
  const key = readAiKey(services);
  if (key === null) throw conflict(AI_NOT_CONFIGURED);
  const before = given.data.text;
  try {
    return judgeRewrite(before, await askForDescription(services, key, before));
  } catch (error) {
    if (!(error instanceof AiError)) throw error;
    throw new ProductError(502, error.message);
  }
}

/** Asks the AI service; the result fits a description. Throws an `AiError`, or the signal's reason. */
export async function askForDescription(
  services: Pick<Services, 'db' | 'ai' | 'logger'>,
  key: string,
  text: string,
  signal?: AbortSignal,
): Promise<string> {
  try {
    const answer = await services.ai.describe(key, { text, prompt: readPrompt(services) }, signal);
    // An answer that is too long to be saved is useless.
    const description = descriptionField.safeParse(answer);
    if (!description.success) throw new AiError('unreadable', 'describe');
    return description.data;
  } catch (error) {
    if (error instanceof AiError) {
      const { kind, status } = error;
      services.logger.warn({ kind, status }, 'The AI service gave no description');
    }
    throw error;
  }
}

/** A form with a description, and its rewrite. */
export type RewriteReply = FormReply & { rewrite?: ShownRewrite };

/** The answer to a script: the rewrite, or the sentence that says why there is none. */
export type RewriteAnswer = { rewrite: ShownRewrite } | { error: string };

/** Rewrites a description for a script, with a toast; a refusal is a sentence, a toast and a status. */
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
