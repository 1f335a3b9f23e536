import { apiRoute, changeOutside } from '../../auth/api-route.server.ts';
import { ok } from '../../http/json-api.server.ts';
import { GenerateInput, rewriteDescription } from '../rewrite.server.ts';

const route = apiRoute({
  POST: changeOutside(GenerateInput, async ({ text }, { context }) => {
    const { after, warnings } = await rewriteDescription(context, text);
    return ok({ description: after, warnings });
  }),
});

export const loader = route.loader;
export const action = route.action;
