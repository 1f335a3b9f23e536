import { z } from 'zod';
import { optionalFlag } from '../../lib/fields.ts';
import { inPlainSigns } from '../../lib/looks.ts';
import { SCHEDULES } from './schedules.ts';

/** The toast when Todoist's settings could not be saved (docs/specification.md). */
export const SAVE_FAILED = 'Failed to save Todoist settings';

export const TokenInput = z.object({
  apiToken: z.preprocess(
    (value) => value ?? '',
    z
      .string('This should be text.')
      .transform(inPlainSigns)
      .pipe(
        z
          .string()
          .min(1, 'Enter your API token.')
          .max(500, 'This is too long to be a Todoist API token.'),
      ),
  ),
});

export const ScheduleInput = z.object({
  schedule: z.enum(SCHEDULES, 'Choose off, hourly or daily.'),
  everyone: optionalFlag,
});
