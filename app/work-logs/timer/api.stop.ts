import { apiRoute, changeIfAny } from '../../auth/api-route.server.ts';
import { created, type Answer } from '../../http/json-api.server.ts';
import { conflict } from '../../lib/errors.ts';
import { toWorkLogView } from '../work-logs.ts';
import { StopBody } from './timer-input.ts';
import type { Stopped } from './timer.ts';
import { sayStopped, stopOrAsk } from './timer.server.ts';

const route = apiRoute({
  POST: changeIfAny(StopBody, (input, { context, user }) =>
    toAnswer(stopOrAsk(context, user, input)),
  ),
});

/**
 * 201 with the log; or 409 with what is missing, and the time kept. Throws 409 where it is too early, which changes
 * nothing and so uses up no key.
 */
function toAnswer(stopped: Stopped): Answer {
  if (stopped.outcome === 'logged') return created(toWorkLogView(stopped.log));
  const message = sayStopped(stopped);
  if (stopped.outcome === 'too-short') throw conflict(message);
  const { isForgotten, issues } = stopped;
  const missing = issues.map(({ path }) => path);
  return { status: 409, data: { message, missing, ...(isForgotten ? { forgotten: true } : {}) } };
}

export const loader = route.loader;
export const action = route.action;
