import { eq } from 'drizzle-orm';
import { write, type Database } from '#db/connection.server.ts';
import { clients, pendingWorkLogs, workTypes } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { conflict, invalid, notFound, ProductError } from '../lib/errors.ts';
import type { PendingStatus } from '#db/words.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import { rateForEditedLog } from '../work-logs/rates/rates.ts';
import { logWork } from '../work-logs/work-logs.server.ts';
import { getPendingLog } from './pending-list.server.ts';
import {
  missingFor,
  MISSING_TEXT,
  MISSING_TITLE,
  type NamedPendingLog,
  type PendingChange,
} from './pending-work-logs.ts';

export type PendingServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

const HELD: Record<Exclude<PendingStatus, 'pending_review'>, string> = {
  confirmed: 'This task was confirmed already; its work log is in Work Logs.',
  converted: 'This task was confirmed and invoiced already.',
  rejected: 'This task was rejected already.',
  archived: 'This task was archived already. Move it back to review to change it.',
};

/** An entry that is still in review. Throws 404, and 409 for one that is not. */
export function getOpenPendingLog(services: Pick<Services, 'db'>, id: number): NamedPendingLog {
  const entry = getPendingLog(services, id);
  if (entry.status !== 'pending_review') throw conflict(HELD[entry.status]);
  return entry;
}

/**
 * Changes an entry in review. A client or work type that a person gave is no suggestion any
 * more. Where one of them changes and no rate was given, the rate follows
 * (docs/specification.md, "Rates"). Throws 404, 400, and 409 when it is not in review, which the
 * trigger `pending_work_logs_locked` holds as well; `pending_work_logs_version` raises its version,
 * here and wherever its state moves.
 */
export function updatePendingLog(
  services: PendingServices,
  id: number,
  change: PendingChange,
): NamedPendingLog {
  return write(services.db, () => {
    const entry = getOpenPendingLog(services, id);
    const clientId = change.clientId === undefined ? entry.clientId : change.clientId;
    const workTypeId = change.workTypeId === undefined ? entry.workTypeId : change.workTypeId;
    const client = clientId === null ? null : findClient(services.db, clientId, entry);
    const workType = workTypeId === null ? null : findWorkType(services.db, workTypeId, entry);
    const isMoved = clientId !== entry.clientId || workTypeId !== entry.workTypeId;
    const rate =
      change.estimatedHourlyRatePence ??
      (isMoved && workType ? rateForEditedLog(client, workType) : entry.estimatedHourlyRatePence);
    services.db
      .update(pendingWorkLogs)
      .set({
        taskName: change.taskName ?? entry.taskName,
        description: change.description ?? entry.description,
        duration: change.duration === undefined ? entry.duration : change.duration,
        clientId,
        workTypeId,
        isClientSuggested: entry.isClientSuggested && change.clientId === undefined,
        isWorkTypeSuggested: entry.isWorkTypeSuggested && change.workTypeId === undefined,
        billable: change.billable ?? entry.billable,
        estimatedHourlyRatePence: rate,
        updatedAt: services.clock(),
      })
      .where(eq(pendingWorkLogs.id, id))
      .run();
    return getPendingLog(services, id);
  });
}

function findClient(db: Database, id: number, entry: NamedPendingLog) {
  const client = db.select().from(clients).where(eq(clients.id, id)).get();
  if (!client) throw invalid('clientId', 'This client does not exist. Choose another.');
  if (!client.isActive && client.id !== entry.clientId) {
    throw invalid(
      'clientId',
      'This client is inactive. Choose another, or reactivate it on the Clients screen.',
    );
  }
  return client;
}

function findWorkType(db: Database, id: number, entry: NamedPendingLog) {
  const workType = db.select().from(workTypes).where(eq(workTypes.id, id)).get();
  if (!workType) throw invalid('workTypeId', 'This work type does not exist. Choose another.');
  if (!workType.isActive && workType.id !== entry.workTypeId) {
    throw invalid(
      'workTypeId',
      'This work type was deleted. Choose another, or bring it back in Settings.',
    );
  }
  if (workType.isHardware) {
    throw invalid('workTypeId', 'A task is time. Choose a work type that is not hardware.');
  }
  return workType;
}

