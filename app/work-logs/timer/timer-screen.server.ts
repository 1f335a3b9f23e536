import { getJob, listOfferedJobs } from '../../jobs/jobs.server.ts';
import type { z } from 'zod';
import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared, write, type Database } from '#db/connection.server.ts';
import { timers, type Timer } from '#db/schema.ts';
import { getClient } from '../../clients/clients.server.ts';
import type { Services } from '../../context.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, only } from '../../http/form/made-from.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { formatTime, toLocalText } from '../../lib/calendar.ts';
import { formatDuration } from '../../lib/duration.ts';
import { shorten } from '../../lib/shorten.ts';
import { findWorkType, getWorkType } from '../../work-types/work-types.server.ts';
import { formatTimes } from '../work-logs.ts';
import { loadWorkLogOptions, ofKind, withCurrent } from '../form/log-form.server.ts';
import { formatElapsed } from './clock.ts';
import {
  formatStart,
  minutesUntil,
  ranUntil,
  readMoment,
  whyForgotten,
  type RunningForm,
} from './timer.ts';
import type { WorkLogServices } from '../work-logs.server.ts';
import { changeTimer, runningTimer } from './timer.server.ts';

type ScreenServices = Pick<Services, 'db' | 'clock' | 'config'>;
type Person = { id: number };

/** A timer with the names of what it is for; it runs while `stoppedAt` is null. */
type NamedTimer = Timer & { client: string | null; workType: string | null };

const OWN = columnsOf(timers, 't');

const TIMERS = `
  select ${OWN.text}, c.name as client, w.name as workType
  from timers t left join clients c on c.id = t.client_id left join work_types w on w.id = t.work_type_id
  where t.user_id = ? order by t.started_at`;

/** The running timer of a person, if there is one, and the drafts, oldest first. */
function timersOf(db: Database, person: Person) {
  const rows = prepared<Stored<NamedTimer>>(db, TIMERS).all(person.id);
  const all = rows.map((row): NamedTimer => OWN.read(row));
  const running = all.find(({ stoppedAt }) => stoppedAt === null) ?? null;
  return { running, drafts: all.filter((timer) => timer !== running) };
}

const sayWhat = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ');

/** How long a draft ran; the end of one that was forgotten is to be said. */
function sayLength(timer: NamedTimer, timeZone: string): string {
  const end = timer.stoppedAt ?? timer.startedAt;
  return whyForgotten(timer, end, timeZone) === null
    ? formatDuration(minutesUntil(timer, end))
    : 'no end yet';
}

/** What the frame of every screen shows of a person's timer. */
export type FrameTimer = ReturnType<typeof loadFrameTimer>;

/** The running timer as of now, by the server's clock, and how many drafts wait. */
export function loadFrameTimer(services: ScreenServices, person: Person) {
  const { running, drafts } = timersOf(services.db, person);
  return {
    drafts: drafts.length,
    running: running && {
      id: running.id,
      ...elapsedOf(services, running),
      label: sayWhat([running.client, running.workType]),
    },
    oneTimeKey: newOneTimeKey(),
  };
}

function elapsedOf({ clock, config }: ScreenServices, timer: Timer) {
  const at = timer.pausedAt ?? clock();
  const elapsed = Math.max(0, ranUntil(timer, at));
  return {
    elapsed,
    isPaused: timer.pausedAt !== null,
    shown: formatElapsed(elapsed),
    asOf: formatTime(at, config.timeZone),
  };
}

const OVERLAPPED = `
  select w.day, w.started_at as startedAt, w.ended_at as endedAt, c.name as client
  from work_logs w indexed by work_logs_ended cross join clients c on c.id = w.client_id
  where w.created_by = ? and w.ended_at > ? and w.started_at < ? order by w.ended_at limit 1`;

type Overlapped = { day: string; startedAt: number; endedAt: number; client: string };

/** The first log of a person whose time a timer overlaps, said in a few words; null for none. */
export function overlapOf({ db, clock, config }: ScreenServices, person: Person, timer: Timer) {
  const end = timer.pausedAt ?? clock();
  const log = prepared<Overlapped>(db, OVERLAPPED).get(
    person.id,
    timer.startedAt.getTime(),
    end.getTime(),
  );
  if (log === undefined) return null;
  const times = { startedAt: new Date(log.startedAt), endedAt: new Date(log.endedAt) };
  return { day: log.day, text: `${formatTimes(times, config.timeZone)} for ${log.client}` };
}

