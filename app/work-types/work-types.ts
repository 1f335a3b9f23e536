import type { z } from 'zod';
import type { WorkType } from '#db/schema.ts';
import { filledPounds } from '../lib/fields.ts';
import { inputOf, toView, type ViewOf } from '../lib/record-fields.ts';
import { FALLBACK_RATE_PENCE } from '../records/fallback-rate.ts';
import { WORK_TYPE_FIELDS } from '../records/work-type-fields.ts';

/** The fields of a work type that people can set, on the screen and through the API. */
export const WorkTypeInput = inputOf(WORK_TYPE_FIELDS).omit({ isActive: true });

export type WorkTypeInput = z.output<typeof WorkTypeInput>;

/** The same for the form, which shows a rate: a browser sends none for what is no number, and £60.00 was not meant. */
export const WorkTypeFormInput = WorkTypeInput.extend({
  hourlyRate: filledPounds(FALLBACK_RATE_PENCE),
});

/** A work type for the API and the screens; the rate is a decimal string, in pounds an hour. */
export type WorkTypeView = Omit<ViewOf<WorkType>, 'isActive'>;

/** A work type's fields for the API and the screens. */
export function toWorkTypeView(workType: WorkType): WorkTypeView {
  const view = Object.entries(toView<WorkType>(WORK_TYPE_FIELDS, workType));
  return Object.fromEntries(view.filter(([name]) => name !== 'isActive')) as WorkTypeView;
}

/** The names of a work type's JSON. */
export const WORK_TYPE_JSON = ['id', ...Object.keys(WorkTypeInput.shape)];

/** Whether a name contains "hardware"; decides the kind of a new work type when nobody has said. */
export function soundsLikeHardware(name: string): boolean {
  return name.toLowerCase().includes('hardware');
}

/** Whether work of this type may have travel time: its name contains "on-site". */
export function isOnSite(name: string): boolean {
  return name.toLowerCase().includes('on-site');
}
