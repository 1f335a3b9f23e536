import { z } from 'zod';
import { optionalKey as key, optionalText } from '../../lib/fields.ts';

const prompt = optionalText(4_000);

/**
 * The form of the AI card. An empty key leaves the key as it is; an empty prompt means the default.
 */
export const AiSettingsForm = z.object({ openaiApiKey: key, aiInvoiceSummaryPrompt: prompt });

/** The body of an API call: what is left out stays as it is, and a key of null is deleted. */
export const AiConfigInput = z.object({
  openaiApiKey: key
    .transform((text) => text ?? '')
    .nullable()
    .optional(),
  aiInvoiceSummaryPrompt: prompt.optional(),
});
