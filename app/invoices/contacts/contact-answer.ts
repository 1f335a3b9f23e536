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

/** For a client whose linked contact can no longer be used. */
export function chooseForGone(client: ContactClient, { contactName }: ContactLink): ContactAnswer {
  return choose(
    `The contact ${nameContact({ name: contactName, email: null })} that ${client.name} is linked to is archived or deleted in Xero. Restore it in Xero, or choose or create another one for the client.`,
  );
}

/** For a client that several contacts fit. */
export function chooseOne(client: ContactClient, contacts: LedgerContact[]): ContactAnswer {
  return choose(
    `More than one contact in Xero matches ${client.name}: ${contacts.map(nameContact).join(', ')}. Choose the right one for the client.`,
  );
}

/** For a client that only a contact of another one fits; `owner` is null when it has no name here. */
export function chooseAnother(
  client: ContactClient,
  contact: LedgerContact,
  owner: string | null,
): ContactAnswer {
  const whose = owner === null ? 'another client' : `the client ${owner}`;
  return choose(
    `The only contact in Xero that matches ${client.name}, ${nameContact(contact)}, already belongs to ${whose}. Choose another contact for the client.`,
  );
}

/** For a client whose name is taken by a contact that cannot be found. */
export function chooseForHidden(client: ContactClient): ContactAnswer {
  const name = nameContact({ name: client.name.trim(), email: null });
  return choose(
    `Xero has a contact called ${name} already, but does not show it. Choose a contact for ${client.name}, or rename one of the two.`,
  );
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
function nameContact({ name, email }: Identity): string {
  return email ? `“${name}” (${email})` : `“${name}”`;
}
