import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import type { Visit } from '../../auth/press.server.ts';
import { Nothing, oncePerButton, parseFields } from '../../http/form/form.server.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { asOfSending, stoppedLater } from '../../http/form/sent-later.server.ts';
import { madeWith, submit, type Work } from '../../http/form/submit.server.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { describeLogged, loggedWithUndo } from '../logged.server.ts';
import { TIMER_PATH } from './clock.ts';
import { RunningForm, TimerForm, STOPPED_WITH_START, type Stopped, type Waited } from './timer.ts';
import { saveTimer, timerVersion } from './timer-screen.server.ts';
import {
  discardTimer,
  pauseTimer,
  resumeTimer,
  runningTimer,
  sayStopped,
  startTimer,
  stopTimer,
} from './timer.server.ts';

const Back = z.string().refine(isOwnPath).catch(TIMER_PATH);

/** What the button of an earlier start is called. */
const EARLIER = /^earlier-(\d{1,3})-save$/;

type Press = Pick<Visit, 'request' | 'context'> & { user: { id: number }; form: FormData };

/** Starts a timer with what the form says of it, or with nothing; then goes back. */
export function pressStart({ request, context, user, form }: Press) {
  return submit(context, parseFields(request, form, TimerForm), {
    // The frame's button stands on every screen, so no page could show a wrong field of its form.
    button: !form.has('clientId'),
    run: (choice) => startTimer(asOfSending(context), user, choice, waitedOf(context, request)),
    again: { leaves: leavesTimer(context, user, ({ stopBy }: { stopBy: number }) => stopBy) },
    goTo: backOf(form),
    success: ({ before }) => sayStarted('Timer started', before),
    failure: 'Failed to start the timer',
  });
}

/** What `submit` is given after a press that starts a timer. */
export const leavesTimer = <Result>(
  { db }: Pick<AppLoadContext, 'db'>,
  user: { id: number },
  stopBy: (result: Result) => number,
) => ({
  ids: (result: Result) => [stopBy(result)],
  isThere: (id: number) => id === STOPPED_WITH_START || runningTimer(db, user)?.id === id,
  gone: 'This timer was already started and has ended. Press again to start another.',
});

/** The real present, and when a timer whose start waited on a device was stopped there, if its stop waits as well. */
export const waitedOf = (context: AppLoadContext, request: Request): Waited => ({
  present: context.clock(),
  stoppedAt: stoppedLater(context, request),
});

/** What is done with the running timer, and what is said then. */
type Running<Result> = Pick<Work<unknown, Result, never>, 'goTo' | 'success' | 'failure'> & {
  act: (services: AppLoadContext, person: ReturnType<typeof personOf>) => Result;
};

/** Does something with the running timer, after saving what the form says of it, if it is the timer's own form. */
function pressRunning<Result>(
  { request, context, user, form }: Press,
  { act, ...answers }: Running<Result>,
) {
  const person = personOf(context, user, form);
  const services = asOfSending(context);
  if (!form.has('clientId')) {
    return submit(context, oncePerButton(parseFields(request, form, Nothing)), {
      ...answers,
      button: { backTo: backOf(form) },
      run: () => act(services, person),
    });
  }
  return submit(context, parseFields(request, form, RunningForm), {
    ...answers,
    run: (choice, own) => {
      saveTimer(context, person, own, choice);
      return act(services, person);
    },
    version: versionOf(context, user),
  });
}

/** Stops the timer, with what the form says of it. Goes back, or to where what is missing can be said. */
export function pressStop(press: Press) {
  return pressRunning(press, {
    act: (services, person) =>
      person.timerId === STOPPED_WITH_START ? null : stopTimer(services, person),
    goTo: (stopped) => {
      if (stopped?.outcome === 'draft') return `${TIMER_PATH}/drafts/${stopped.draft.id}`;
      return stopped?.outcome === 'too-short' ? TIMER_PATH : backOf(press.form);
    },
    success: toastOf,
    failure: 'Failed to stop the timer',
  });
}

/** A press that pauses the running timer or goes on with it, and then goes back. */
const pausing = (act: typeof pauseTimer, success: string, failure: string) => (press: Press) =>
  pressRunning(press, { act, goTo: backOf(press.form), success, failure });

/** Changes what the running timer is for, and its start; a button may say how many minutes earlier that was. */
function pressSave({ request, context, user, form }: Press) {
  const posted = parseFields(request, form, RunningForm);
  const press = form.get('press');
  const earlier = typeof press === 'string' ? Number(EARLIER.exec(press)?.[1] ?? 0) : 0;
  return submit(context, posted, {
    run: (choice, own) => saveTimer(context, personOf(context, user, form), own, choice, earlier),
    version: versionOf(context, user),
    goTo: TIMER_PATH,
    success: 'Timer updated',
    failure: 'Failed to update the timer',
  });
}

function pressDiscard({ request, context, user, form }: Press) {
  return submit(context, parseFields(request, form, Nothing), {
    button: true,
    run: () => {
      discardTimer(context, personOf(context, user, form));
    },
    version: versionOf(context, user),
    goTo: TIMER_PATH,
    success: 'Timer discarded',
    failure: 'Failed to discard the timer',
  });
}

/** The version of the running timer: Save, Stop and Discard of one form go on from what was saved by it. */
const versionOf = (context: AppLoadContext, user: Press['user']) => () => {
  const running = runningTimer(context.db, user);
  return running === null ? undefined : timerVersion(running);
};

/** The person, and the form's timer: by its id or, while its start waited, by the key of the form that started it. */
function personOf(context: AppLoadContext, { id }: Press['user'], form: FormData) {
  const timer = form.get('timer');
  if (typeof timer !== 'string' || timer === '') return { id };
  if (/^\d{1,15}$/.test(timer)) return { id, timerId: Number(timer) };
  return { id, timerId: madeWith(context, { userId: id, key: timer }) ?? 0 };
}

const backOf = (form: FormData) => Back.parse(form.get('back'));

function toastOf(stopped: Stopped | null): ToastMessage | null {
  if (stopped === null) return { text: 'Timer stopped' };
  if (stopped.outcome === 'logged') return loggedWithUndo(stopped.log);
  // The dialog of a draft says the same by itself.
  return stopped.outcome === 'draft' ? null : { text: sayStopped(stopped), variant: 'destructive' };
}

/** Says that a timer was started, and what became of the one that this has ended, if there was one. */
export function sayStarted(started: string, before: Stopped | null): ToastMessage {
  if (before === null) return { text: started };
  if (before.outcome === 'logged')
    return { text: `${started}. The previous timer was logged: ${describeLogged(before.log)}.` };
  const isShort = before.outcome === 'too-short';
  const what = isShort ? 'The previous timer' : 'The time of the previous timer';
  const became = isShort ? 'ran for under half a minute' : 'is kept, to be logged';
  return { text: `${started}. ${what} ${became}.` };
}

const PRESSES = new Map([
  ['start', pressStart],
  ['stop', pressStop],
  ['save', pressSave],
  ['discard', pressDiscard],
  ['pause', pausing(pauseTimer, 'Timer paused', 'Failed to pause the timer')],
  ['resume', pausing(resumeTimer, 'Timer goes on', 'Failed to go on with the timer')],
]);

/** What the button with a name does on the screen of the timer; undefined where none has it. */
export function pressOf(name: FormDataEntryValue | null) {
  return typeof name === 'string' ? PRESSES.get(name.replace(EARLIER, 'save')) : undefined;
}
