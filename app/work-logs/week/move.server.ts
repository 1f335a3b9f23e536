import { write } from '#db/connection.server.ts';
import { addToDay, formatDay } from '../../lib/calendar.ts';
import { getOpenWorkLog, updateWorkLog, type WorkLogServices } from '../work-logs.server.ts';

/**
 * Moves a log by some days; gives the day on which it is now, for people. Throws 404, and 409 when
 * the log is, or is being, invoiced.
 */
export function moveWorkLog(services: WorkLogServices, id: number, days: number): string {
  return write(services.db, () => {
    const day = addToDay(getOpenWorkLog(services, id).day, days);
    updateWorkLog(services, id, { date: { day } });
    return formatDay(day);
  });
}
