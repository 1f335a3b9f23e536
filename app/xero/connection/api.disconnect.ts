import { actOutside, apiRoute } from '../../auth/api-route.server.ts';
import { ok } from '../../http/json-api.server.ts';
import { disconnect, STILL_IN_XERO } from './disconnect.server.ts';

const route = apiRoute({
  POST: actOutside(async ({ context }) => {
    const { isEndedInXero } = await disconnect(context);
    return ok(isEndedInXero ? { success: true } : { success: true, message: STILL_IN_XERO });
  }),
});

export const loader = route.loader;
export const action = route.action;
