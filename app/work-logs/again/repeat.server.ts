import { write, prepared, type Database } from '#db/connection.server.ts';
import { askAbout } from '../../lib/doubts.ts';
import { formatPounds } from '../../lib/money.ts';
import { apart } from '../../lib/text.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { LATELY } from '../form/log-form.server.ts';
import { toItemValues } from '../hardware/item-prices.ts';
import { sayStarted } from '../timer/presses.server.ts';
import type { Waited } from '../timer/timer.ts';
import { startTimer } from '../timer/timer.server.ts';
import type { NamedWorkLog, WorkDate } from '../work-logs.ts';
import { getWorkLog, logWork, type WorkLogServices } from '../work-logs.server.ts';
import { aboutItems } from '../../work-types/items-name.ts';
import type { Services } from '../../context.server.ts';
import { formatDuration } from '../../lib/duration.ts';

/**
 * Logs the work of a log once more, now or on `date`: the same client, work type, job, description, duration or items.
 * `isBare` leaves the description out. The rate is what the rules give today, unless the log's was a person's own choice. Throws 404, and
 * 400 when its client, work type or job cannot be chosen any more, and 409 with a question for hardware.
 */
export function repeatWorkLog(
  services: WorkLogServices,
  id: number,
  { isBare = false, date = null }: { isBare?: boolean; date?: WorkDate | null } = {},
): NamedWorkLog {
  return write(services.db, () => {
    const log = getWorkLog(services, id);
    const same = aboutItems('This logs the same hardware', log);
    const what = `${same} for ${apart(log.clientName)} again, ${formatPounds(log.totalPence)}.`;
    askAbout(services, [log.isHardware ? { word: 'hardware', message: what } : null]);
    return logWork(services, {
      clientId: log.clientId,
      workTypeId: log.workTypeId,
      jobId: log.jobId,
      duration: log.duration,
      travelTime: null,
      description: isBare ? '' : log.description,
      hourlyRate: log.hasOwnRate ? log.hourlyRatePence : null,
      billable: log.billable,
      date,
      hardwareItems: log.hardwareItems.map((item) => ({ ...toItemValues(item), id: undefined })),
    });
  });
}

/** Starts a timer for the client, work type and job of a log, `isWhole` with its description, as `startTimer` does. Throws 404, and what `startTimer` throws. */
export function timeAgain(
  services: WorkLogServices,
  person: { id: number },
  id: number,
  { isWhole, ...waited }: Waited & { isWhole: boolean },
): { toast: ToastMessage; timerId: number } {
  const { clientId, workTypeId, jobId, clientName, ...log } = getWorkLog(services, id);
  const choice = { clientId, workTypeId, jobId, description: isWhole ? log.description : '' };
  const { before, stopBy } = startTimer(services, person, choice, waited);
  return { toast: sayStarted(`Timer started for ${apart(clientName)}`, before), timerId: stopBy };
}

const SHOWN = 4;

type Row = Record<'id' | 'duration', number> &
  Record<'client' | 'workType' | 'description', string>;

const FROM_LATELY = `from ${LATELY} w
  join clients c on c.id = w.client_id and c.is_active
  join work_types t on t.id = w.work_type_id and t.is_active
  where not w.is_hardware`;

const USUAL = `
  select max(w.id) as id, c.name as client, t.name as workType, w.duration,
    iif(min(w.description) = max(w.description), w.description, '') as description
  ${FROM_LATELY}
  group by w.client_id, w.work_type_id, w.duration
  having count(*) > 1
  order by count(*) desc, max(w.date) desc, max(w.id) desc
  limit ${SHOWN}`;

/** The work that is logged again and again, most frequent first; with a description where that was always the same. */
export function listUsualWork({ db }: Pick<Services, 'db'>) {
  return listRows(db, USUAL);
}

const listRows = (db: Database, text: string) =>
  prepared<Row>(db, text)
    .all()
    .map(({ duration, ...work }) => ({ ...work, duration: formatDuration(duration) }));

const LATEST = `
  select w.id, c.name as client, t.name as workType, w.duration, w.description
  ${FROM_LATELY}
  order by w.date desc, w.id desc
  limit 2`;

/** The two newest logs as they are, then the work that is logged again and again. */
export function listAgain(services: Pick<Services, 'db'>) {
  const all = [...listRows(services.db, LATEST), ...listUsualWork(services)];
  const what = all.map((one) => JSON.stringify({ ...one, id: 0 }));
  return all.filter((_, at) => what.indexOf(what[at] ?? '') === at).slice(0, SHOWN);
}
