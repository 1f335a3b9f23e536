import { act, apiRoute } from '../auth/api-route.server.ts';
import { noContent, toId } from '../http/json-api.server.ts';
import { deleteUser } from './users.server.ts';

const route = apiRoute({
  DELETE: act(({ context, user, params }) => {
    deleteUser(context, user, toId(params.id, 'The user'));
    return noContent();
  }),
});

export const loader = route.loader;
export const action = route.action;
