import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { prepared, write, type Database } from '#db/connection.server.ts';
import { timers, type Timer } from '#db/schema.ts';
import { DoubtfulError } from '../../lib/doubts.ts';
import { conflict, invalid, notFound, ProductError, type Issue } from '../../lib/errors.ts';
import { chosenWorkType, logWork, type WorkLogServices } from '../work-logs.server.ts';
import { SELECT_BOTH, type NamedWorkLog } from '../work-logs.ts';
import { checkChoice, checkEnd, checkStart } from './checks.server.ts';
import {
  minutesUntil,
  NOT_PAUSED,
  NOT_RUNNING,
  NOT_TIME,
  PAUSED_ALREADY,
  STOPPED_ALREADY,
  STOPPED_WITH_START,
  TOO_SHORT,
  type DraftRate,
  type Stopped,
  type TimerChange,
  type TimerChoice,
  whyForgotten,
  type Waited,
} from './timer.ts';

/** Whose timer. A screen also says which one it shows, since another one may be running by now. */
type Person = { id: number; timerId?: number };

/** The running timer of a person, or null. */
export function runningTimer(db: Database, { id }: Person): Timer | null {
  const isTheirs = and(eq(timers.userId, id), isNull(timers.stoppedAt));
  return db.select().from(timers).where(isTheirs).get() ?? null;
}

/** A draft of a person, the time of a stopped timer that is no work log yet, or null. */
export function findDraft(db: Database, person: Person, id: number): Timer | null {
  const isDraft = and(eq(timers.userId, person.id), eq(timers.id, id), isNotNull(timers.stoppedAt));
  return db.select().from(timers).where(isDraft).get() ?? null;
}

/** A draft of a person. Throws 404. */
export function getDraft(db: Database, person: Person, id: number): Timer {
  const draft = findDraft(db, person, id);
  if (!draft) throw notFound('The time');
  return draft;
}

/**
 * Starts a timer now. One that runs already is stopped first, into a log or a draft; `before` says
 * which, and is `too-short` when it was discarded for having run under half a minute. A start that
 * waited on a device, whose clock is not the `present`, may be older than the running timer, which then
 * ended it, unless its own stop came first. `stopBy` is what its stop finds it by: its id, or
 * {@link STOPPED_WITH_START}. Throws 400 for a client, work type or job that cannot be chosen.
 */
export function startTimer(
  services: WorkLogServices,
  person: Person,
  choice: TimerChoice,
  { present, stoppedAt }: Waited = { present: services.clock(), stoppedAt: null },
): { timer: Timer; before: Stopped | null; stopBy: number } {
  const { db, clock } = services;
  return write(db, () => {
    checkChoice(db, choice);
    const now = clock();
    const begin = (stoppedAt: Date | null) => {
      const values = { ...choice, userId: person.id, startedAt: now, stoppedAt };
      return db.insert(timers).values(values).returning().get();
    };
    const running = runningTimer(db, person);
    // A time in the future only means that the server's clock was put back.
    if (running && running.startedAt > now && running.startedAt <= present) {
      const isStopped = stoppedAt !== null && stoppedAt >= now && stoppedAt <= running.startedAt;
      const stoppedThen = isStopped ? stoppedAt : running.startedAt;
      const timer = begin(stoppedThen);
      end(services, timer, stoppedThen);
      return { timer, before: null, stopBy: isStopped ? STOPPED_WITH_START : timer.id };
    }
    const before = running && end(services, running, now);
    const timer = begin(null);
    return { timer, before, stopBy: timer.id };
  });
}

/** Stops a timer for good: one that ran for under half a minute is discarded. */
function end(services: WorkLogServices, timer: Timer, at: Date): Stopped {
  const stopped = stop(services, timer, at);
  if (stopped.outcome === 'too-short') erase(services.db, timer);
  return stopped;
}

const LAST = `
  select clientId, workTypeId, jobId, description from (
    select client_id as clientId, work_type_id as workTypeId, job_id as jobId, description,
      stopped_at as at
    from timers where user_id = ? and stopped_at is not null
    union all
    select * from (
      select client_id, work_type_id, job_id, description, created_at
      from work_logs indexed by work_logs_created_by
      where created_by = ? and is_hardware = 0 order by id desc limit 1
    )
  ) order by at desc limit 1`;

