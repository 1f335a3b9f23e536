import { apiRoute, changeOutside } from '../../auth/api-route.server.ts';
import { ok } from '../../lib/json-api.server.ts';
import { AiConfigInput } from './ai-settings.ts';
import { readAiConfig, saveAiConfig } from './ai-settings.server.ts';

const route = apiRoute({
  GET: ({ context }) => readAiConfig(context),
  POST: changeOutside(AiConfigInput, async (input, { context }) => {
    await saveAiConfig(context, input);
    return ok(readAiConfig(context));
  }),
});

export const loader = route.loader;
export const action = route.action;
