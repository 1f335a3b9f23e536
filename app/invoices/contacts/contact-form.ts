import { z } from 'zod';
import { readChoice, type ContactChoice } from './contact-choice.ts';

/** The dialog's form: which of its buttons was pressed. */
export const ContactForm = z.object({
  choice: z.string('Choose a contact.').transform((text, context): ContactChoice => {
    const choice = readChoice(text);
    if (choice) return choice;
    context.addIssue({ code: 'custom', message: 'Choose a contact.' });
    return z.NEVER;
  }),
});
