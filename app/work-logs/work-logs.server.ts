import { eq, sql } from 'drizzle-orm';
import { prepared, write, type Database } from '#db/connection.server.ts';
import { presentActor } from '#db/history/acting.server.ts';
import { workLogs, type Client, type Job, type WorkLog, type WorkType } from '#db/schema.ts';
import { findClient } from '../clients/clients.server.ts';
import type { Services } from '../context.server.ts';
import { findJob } from '../jobs/jobs.server.ts';
import { findWorkType } from '../work-types/work-types.server.ts';
import { dayOf, isDay, isOverAYearAhead, noonOf, formatBritishDay } from '../lib/calendar.ts';
import { type Asked, askAbout } from '../lib/doubts.ts';
import { conflict, invalid, notFound, ProductError } from '../lib/errors.ts';
import { RANGE_RULE } from '../lib/fields.ts';
import { itemsOf, replaceItems } from './hardware/items.server.ts';
import { measureEdited, measureWork, type Measured } from './measure.server.ts';
import { fromRow, selectWorkLogs, type WorkLogRow } from './list/list.server.ts';
import {
  BEING_INVOICED,
  INVOICED,
  STAYS_HARDWARE,
  STAYS_TIME,
  TOO_FAR_AHEAD,
  type NamedWorkLog,
  type ToldWork,
  type WorkDate,
  type WorkLogChange,
  type WorkLogInput,
  FULL_DAY,
  LONG_LOG,
  NO_TIMES_OF_ITEMS,
} from './work-logs.ts';
import { formatDuration } from '../lib/duration.ts';
import { minutesOfTimes, timesOf, timesOnDay } from './work-times.ts';
import { aboutItems } from '../work-types/items-name.ts';

/** The services that writing work logs needs. */
export type WorkLogServices = Pick<Services, 'db' | 'clock'> &
  Asked & { config: Pick<Services['config'], 'timeZone'> };

const ONE_WORK_LOG = `${selectWorkLogs()} where w.id = ?`;

/** One work log with its items, or null. */
export function findWorkLog({ db }: Pick<Services, 'db'>, id: number): NamedWorkLog | null {
  const row = prepared<WorkLogRow>(db, ONE_WORK_LOG).get(id);
  return row ? fromRow(db, row, itemsOf(db, id)) : null;
}

/** One work log with its items. Throws 404. */
export function getWorkLog(services: Pick<Services, 'db'>, id: number): NamedWorkLog {
  const log = findWorkLog(services, id);
  if (!log) throw notFound('The work log');
  return log;
}

/** One work log that may still be changed. Throws 404, and 409 when it is, or is being, invoiced. */
export function getOpenWorkLog(services: Pick<Services, 'db'>, id: number): NamedWorkLog {
  const log = getWorkLog(services, id);
  if (log.isInvoiced) throw conflict(INVOICED);
  if (log.isClaimed) throw conflict(BEING_INVOICED);
  return log;
}

/**
 * Adds a work log: time or, if the work type is hardware, hardware items. Without a rate the log
 * gets the one for new logs (`rateForNewLog`). `told`: what a file says of it besides. Throws 400 with the field that is wrong, and 409 with a question where
 * duration or date are doubtful.
 */
