import { act, apiRoute } from '../../auth/api-route.server.ts';
import { noContent } from '../../http/json-api.server.ts';
import { discardTimer } from './timer.server.ts';

const route = apiRoute({
  POST: act(({ context, user }) => {
    discardTimer(context, user);
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
