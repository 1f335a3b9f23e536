import type { Database } from '#db/connection.server.ts';
import type { Timer } from '#db/schema.ts';
import { formatTime, isOverAYearAhead } from '../../lib/calendar.ts';
import { MAX_DURATION_MINUTES } from '../../lib/duration.ts';
import { invalid } from '../../lib/errors.ts';
import {
  chosenClient,
  chosenJob,
  chosenWorkType,
  NO_CLIENT_OF_JOB,
  type WorkLogServices,
} from '../work-logs.server.ts';
import { TOO_LONG } from '../work-logs.ts';
import { minutesUntil, NOT_TIME, ranUntil, type TimerChoice } from './timer.ts';

/** Throws 400 when work cannot have ended then: too early, too late for one log, or in the future. */
export function checkEnd(services: WorkLogServices, timer: Timer, end: Date, path: string): void {
  const minutes = minutesUntil(timer, end);
  if (minutes < 1) {
    const pauses = timer.pausedMilliseconds > 0 ? ', besides its pauses' : '';
    throw invalid(path, `The work must have ended at least half a minute after it began${pauses}.`);
  }
  if (timer.pausedAt && end > timer.pausedAt) {
    const since = formatTime(timer.pausedAt, services.config.timeZone);
    throw invalid(path, `The timer is paused since ${since}. Enter an end before that, or go on.`);
  }
  if (minutes > MAX_DURATION_MINUTES) throw invalid(path, TOO_LONG);
  if (end > services.clock() && end.getTime() !== timer.stoppedAt?.getTime()) {
    throw invalid(path, 'This is in the future. Enter when the work ended.');
  }
}

/** Throws 400 when a timer cannot have begun then: in the future, too long ago, or with more pauses than time since. */
export function checkStart({ clock, config }: WorkLogServices, timer: Timer): void {
  const [{ startedAt }, now] = [timer, clock()];
  if (startedAt > now)
    throw invalid('startedAt', 'This is in the future. Enter when the work began.');
  if (isOverAYearAhead(now, startedAt, config.timeZone))
    throw invalid('startedAt', 'This is more than a year ago. Enter when the work began.');
  if (ranUntil(timer, timer.pausedAt ?? now) < 0)
    throw invalid('startedAt', 'The timer was paused longer than that. Enter an earlier start.');
}

/** Throws 400 for a client, work type or job that cannot be chosen; those of the timer as it is (`current`) may stay. */
export function checkChoice(
  db: Database,
  { clientId, workTypeId, jobId }: Omit<TimerChoice, 'description'>,
  current: Timer | null = null,
): void {
  const client = clientId === null ? null : chosenClient(db, clientId, current?.clientId);
  if (client) chosenJob(db, client, jobId, current?.jobId);
  else if (jobId !== null) throw invalid('jobId', NO_CLIENT_OF_JOB);
  if (workTypeId === null) return;
  const workType = chosenWorkType(db, workTypeId, current?.workTypeId);
  // A work type that became hardware meanwhile is refused when the time is logged, not when the timer is
  // stopped.
  if (workType.isHardware && workTypeId !== current?.workTypeId)
    throw invalid('workTypeId', NOT_TIME);
}
