import { z } from 'zod';
import type { Job } from '#db/schema.ts';
import { viewBy } from '../lib/view-by.ts';
import {
  idField,
  optionalFlag,
  optionalHours,
  optionalPounds,
  requiredLine,
} from '../lib/fields.ts';
import { toDecimalString } from '../lib/money.ts';
import { poNumberField } from '../records/client-fields.ts';

const budgetField = optionalHours.refine(
  (minutes) => minutes !== 0,
  'Enter a budget above 0 hours, or leave this empty.',
);

/** The fields of a job that people can set, on the screen and through the API; the rate in pence, the budget in minutes. */
export const JobInput = z.object({
  clientId: idField('Choose the client whose job this is.'),
  name: requiredLine('Enter the name of the job.'),
  poNumber: poNumberField,
  hourlyRate: optionalPounds,
  budgetHours: budgetField,
  isOpen: optionalFlag,
});
export type JobInput = z.output<typeof JobInput>;

/** A job as something to choose, with the name of its client. */
export type JobChoice = Pick<Job, 'id' | 'clientId' | 'name' | 'hourlyRatePence'> & {
  clientName: string;
};

/** The same for its form, whose address names the client. */
export const JobFormInput = JobInput.omit({ clientId: true });

/** A job for the API and the screens: the rate is a decimal string, in pounds an hour; the budget a number of hours. */
export const toJobView = (job: Job) => viewBy(VIEW, job);

const VIEW = {
  id: ({ id }) => id,
  clientId: ({ clientId }) => clientId,
  name: ({ name }) => name,
  poNumber: ({ poNumber }) => poNumber,
  hourlyRate: ({ hourlyRatePence: rate }) => (rate === null ? null : toDecimalString(rate)),
  budgetHours: ({ budgetMinutes: budget }) =>
    budget === null ? null : Math.round((budget / 60) * 100) / 100,
  isOpen: ({ isOpen }) => isOpen,
} satisfies Record<string, (job: Job) => unknown>;

/** The names of a job's JSON. */
export const JOB_JSON = Object.keys(VIEW);
