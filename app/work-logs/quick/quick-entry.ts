import { z } from 'zod';
import { descriptionField, idField } from '../../lib/fields.ts';
import { SELECT_BOTH, type WorkLogInput } from '../work-logs.ts';

/** A whole number in a range, or 0 when left empty. */
function wholeNumber(highest: number, message: string) {
  return z.preprocess(
    (value) => (value === undefined || value === '' ? '0' : value),
    z
      .string(message)
      .trim()
      .regex(/^\d{1,3}$/, message)
      .transform(Number)
      .refine((value) => value <= highest, message),
  );
}

const hours = wholeNumber(23, 'Enter whole hours from 0 to 23.');
const minutes = wholeNumber(59, 'Enter whole minutes from 0 to 59.');

/** The quick entry form: hours and minutes. The log is dated now, at the rate for new logs. */
export const QuickEntryForm = z
  .object({
    clientId: idField(SELECT_BOTH),
    workTypeId: idField(SELECT_BOTH),
    hours,
    minutes,
    travelHours: hours,
    travelMinutes: minutes,
    description: descriptionField,
    hardwareItems: z.array(z.unknown()).default([]),
  })
  .transform((form): WorkLogInput => ({
    clientId: form.clientId,
    workTypeId: form.workTypeId,
    duration: form.hours * 60 + form.minutes,
    travelTime: form.travelHours * 60 + form.travelMinutes,
    description: form.description,
    hourlyRate: null,
    billable: true,
    date: null,
    hardwareItems: form.hardwareItems,
  }));
