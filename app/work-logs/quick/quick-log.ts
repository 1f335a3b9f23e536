import { z } from 'zod';
import { descriptionField, idField, optionalHours } from '../../lib/fields.ts';
import { SELECT_BOTH, type WorkLogInput } from '../work-logs.ts';

/** The phone's quick log: duration in hours. The log is dated now, at the rate for new logs. */
export const QuickLogInput = z
  .object({
    clientId: idField(SELECT_BOTH),
    workTypeId: idField(SELECT_BOTH),
    duration: optionalHours,
    description: descriptionField,
    hardwareItems: z.array(z.unknown()).default([]),
  })
  .transform((form): WorkLogInput => ({
    ...form,
    travelTime: null,
    hourlyRate: null,
    billable: true,
    date: null,
  }));
