import { apiRoute, changeOutside } from '../../auth/api-route.server.ts';
import { ok } from '../../http/json-api.server.ts';
import { hasToken, saveToken } from './todoist-settings.server.ts';
import { TokenInput } from './todoist-settings.ts';

const route = apiRoute({
  GET: ({ context }) => ({ hasToken: hasToken(context) }),
  POST: changeOutside(TokenInput, async ({ apiToken }, { context }) => {
    await saveToken(context, apiToken);
    return ok({ hasToken: hasToken(context) });
  }),
});

export const loader = route.loader;
export const action = route.action;
