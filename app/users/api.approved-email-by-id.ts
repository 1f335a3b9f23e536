import { act, apiRoute } from '../auth/api-route.server.ts';
import { noContent, toId } from '../http/json-api.server.ts';
import { removeApprovedEmail } from './approved-emails.server.ts';

/** By its id, so that the email stands in no path: proxies log paths. */
const route = apiRoute({
  DELETE: act(({ context, user, params }) => {
    removeApprovedEmail(context, user, toId(params.id, 'The approved email'));
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
