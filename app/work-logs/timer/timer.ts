import type { Timer } from '#db/schema.ts';
import {
  dayOf,
  formatBritishDay,
  formatTime,
  instantsOf,
  isDay,
  toLocalText,
} from '../../lib/calendar.ts';
import type { DoubtfulError } from '../../lib/doubts.ts';
import { invalid, type Issue } from '../../lib/errors.ts';
import { rateChoiceField, type NamedWorkLog, type WorkLogInput } from '../work-logs.ts';
import { z } from 'zod';
import { viewBy } from '../../lib/view-by.ts';
import { partly } from '../../http/partly.ts';
import { descriptionField, optionalId, optionalPounds } from '../../lib/fields.ts';
import { inPlainSigns } from '../../lib/looks.ts';

/** A timer that runs longer than this, in minutes, was probably forgotten. */
const FORGOTTEN_AFTER_MINUTES = 600;

/** The form of a timer, and the API's body for starting one. */
export const TimerForm = z.object({
  clientId: optionalId,
  workTypeId: optionalId,
  jobId: optionalId,
  description: descriptionField,
});

/** What a timer is for; each may be chosen later. */
export type TimerChoice = z.output<typeof TimerForm>;

const localText = z.string().transform(inPlainSigns).default('');

/** The form of a running timer: with the day and time at which it began. */
export const RunningForm = TimerForm.extend({ startedAt: localText });

const instant = (did: string) => {
  const error = `Enter when the work ${did}, as an ISO timestamp.`;
  return z.iso.datetime({ offset: true, error }).transform((text) => new Date(text));
};

/** The API's body for a change of the running timer. */
export const TimerBody = partly(TimerForm.extend({ startedAt: instant('began') }));

/** What a change of the running timer may name. */
export type TimerChange = Partial<TimerChoice & Pick<Timer, 'startedAt'>>;

/** The rate that a draft is logged at. */
export type DraftRate = Pick<WorkLogInput, 'rateChoice' | 'hourlyRate'>;

/** What came of stopping a timer. */
export type Stopped =
  | { outcome: 'logged'; log: NamedWorkLog }
  /** Its time is kept until a person says what is missing. */
  | {
      outcome: 'draft';
      draft: Timer;
      isForgotten: boolean;
      issues: Issue[];
      /** The question that kept it from being logged. */
      doubt?: DoubtfulError;
    }
  /** It has run for under half a minute, and runs on. */
  | { outcome: 'too-short' };

/** The real present, whenever the start was pressed, and when the timer was stopped, if that waits as well. */
export type Waited = { present: Date; stoppedAt: Date | null };

/** The id of a timer that was started and stopped while both presses waited: nothing is left to stop. */
export const STOPPED_WITH_START = -1;

export const NOT_RUNNING = 'No timer is running.';
export const PAUSED_ALREADY = 'The timer is paused already.';
export const NOT_PAUSED = 'The timer is not paused.';
/** A button that was pressed for a timer that is not the running one any more. */
export const STOPPED_ALREADY = 'This timer was already stopped, here or on another device.';
export const TOO_SHORT =
  'The timer has run for under half a minute, too short to log, and is still running. Discard it, or stop it later.';
const FORGOTTEN =
  'Did you forget this timer? It ran for over ten hours, or past midnight. Its time is kept: enter when the work ended.';
const PUT_BACK =
  'The server’s clock was put back while this timer ran, so its length is not known. Its time is kept: enter when the work ended, or discard it and log the work by hand.';
export const NOT_TIME = 'A timer is for time. Choose a work type that is not hardware.';

/** When a timer began, and how long it was paused. */
export type Ran = Pick<Timer, 'startedAt' | 'pausedMilliseconds'>;

/** The milliseconds that a timer ran until `end`, without its pauses; negative when the clock was put back meanwhile. */
export function ranUntil({ startedAt, pausedMilliseconds }: Ran, end: Date): number {
  return end.getTime() - startedAt.getTime() - pausedMilliseconds;
}

/** The same in minutes, half up: what is charged. */
export function minutesUntil(timer: Ran, end: Date): number {
  return Math.floor((ranUntil(timer, end) + 30_000) / 60_000);
}

/**
 * Why the end of a timer that is stopped at `end` has to be said: it ran over ten hours, past midnight in the business
 * time zone, or the server's clock was put back. Null where it was not forgotten.
 */
export function whyForgotten(timer: Ran, end: Date, timeZone: string): string | null {
  const ran = ranUntil(timer, end);
  if (end < timer.startedAt || ran < 0) return PUT_BACK;
  const isLong = ran > FORGOTTEN_AFTER_MINUTES * 60_000;
  return isLong || dayOf(timer.startedAt, timeZone) !== dayOf(end, timeZone) ? FORGOTTEN : null;
}

/** A running timer for the API. */
export const toTimerView = (timer: Timer) => viewBy(VIEW, timer);

const VIEW = {
  running: () => true as const,
  startedAt: ({ startedAt }) => startedAt.toISOString(),
  pausedSince: ({ pausedAt }) => pausedAt?.toISOString() ?? null,
  clientId: ({ clientId }) => clientId,
  workTypeId: ({ workTypeId }) => workTypeId,
  jobId: ({ jobId }) => jobId,
  description: ({ description }) => description,
} satisfies Record<string, (timer: Timer) => unknown>;

/** The names of a running timer's JSON. */
export const TIMER_JSON = Object.keys(VIEW);

const LOCAL_TIME = /^(?:(\d{4}-\d{2}-\d{2})[T ])?([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * Reads when a draft's work ended, or a timer began: `2026-11-21T17:30`, as a date and time field sends it, or a time of
 * the day on which it began. What the field was filled with means exactly the instant of the stop. Throws 400 at `path`.
 */
export function readMoment(
  text: string,
  { startedAt, stoppedAt }: Timer,
  timeZone: string,
  path: 'ended' | 'startedAt',
): Date {
  if (stoppedAt && text === toLocalText(stoppedAt, timeZone)) return stoppedAt;
  const match = LOCAL_TIME.exec(text);
  const did = path === 'ended' ? 'ended' : 'began';
  if (!match)
    throw invalid(path, `Enter when the work ${did}, such as 2026-11-21 17:30 or just 17:30.`);
  const day = match[1] ?? dayOf(startedAt, timeZone);
  const time = `${match[2] ?? ''}:${match[3] ?? ''}`;
  const [moment, second] = isDay(day) ? instantsOf(day, time, timeZone) : [];
  if (!moment)
    throw invalid(
      path,
      'There was no such time: the clocks went forward, or the day does not exist.',
    );
  if (second) {
    throw invalid(
      path,
      `${time} came twice on ${formatBritishDay(day)}, since the clocks went back. Enter a time outside that hour, then correct the duration of the log.`,
    );
  }
  return moment;
}

/** When a timer began, for people: `21 Nov 2026 at 09:12`. */
export function formatStart({ startedAt }: Pick<Timer, 'startedAt'>, timeZone: string): string {
  return `${formatBritishDay(dayOf(startedAt, timeZone))} at ${formatTime(startedAt, timeZone)}`;
}

/** The form of a draft: with its rate, and the day and time at which the work ended. */
export const DraftForm = TimerForm.extend({
  rateChoice: rateChoiceField,
  hourlyRate: optionalPounds,
  ended: localText,
});

/** The API's body for stopping a timer: what it was for, and when it really ended. */
export const StopBody = partly(TimerForm.extend({ endedAt: instant('ended') }));
