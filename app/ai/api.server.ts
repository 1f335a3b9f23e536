import { z } from 'zod';
import { changeOutside, type ApiTable } from '../auth/api-route.server.ts';
import { ok } from '../http/json-api.server.ts';
import { GenerateInput, rewriteDescription } from './rewrite.server.ts';

const Rewritten = z.strictObject({ description: z.string(), warnings: z.array(z.string()) });

export const AI_API: ApiTable = {
  '/api/ai/generate-description': {
    scope: 'review',
    POST: changeOutside(
      { called: 'generateDescription', body: GenerateInput, gives: { 200: Rewritten } },
      async ({ text }, { context }) => {
        const { after, warnings } = await rewriteDescription(context, text);
        return ok({ description: after, warnings });
      },
    ),
  },
};
