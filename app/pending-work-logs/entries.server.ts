import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { pendingWorkLogs } from '#db/schema.ts';
import type { PendingStatus } from '#db/words.ts';
import { entryOf, type Entry } from '../ai/batch/batches.server.ts';
import type { Services } from '../context.server.ts';
import { findJob } from '../jobs/jobs.server.ts';
import { dayOf, formatBritishDay } from '../lib/calendar.ts';
import type { Asked } from '../lib/doubts.ts';
import { conflict, ProductError } from '../lib/errors.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import { isOtherPrice, rateForEditedLog } from '../work-logs/rates/rates.ts';
import { logWork } from '../work-logs/work-logs.server.ts';
import { findChosen } from './chosen.server.ts';
import { getPendingLog } from './pending-list.server.ts';
import {
  descriptionOnceConfirmed,
  MISSING_TEXT,
  MISSING_TITLE,
  missingFor,
  type NamedPendingLog,
  type PendingChange,
} from './pending-work-logs.ts';
import { nameKey } from './suggest/names.ts';
import { nextDecision } from './suggest/suggest.server.ts';
import {
  SUGGESTED_FIELDS,
  toSuggestionsText,
  type PersonField,
  type SuggestedField,
} from './suggest/suggestions.ts';

/** The services that changing entries needs. */
export type PendingServices = Pick<Services, 'db' | 'clock'> &
  Asked & {
    config: Pick<Services['config'], 'timeZone'>;
  };

const NOT_IN_REVIEW: Record<Exclude<PendingStatus, 'pending_review'>, string> = {
  confirmed: 'This task was confirmed already; its work log is in Work Logs.',
  converted: 'This task was confirmed and invoiced already.',
  rejected: 'This task was rejected already.',
  archived: 'This task was archived already. Move it back to review to change it.',
};

/** One entry that is still in review. Throws 404, and 409 when it is not in review. */
export function getOpenPendingLog(services: Pick<Services, 'db'>, id: number): NamedPendingLog {
  const entry = getPendingLog(services, id);
  if (entry.status !== 'pending_review') throw conflict(NOT_IN_REVIEW[entry.status]);
  return entry;
}

/**
 * Changes an entry in review. A field named in `change` is no longer a suggestion, and what was
 * chosen is offered to the waiting entries that it fits. A job goes with a change of its client, unless another is named. If
 * client, work type or a job with a rate differs from before and no rate is named, the entry gets the rate for edited logs
 * (docs/specification.md, "Rates"). Throws 404, 400, and 409 when the entry is not in review; the
 * trigger `pending_work_logs_locked` enforces the latter too. The trigger
 * `pending_work_logs_version` raises the entry's version with every change, of its state as well.
 */
export function updatePendingLog(
  services: PendingServices,
  id: number,
  change: PendingChange,
): NamedPendingLog {
  write(services.db, () => {
    const entry = getOpenPendingLog(services, id);
    const { estimatedHourlyRatePence: typedRate, ...fields } = change;
    const clientId = change.clientId === undefined ? entry.clientId : change.clientId;
    const workTypeId = change.workTypeId === undefined ? entry.workTypeId : change.workTypeId;
    const isOtherClient = clientId !== entry.clientId;
    const { jobId = isOtherClient ? null : entry.jobId } = change;
    const chosen = { clientId, workTypeId, jobId };
    const { client, workType, job } = findChosen(services.db, chosen, entry);
    const before = entry.jobId === null ? null : findJob(services, entry.jobId);
    const isMoved = isOtherClient || workTypeId !== entry.workTypeId || isOtherPrice(before, job);
    const rate =
      typedRate ??
      (isMoved && workType
        ? rateForEditedLog(client, workType, job)
        : entry.estimatedHourlyRatePence);
    const isNewRate = typedRate != null && rate !== entry.estimatedHourlyRatePence;
    const set = fieldsSetBy(entry, change);
    const isChoice = set.some((field) => LEARNED.has(field));
    services.db
      .update(pendingWorkLogs)
      .set({
        ...fields,
        jobId,
        nameKey: fields.taskName === undefined ? entry.nameKey : nameKey(fields.taskName),
        estimatedHourlyRatePence: rate,
        ...noteOf(
          entry,
          [...set, ...(isNewRate ? (['estimatedHourlyRate'] as const) : [])],
          // Once its job is let go of, another may be suggested, whoever had set that one.
          isOtherClient ? 'jobId' : null,
        ),
        decision: isChoice ? nextDecision(services.db) : entry.decision,
        updatedAt: services.clock(),
      })
      .where(eq(pendingWorkLogs.id, id))
      .run();
  });
  return getPendingLog(services, id);
}

/** The fields whose values are suggested for other entries once a person set them. */
const LEARNED: ReadonlySet<PersonField> = new Set(['clientId', 'workTypeId', 'jobId', 'duration']);

/** What a change makes a person's: the fields it names, but not one that is empty and was, since forms send all. */
function fieldsSetBy(entry: NamedPendingLog, change: PendingChange): SuggestedField[] {
  return SUGGESTED_FIELDS.filter((field) => {
    // A job that somebody chose holds its client, too.
    if (field === 'clientId' && change.jobId != null) return true;
    const value = change[field];
    if (value === undefined) return false;
    if (field === 'description' || field === 'billable') {
      return value !== entry[field] || entry.suggestions[field] !== undefined;
    }
    return value !== null || entry[field] !== null;
  });
}

