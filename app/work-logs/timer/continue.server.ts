import { prepared, write } from '#db/connection.server.ts';
import type { Timer } from '#db/schema.ts';
import { conflict } from '../../lib/errors.ts';
import type { WorkLogServices } from '../work-logs.server.ts';
import { resumeTimer, runningTimer, startTimer } from './timer.server.ts';
import type { TimerChoice } from './timer.ts';

const LAST = `
  select clientId, workTypeId, jobId, description from (
    select client_id as clientId, work_type_id as workTypeId, job_id as jobId, description,
      stopped_at as at
    from timers where user_id = ? and stopped_at is not null
    union all
    select * from (
      select client_id, work_type_id, job_id, description, created_at
      from work_logs indexed by work_logs_created_by
      where created_by = ? and is_hardware = 0 order by id desc limit 1
    )
  ) order by at desc limit 1`;

/**
 * Goes on with a person's work: with the paused timer, else with a new one for what was timed or logged last; one that
 * runs is left as it is. `isNew`: it was started. Throws 409 when there was nothing, 400 when that cannot be chosen any more.
 */
export function continueTimer(
  services: WorkLogServices,
  person: { id: number },
): { timer: Timer; isNew: boolean } {
  const { db } = services;
  return write(db, () => {
    const running = runningTimer(db, person);
    if (running) {
      return { timer: running.pausedAt ? resumeTimer(services, person) : running, isNew: false };
    }
    const last = prepared<TimerChoice>(db, LAST).get(person.id, person.id);
    if (!last) throw conflict('There is nothing to go on with: nothing was timed or logged yet.');
    return { timer: startTimer(services, person, last).timer, isNew: true };
  });
}