export function logWork(
  services: WorkLogServices,
  input: WorkLogInput,
  told: ToldWork | null = null,
): NamedWorkLog {
  const now = services.clock();
  const person = told === null ? presentActor().userId : told.person;
  return write(services.db, () => {
    const client = chosenClient(services.db, input.clientId, told && input.clientId);
    const workType = chosenWorkType(services.db, input.workTypeId, told && input.workTypeId);
    const job = chosenJob(services.db, client, input.jobId ?? null, told && input.jobId);
    const times = timesOf(input);
    if (workType.isHardware && times.startedAt) throw invalid('startedAt', NO_TIMES_OF_ITEMS);
    const duration = input.duration ?? minutesOfTimes(times);
    const measured = measureWork({ ...input, duration }, { client, workType, job }, told !== null);
    const given = input.date ?? (times.startedAt && { instant: times.startedAt });
    const date = given === null ? now : toInstant(services, given);
    askAboutLog(services, { duration: measured.duration, date, person });
    const { id } = services.db
      .insert(workLogs)
      .values({
        ...toColumns(services, {
          clientId: client.id,
          workTypeId: workType.id,
          jobId: job?.id ?? null,
          measured,
          date,
        }),
        ...timesOnDay(times, date, services.config.timeZone),
        isHardware: workType.isHardware,
        description: input.description,
        billable: input.billable ?? true,
        isInvoiced: told?.isInvoiced,
        xeroInvoiceNumber: told?.invoiceNumber,
        // Null when the person was deleted a moment ago.
        createdBy: sql<number | null>`(select id from users where id = ${person})`,
        createdAt: now,
      })
      .returning({ id: workLogs.id })
      .get();
    replaceItems(services.db, id, measured.items ?? [], now);
    return getWorkLog(services, id);
  });
}

/**
 * Changes the fields of a log that `change` names. A job goes with a change of its client, unless another is named. If
 * client or work type change, or a job with a rate of its own comes or goes, and no rate is named, the log gets the rate for edited logs (`rateForEditedLog`); otherwise its rate stays. A list of items replaces the old list. The
 * triggers `work_logs_version…` raise the log's version. Throws 404, 400, and 409 when the log is, or is being,
 * invoiced, the new work type is of the other kind (time or hardware), or a new duration or date is doubtful.
 */
export function updateWorkLog(services: WorkLogServices, id: number, change: WorkLogChange) {
  const now = services.clock();
  return write(services.db, () => {
    const log = getOpenWorkLog(services, id);
    const { clientId = log.clientId, workTypeId = log.workTypeId } = change;
    const client = chosenClient(services.db, clientId, log.clientId);
    const workType = chosenWorkType(services.db, workTypeId, log.workTypeId);
    if (workType.id !== log.workTypeId && workType.isHardware !== log.isHardware) {
      const message = log.isHardware ? aboutItems(STAYS_HARDWARE, log) : STAYS_TIME;
      throw new ProductError(409, message, [{ path: 'workTypeId', message }]);
    }
    const { jobId = client.id === log.clientId ? log.jobId : null } = change;
    const job = chosenJob(services.db, client, jobId, log.jobId);
    const before = log.jobId === null ? null : findJob(services, log.jobId);
    const measured = measureEdited(log, change, { client, workType, job, before });
    const date = editedDate(services, log, change.date ?? null);
    const times = timesOf(change, log);
    if (log.isHardware && times.startedAt) throw invalid('startedAt', NO_TIMES_OF_ITEMS);
    askAboutLog(services, { duration: measured.duration, date, person: log.createdBy }, log);
    services.db
      .update(workLogs)
      .set({
        ...toColumns(services, { clientId, workTypeId, jobId, measured, date }),
        ...timesOnDay(times, date, services.config.timeZone, log),
        description: change.description,
        billable: change.billable ?? undefined,
      })
      .where(eq(workLogs.id, id))
      .run();
    if (measured.items) replaceItems(services.db, id, measured.items, now);
    return getWorkLog(services, id);
  });
}

type Columns = Pick<WorkLog, 'clientId' | 'workTypeId' | 'jobId' | 'date'> & { measured: Measured };

function toColumns({ clock, config }: WorkLogServices, { measured, ...columns }: Columns) {
  const { duration, hourlyRatePence, hasOwnRate, totalPence } = measured;
  const day = dayOf(columns.date, config.timeZone);
  return { ...columns, duration, hourlyRatePence, hasOwnRate, totalPence, day, updatedAt: clock() };
}

