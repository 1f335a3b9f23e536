import { write } from '#db/connection.server.ts';
import { askAbout } from '../../lib/doubts.ts';
import { formatPounds } from '../../lib/money.ts';
import { apart } from '../../lib/text.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { toItemValues } from '../form/form-values.ts';
import { sayBefore } from '../timer/presses.server.ts';
import type { Waited } from '../timer/timer.ts';
import { startTimer } from '../timer/timer.server.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { getWorkLog, logWork, type WorkLogServices } from '../work-logs.server.ts';

/**
 * Logs the work of a log once more, now: the same client, work type, description, duration or items.
 * `isBare` leaves the description out. The rate is what the rules give today, unless the log's was a person's own choice. Throws 404, and
 * 400 when its client or work type cannot be chosen any more, and 409 with a question for hardware.
 */
export function repeatWorkLog(
  services: WorkLogServices,
  id: number,
  { isBare = false } = {},
): NamedWorkLog {
  return write(services.db, () => {
    const log = getWorkLog(services, id);
    const what = `This logs the same hardware for ${apart(log.clientName)} again, ${formatPounds(log.totalPence)}.`;
    askAbout(services, [log.isHardware ? { word: 'hardware', message: what } : null]);
    return logWork(services, {
      clientId: log.clientId,
      workTypeId: log.workTypeId,
      duration: log.duration,
      travelTime: null,
      description: isBare ? '' : log.description,
      hourlyRate: log.hasOwnRate ? log.hourlyRatePence : null,
      billable: log.billable,
      date: null,
      hardwareItems: log.hardwareItems.map((item) => ({ ...toItemValues(item), id: undefined })),
    });
  });
}

/** Starts a timer for the client and the work type of a log, as `startTimer` does. Throws 404, and what `startTimer` throws. */
export function timeAgain(
  services: WorkLogServices,
  person: { id: number },
  id: number,
  waited: Waited,
): { toast: ToastMessage; timerId: number } {
  const { clientId, workTypeId, clientName } = getWorkLog(services, id);
  const choice = { clientId, workTypeId, description: '' };
  const { before, stopBy } = startTimer(services, person, choice, waited);
  const started = `Timer started for ${apart(clientName)}`;
  const text = before ? `${started}. ${sayBefore(before)}` : started;
  return { toast: { text }, timerId: stopBy };
}
