import { write } from '#db/connection.server.ts';
import { addToDay, formatDay } from '../../lib/calendar.ts';
import { getOpenWorkLog, updateWorkLog, type WorkLogServices } from '../work-logs.server.ts';

/**
 * Moves a log by some days from the day on which it was shown, which may be null; a log that is no longer
 * there stays, so that the same press sent again moves it once. Gives the day on which it is now, for
 * people. Throws 404, and 409 when the log is, or is being, invoiced.
 */
export function moveWorkLog(
  services: WorkLogServices,
  log: { id: number; day: string | null },
  days: number,
): string {
  return write(services.db, () => {
    const { id } = log;
    const from = getOpenWorkLog(services, id).day;
    if (log.day !== null && log.day !== from) return formatDay(from);
    const day = addToDay(from, days);
    updateWorkLog(services, id, { date: { day } });
    return formatDay(day);
  });
}