/** The running timer and the drafts of a person, oldest first, each said in a line. */
export function unloggedTime(
  { db, config: { timeZone } }: Pick<Services, 'db' | 'config'>,
  person: Person,
): { id: number; text: string }[] {
  const { running, drafts } = timersOf(db, person);
  return [...drafts, ...(running ? [running] : [])].map((timer) => {
    const length = sayLength(timer, timeZone);
    const said = timer === running ? 'still running' : length.replace(/^end/, 'with its end');
    const { client, workType, description } = timer;
    const what = sayWhat([client, workType, shorten(description, 200)]) || 'no details yet';
    return { id: timer.id, text: `${formatStart(timer, timeZone)}, ${said}: ${what}` };
  });
}

/** What the timer's screen shows: the running timer, or an empty form, and the drafts. */
export function loadTimerScreen(services: ScreenServices, person: Person) {
  const { db, config } = services;
  const { timeZone } = config;
  const running = runningTimer(db, person);
  return {
    timer: {
      id: running?.id ?? 0,
      oneTimeKey: newOneTimeKey(),
      options: timerOptions(services, running),
      values: runningValues(running, timeZone),
      version: running && timerVersion(running),
      running: running && {
        started: formatStart(running, timeZone),
        ...elapsedOf(services, running),
        overlap: overlapOf(services, person, running),
      },
    },
    drafts: timersOf(db, person).drafts.map((draft) => ({
      id: draft.id,
      started: formatStart(draft, timeZone),
      duration: sayLength(draft, timeZone),
      what: sayWhat([draft.client, draft.workType, draft.description]),
    })),
  };
}

/** The clients and the kinds of time that a timer may be for. */
export function timerOptions(services: Pick<Services, 'db'>, timer: Timer | null) {
  const { clientId = null, workTypeId = null } = timer ?? {};
  const options = withCurrent(
    ofKind(loadWorkLogOptions(services), { isHardware: false }),
    clientId === null ? null : getClient(services, clientId),
    workTypeId === null ? null : findWorkType(services, workTypeId),
  );
  return { ...options, ...listOfferedJobs(services, timer?.jobId) };
}

/** The texts in the fields of a timer. */
export function timerValues(timer: Timer | null) {
  return {
    clientId: timer?.clientId?.toString() ?? '',
    workTypeId: timer?.workTypeId?.toString() ?? '',
    jobId: timer?.jobId?.toString() ?? '',
    description: timer?.description ?? '',
  };
}

const runningValues = (timer: Timer | null, timeZone: string) => ({
  ...timerValues(timer),
  startedAt: timer === null ? '' : toLocalText(timer.startedAt, timeZone),
});

type Get = (services: WorkLogServices, id: number) => { name: string };
/** What the fields of ids name. */
const NAMED: Record<string, Get> = { jobId: getJob, clientId: getClient, workTypeId: getWorkType };

/** More changes than one timer ever has. */
const VERSIONS = 1_000_000;

/** The version of a timer for its form: never that of another timer, whose own versions begin at one as well. */
export const timerVersion = ({ id, version }: Timer) => id * VERSIONS + version;

/**
 * Saves what the timer is for and its start, merged with others' changes; then it began so many minutes `earlier`. Throws
 * what `changeTimer` throws, and `EditConflict`.
 */
export function saveTimer(
  services: WorkLogServices,
  person: Person & { timerId?: number },
  form: PostedForm<unknown>,
  { startedAt: started, ...choice }: z.output<typeof RunningForm>,
  earlier = 0,
): Timer {
  const { timeZone } = services.config;
  return write(services.db, () => {
    const timer = changeTimer(services, person, {});
    const { changed } = mergeEdit(form, {
      version: timerVersion(timer),
      values: runningValues(timer, timeZone),
      say: (name, text) => {
        if (text === '') return 'nothing';
        if (name === 'startedAt') return text.replace('T', ' ');
        return NAMED[name]?.(services, Number(text)).name ?? text;
      },
    });
    // Without scripts the form offers the jobs of all clients: one of the old client is refused.
    if (changed.has('clientId')) changed.add('jobId');
    const typed = changed.has('startedAt')
      ? readMoment(started, timer, timeZone, 'startedAt')
      : timer.startedAt;
    const startedAt = new Date(typed.getTime() - earlier * 60_000);
    return changeTimer(services, person, { ...only(choice, changed), startedAt });
  });
}
