import type { Database } from '#db/connection.server.ts';
import { getClient } from '../clients/clients.server.ts';
import { listOfferedJobs } from '../jobs/jobs.server.ts';
import type { Services } from '../context.server.ts';
import { invalid } from '../lib/errors.ts';
import {
  loadWorkLogOptions,
  ofKind,
  withCurrent,
  type WorkLogOptions,
} from '../work-logs/form/log-form.server.ts';
import {
  chosenClient,
  chosenJob,
  chosenWorkType,
  NO_CLIENT_OF_JOB,
} from '../work-logs/work-logs.server.ts';
import { getWorkType } from '../work-types/work-types.server.ts';

type Named = { clientId: number | null; workTypeId: number | null; jobId: number | null };

/** What the form of an entry or a rule offers: always its own, and no hardware, since a task is time. */
export function taskOptions(services: Pick<Services, 'db'>, own: Named | null): WorkLogOptions {
  const { clientId = null, workTypeId = null, jobId = null } = own ?? {};
  const options = withCurrent(
    { ...loadWorkLogOptions(services), ...listOfferedJobs(services, jobId) },
    clientId === null ? null : getClient(services, clientId),
    workTypeId === null ? null : getWorkType(services, workTypeId),
  );
  return ofKind(options, { isHardware: false });
}

/**
 * The client, the work type and the job of this client that an entry or a rule is to have. Throws 400 for what cannot be
 * chosen; what it had `before` it may keep, also when that can no longer be, but for hardware.
 */
export function findChosen(db: Database, chosen: Named, before: Named | null) {
  const { clientId, workTypeId, jobId } = chosen;
  const client = clientId === null ? null : chosenClient(db, clientId, before?.clientId);
  if (client === null && jobId !== null) throw invalid('jobId', NO_CLIENT_OF_JOB);
  const job = client && chosenJob(db, client, jobId, before?.jobId);
  const workType = workTypeId === null ? null : chosenWorkType(db, workTypeId, before?.workTypeId);
  if (workType?.isHardware) {
    throw invalid('workTypeId', 'A task is time. Choose a work type that is not hardware.');
  }
  return { client, job, workType };
}
