import { z } from 'zod';
import type { WorkType } from '#db/schema.ts';
import { optionalFlag, optionalText, pounds, requiredText } from '../lib/fields.ts';
import { toDecimalString } from '../lib/money.ts';
import { FALLBACK_RATE_PENCE } from './fallback-rate.ts';

/** What can be said of a work type, on the screen and through the API. */
export const WorkTypeInput = z.object({
  name: requiredText('Enter a name for the work type.'),
  hourlyRate: pounds(FALLBACK_RATE_PENCE),
  description: optionalText(2_000),
  isHardware: optionalFlag,
});
export type WorkTypeInput = z.output<typeof WorkTypeInput>;

/** A work type as the API and the screens know it; the rate is a decimal string. */
export type WorkTypeView = ReturnType<typeof toWorkTypeView>;

/** The fields of a work type that leave the server. */
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

/** Whether a work type's name says that it is hardware; used where nobody has said. */
export function soundsLikeHardware(name: string): boolean {
  return name.toLowerCase().includes('hardware');
}

/** Whether work of this type may have travel time: its name contains "on-site". */
export function isOnSite(name: string): boolean {
  return name.toLowerCase().includes('on-site');
}
