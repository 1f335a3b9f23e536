import { z } from 'zod';

/** What a person chooses in the dialog of a client's contact. */
export type ContactChoice =
  { kind: 'link'; contactId: string } | { kind: 'create' } | { kind: 'unlink' };

export const CREATE = 'create';
export const UNLINK = 'unlink';

const LINK = /^link:([0-9a-f-]{36})$/i;

/** What the button that chooses a contact sends. */
export function toLinkChoice(contactId: string): string {
  return `link:${contactId}`;
}

function readChoice(text: string): ContactChoice | null {
  if (text === CREATE) return { kind: 'create' };
  if (text === UNLINK) return { kind: 'unlink' };
  const [, contactId] = LINK.exec(text) ?? [];
  return contactId === undefined ? null : { kind: 'link', contactId };
}

/** The dialog's form: which of its buttons was pressed. */
export const ContactForm = z.object({
  choice: z.string('Choose a contact.').transform((text, context): ContactChoice => {
    const choice = readChoice(text);
    if (choice) return choice;
    context.addIssue({ code: 'custom', message: 'Choose a contact.' });
    return z.NEVER;
  }),
});
