import { eq, getTableColumns } from 'drizzle-orm';
import { write, type Database, type Transaction } from '#db/connection.server.ts';
import {
  clients,
  workLogs,
  workTypes,
  type Client,
  type WorkLog,
  type WorkType,
} from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { noonOf, dayOf } from '../lib/calendar.ts';
import { MAX_DURATION_MINUTES } from '../lib/duration.ts';
import { conflict, invalid, notFound } from '../lib/errors.ts';
import { timeTotal } from '../lib/money.ts';
import { isOnSite } from '../work-types/work-types.ts';
import { rateForEditedLog, rateForNewLog } from './rates.ts';
import {
  ADD_AN_ITEM,
  ENTER_DURATION,
  INVOICED,
  TOO_LONG,
  type NamedWorkLog,
  type WorkDate,
  type WorkLogInput,
} from './work-logs.ts';

type WorkLogServices = Pick<Services, 'db' | 'clock' | 'config'>;
type Reader = Database | Transaction;

function findWorkLog(reader: Reader, id: number): NamedWorkLog {
  const log = reader
    .select({
      ...getTableColumns(workLogs),
      clientName: clients.name,
      workTypeName: workTypes.name,
    })
    .from(workLogs)
    .innerJoin(clients, eq(clients.id, workLogs.clientId))
    .innerJoin(workTypes, eq(workTypes.id, workLogs.workTypeId))
    .where(eq(workLogs.id, id))
    .get();
  if (!log) throw notFound('The work log');
  return log;
}

/** One work log. Throws 404. */
export function getWorkLog({ db }: Pick<Services, 'db'>, id: number): NamedWorkLog {
  return findWorkLog(db, id);
}

/** One work log that may still be changed. Throws 404, and 409 when it is invoiced. */
export function getOpenWorkLog({ db }: Pick<Services, 'db'>, id: number): NamedWorkLog {
  return requireOpen(findWorkLog(db, id));
}

function requireOpen(log: NamedWorkLog): NamedWorkLog {
  if (log.isInvoiced) throw conflict(INVOICED);
  return log;
}

/**
 * Records work. The rate is the one given or, without, the client's, the work type's or
 * the fallback; the total is computed here. Throws 400 with the field that is wrong.
 */
export function logWork(services: WorkLogServices, input: WorkLogInput): NamedWorkLog {
  const now = services.clock();
  return write(services.db, (transaction) => {
    const client = findClient(transaction, input.clientId);
    if (!client.isActive) throw invalid('clientId', INACTIVE_CLIENT);
    const workType = findWorkType(transaction, input.workTypeId);
    if (!workType.isActive) throw invalid('workTypeId', DELETED_WORK_TYPE);
    const duration = totalDuration(input, workType);
    const hourlyRatePence = input.hourlyRate ?? rateForNewLog(client, workType);
    const { id } = transaction
      .insert(workLogs)
      .values({
        clientId: client.id,
        workTypeId: workType.id,
        duration,
        description: input.description,
        hourlyRatePence,
        totalPence: timeTotal(duration, hourlyRatePence),
        billable: input.billable ?? true,
        date: toInstant(input.date, services.config.timeZone) ?? now,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: workLogs.id })
      .get();
    return findWorkLog(transaction, id);
  });
}

/**
 * Changes a log. Where its client or work type changes and no rate was typed, the rate
 * follows the rule for edited logs; otherwise it stays. Throws 404, 400, and 409 when the
 * log is invoiced.
 */
export function updateWorkLog(
  services: WorkLogServices,
  id: number,
  input: WorkLogInput,
): NamedWorkLog {
  const { timeZone } = services.config;
  return write(services.db, (transaction) => {
    const log = requireOpen(findWorkLog(transaction, id));
    const client = findClient(transaction, input.clientId);
    if (!client.isActive && client.id !== log.clientId) throw invalid('clientId', INACTIVE_CLIENT);
    const workType = findWorkType(transaction, input.workTypeId);
    if (!workType.isActive && workType.id !== log.workTypeId) {
      throw invalid('workTypeId', DELETED_WORK_TYPE);
    }
    const duration = totalDuration(input, workType);
    const hourlyRatePence = editedRate(log, input, client, workType);
    transaction
      .update(workLogs)
      .set({
        clientId: client.id,
        workTypeId: workType.id,
        duration,
        description: input.description,
        hourlyRatePence,
        totalPence: timeTotal(duration, hourlyRatePence),
        billable: input.billable ?? log.billable,
        date: editedDate(log, input.date, timeZone),
        updatedAt: services.clock(),
      })
      .where(eq(workLogs.id, id))
      .run();
    return findWorkLog(transaction, id);
  });
}

/** Deletes a log. Throws 404, and 409 when it is invoiced. */
export function deleteWorkLog({ db }: Pick<Services, 'db'>, id: number): void {
  write(db, (transaction) => {
    requireOpen(findWorkLog(transaction, id));
    transaction.delete(workLogs).where(eq(workLogs.id, id)).run();
  });
}

const INACTIVE_CLIENT =
  'This client is inactive. Choose another, or reactivate it on the Clients screen.';
const DELETED_WORK_TYPE =
  'This work type was deleted. Choose another, or bring it back in Settings.';

function findClient(reader: Reader, id: number): Client {
  const client = reader.select().from(clients).where(eq(clients.id, id)).get();
  if (!client) throw invalid('clientId', 'This client does not exist. Choose another.');
  return client;
}

function findWorkType(reader: Reader, id: number): WorkType {
  const workType = reader.select().from(workTypes).where(eq(workTypes.id, id)).get();
  if (!workType) throw invalid('workTypeId', 'This work type does not exist. Choose another.');
  return workType;
}

/** The minutes of a time log, travel included. Throws 400. */
function totalDuration(input: WorkLogInput, workType: WorkType): number {
  if (workType.isHardware) throw invalid('workTypeId', ADD_AN_ITEM);
  const travelTime = input.travelTime ?? 0;
  if (travelTime > 0 && !isOnSite(workType.name)) {
    throw invalid(
      'travelTime',
      'Travel time is only for on-site work. Empty this field, or choose an on-site work type.',
    );
  }
  const duration = (input.duration ?? 0) + travelTime;
  if (duration === 0) throw invalid('duration', ENTER_DURATION);
  if (duration > MAX_DURATION_MINUTES) throw invalid('duration', TOO_LONG);
  return duration;
}

function editedRate(log: WorkLog, input: WorkLogInput, client: Client, workType: WorkType): number {
  const isMoved = client.id !== log.clientId || workType.id !== log.workTypeId;
  if (input.hourlyRate === null) {
    return isMoved ? rateForEditedLog(client, workType) : log.hourlyRatePence;
  }
  // Without scripts, the field still shows the rate of the client and work type before.
  const isLeftOver =
    input.rateFor === `${log.clientId}:${log.workTypeId}` &&
    input.hourlyRate === log.hourlyRatePence;
  return isMoved && isLeftOver ? rateForEditedLog(client, workType) : input.hourlyRate;
}

function toInstant(date: WorkDate | null, timeZone: string): Date | null {
  if (date === null) return null;
  return 'day' in date ? noonOf(date.day, timeZone) : date.instant;
}

/** A day that was not changed keeps the time of day that the log had. */
function editedDate(log: WorkLog, date: WorkDate | null, timeZone: string): Date {
  if (date !== null && 'day' in date && date.day === dayOf(log.date, timeZone)) return log.date;
  return toInstant(date, timeZone) ?? log.date;
}
