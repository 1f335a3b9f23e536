import type { REWRITING_SUBJECTS } from '#db/words.ts';
import { formatListDate } from '../../lib/calendar.ts';
import { formatDuration } from '../../lib/duration.ts';
import { ProductError } from '../../lib/errors.ts';
import {
  getOpenPendingLog,
  updatePendingLog,
  type PendingServices,
} from '../../pending-work-logs/entries.server.ts';
import { getPendingLog } from '../../pending-work-logs/pending-list.server.ts';
import { describeWorkLog } from '../../work-logs/description.server.ts';
import { getOpenWorkLog, getWorkLog } from '../../work-logs/work-logs.server.ts';

/** Whose descriptions a batch rewrites. */
export type Subject = (typeof REWRITING_SUBJECTS)[number];

/** What has a description: as a person knows it, and as it is now. */
export type Entry = {
  title: string;
  details: string;
  text: string;
  /** A sentence: why it cannot be changed. Null when it can. */
  closed: string | null;
};

/** A work log or pending work log as it is now; null when it is not there any more. */
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
    // What its work log would say (`confirmPendingLog`).
    text: entry.description || entry.taskName,
    closed: refusalOf(() => getOpenPendingLog(services, id)),
  };
}

/** With spaces at which no line breaks. */
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

/** Gives an entry another description, by the rules of its own form. Throws a ProductError. */
export function describeEntry(
  services: PendingServices,
  subject: Subject,
  id: number,
  description: string,
): void {
  if (subject === 'work_log') describeWorkLog(services, id, description);
  else updatePendingLog(services, id, { description });
}
