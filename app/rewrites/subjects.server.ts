import type { REWRITE_SUBJECTS } from '#db/words.ts';
import { formatListDate } from '../lib/calendar.ts';
import { formatDuration } from '../lib/duration.ts';
import { ProductError } from '../lib/errors.ts';
import {
  getOpenPendingLog,
  updatePendingLog,
  type PendingServices,
} from '../pending-work-logs/entries.server.ts';
import { getPendingLog } from '../pending-work-logs/pending-list.server.ts';
import { descriptionOnceConfirmed } from '../pending-work-logs/pending-work-logs.ts';
import { describeWorkLog } from '../work-logs/description.server.ts';
import { getOpenWorkLog, getWorkLog } from '../work-logs/work-logs.server.ts';

/** The kind of entry whose descriptions a batch rewrites. */
export type Subject = (typeof REWRITE_SUBJECTS)[number];

/** A work log or pending work log as it is now, with the texts that people know it by. */
export type Entry = {
  title: string;
  details: string;
  text: string;
  /** A sentence that says why it cannot be changed; null when it can. */
  closed: string | null;
};

/** Reads an entry; null when it does not exist any more. */
export function findEntry(services: PendingServices, subject: Subject, id: number): Entry | null {
  try {
    return subject === 'work_log' ? readWorkLog(services, id) : readPendingLog(services, id);
  } catch (error) {
    if (error instanceof ProductError && error.status === 404) return null;
    throw error;
  }
}

function readWorkLog(services: PendingServices, id: number): Entry {
  const { clientName, workTypeName, date, duration, description } = getWorkLog(services, id);
  const day = formatListDate(date, services.config.timeZone);
  return {
    title: clientName,
    details: [workTypeName, day, duration > 0 ? inOnePiece(formatDuration(duration)) : '']
      .filter(Boolean)
      .join(' · '),
    text: description,
    closed: refusalOf(() => getOpenWorkLog(services, id)),
  };
}

function readPendingLog(services: PendingServices, id: number): Entry {
  const entry = getPendingLog(services, id);
  const day = formatListDate(entry.completedAt, services.config.timeZone);
  return {
    title: entry.taskName,
    details: [entry.clientName ?? entry.projectName, day].filter(Boolean).join(' · '),
    text: descriptionOnceConfirmed(entry),
    closed: refusalOf(() => getOpenPendingLog(services, id)),
  };
}

/** Replaces spaces by non-breaking ones. */
function inOnePiece(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

function refusalOf(run: () => unknown): string | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof ProductError) return error.message;
    throw error;
  }
}

/** Changes an entry's description, by the rules of its own form. Throws a ProductError. */
export function describeEntry(
  services: PendingServices,
  subject: Subject,
  id: number,
  description: string,
): void {
  if (subject === 'work_log') describeWorkLog(services, id, description);
  else updatePendingLog(services, id, { description });
}
