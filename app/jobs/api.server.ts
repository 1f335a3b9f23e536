import { z } from 'zod';
import { recordApi } from '../auth/api-record.server.ts';
import { change, type ApiTable } from '../auth/api-route.server.ts';
import { created } from '../http/json-api.server.ts';
import { partly } from '../http/partly.ts';
import { checked } from '../lib/checked.ts';
import { idField } from '../lib/fields.ts';
import { orAll, readQuery } from '../lib/filters.ts';
import { JOB_JSON, JobInput, toJobView } from './jobs.ts';
import { createJob, deleteJob, getJob, listJobs, updateJob } from './jobs.server.ts';

const Filters = z.object({ clientId: orAll(idField('This client does not exist.')) });

const job = recordApi({ what: 'The job', find: getJob, view: toJobView, known: JOB_JSON });

export const JOBS_API: ApiTable = {
  '/api/jobs': {
    scope: 'log',
    GET: ({ context, url }) =>
      listJobs(context, checked(readQuery(Filters, url.searchParams)).clientId).map(toJobView),
    POST: change(
      JobInput,
      (input, { context }) => created(toJobView(createJob(context, input))),
      JOB_JSON,
    ),
  },
  '/api/jobs/:id': {
    scope: 'log',
    GET: job.read,
    PUT: job.change(partly(JobInput), updateJob),
    DELETE: job.remove(deleteJob),
  },
};