/**
 * Goes on with a person's work: with the paused timer, else with a new one for what was timed or logged last; one that
 * runs is left as it is. `isNew`: it was started. Throws 409 when there was nothing, 400 when that cannot be chosen any more.
 */
export function continueTimer(services: WorkLogServices, person: Person) {
  const { db } = services;
  return write(db, () => {
    const running = runningTimer(db, person);
    if (running) {
      return { timer: running.pausedAt ? resumeTimer(services, person) : running, isNew: false };
    }
    const last = prepared<TimerChoice>(db, LAST).get(person.id, person.id);
    if (!last) throw conflict('There is nothing to go on with: nothing was timed or logged yet.');
    return { timer: startTimer(services, person, last).timer, isNew: true };
  });
}

/** Changes what the running timer is for, or its start. Throws 409 when none runs, and 400 for what cannot be. */
export function changeTimer(services: WorkLogServices, person: Person, change: TimerChange): Timer {
  const { db } = services;
  return write(db, () => {
    const running = requireRunning(db, person);
    const changed = { ...running, ...change };
    if (changed.startedAt.getTime() !== running.startedAt.getTime()) checkStart(services, changed);
    if (changed.clientId !== running.clientId) changed.jobId = change.jobId ?? null;
    checkChoice(db, changed, running);
    const { clientId, workTypeId, jobId, description, startedAt } = changed;
    return update(db, running, { clientId, workTypeId, jobId, description, startedAt });
  });
}

/** Pauses the running timer: what comes now is not charged. Throws 409 when none runs, or it is paused. */
export function pauseTimer({ db, clock }: WorkLogServices, person: Person): Timer {
  return write(db, () => {
    const running = requireRunning(db, person);
    if (running.pausedAt) throw conflict(PAUSED_ALREADY);
    return update(db, running, { pausedAt: clock() });
  });
}

/** Goes on after a pause. Throws 409 when none runs, or it is not paused. */
export function resumeTimer({ db, clock }: WorkLogServices, person: Person): Timer {
  return write(db, () => {
    const running = requireRunning(db, person);
    if (!running.pausedAt) throw conflict(NOT_PAUSED);
    const paused = clock().getTime() - running.pausedAt.getTime();
    const pausedMilliseconds = running.pausedMilliseconds + paused;
    return update(db, running, { pausedAt: null, pausedMilliseconds });
  });
}

const update = (db: Database, { id }: Timer, values: Partial<Timer>): Timer =>
  db.update(timers).set(values).where(eq(timers.id, id)).returning().get();

/**
 * Stops the running timer, now or when the person says it ended, after changing what it is for; a paused one ended with
 * the start of its pause. It becomes a work log of the day on
 * which it began, at the rate of the quick entry; or a draft, when something is missing or it was
 * forgotten. Throws 409 when none runs, and 400 for an end that cannot be.
 */
export function stopTimer(
  services: WorkLogServices,
  person: Person,
  { endedAt, ...change }: Partial<TimerChoice> & { endedAt?: Date } = {},
): Stopped {
  return write(services.db, () => {
    const running = changeTimer(services, person, change);
    if (endedAt === undefined) return stop(services, running, services.clock());
    checkEnd(services, running, endedAt, 'endedAt');
    return toLogOrDraft(services, running, endedAt);
  });
}

/** Does what {@link stopTimer} does, but for a doubtful log: throws 409 with the question, and the timer runs on. */
export function stopOrAsk(...call: Parameters<typeof stopTimer>): Stopped {
  const [services] = call;
  return write(services.db, () => {
    const stopped = stopTimer(...call);
    if (stopped.outcome === 'draft' && stopped.doubt) throw stopped.doubt;
    return stopped;
  });
}

/** Discards the running timer with its time. Throws 409 when none runs. */
export function discardTimer({ db }: Pick<WorkLogServices, 'db'>, person: Person): void {
  write(db, () => {
    erase(db, requireRunning(db, person));
  });
}

