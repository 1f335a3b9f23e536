import { API } from './api.server.ts';
import { apiRoute } from './auth/api-route.server.ts';

/** The JSON API: every address below `/api` that has no route of its own. */
const route = apiRoute(API);

export const loader = route.loader;
export const action = route.action;
