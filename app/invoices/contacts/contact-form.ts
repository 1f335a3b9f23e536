import { z } from 'zod';
import { optionalText } from '../../lib/fields.ts';
import { SHOWN_LINK, SHOWN_ORGANISATION } from './shown-contact.ts';
import { readChoice, type ContactChoice } from './contact-choice.ts';

/** The dialog's form: which of its buttons was pressed, and what it showed. */
export const ContactForm = z.object({
  choice: z.string('Choose a contact.').transform((text, context): ContactChoice => {
    const choice = readChoice(text);
    if (choice) return choice;
    context.addIssue({ code: 'custom', message: 'Choose a contact.' });
    return z.NEVER;
  }),
  [SHOWN_ORGANISATION]: optionalText(),
  [SHOWN_LINK]: optionalText(),
});