/** The instant of a given date. Throws 400, at `path`, when it is more than a year ahead. */
export function toInstant({ clock, config }: WorkLogServices, date: WorkDate, path = 'date'): Date {
  const { timeZone } = config;
  const instant = 'day' in date ? noonOf(date.day, timeZone) : date.instant;
  // West of Greenwich, 1970 in UTC begins on a day before all days.
  if (!isDay(dayOf(instant, timeZone))) throw invalid(path, RANGE_RULE);
  if (isOverAYearAhead(instant, clock(), timeZone)) throw invalid(path, TOO_FAR_AHEAD);
  return instant;
}

/** The new instant of an edited log. If the day is the same, the log keeps its time of day. */
function editedDate(services: WorkLogServices, log: NamedWorkLog, date: WorkDate | null): Date {
  const isSame =
    date === null ||
    ('day' in date
      ? date.day === dayOf(log.date, services.config.timeZone)
      : date.instant.getTime() === log.date.getTime());
  return isSame ? log.date : toInstant(services, date);
}

/** The client that was chosen. An inactive one (`current`) may stay where it is. Throws 400 at `clientId`. */
export function chosenClient(db: Database, id: number, current: number | null = null): Client {
  const client = findClient({ db }, id);
  if (!client) throw invalid('clientId', 'This client does not exist. Choose another.');
  if (!client.isActive && id !== current)
    throw invalid(
      'clientId',
      'This client is inactive. Choose another, or reactivate it on the Clients screen.',
    );
  return client;
}

/** The work type that was chosen. A deleted one (`current`) may stay where it is. Throws 400 at `workTypeId`. */
export function chosenWorkType(db: Database, id: number, current: number | null = null): WorkType {
  const workType = findWorkType({ db }, id);
  if (!workType) throw invalid('workTypeId', 'This work type does not exist. Choose another.');
  if (!workType.isActive && id !== current)
    throw invalid(
      'workTypeId',
      'This work type was deleted. Choose another, or restore it in Settings.',
    );
  return workType;
}

/** Refuses a job where no client is chosen. */
export const NO_CLIENT_OF_JOB = 'Choose the client of this job, too.';

/**
 * The job that was chosen for a client's work; one that is done (`current`) may stay where it is. Null: none. Throws 400
 * at `jobId`.
 */
export function chosenJob(
  db: Database,
  client: Client,
  id: number | null,
  current: number | null = null,
): Job | null {
  if (id === null) return null;
  const job = findJob({ db }, id);
  if (!job) throw invalid('jobId', 'This job does not exist. Choose another, or none.');
  if (job.clientId !== client.id)
    throw invalid('jobId', `This is no job of ${client.name}. Choose one of theirs, or none.`);
  if (!job.isOpen && id !== current)
    throw invalid(
      'jobId',
      'This job is done. Choose another, or open it again on its client’s page.',
    );
  return job;
}

const MINUTES_OF_DAY = `select coalesce(sum(minutes), 0) as minutes from person_totals
  where person_id = ? and unit = 'day' and period = ? and work_type_id = 0 and client_id = 0`;

/** Asks about a log that is long, old or fills over a day; of an edited one, what changes. Throws DoubtfulError. */
function askAboutLog(
  services: WorkLogServices,
  { duration, date, person }: { duration: number; date: Date; person: number | null },
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
      ? {
          word: 'day',
          message: `${formatBritishDay(day)} would have ${formatDuration(total)} of work.`,
        }
      : null,
    isOtherDay && isOverAYearAhead(clock(), date, timeZone)
      ? { word: 'date', message: `${formatBritishDay(day)} is more than a year ago.` }
      : null,
  ]);
}

/** Changes only the description of a log. Throws 404, and 409 when it is, or is being, invoiced. */
export function describeWorkLog(
  services: Pick<Services, 'db' | 'clock'>,
  id: number,
  description: string,
): void {
  write(services.db, () => {
    getOpenWorkLog(services, id);
    services.db
      .update(workLogs)
      .set({ description, updatedAt: services.clock() })
      .where(eq(workLogs.id, id))
      .run();
  });
}
