import { z } from 'zod';
import type { BareUnit } from '../../lib/duration.ts';
import { descriptionField, idField, optionalPounds } from '../../lib/fields.ts';
import { rateChoiceField } from '../rates/rate-choice-field.ts';
import { SELECT_BOTH, type WorkLogInput } from '../work-logs.ts';
import { readHoursAndMinutes, RULES } from './hours-and-minutes.ts';

const text = z.string(RULES.hours).max(100, RULES.hours).default('');

/** Adds up two fields of a form; adds the issue to the field that is wrong. */
function total(
  context: z.RefinementCtx,
  [hours, minutes]: readonly [text: string, text: string],
  names: Record<BareUnit, string>,
): number {
  const read = readHoursAndMinutes(hours, minutes);
  if ('minutes' in read) return read.minutes;
  context.addIssue({ code: 'custom', path: [names[read.field]], message: read.message });
  return 0;
}

/** The quick entry form: hours and minutes. The log is dated now, at the rate for new logs. */
export const QuickEntryForm = z
  .object({
    clientId: idField(SELECT_BOTH),
    workTypeId: idField(SELECT_BOTH),
    hours: text,
    minutes: text,
    travelHours: text,
    travelMinutes: text,
    description: descriptionField,
    rateChoice: rateChoiceField,
    hourlyRate: optionalPounds,
    hardwareItems: z.array(z.unknown()).default([]),
  })
  .transform((form, context): WorkLogInput => ({
    clientId: form.clientId,
    workTypeId: form.workTypeId,
    duration: total(context, [form.hours, form.minutes], { hours: 'hours', minutes: 'minutes' }),
    travelTime: total(context, [form.travelHours, form.travelMinutes], {
      hours: 'travelHours',
      minutes: 'travelMinutes',
    }),
    description: form.description,
    rateChoice: form.rateChoice,
    hourlyRate: form.hourlyRate,
    billable: true,
    date: null,
    hardwareItems: form.hardwareItems,
  }));
