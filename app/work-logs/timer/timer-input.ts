import { z } from 'zod';
import { partly } from '../../http/partly.ts';
import { descriptionField, optionalId } from '../../lib/fields.ts';
import { inPlainSigns } from '../../lib/looks.ts';

const fields = { clientId: optionalId, workTypeId: optionalId, description: descriptionField };

/** The form of a timer. */
export const TimerForm = z.object(fields);

/** The form of a draft: with the day and time at which the work ended. */
export const DraftForm = z.object({
  ...fields,
  ended: z.string().transform(inPlainSigns).default(''),
});

/** The API's body for starting a timer. */
export const StartBody = z.object(fields);

const END_RULE = 'Enter when the work ended, as an ISO timestamp.';

/** The API's body for stopping a timer: what it was for, and when it really ended. */
export const StopBody = partly(
  z.object({
    ...fields,
    endedAt: z.iso.datetime({ offset: true, error: END_RULE }).transform((text) => new Date(text)),
  }),
);
