import { z } from 'zod';
import type { Timer } from '#db/schema.ts';
import { checkBody } from '../http/json-api.server.ts';
import { conflict } from '../lib/errors.ts';
import {
  discardTimer,
  pauseTimer,
  resumeTimer,
  runningTimer,
  sayStopped,
  startTimer,
  stopOrAsk,
} from '../work-logs/timer/timer.server.ts';
import { StopBody, TimerForm, toTimerView } from '../work-logs/timer/timer.ts';
import { toLogged } from './look.server.ts';
import { CHOICE, reader, text, writer, type Call, type Told } from './tool.server.ts';

const Nothing = z.object({});

const NONE: Told = { say: 'No timer is running.', data: { timer: { running: false } } };

const press = <Takes extends z.ZodObject>(
  description: string,
  takes: Takes,
  run: (call: Call, input: z.output<Takes>) => Told,
) =>
  writer({
    scope: 'log',
    description,
    does: 'changes',
    takes,
    run: (input, call) => run(call, input),
  });

const told = (timer: Timer): Told => ({ say: 'Done.', data: { timer: toTimerView(timer) } });

export const TIMER = {
  timer: reader({
    scope: 'read',
    description: 'Says whether the person’s timer runs, since when and for what.',
    takes: Nothing,
    run: (_input, { context, user }) => {
      const running = runningTimer(context.db, user);
      return running === null ? NONE : told(running);
    },
  }),
  start_timer: press(
    'Starts the person’s timer. One that runs is stopped first, and its time logged or kept as a draft.',
    z.object(CHOICE),
    ({ context, user }, choice) =>
      told(startTimer(context, user, checkBody(TimerForm, choice)).timer),
  ),
  pause_timer: press('Pauses the person’s timer.', Nothing, ({ context, user }) =>
    told(pauseTimer(context, user)),
  ),
  resume_timer: press('Lets the person’s timer go on.', Nothing, ({ context, user }) =>
    told(resumeTimer(context, user)),
  ),
  stop_timer: press(
    'Stops the person’s timer and logs its time; where something is missing, the time is kept as a draft.',
    z.object({
      ...CHOICE,
      endedAt: text.describe('When the work ended, as an ISO timestamp; or now.').optional(),
    }),
    ({ context, user }, input) => {
      const stopped = stopOrAsk(context, user, checkBody(StopBody, input));
      if (stopped.outcome === 'logged') return toLogged(stopped.log);
      const message = sayStopped(stopped);
      if (stopped.outcome === 'too-short') throw conflict(message);
      const missing = stopped.issues.map(({ path }) => path);
      return { say: 'Stopped, but not logged yet.', data: { message, missing } };
    },
  ),
  discard_timer: press('Ends the person’s timer; its time is lost.', Nothing, (call) => {
    discardTimer(call.context, call.user);
    return NONE;
  }),
};