/** What is to be stored of whose the fields are, once a person set these, and one was set free. */
function noteOf(
  entry: NamedPendingLog,
  set: readonly PersonField[],
  freed: PersonField | null = null,
) {
  const left = Object.entries(entry.suggestions).filter(
    ([field]) => field !== freed && !set.some((name) => name === field),
  );
  const before = entry.setByPerson.filter((field) => field !== freed);
  const mine = [...new Set([...before, ...set])].sort();
  return {
    suggestions: toSuggestionsText(Object.fromEntries(left)),
    setByPerson: JSON.stringify(mine),
    ...(set.includes('clientId') ? { inactiveClientId: null } : {}),
  };
}

/**
 * Applies `change` and makes a work log of an entry, with its rate, of when the task was completed. Throws 404,
 * 400 with what is missing or cannot be chosen, and 409 when it is not in review, or doubtful.
 */
export function confirmPendingLog(
  services: PendingServices,
  id: number,
  change: PendingChange = {},
): NamedPendingLog {
  write(services.db, () => {
    // What a new name would suggest nobody has seen, and the entry leaves the queue here.
    if (Object.keys(change).length > 0) updatePendingLog(services, id, change);
    const entry = getOpenPendingLog(services, id);
    const missing = missingFor(entry);
    if (missing.length > 0 || entry.clientId === null || entry.workTypeId === null) {
      throw new MissingInformation(missing);
    }
    // The work type may have become hardware since it was chosen, and a hardware log has no
    // duration.
    findChosen(services.db, entry, entry);
    const log = logWork(services, {
      clientId: entry.clientId,
      workTypeId: entry.workTypeId,
      jobId: entry.jobId,
      duration: entry.duration,
      travelTime: null,
      description: descriptionOnceConfirmed(entry),
      hourlyRate: entry.estimatedHourlyRatePence,
      isRateByRules: !entry.setByPerson.includes('estimatedHourlyRate'),
      billable: entry.billable,
      date: { instant: entry.completedAt },
      hardwareItems: null,
      ...proposedTimes(entry),
    });
    // Whoever confirms has looked at all of it.
    const all = SUGGESTED_FIELDS.filter((field) => field !== 'jobId' || entry.jobId !== null);
    const seen = noteOf(entry, all);
    moveTo(services, id, {
      status: 'confirmed',
      workLogId: log.id,
      ...seen,
      decision: nextDecision(services.db),
    });
  });
  return getPendingLog(services, id);
}

const Times = z.object({ startedAt: z.coerce.date(), endedAt: z.coerce.date() });

/** From when to when the work was done, where a log was proposed with it. */
const proposedTimes = ({ source, metadata }: NamedPendingLog) =>
  source === null ? {} : Times.safeParse(metadata).data;

/** 400: the entry lacks what it needs to be confirmed. */
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

/** The toast for {@link MissingInformation}; undefined for any other refusal. */
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

/** Takes an entry out of the queue as not billable. Throws 404, and 409 if it is not in review. */
export function archivePendingLog(services: PendingServices, id: number): NamedPendingLog {
  return leaveQueue(services, id, 'archived');
}

/** Takes an entry out of the queue; its row stays, so that no import adds the task again. Throws 404, and 409. */
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

/** Puts an archived or rejected entry back into the queue. Throws 404, and 409 when it has become a work log. */
export function putBackPendingLog(services: PendingServices, id: number): NamedPendingLog {
  write(services.db, () => {
    const { status } = getPendingLog(services, id);
    if (status === 'confirmed' || status === 'converted') throw conflict(NOT_IN_REVIEW[status]);
    moveTo(services, id, { status: 'pending_review' });
    // No rule archives an entry again that a person put back.
    const { setByPerson } = noteOf(getPendingLog(services, id), ['status']);
    services.db
      .update(pendingWorkLogs)
      .set({ setByPerson })
      .where(eq(pendingWorkLogs.id, id))
      .run();
  });
  return getPendingLog(services, id);
}

/**
 * Puts an entry into another state. The trigger `pending_work_logs_states` refuses a wrong order of
 * states; `pending_work_logs_invoiced` moves an entry when its log is invoiced or released.
 */
function moveTo(
  { db, clock }: PendingServices,
  id: number,
  state: Partial<typeof pendingWorkLogs.$inferInsert> & { status: PendingStatus },
): void {
  db.update(pendingWorkLogs)
    .set({ ...state, updatedAt: clock() })
    .where(eq(pendingWorkLogs.id, id))
    .run();
}

/** A task whose description is to be rewritten; null when it does not exist any more. */
export function taskToRewrite(services: PendingServices, id: number): Entry | null {
  return entryOf(
    () => {
      const entry = getPendingLog(services, id);
      const day = formatBritishDay(dayOf(entry.completedAt, services.config.timeZone));
      return {
        title: entry.taskName,
        details: [entry.clientName ?? entry.projectName, day].filter(Boolean).join(' · '),
        text: descriptionOnceConfirmed(entry),
      };
    },
    () => getOpenPendingLog(services, id),
  );
}
