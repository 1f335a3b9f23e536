import { apiRoute } from '../auth/api-route.server.ts';
import { listUsers, toUserView } from './users.server.ts';

const route = apiRoute({ GET: ({ context }) => listUsers(context).map(toUserView) });

export const loader = route.loader;
export const action = route.action;
