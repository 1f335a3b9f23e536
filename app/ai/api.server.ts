import { changeOutside, type ApiTable } from '../auth/api-route.server.ts';
import { ok } from '../http/json-api.server.ts';
import { GenerateInput, rewriteDescription } from './rewrite.server.ts';

export const AI_API: ApiTable = {
  '/api/ai/generate-description': {
    scope: 'review',
    POST: changeOutside(GenerateInput, async ({ text }, { context }) => {
      const { after, warnings } = await rewriteDescription(context, text);
      return ok({ description: after, warnings });
    }),
  },
};
