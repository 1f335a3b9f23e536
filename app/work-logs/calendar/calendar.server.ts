import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { calendars } from '#db/schema.ts';
import { hashOf } from '../../auth/sessions/sessions.server.ts';
import { noteSignIn } from '../../auth/sign-in/sign-in-trail.server.ts';
import type { Services } from '../../context.server.ts';
import { addToDay, dayOf, formatBritishMoment, startOfBusinessDay } from '../../lib/calendar.ts';
import { formatDuration } from '../../lib/duration.ts';
import { installationId } from '../../platform/settings-store.server.ts';
import { displayName, type UserView } from '../../users/users.ts';
import { toCalendarText, type CalendarEvent } from './ics.ts';

type CalendarServices = Pick<Services, 'db' | 'clock' | 'config'>;

/** Makes the address of a person's calendar, which ends the one before. Nothing here keeps it. */
export function makeCalendar(services: CalendarServices, userId: number): string {
  const { db, clock, config } = services;
  const secret = randomBytes(32).toString('base64url');
  const made = { secretHash: hashOf(secret), createdAt: clock() };
  write(db, () => {
    installationId(services);
    db.insert(calendars)
      .values({ userId, ...made })
      .onConflictDoUpdate({ target: calendars.userId, set: made })
      .run();
    noteSignIn(services, 'calendar address made', {});
  });
  return `${config.origin}/calendar/${secret}${ENDING}`;
}

const ENDING = '.ics';

/** Ends the address of a person's calendar, if there is one: it gives nothing from now on. */
export function endCalendar(services: Pick<Services, 'db'>, userId: number): void {
  const { db } = services;
  write(db, () => {
    const { changes } = db.delete(calendars).where(eq(calendars.userId, userId)).run();
    if (changes > 0) noteSignIn(services, 'calendar address ended', {});
  });
}

/** When the address of a person's calendar was made, in words; null where there is none. */
export function calendarMade({ db, config }: CalendarServices, userId: number): string | null {
  const row = db.select().from(calendars).where(eq(calendars.userId, userId)).get();
  return row ? formatBritishMoment(row.createdAt, config.timeZone) : null;
}

// As with sessions, only of who may still sign in.
const OWNER = `
  select u.id, u.email, u.first_name as firstName, u.last_name as lastName,
    (select value from settings where name = 'installation.id') as installation
  from calendars k join users u on u.id = k.user_id
  where k.secret_hash = ? and exists (select 1 from approved_emails a where a.email = u.email)`;

type Owner = Omit<UserView, 'profileImageUrl'> & { installation: string };

/** How far a calendar goes back, in days: thirteen months. */
const DAYS_BACK = 396;
/** More than anybody logs in that time; the newest. */
const MOST_EVENTS = 5_000;

// By the day, since a person's logs are of many years.
const LOGS = `
  select w.id, w.version, w.updated_at as updatedAt, w.day, w.started_at as startedAt,
    w.ended_at as endedAt, w.duration, w.is_hardware as isHardware, w.description,
    c.name as client, t.name as workType
  from work_logs w indexed by work_logs_date
  join clients c on c.id = w.client_id
  join work_types t on t.id = w.work_type_id
  where w.date >= ? and w.created_by = ?
  order by w.date desc, w.id desc limit ${MOST_EVENTS}`;

type Row = Record<'id' | 'version' | 'updatedAt' | 'duration' | 'isHardware', number> &
  Record<'day' | 'description' | 'client' | 'workType', string> &
  Record<'startedAt' | 'endedAt', number | null>;

/** The calendar at an address, `<secret>.ics`, and its `ETag`; null where there is none, or it was ended. */
export function calendarAt({ db, clock, config }: CalendarServices, address: string) {
  const secret = address.endsWith(ENDING) ? address.slice(0, -ENDING.length) : '';
  const owner = prepared<Owner>(db, OWNER).get(hashOf(secret));
  if (owner === undefined) return null;
  const first = addToDay(dayOf(clock(), config.timeZone), -DAYS_BACK);
  const since = startOfBusinessDay(first, config.timeZone).getTime();
  const logs = prepared<Row>(db, LOGS).all(since, owner.id);
  const events = logs.map((log) => toEvent(log, owner.installation));
  const text = toCalendarText(`Work of ${displayName(owner)}`, events);
  return { text, tag: `W/"${createHash('sha256').update(text).digest('base64url')}"` };
}

function toEvent(log: Row, installation: string): CalendarEvent {
  const { id, version, day, startedAt, endedAt, client, workType } = log;
  const length = log.isHardware === 1 ? [] : [formatDuration(log.duration)];
  const times =
    startedAt === null || endedAt === null
      ? { from: day, to: addToDay(day, 1) }
      : { from: new Date(startedAt), to: new Date(endedAt) };
  return {
    uid: `work-log-${id}@${installation}`,
    changedAt: new Date(log.updatedAt),
    sequence: version,
    ...times,
    summary: [client, ...length, workType].join(' · '),
    description: log.description,
  };
}
