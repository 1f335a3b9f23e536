import { apiRoute } from '../../auth/api-route.server.ts';
import { readXeroState, toConnectionView } from './state.server.ts';

const route = apiRoute({ GET: ({ context }) => toConnectionView(readXeroState(context)) });

export const loader = route.loader;
export const action = route.action;
