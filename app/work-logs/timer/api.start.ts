import { apiRoute, changeIfAny } from '../../auth/api-route.server.ts';
import { created } from '../../http/json-api.server.ts';
import { StartBody } from './timer-input.ts';
import { toTimerView } from './timer.ts';
import { startTimer } from './timer.server.ts';

const route = apiRoute({
  POST: changeIfAny(StartBody, (choice, { context, user }) =>
    created(toTimerView(startTimer(context, user, choice).timer)),
  ),
});

export const loader = route.loader;
export const action = route.action;
