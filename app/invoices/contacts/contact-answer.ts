import type { LedgerContact } from '../ledger.ts';
import type { ContactLink } from './contact-links.server.ts';
import { looksOf } from '../../lib/looks.ts';

/** The parts of a client that its contact is found and made with. */
export type ContactClient = { id: number; name: string; email: string | null };

/** The client's contact, or a sentence that says why a person has to choose one. */
export type ContactAnswer =
  { outcome: 'linked'; link: ContactLink } | { outcome: 'choose'; message: string };

/** The ledger may be making a contact for the client; from `until` on, looking there can tell. */
export type UnknownContact = { outcome: 'unknown'; until: Date };

/** The sentence for contacts that may be made or not. */
export const UNKNOWN_CONTACT =
  'Xero may have created the contact, and has not confirmed it yet. It is looked up before anything is sent again.';

export function choose(message: string): ContactAnswer {
  return { outcome: 'choose', message };
}

export function toLink(contact: LedgerContact): ContactLink {
  const { contactId, name, taxCode, paymentTerms } = contact;
  return { contactId, contactName: name, taxCode, paymentTerms };
}

/** The parts in which clients and contacts in Xero are compared. */
type Identity = { name: string; email: string | null };

/** Text in the form in which names and emails are compared: as it looks, '' for null. */
export function comparable(text: string | null): string {
  return looksOf(text ?? '');
}

/** Whether a contact has the client's name, or else its email address; null for neither. Empty text never fits. */
export function fitOf(client: Identity, contact: Identity): 'name' | 'email' | null {
  const isSame = (one: string | null, other: string | null) =>
    comparable(one) !== '' && comparable(one) === comparable(other);
  if (isSame(client.name, contact.name)) return 'name';
  return isSame(client.email, contact.email) ? 'email' : null;
}

/** A contact's name in quotation marks, with its email, for use in a sentence. */
export function nameContact({ name, email }: Identity): string {
  return email ? `“${name}” (${email})` : `“${name}”`;
}
