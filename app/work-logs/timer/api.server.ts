import { act, changeIfAny, type ApiTable } from '../../auth/api-route.server.ts';
import { created, noContent, type Answer } from '../../http/json-api.server.ts';
import { conflict } from '../../lib/errors.ts';
import { toWorkLogView } from '../work-logs.ts';
import { StartBody, StopBody } from './timer-input.ts';
import { toTimerView, type Stopped } from './timer.ts';
import { discardTimer, runningTimer, sayStopped, startTimer, stopOrAsk } from './timer.server.ts';

export const TIMER_API: ApiTable = {
  '/api/timer': { GET: ({ context, user }) => toTimerView(runningTimer(context.db, user)) },
  '/api/timer/start': {
    POST: changeIfAny(StartBody, (choice, { context, user }) =>
      created(toTimerView(startTimer(context, user, choice).timer)),
    ),
  },
  '/api/timer/stop': {
    POST: changeIfAny(StopBody, (input, { context, user }) =>
      toAnswer(stopOrAsk(context, user, input)),
    ),
  },
  '/api/timer/discard': {
    POST: act(({ context, user }) => {
      discardTimer(context, user);
      return noContent();
    }),
  },
};

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
