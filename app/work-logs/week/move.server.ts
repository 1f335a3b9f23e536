import { write } from '#db/connection.server.ts';
import { addToDay, formatDay, isDay, movedTo } from '../../lib/calendar.ts';
import { conflict } from '../../lib/errors.ts';
import { getOpenWorkLog, updateWorkLog, type WorkLogServices } from '../work-logs.server.ts';

const TOO_EARLY = 'Work logs begin with the year 1970, so this one stays on its day.';

/**
 * Moves a log by some days, at its time of day. `day` is the day on which the page showed it, or null: a log
 * that is on another day by now stays, so a press that arrives twice moves it once. Gives a toast that says
 * where the log is. Throws 404, 400 for a day more than a year ahead, and 409 when the log is, or is being,
 * invoiced, or would be before 1970.
 */
export function moveWorkLog(
  services: WorkLogServices,
  log: { id: number; day: string | null },
  days: number,
): { title: string; text: string } {
  return write(services.db, () => {
    const { id } = log;
    const { day: from, date } = getOpenWorkLog(services, id);
    if (log.day !== null && log.day !== from) {
      const isMoved = addToDay(log.day, days) === from;
      return isMoved ? sayMoved(from) : sayLeft(from);
    }
    const day = addToDay(from, days);
    if (!isDay(day)) throw conflict(TOO_EARLY);
    updateWorkLog(services, id, {
      date: { instant: movedTo(day, date, services.config.timeZone) },
    });
    return sayMoved(day);
  });
}

const sayMoved = (day: string) => ({
  title: 'Work log updated successfully',
  text: `Moved to ${formatDay(day)}`,
});

const sayLeft = (day: string) => ({
  title: 'The work log was not moved',
  text: `It is on ${formatDay(day)} by now, and stays there`,
});
