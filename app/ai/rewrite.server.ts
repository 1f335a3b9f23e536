import { z } from 'zod';
import type { Services } from '../context.server.ts';
import { conflict, invalid, ProductError } from '../lib/errors.ts';
import { descriptionField, MAX_DESCRIPTION_LENGTH, requiredText } from '../lib/fields.ts';
import { AiError } from './client/ai-error.ts';
import { readAiKey, readPrompt } from './settings/ai-settings.server.ts';
import { judgeRewrite, type Rewrite } from './compare/compare.server.ts';

/** The body of an API call for a new description. */
export const GenerateInput = z.object({
  text: requiredText(
    'Please add some description text first before regenerating',
    MAX_DESCRIPTION_LENGTH,
  ),
});

export const AI_NOT_CONFIGURED =
  'OpenAI API key not configured. Save one under AI Configuration in Settings first.';

/**
 * Has the AI service rewrite a description for an invoice, and compares the facts. Stores nothing.
 * Throws 400 for a blank text, 409 without a key, and 502 when the service fails.
 */
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

/**
 * Asks the AI service to rewrite a text with the person's prompt; the result fits a description.
 * Throws an `AiError`, or the signal's reason.
 */
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
