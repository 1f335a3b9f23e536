import { z } from 'zod';
import type { WorkType } from '#db/schema.ts';
import { filledPounds, optionalFlag, optionalText, pounds, requiredLine } from '../lib/fields.ts';
import { jsonNames } from '../http/known-fields.ts';
import { toDecimalString } from '../lib/money.ts';
import { FALLBACK_RATE_PENCE } from './fallback-rate.ts';

/** The fields of a work type that people can set, on the screen and through the API. */
export const WorkTypeInput = z.object({
  name: requiredLine('Enter a name for the work type.'),
  hourlyRate: pounds(FALLBACK_RATE_PENCE),
  description: optionalText(2_000),
  isHardware: optionalFlag,
});

export type WorkTypeInput = z.output<typeof WorkTypeInput>;

/** The same for the form, which shows a rate: a browser sends none for what is no number, and £60.00 was not meant. */
export const WorkTypeFormInput = WorkTypeInput.extend({
  hourlyRate: filledPounds(FALLBACK_RATE_PENCE),
});

/** A work type for the API and the screens; the rate is a decimal string, in pounds an hour. */
export type WorkTypeView = ReturnType<typeof toWorkTypeView>;

/** A work type's fields for the API and the screens. */
export function toWorkTypeView(workType: WorkType) {
  const { id, name, description, isHardware } = workType;
  return {
    id,
    name,
    hourlyRate: toDecimalString(workType.hourlyRatePence),
    description,
    isHardware,
  };
}

/** The names of a work type's JSON. */
export const WORK_TYPE_JSON = jsonNames<WorkTypeView>({
  id: true,
  name: true,
  hourlyRate: true,
  description: true,
  isHardware: true,
});

/** Whether a name contains "hardware"; decides the kind of a new work type when nobody has said. */
export function soundsLikeHardware(name: string): boolean {
  return name.toLowerCase().includes('hardware');
}

/** Whether work of this type may have travel time: its name contains "on-site". */
export function isOnSite(name: string): boolean {
  return name.toLowerCase().includes('on-site');
}
