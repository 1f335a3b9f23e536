import { apiRoute } from '../../auth/api-route.server.ts';
import { restoredState } from '../../invoices/unmatched/closed.server.ts';
import { readXeroState, toConnectionView } from './state.server.ts';

const route = apiRoute({
  GET: ({ context }) => toConnectionView(readXeroState(context), restoredState(context) !== null),
});

export const loader = route.loader;
export const action = route.action;
