import { entryOf, type Entry } from '../ai/batch/batches.server.ts';
import { dayOf, formatBritishDay } from '../lib/calendar.ts';
import { getOpenPendingLog, type PendingServices } from './entries.server.ts';
import { getPendingLog } from './pending-list.server.ts';
import { descriptionOnceConfirmed } from './pending-work-logs.ts';

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
