import { apiRoute } from '../../auth/api-route.server.ts';
import { toTimerView } from './timer.ts';
import { runningTimer } from './timer.server.ts';

const route = apiRoute({
  GET: ({ context, user }) => toTimerView(runningTimer(context.db, user)),
});

export const loader = route.loader;
export const action = route.action;
