import { z } from 'zod';
import { requiredLine } from '../../lib/fields.ts';

const NAME_RULE = 'Give the passkey a name.';

/** The form that adds a passkey. */
export const PasskeyInput = z.object({
  name: requiredLine(NAME_RULE, 60),
  answer: z.string('The browser sent no passkey. This needs its scripts: try again.'),
});
