import { eq } from 'drizzle-orm';
import { prepared, write, type Database } from '#db/connection.server.ts';
import { clients, workLogs, workTypes, type Client, type WorkType } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { dayOf, noonOf } from '../lib/calendar.ts';
import { conflict, invalid, notFound } from '../lib/errors.ts';
import { itemsOf, replaceItems } from './items.server.ts';
import { measureWork, type Measured } from './measure.server.ts';
import { fromRow, selectWorkLogs, type WorkLogRow } from './row.server.ts';
import {
  BEING_INVOICED,
  INVOICED,
  type NamedWorkLog,
  type WorkDate,
  type WorkLogInput,
} from './work-logs.ts';

type WorkLogServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

const ONE_WORK_LOG = `${selectWorkLogs()} where w.id = ?`;

/** One work log with its items, or null. */
export function findWorkLog({ db }: Pick<Services, 'db'>, id: number): NamedWorkLog | null {
  const row = prepared<WorkLogRow>(db, ONE_WORK_LOG).get(id);
  return row ? fromRow(row, itemsOf(db, id)) : null;
}

/** One work log with its items. Throws 404. */
export function getWorkLog(services: Pick<Services, 'db'>, id: number): NamedWorkLog {
  const log = findWorkLog(services, id);
  if (!log) throw notFound('The work log');
  return log;
}

/**
 * One work log that may still be changed. Throws 404, and 409 when it is, or is being, invoiced: in
 * words what the triggers `work_logs_claimed` and `work_logs_claimed_deleted` hold.
 */
export function getOpenWorkLog(services: Pick<Services, 'db'>, id: number): NamedWorkLog {
  const log = getWorkLog(services, id);
  if (log.isInvoiced) throw conflict(INVOICED);
  if (log.isClaimed) throw conflict(BEING_INVOICED);
  return log;
}

/**
 * Records work: time, or hardware items where the work type is hardware. The rate is the one
 * given or, without, the client's, the work type's or the fallback; the total is computed
 * here. Throws 400 with the field that is wrong.
 */
export function logWork(services: WorkLogServices, input: WorkLogInput): NamedWorkLog {
  const now = services.clock();
  return write(services.db, () => {
    const client = findClient(services.db, input.clientId);
    if (!client.isActive) throw invalid('clientId', INACTIVE_CLIENT);
    const workType = findWorkType(services.db, input.workTypeId);
    if (!workType.isActive) throw invalid('workTypeId', DELETED_WORK_TYPE);
    const measured = measureWork(input, client, workType);
    const date = toInstant(input.date, services.config.timeZone) ?? now;
    const { id } = services.db
      .insert(workLogs)
      .values({
        ...toColumns(services, input, measured, date),
        billable: input.billable ?? true,
        createdAt: now,
      })
      .returning({ id: workLogs.id })
      .get();
    replaceItems(services.db, id, measured.items, now);
    return getWorkLog(services, id);
  });
}

/**
 * Changes a log. Where its client or work type changes and no rate was typed, the rate
 * follows the rule for edited logs; otherwise it stays. Items that are no longer given are
 * deleted, existing ones updated, new ones created, all or nothing. Throws 404, 400, and 409
 * when the log is invoiced.
 */
export function updateWorkLog(
  services: WorkLogServices,
  id: number,
  input: WorkLogInput,
): NamedWorkLog {
  const now = services.clock();
  return write(services.db, () => {
    const log = getOpenWorkLog(services, id);
    const client = findClient(services.db, input.clientId);
    if (!client.isActive && client.id !== log.clientId) throw invalid('clientId', INACTIVE_CLIENT);
    const workType = findWorkType(services.db, input.workTypeId);
    if (!workType.isActive && workType.id !== log.workTypeId) {
      throw invalid('workTypeId', DELETED_WORK_TYPE);
    }
    const measured = measureWork(input, client, workType, log);
    const date = editedDate(log, input.date, services.config.timeZone);
    services.db
      .update(workLogs)
      .set({
        ...toColumns(services, input, measured, date),
        billable: input.billable ?? log.billable,
      })
      .where(eq(workLogs.id, id))
      .run();
    replaceItems(services.db, id, measured.items, now);
    return getWorkLog(services, id);
  });
}

function toColumns(
  { clock, config }: WorkLogServices,
  input: WorkLogInput,
  measured: Measured,
  date: Date,
) {
  return {
    clientId: input.clientId,
    workTypeId: input.workTypeId,
    description: input.description,
    duration: measured.duration,
    hourlyRatePence: measured.hourlyRatePence,
    totalPence: measured.totalPence,
    date,
    day: dayOf(date, config.timeZone),
    updatedAt: clock(),
  };
}

const INACTIVE_CLIENT =
  'This client is inactive. Choose another, or reactivate it on the Clients screen.';
const DELETED_WORK_TYPE =
  'This work type was deleted. Choose another, or bring it back in Settings.';

function findClient(db: Database, id: number): Client {
  const client = db.select().from(clients).where(eq(clients.id, id)).get();
  if (!client) throw invalid('clientId', 'This client does not exist. Choose another.');
  return client;
}

function findWorkType(db: Database, id: number): WorkType {
  const workType = db.select().from(workTypes).where(eq(workTypes.id, id)).get();
  if (!workType) throw invalid('workTypeId', 'This work type does not exist. Choose another.');
  return workType;
}

function toInstant(date: WorkDate | null, timeZone: string): Date | null {
  if (date === null) return null;
  return 'day' in date ? noonOf(date.day, timeZone) : date.instant;
}

/** A day that was not changed keeps the time of day that the log had. */
function editedDate(log: NamedWorkLog, date: WorkDate | null, timeZone: string): Date {
  if (date !== null && 'day' in date && date.day === dayOf(log.date, timeZone)) return log.date;
  return toInstant(date, timeZone) ?? log.date;
}
