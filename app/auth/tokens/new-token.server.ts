import { z } from 'zod';
import { TOKEN_SCOPES } from '#db/words.ts';
import { requiredLine } from '../../lib/fields.ts';
import { EXPIRIES, WRITES_BACK } from './new-token.ts';

const daysOf = (choices: Record<string, string>, message: string) =>
  z
    .string(message)
    .refine((text) => Object.hasOwn(choices, text), message)
    .transform((text) => Number(text) || null);

/** The form that makes a token; its numbers are days, null no limit. */
export const NewTokenInput = z.object({
  name: requiredLine('Enter a name, such as the program that gets it.', 60),
  scopes: z.preprocess(
    (value): unknown => (typeof value === 'string' ? [value] : (value ?? [])),
    z
      .array(z.enum(TOKEN_SCOPES, 'There is no such scope.'), 'Tick what the program may do.')
      .min(1, 'Tick what the program may do.'),
  ),
  days: daysOf(EXPIRIES, 'Choose when it expires.'),
  writesBackDays: daysOf(WRITES_BACK, 'Choose how far back it may write.'),
});

export type NewToken = z.output<typeof NewTokenInput>;
