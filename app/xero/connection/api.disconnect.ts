import { actOutside, apiRoute } from '../../auth/api-route.server.ts';
import { ok } from '../../lib/json-api.server.ts';
import { disconnect } from './disconnect.server.ts';
import { sayingXeroErrors } from './state.server.ts';

const route = apiRoute({
  POST: actOutside(async ({ context }) => {
    await sayingXeroErrors(() => disconnect(context));
    return ok({ success: true });
  }),
});

export const loader = route.loader;
export const action = route.action;
