import type { Timer } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { getClient } from '../../clients/clients.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { formatTime } from '../../lib/calendar.ts';
import { formatDuration } from '../../lib/duration.ts';
import { findWorkType, getWorkType } from '../../work-types/work-types.server.ts';
import { loadWorkLogOptions, ofKind, withCurrent } from '../form/form-options.server.ts';
import { formatElapsed } from './clock.ts';
import { formatStart, isForgotten, minutesBetween, type TimerChoice } from './timer.ts';
import { listDrafts, runningTimer, changeTimer } from './timer.server.ts';
import { write, prepared } from '#db/connection.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, only } from '../../http/form/made-from.server.ts';
import { shorten } from '../../lib/shorten.ts';
type ScreenServices = Pick<Services, 'db' | 'clock' | 'config'>;

/** What the timer's screen shows: the running timer, or an empty form, and the drafts. */
export function loadTimerScreen(services: ScreenServices, person: { id: number }) {
  const { db, config } = services;
  const running = runningTimer(db, person);
  return {
    timer: {
      id: running?.id ?? 0,
      oneTimeKey: newOneTimeKey(),
      options: timerOptions(services, running),
      values: timerValues(running),
      version: running && timerVersion(running),
      running: running && toRunning(services, running),
    },
    drafts: listDrafts(db, person).map((draft) => toDraft(services, draft, config.timeZone)),
  };
}

/** The clients and the kinds of time that a timer may be for. */
export function timerOptions(services: ScreenServices, timer: Timer | null) {
  const options = ofKind(loadWorkLogOptions(services), { isHardware: false });
  if (timer === null) return options;
  const { clientId, workTypeId } = timer;
  const client = clientId === null ? null : getClient(services, clientId);
  return withCurrent(
    options,
    client,
    workTypeId === null ? null : findWorkType(services, workTypeId),
  );
}

function toRunning({ clock, config }: ScreenServices, timer: Timer) {
  const now = clock();
  return {
    started: formatStart(timer, config.timeZone),
    shown: formatElapsed(now.getTime() - timer.startedAt.getTime()),
    asOf: formatTime(now, config.timeZone),
  };
}

function toDraft(services: ScreenServices, draft: Timer, timeZone: string) {
  const { id, startedAt, stoppedAt, clientId, workTypeId, description } = draft;
  const end = stoppedAt ?? startedAt;
  const client = clientId === null ? null : getClient(services, clientId);
  const workType = workTypeId === null ? null : findWorkType(services, workTypeId);
  return {
    id,
    started: formatStart(draft, timeZone),
    duration: isForgotten(startedAt, end, timeZone)
      ? 'end to be said'
      : formatDuration(minutesBetween(startedAt, end)),
    what: [client?.name, workType?.name, description].filter(Boolean).join(' · '),
  };
}

/** The texts in the fields of a timer. */
export function timerValues(timer: Timer | null) {
  return {
    clientId: timer?.clientId?.toString() ?? '',
    workTypeId: timer?.workTypeId?.toString() ?? '',
    description: timer?.description ?? '',
  };
}

/** More changes than one timer ever has. */
const VERSIONS = 1_000_000;

/** The version of a timer for its form: never that of another timer, whose own versions begin at one as well. */
export const timerVersion = ({ id, version }: Timer) => id * VERSIONS + version;

/**
 * Saves what the running timer is for. Fields that were changed elsewhere since the form was made
 * keep those changes. Throws what `changeTimer` throws, and `EditConflict`.
 */
export function saveTimer(
  services: Pick<Services, 'db'>,
  person: { id: number; timerId?: number },
  form: PostedForm<unknown>,
  choice: TimerChoice,
): Timer {
  return write(services.db, () => {
    const timer = changeTimer(services, person, {});
    const { changed } = mergeEdit(form, {
      version: timerVersion(timer),
      values: timerValues(timer),
      say: (name, text) => sayValue(services, name, text),
    });
    return changeTimer(services, person, only(choice, changed));
  });
}

function sayValue(services: Pick<Services, 'db'>, name: string, text: string): string {
  if (text === '') return 'nothing';
  if (name === 'clientId') return getClient(services, Number(text)).name;
  if (name === 'workTypeId') return getWorkType(services, Number(text)).name;
  return text;
}

type Row = {
  id: number;
  startedAt: number;
  isRunning: 0 | 1;
  client: string | null;
  workType: string | null;
};

const TIMERS = `
  select t.id, t.started_at as startedAt, t.stopped_at is null as isRunning,
    c.name as client, w.name as workType
  from timers t left join clients c on c.id = t.client_id left join work_types w on w.id = t.work_type_id
  where t.user_id = ?`;

/** What the frame of every screen shows of a person's timer. */
export type FrameTimer = ReturnType<typeof loadFrameTimer>;

/** The running timer as of now, by the server's clock, and how many drafts wait. */
export function loadFrameTimer(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  person: { id: number },
) {
  const rows = prepared<Row>(db, TIMERS).all(person.id);
  const running = rows.find(({ isRunning }) => isRunning === 1);
  const drafts = rows.filter(({ isRunning }) => isRunning === 0).length;
  return { drafts, running: running ? toView(running) : null, oneTimeKey: newOneTimeKey() };

  function toView({ id, startedAt, client, workType }: Row) {
    const now = clock();
    const elapsed = Math.max(0, now.getTime() - startedAt);
    return {
      id,
      elapsed,
      shown: formatElapsed(elapsed),
      asOf: formatTime(now, config.timeZone),
      label: [client, workType].filter((name) => name !== null).join(' · '),
    };
  }
}

type Names = { client: string | null; workType: string | null };

const NAMES = `
  select c.name as client, w.name as workType from timers t
  left join clients c on c.id = t.client_id left join work_types w on w.id = t.work_type_id
  where t.id = ?`;

/** Enough of a description to tell what the time was for, in characters. */
const SHOWN = 200;

/** The running timer and the drafts of a person, oldest first, each said in a line. */
export function unloggedTime(
  { db, config }: Pick<Services, 'db' | 'config'>,
  person: { id: number },
): { id: number; text: string }[] {
  const running = runningTimer(db, person);
  return [...listDrafts(db, person), ...(running ? [running] : [])].map((timer) => {
    const names = prepared<Names>(db, NAMES).get(timer.id);
    const what = [names?.client, names?.workType, shorten(timer.description, SHOWN)];
    const started = formatStart(timer, config.timeZone);
    const told = [`${started}, ${sayLength(timer, config.timeZone)}`, sayWhat(what)];
    return { id: timer.id, text: told.join(': ') };
  });
}

function sayLength({ startedAt, stoppedAt }: Timer, timeZone: string): string {
  if (stoppedAt === null) return 'still running';
  if (isForgotten(startedAt, stoppedAt, timeZone)) return 'with its end to be said';
  return formatDuration(minutesBetween(startedAt, stoppedAt));
}

function sayWhat(parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ') || 'not said what for';
}