/**
 * Turns an entry into a work log, in one transaction, `change` first. The log has the entry's
 * rate, and the instant at which the task was completed. Throws 404, 400 with what is
 * missing or cannot be chosen any more, and 409 when the entry is not in review.
 */
export function confirmPendingLog(
  services: PendingServices,
  id: number,
  change: PendingChange = {},
): NamedPendingLog {
  return write(services.db, () => {
    if (Object.keys(change).length > 0) updatePendingLog(services, id, change);
    const entry = getOpenPendingLog(services, id);
    const missing = missingFor(entry);
    if (missing.length > 0 || entry.clientId === null || entry.workTypeId === null) {
      throw new MissingInformation(missing);
    }
    // It may have become hardware since it was chosen, and a log of hardware has no time.
    findWorkType(services.db, entry.workTypeId, entry);
    const log = logWork(services, {
      clientId: entry.clientId,
      workTypeId: entry.workTypeId,
      duration: entry.duration,
      travelTime: null,
      description: entry.description || entry.taskName,
      hourlyRate: entry.estimatedHourlyRatePence,
      billable: entry.billable,
      date: { instant: entry.completedAt },
      hardwareItems: null,
    });
    moveTo(services, id, { status: 'confirmed', workLogId: log.id });
    return getPendingLog(services, id);
  });
}

/** 400: what an entry lacks before it can be confirmed. */
export class MissingInformation extends ProductError {
  readonly missing: ReturnType<typeof missingFor>;

  constructor(missing: ReturnType<typeof missingFor>) {
    super(
      400,
      MISSING_TEXT,
      missing.map((what) => ({ path: PATHS[what], message: `Please set the ${what}.` })),
    );
    this.missing = missing;
  }
}

/** The toast for an entry that lacks something; undefined: it was refused for another reason. */
export function toastForMissing(refusal: unknown): ToastMessage | undefined {
  if (!(refusal instanceof MissingInformation)) return undefined;
  return { title: MISSING_TITLE, text: refusal.message, variant: 'destructive' };
}

const PATHS = {
  client: 'clientId',
  'work type': 'workTypeId',
  duration: 'duration',
  'hourly rate': 'estimatedHourlyRate',
} as const;

/** Takes an entry out of the queue as not billable. Throws 404, and 409 when it is not in review. */
export function archivePendingLog(services: PendingServices, id: number): NamedPendingLog {
  return leaveQueue(services, id, 'archived');
}

/**
 * Takes an entry out of the queue for good; it is kept only so that the next import does not
 * bring it back. Throws 404, and 409 when it is not in review.
 */
export function rejectPendingLog(services: PendingServices, id: number): NamedPendingLog {
  return leaveQueue(services, id, 'rejected');
}

function leaveQueue(services: PendingServices, id: number, status: 'archived' | 'rejected') {
  return write(services.db, () => {
    getOpenPendingLog(services, id);
    moveTo(services, id, { status });
    return getPendingLog(services, id);
  });
}

/**
 * Puts an archived or rejected entry back into the queue; one that is there already stays.
 * Throws 404, and 409 for one that has become a work log.
 */
export function putBackPendingLog(services: PendingServices, id: number): NamedPendingLog {
  return write(services.db, () => {
    const { status } = getPendingLog(services, id);
    if (status === 'confirmed' || status === 'converted') throw conflict(HELD[status]);
    moveTo(services, id, { status: 'pending_review' });
    return getPendingLog(services, id);
  });
}

/**
 * Puts an entry into another state. Which may follow which the trigger `pending_work_logs_states`
 * holds; that of an invoiced log `pending_work_logs_invoiced` moves by itself.
 */
function moveTo(
  { db, clock }: PendingServices,
  id: number,
  state: { status: PendingStatus; workLogId?: number },
): void {
  const { changes } = db
    .update(pendingWorkLogs)
    .set({ ...state, updatedAt: clock() })
    .where(eq(pendingWorkLogs.id, id))
    .run();
  if (changes === 0) throw notFound('The pending work log');
}
