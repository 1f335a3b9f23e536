import { z } from 'zod';
import { descriptionField, idField, optionalHours, optionalPounds } from '../../lib/fields.ts';
import { rateChoiceField } from '../rates/rate-choice-field.ts';
import { SELECT_BOTH, type WorkLogInput } from '../work-logs.ts';

/** The phone's quick log: duration in a field of hours. The log is dated now. */
export const QuickLogInput = z
  .object({
    clientId: idField(SELECT_BOTH),
    workTypeId: idField(SELECT_BOTH),
    duration: optionalHours,
    description: descriptionField,
    rateChoice: rateChoiceField,
    hourlyRate: optionalPounds,
    hardwareItems: z.array(z.unknown()).default([]),
  })
  .transform((form): WorkLogInput => ({
    ...form,
    travelTime: null,
    billable: true,
    date: null,
  }));
