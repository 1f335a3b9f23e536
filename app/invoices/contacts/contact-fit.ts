import { looksOf } from '../../lib/looks.ts';

/** The parts of a client that are compared with contacts. */
export type ClientIdentity = { name: string; email: string | null };

/** The parts of a contact in Xero that are compared with clients. */
export type ContactIdentity = { name: string; email: string | null };

/** Why a contact fits a client; null when it does not. */
export type Fit = 'name' | 'email' | null;

/** Text in the form in which names and emails are compared: as it looks, '' for null. */
export function comparable(text: string | null): string {
  return looksOf(text ?? '');
}

/** Whether a contact has the client's name, or else its email address. Empty text never fits. */
export function fitOf(client: ClientIdentity, contact: ContactIdentity): Fit {
  const isSame = (one: string | null, other: string | null) =>
    comparable(one) !== '' && comparable(one) === comparable(other);
  if (isSame(client.name, contact.name)) return 'name';
  return isSame(client.email, contact.email) ? 'email' : null;
}

/** A contact's name in quotation marks, with its email, for use in a sentence. */
export function nameContact({ name, email }: ContactIdentity): string {
  return email ? `“${name}” (${email})` : `“${name}”`;
}
