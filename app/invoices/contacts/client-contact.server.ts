import { conflict, notFound } from '../../lib/errors.ts';
import { inPlainSpaces } from '../../lib/looks.ts';
import type { LedgerContact } from '../ledger.ts';
import { toLink, type ContactAnswer, type ContactClient } from './contact-answer.ts';
import { fitOf, type Fit } from './contact-fit.ts';
import { linkContact, otherClientOf, type ContactLink } from './contact-links.server.ts';
import { contactNumberOf, firstNumber } from './contact-number.server.ts';
import { checkContacts, findMadeEarlier, type ContactServices } from './find-contacts.server.ts';
import { makeContacts } from './make-contacts.server.ts';

/** A contact that a person may choose, and why it is offered. */
export type ContactSuggestion = {
  contactId: string;
  name: string;
  email: string | null;
  fit: Fit;
  /** The name of another client that is linked to this contact; null when there is none. */
  linkedTo: string | null;
};

/** The most contacts that the dialog lists. */
const MOST_SUGGESTIONS = 20;

/**
 * Makes a contact for the client in Xero and stores the link, even when other contacts would fit,
 * because a person asked for it. Uses a contact that an earlier attempt made, and keeps an existing
 * link. Throws 409 while an earlier attempt may still arrive, and LedgerError.
 */
export async function createLinkedContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
): Promise<ContactAnswer> {
  const stored = await checkContact(services, organisationId, client);
  if (stored) return stored;
  const earlier = await findMadeEarlier(services, organisationId, client);
  if (earlier.outcome !== 'none') return earlier;
  const { askedAt } = earlier;
  const made = await makeContacts(services, organisationId, [{ client, askedAt }]);
  const answer = made.get(client.id);
  if (answer && answer.outcome !== 'unknown') return answer;
  const wait = (answer?.until.getTime() ?? 0) - services.clock().getTime();
  const minutes = Math.max(1, Math.ceil(wait / 60_000));
  throw conflict(
    `It is not known yet whether Xero made a contact for ${client.name}, and another one might be a second. Nothing was sent. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  );
}

/**
 * Checks in Xero that the stored link still holds, and takes over the contact's present name. Null
 * when there is no link. Makes and links nothing. Throws LedgerError.
 */
export async function checkContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
): Promise<ContactAnswer | null> {
  const answers = await checkContacts(services, organisationId, [client]);
  return answers.get(client.id) ?? null;
}

/**
 * At most 20 contacts for a person to choose from: those that match the search; without one, those
 * that fit the client first, then the others whose name or email contains the client's. Throws
 * LedgerError.
 */
export async function suggestContacts(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
  search: string | null,
): Promise<ContactSuggestion[]> {
  const typed = inPlainSpaces(search ?? '');
  const own = [client.name, client.email ?? '', contactNumberOf(services, client.id)];
  const found = await searchFor(services, organisationId, typed === '' ? own : [typed]);
  const isFitting = ({ name, email, contactNumber }: LedgerContact) =>
    fitOf(client, { name, email }) !== null ||
    firstNumber(contactNumber ?? '') === contactNumberOf(services, client.id);
  const offered =
    typed === ''
      ? [...found.filter(isFitting), ...found.filter((contact) => !isFitting(contact))]
      : found;
  return offered
    .map(({ contactId, name, email }) => ({
      contactId,
      name,
      email,
      fit: fitOf(client, { name, email }),
      linkedTo: otherClientOf(services, organisationId, client.id, contactId),
    }))
    .sort((one, other) => Number(other.fit !== null) - Number(one.fit !== null))
    .slice(0, MOST_SUGGESTIONS);
}

/** The contacts that hold one of these texts, each once. */
async function searchFor(
  { ledger }: ContactServices,
  organisationId: string,
  texts: string[],
): Promise<LedgerContact[]> {
  const found = new Map<string, LedgerContact>();
  for (const search of new Set(texts.map(inPlainSpaces).filter(Boolean))) {
    for (const contact of await ledger.findContacts(organisationId, { search })) {
      found.set(contact.contactId, contact);
    }
  }
  return [...found.values()];
}

/**
 * Links a client to the contact that a person chose, unless `mayLink`, which is called just before,
 * throws. Throws 404 when the contact is archived or gone, and LedgerError.
 */
export async function chooseContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
  contactId: string,
  mayLink: () => void = () => undefined,
): Promise<ContactLink> {
  const [contact] = await services.ledger.findContacts(organisationId, { ids: [contactId] });
  if (!contact) throw notFound('The contact in Xero');
  const link = toLink(contact);
  mayLink();
  linkContact(services, organisationId, client.id, link);
  return link;
}
