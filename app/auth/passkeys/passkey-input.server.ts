import { z } from 'zod';

const NAME_RULE = 'Give the passkey a name of at most 60 characters.';

/** The form that adds a passkey. */
export const PasskeyInput = z.object({
  name: z.string(NAME_RULE).trim().min(1, NAME_RULE).max(60, NAME_RULE),
  answer: z.string('The browser sent no passkey. This needs its scripts: try again.'),
});
