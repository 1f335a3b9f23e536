import type { Timer } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { getClient } from '../../clients/clients.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { formatTime } from '../../lib/calendar.ts';
import { formatDuration } from '../../lib/duration.ts';
import { findWorkType } from '../../work-types/work-types.server.ts';
import { loadWorkLogOptions, ofKind, withCurrent } from '../form/form-options.server.ts';
import { timerValues, timerVersion } from './edited-timer.server.ts';
import { formatElapsed } from './clock.ts';
import { formatStart, isForgotten, minutesBetween } from './timer.ts';
import { listDrafts, runningTimer } from './timer.server.ts';

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
