import { apiRoute } from './api-route.server.ts';

const route = apiRoute({ GET: ({ user }) => user });

export const loader = route.loader;
export const action = route.action;
