import { desc, eq, sql } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { jobs, type Job } from '#db/schema.ts';
import { findClient, getClient, listClientNames } from '../clients/clients.server.ts';
import type { Services } from '../context.server.ts';
import type { PostedForm } from '../http/form/form.server.ts';
import { mergeEdit, only } from '../http/form/made-from.server.ts';
import { askAbout, type Asked } from '../lib/doubts.ts';
import { sayHours, toHoursInput } from '../lib/duration.ts';
import { conflict, invalid, notFound, ProductError } from '../lib/errors.ts';
import { toDecimalString } from '../lib/money.ts';
import { apart } from '../lib/text.ts';
import { gatherTwins } from '../lib/twins.ts';
import type { JobChoice, JobInput } from './jobs.ts';

type JobServices = Pick<Services, 'db' | 'clock'> & Asked;

/** The jobs of a client, or of all clients: open ones first, by name. */
export function listJobs({ db }: Pick<Services, 'db'>, clientId: number | null = null): Job[] {
  return db
    .select()
    .from(jobs)
    .where(clientId === null ? undefined : eq(jobs.clientId, clientId))
    .orderBy(desc(jobs.isOpen), sql`${jobs.name} collate nocase`, jobs.id)
    .all();
}

const CHOICES = (which: string) => `
  select j.id, j.client_id as clientId, j.name, j.hourly_rate_pence as hourlyRatePence,
    c.name as clientName
  from jobs j cross join clients c on c.id = j.client_id
  where ${which} order by c.name collate nocase, c.id, j.name collate nocase, j.id`;

/** Jobs for the data of a page, which has no word of them where there are none. */
type ToChoose = { jobs?: JobChoice[] };
const toChoose = (jobs: JobChoice[]): ToChoose => (jobs.length === 0 ? {} : { jobs });

/** The open jobs of active clients, and the job of a log, by client. */
export function listOfferedJobs({ db }: Pick<Services, 'db'>, ofLog: number | null = null) {
  const open = CHOICES('j.is_open and c.is_active or j.id = ?');
  return toChoose(prepared<JobChoice>(db, open).all(ofLog));
}

/** All jobs, or those of a client, by client, for a filter. */
export function listJobNames({ db }: Pick<Services, 'db'>, clientId: number | null = null) {
  return toChoose(prepared<JobChoice>(db, CHOICES('? in (j.client_id, 0)')).all(clientId ?? 0));
}

/** A job with the name of its client. */
export type NamedJob = Job & { clientName: string };

/** All jobs with the names of their clients, by client. */
export function listNamedJobs(services: Pick<Services, 'db'>): NamedJob[] {
  const all = Map.groupBy(listJobs(services), ({ clientId }) => clientId);
  return listClientNames(services).flatMap((client) =>
    (all.get(client.id) ?? []).map((job) => ({ ...job, clientName: client.name })),
  );
}

/** One job, or null. */
export function findJob({ db }: Pick<Services, 'db'>, id: number): Job | null {
  return db.select().from(jobs).where(eq(jobs.id, id)).get() ?? null;
}

/** One job. Throws 404. */
export function getJob(services: Pick<Services, 'db'>, id: number): Job {
  const job = findJob(services, id);
  if (!job) throw notFound('The job');
  return job;
}

/** The page on which a job stands: its client's. */
export const clientPageOf = (job: Job | null) => (job ? `/clients/${job.clientId}` : '/clients');

/**
 * A name is one job's of a client. Throws 409 for the very same one, and asks about one that differs only by case, blanks
 * or signs.
 */
function checkName(services: JobServices, clientId: number, name: string, ownId?: number): void {
  const others = listJobs(services, clientId).filter(({ id }) => id !== ownId);
  const { name: client } = getClient(services, clientId);
  if (others.some((job) => job.name === name)) {
    const message = `${client} has a job of this name already. Choose another name.`;
    throw new ProductError(409, message, [{ path: 'name', message }]);
  }
  const twin = gatherTwins(others).find(name);
  askAbout(services, [
    twin
      ? { word: 'name', message: `${apart(client)} has a job ${apart(twin.name)} already.` }
      : null,
  ]);
}

