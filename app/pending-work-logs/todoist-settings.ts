import { z } from 'zod';

/** What stands in the token's field when there is a token: it is never shown. */
export const MASKED_TOKEN = '•'.repeat(16);

/** Whether this stands for the token that is kept: bullets, however many. */
export function isMaskedToken(text: string): boolean {
  return /^•+$/.test(text);
}

/** How often completed tasks are imported without anybody asking. */
export const SCHEDULES = ['off', 'hourly', 'daily'] as const;
export type Schedule = (typeof SCHEDULES)[number];

export const TokenInput = z.object({
  apiToken: z.preprocess(
    (value) => value ?? '',
    z
      .string('This should be text.')
      .transform((text) => text.trim())
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
});
