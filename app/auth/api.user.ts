import { toUserView } from '../users/users.ts';
import { apiRoute } from './api-route.server.ts';

const route = apiRoute({ GET: ({ user }) => toUserView(user) });

export const loader = route.loader;
export const action = route.action;