/** The columns for an input. Fields that a change leaves out are not written. */
const toColumns = ({ hourlyRate, budgetHours, isOpen, ...texts }: Partial<JobInput>) => ({
  ...texts,
  hourlyRatePence: hourlyRate,
  budgetMinutes: budgetHours,
  isOpen: isOpen ?? undefined,
});

/** Adds a job, open unless the input says otherwise. Throws 400 for a client that is not there, and for its name 409. */
export function createJob(services: JobServices, input: JobInput): Job {
  const { db, clock } = services;
  const now = clock();
  return write(db, () => {
    const { clientId, name } = input;
    if (!findClient(services, clientId))
      throw invalid('clientId', 'This client does not exist. Choose another.');
    checkName(services, clientId, name);
    return db
      .insert(jobs)
      .values({ ...toColumns(input), clientId, name, createdAt: now, updatedAt: now })
      .returning()
      .get();
  });
}

/**
 * Changes the fields of a job that `change` names; existing logs keep their rates. The trigger `jobs_version` raises its
 * version. Throws 404, 400 for another client, and for a new name 409.
 */
export function updateJob(services: JobServices, id: number, change: Partial<JobInput>): Job {
  return write(services.db, () => {
    const job = getJob(services, id);
    if (change.clientId !== undefined && change.clientId !== job.clientId) {
      throw invalid('clientId', 'A job stays with its client. Add a job to the other client.');
    }
    if (change.name !== undefined && change.name !== job.name) {
      checkName(services, job.clientId, change.name, id);
    }
    services.db
      .update(jobs)
      .set({ ...toColumns(change), updatedAt: services.clock() })
      .where(eq(jobs.id, id))
      .run();
    return getJob(services, id);
  });
}

/** Whether something names a job, so that it is kept. */
export function isJobUsed({ db }: Pick<Services, 'db'>, id: number): boolean {
  return prepared(db, 'select 1 from work_logs where job_id = ? limit 1').get(id) !== undefined;
}

export const JOB_IS_USED =
  'Work is logged for this job, so it stays. Set it to done instead: it is no longer offered then.';

/** Deletes a job that nothing names. Throws 404, and 409 for one that is used. */
export function deleteJob(services: Pick<Services, 'db' | 'logger'>, id: number): void {
  const { db, logger } = services;
  write(db, () => {
    getJob(services, id);
    if (isJobUsed(services, id)) throw conflict(JOB_IS_USED);
    db.delete(jobs).where(eq(jobs.id, id)).run();
  });
  logger.info({ event: 'deleted', record: `job:${id}` }, 'A job was deleted');
}

/** The texts in the edit form's fields. */
export function jobFormValues({ name, poNumber, hourlyRatePence, budgetMinutes, isOpen }: Job) {
  return {
    name,
    poNumber: poNumber ?? '',
    hourlyRate: hourlyRatePence === null ? '' : toDecimalString(hourlyRatePence),
    budgetHours: budgetMinutes === null ? '' : toHoursInput(budgetMinutes),
    isOpen: isOpen ? 'on' : 'off',
  };
}

/** Saves the form, merged with others' changes. Throws what `updateJob` throws, and `EditConflict`. */
export function saveEditedJob(
  services: JobServices,
  id: number,
  form: PostedForm<unknown>,
  input: Partial<JobInput>,
): Job {
  return write(services.db, () => {
    const job = getJob(services, id);
    const { changed } = mergeEdit(form, {
      version: job.version,
      values: jobFormValues(job),
      say: (name, text) => {
        if (name === 'isOpen') return text === 'on' ? 'open' : 'done';
        if (name === 'budgetHours') return sayHours(text);
        return name === 'hourlyRate' ? `£${text}` : text;
      },
    });
    return updateJob(services, id, only(input, changed));
  });
}