/** Discards a draft with its time. Throws 404. */
export function discardDraft({ db }: { db: Database }, person: Person, id: number): void {
  write(db, () => {
    erase(db, getDraft(db, person, id));
  });
}

/** Makes a draft a work log. Throws 404, and 400 with the field that is wrong. */
export function logDraft(
  services: WorkLogServices,
  person: Person,
  id: number,
  { endedAt, rateChoice, hourlyRate, ...choice }: TimerChoice & DraftRate & { endedAt: Date },
): NamedWorkLog {
  return write(services.db, () => {
    const draft = getDraft(services.db, person, id);
    checkEnd(services, draft, endedAt, 'ended');
    const [issue] = missingFrom(choice);
    if (issue) throw new ProductError(400, issue.message, missingFrom(choice));
    return toLog(services, { ...draft, ...choice }, endedAt, { rateChoice, hourlyRate });
  });
}

function stop(services: WorkLogServices, running: Timer, now: Date): Stopped {
  const end = running.pausedAt ?? now;
  const why = whyForgotten(running, end, services.config.timeZone);
  if (why !== null) {
    const issues = [{ path: 'ended', message: why }];
    return { ...toDraft(services.db, running, end, issues), isForgotten: true };
  }
  if (minutesUntil(running, end) < 1) return { outcome: 'too-short' };
  return toLogOrDraft(services, running, end);
}

function toLogOrDraft(services: WorkLogServices, timer: Timer, end: Date): Stopped {
  const issues = missingFrom(timer);
  if (issues.length > 0) return toDraft(services.db, timer, end, issues);
  try {
    return { outcome: 'logged', log: toLog(services, timer, end) };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const draft = toDraft(services.db, timer, end, error.issues);
    return error instanceof DoubtfulError ? { ...draft, doubt: error } : draft;
  }
}

function toDraft(db: Database, timer: Timer, stoppedAt: Date, issues: Issue[]) {
  const draft = update(db, timer, { stoppedAt, pausedAt: null });
  return { outcome: 'draft' as const, draft, isForgotten: false, issues };
}

/** A transaction of its own, so that a log that is refused leaves the timer. */
function toLog(
  services: WorkLogServices,
  timer: Timer,
  end: Date,
  rate: DraftRate = { hourlyRate: null },
): NamedWorkLog {
  const { clientId, workTypeId, jobId, description, startedAt } = timer;
  if (clientId === null || workTypeId === null) throw invalid('clientId', SELECT_BOTH);
  return write(services.db, () => {
    if (chosenWorkType(services.db, workTypeId).isHardware) throw invalid('workTypeId', NOT_TIME);
    erase(services.db, timer);
    return logWork(services, {
      clientId,
      workTypeId,
      jobId,
      description,
      duration: minutesUntil(timer, end),
      travelTime: null,
      ...rate,
      billable: true,
      date: { instant: startedAt },
      // With its clock put back meanwhile, the start or the end is wrong.
      ...(end > startedAt && timer.pausedMilliseconds >= 0 ? { startedAt, endedAt: end } : {}),
      hardwareItems: null,
    });
  });
}

function missingFrom({
  clientId,
  workTypeId,
}: Omit<TimerChoice, 'jobId' | 'description'>): Issue[] {
  return Object.entries({ clientId, workTypeId })
    .filter(([, id]) => id === null)
    .map(([path]) => ({ path, message: SELECT_BOTH }));
}

function requireRunning(db: Database, person: Person): Timer {
  const running = runningTimer(db, person);
  if (running && [undefined, running.id].includes(person.timerId)) return running;
  throw conflict(person.timerId === undefined ? NOT_RUNNING : STOPPED_ALREADY);
}

function erase(db: Database, { id }: Timer): void {
  db.delete(timers).where(eq(timers.id, id)).run();
}

/** What the API and the screens say about a timer that did not become a log. */
export function sayStopped(stopped: Exclude<Stopped, { outcome: 'logged' }>): string {
  if (stopped.outcome === 'too-short') return TOO_SHORT;
  const [issue = stopped.doubt] = stopped.issues;
  if (stopped.isForgotten && issue) return issue.message;
  return `The time is kept, but not logged yet. ${issue?.message ?? ''}`.trim();
}
