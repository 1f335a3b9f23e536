import { prepared } from '#db/connection.server.ts';
import { dayOf, formatDay, isOverAYearAhead } from '../lib/calendar.ts';
import type { Services } from '../context.server.ts';
import { askAbout, type Asked } from '../lib/doubts.ts';
import { formatDuration } from '../lib/duration.ts';
import { FULL_DAY, LONG_LOG } from './doubtful.ts';

const MINUTES_OF_DAY = `select coalesce(sum(minutes), 0) as minutes from person_totals
  where person_id = ? and unit = 'day' and period = ? and work_type_id = 0 and client_id = 0`;

type AskingServices = Pick<Services, 'db' | 'clock'> &
  Asked & { config: Pick<Services['config'], 'timeZone'> };

type Log = { duration: number; date: Date; person: number | null };

/**
 * Asks about a log that is much longer, or older, than work usually is when it is logged, or that fills more than a
 * day. Of an edited log (`before`) only what changes is asked about. Throws DoubtfulError.
 */
export function askAboutLog(
  services: AskingServices,
  { duration, date, person }: Log,
  before?: { duration: number; date: Date },
): void {
  const { db, clock, config, confirmed } = services;
  if (confirmed === undefined) return;
  const { timeZone } = config;
  const day = dayOf(date, timeZone);
  const isOtherDay = before === undefined || dayOf(before.date, timeZone) !== day;
  const added = duration - (isOtherDay ? 0 : before.duration);
  const ofDay = () =>
    prepared<{ minutes: number }>(db, MINUTES_OF_DAY).get(person, day)?.minutes ?? 0;
  const total = person === null || added <= 0 ? 0 : ofDay() + added;
  askAbout(services, [
    duration > LONG_LOG && duration !== before?.duration
      ? { word: 'hours', message: `${formatDuration(duration)} is long for one work log.` }
      : null,
    total > FULL_DAY
      ? { word: 'day', message: `${formatDay(day)} would have ${formatDuration(total)} of work.` }
      : null,
    isOtherDay && isOverAYearAhead(clock(), date, timeZone)
      ? { word: 'date', message: `${formatDay(day)} is more than a year ago.` }
      : null,
  ]);
}
