import type { Entry } from '../ai/batch/entry.ts';
import type { Subject } from '../ai/batch/batches.server.ts';
import { updatePendingLog, type PendingServices } from '../pending-work-logs/entries.server.ts';
import { taskToRewrite } from '../pending-work-logs/rewritten.server.ts';
import { describeWorkLog } from '../work-logs/work-logs.server.ts';
import { logToRewrite } from '../work-logs/logged.server.ts';

/** Reads an entry; null when it does not exist any more. */
export function findEntry(services: PendingServices, subject: Subject, id: number): Entry | null {
  return subject === 'work_log' ? logToRewrite(services, id) : taskToRewrite(services, id);
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
