import { createHash } from 'node:crypto';
import type { Services } from '../../context.server.ts';
import { notFound } from '../../lib/errors.ts';
import { installationId } from '../../platform/settings-store.server.ts';
import type { ContactQuery, Ledger, LedgerContact } from '../ledger.ts';
import { comparable, fitOf, nameContact, type Fit } from './contact-fit.ts';
import {
  contactOf,
  linkContact,
  linkUnlessLinked,
  otherClientOf,
  renameLink,
  type ContactLink,
} from './contact-links.server.ts';

/** The services that finding and making contacts needs. */
export type ContactServices = Pick<Services, 'db' | 'clock' | 'ledger'>;

/** The client's contact, or a sentence that says why a person has to choose one. */
export type ContactAnswer =
  { outcome: 'linked'; link: ContactLink } | { outcome: 'choose'; message: string };

/** The parts of a client that its contact is found and made with. */
export type ContactClient = { id: number; name: string; email: string | null };

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
 * Finds the client's contact and stores the link: the contact that is linked already, else the only
 * one that fits by exact name or email, else a new one, made once even when an answer is lost.
 * 'choose' when two or more fit, when the only one belongs to another client, and when the linked
 * one is archived or gone. Throws LedgerError; calling again is safe then.
 */
export async function resolveContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
): Promise<ContactAnswer> {
  return inTurn(services, organisationId, client, async () => {
    const stored = contactOf(services, organisationId, client.id);
    if (stored) return checkLink(services, organisationId, client, stored);
    const [fitting] = await findFitting(services, organisationId, client);
    if (fitting.length === 0) return create(services, organisationId, client);
    return linkOnlyContact(services, organisationId, client, fitting);
  });
}

/**
 * Makes a contact for the client in Xero and stores the link, even when other contacts would fit,
 * because a person asked for it. Uses a contact that an earlier attempt made, and keeps an existing
 * link. Throws LedgerError.
 */
export async function createLinkedContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
): Promise<ContactAnswer> {
  return inTurn(services, organisationId, client, async () => {
    const stored = contactOf(services, organisationId, client.id);
    if (stored) return checkLink(services, organisationId, client, stored);
    const made = await findMadeEarlier(services, organisationId, client);
    if (made.length === 0) return create(services, organisationId, client);
    return linkOnlyContact(services, organisationId, client, made);
  });
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
  const stored = contactOf(services, organisationId, client.id);
  return stored && checkLink(services, organisationId, client, stored);
}

/**
 * Does {@link checkContact} for many clients, forty in a call. Gives the answers by client id,
 * without the clients that have no link. Throws LedgerError.
 */
export async function checkContacts(
  services: ContactServices,
  organisationId: string,
  clients: ContactClient[],
): Promise<Map<number, ContactAnswer>> {
  const linked = clients.flatMap((client) => {
    const stored = contactOf(services, organisationId, client.id);
    return stored ? [{ client, stored }] : [];
  });
  if (linked.length === 0) return new Map();
  const ids = linked.map(({ stored }) => stored.contactId);
  const found = await find(services, organisationId, { ids });
  return new Map(
    linked.map(({ client, stored }) => {
      const contact = found.find(({ contactId }) => contactId === stored.contactId);
      return [client.id, answerLinked(services, organisationId, client, stored, contact)];
    }),
  );
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
  const term = search?.trim() ?? '';
  const found =
    term === ''
      ? (await findFitting(services, organisationId, client)).flat()
      : await find(services, organisationId, { search: term });
  return found
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

/**
 * Links a client to the contact that a person chose. Throws 404 when the contact is archived or
 * gone, and LedgerError.
 */
export async function chooseContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
  contactId: string,
): Promise<ContactLink> {
  const [contact] = await find(services, organisationId, { ids: [contactId] });
  if (!contact) throw notFound('The contact in Xero');
  const link = toLink(contact);
  linkContact(services, organisationId, client.id, link);
  return link;
}

/** The contacts that fit the client, and the others that the same searches found. */
async function findFitting(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
): Promise<[fitting: LedgerContact[], others: LedgerContact[]]> {
  const number = contactNumberOf(services, client.id);
  const terms = new Set([client.name.trim(), client.email?.trim() ?? '', number]);
  const found = new Map<string, LedgerContact>();
  for (const search of terms) {
    if (search === '') continue;
    for (const contact of await find(services, organisationId, { search })) {
      found.set(contact.contactId, contact);
    }
  }
  const isFitting = (contact: LedgerContact) =>
    fitOf(client, contact) !== null || contact.contactNumber === number;
  const contacts = [...found.values()];
  return [contacts.filter(isFitting), contacts.filter((contact) => !isFitting(contact))];
}

/**
 * The contact that an earlier attempt made for this client: our contact number tells, even after a
 * rename.
 */
async function findMadeEarlier(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
): Promise<LedgerContact[]> {
  const number = contactNumberOf(services, client.id);
  const found = await find(services, organisationId, { search: number });
  return found.filter(({ contactNumber }) => contactNumber === number);
}

async function checkLink(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
  stored: ContactLink,
): Promise<ContactAnswer> {
  const [contact] = await find(services, organisationId, { ids: [stored.contactId] });
  return answerLinked(services, organisationId, client, stored, contact);
}

/** Takes over a linked contact's present name; 'choose' when the contact is archived or gone. */
function answerLinked(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
  stored: ContactLink,
  contact: LedgerContact | undefined,
): ContactAnswer {
  if (!contact) {
    return choose(
      `The contact ${nameContact({ name: stored.contactName, email: null })} that ${client.name} is linked to is archived or deleted in Xero. Restore it in Xero, or choose another one for the client.`,
    );
  }
  const link = toLink(contact);
  if (link.contactName !== stored.contactName)
    renameLink(services, organisationId, client.id, link);
  return { outcome: 'linked', link };
}

/**
 * Links the client to the only contact, unless it belongs to another client; 'choose' then, and for
 * several.
 */
function linkOnlyContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
  contacts: LedgerContact[],
): ContactAnswer {
  const [contact, ...others] = contacts;
  if (!contact || others.length > 0) {
    return choose(
      `More than one contact in Xero fits ${client.name}: ${contacts.map(nameContact).join(', ')}. Choose the right one for the client.`,
    );
  }
  const owner = otherClientOf(services, organisationId, client.id, contact.contactId);
  if (owner !== null || isNumberOfAnother(services, client.id, contact)) {
    const whose = owner === null ? 'another client' : `the client ${owner}`;
    return choose(
      `The only contact in Xero that fits ${client.name}, ${nameContact(contact)}, belongs to ${whose} already. Choose a contact for the client.`,
    );
  }
  const link = linkUnlessLinked(services, organisationId, client.id, toLink(contact));
  return { outcome: 'linked', link };
}

/**
 * Makes a contact under an idempotency key made from its contents. When its name is taken, looks
 * for the contact that has the name.
 */
async function create(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
): Promise<ContactAnswer> {
  const contactNumber = contactNumberOf(services, client.id);
  const contact = { name: client.name.trim(), email: client.email, contactNumber };
  // Xero refuses other contents under a used key, so organisation and email are part of it.
  const key = createHash('sha256')
    .update(JSON.stringify([organisationId, contact]))
    .digest('hex');
  const answer = await services.ledger.createContact(organisationId, contact, `contact-${key}`);
  if (answer.outcome === 'created') {
    const link = linkUnlessLinked(services, organisationId, client.id, toLink(answer.contact));
    return { outcome: 'linked', link };
  }
  const found = await find(services, organisationId, { search: contact.name });
  const namesakes = found.filter(({ name }) => comparable(name) === comparable(contact.name));
  if (namesakes.length > 0) return linkOnlyContact(services, organisationId, client, namesakes);
  return choose(
    `Xero has a contact called ${nameContact({ name: contact.name, email: null })} already, but does not show it. Choose a contact for ${client.name}, or rename one of the two.`,
  );
}

function find(
  { ledger }: ContactServices,
  organisationId: string,
  query: ContactQuery,
): Promise<LedgerContact[]> {
  return ledger.findContacts(organisationId, query);
}

function toLink({ contactId, name }: LedgerContact): ContactLink {
  return { contactId, contactName: name };
}

function choose(message: string): ContactAnswer {
  return { outcome: 'choose', message };
}

function numberPrefix(services: ContactServices): string {
  return `tallyhour-${installationId(services)}-`;
}

/** Our id of a client, which Xero stores as the contact's number: at most 50 characters. */
function contactNumberOf(services: ContactServices, clientId: number): string {
  return `${numberPrefix(services)}${clientId}`;
}

/** Whether this installation made the contact for another of its clients. */
function isNumberOfAnother(
  services: ContactServices,
  clientId: number,
  { contactNumber }: LedgerContact,
): boolean {
  if (!contactNumber?.startsWith(numberPrefix(services))) return false;
  return contactNumber !== contactNumberOf(services, clientId);
}

/**
 * The last call under way for each client, by organisation and client; the next call waits for it.
 */
const turnsAt = new WeakMap<Ledger, Map<string, Promise<unknown>>>();

/**
 * Runs calls for the same client one after another, so that the second finds what the first made.
 */
async function inTurn<Result>(
  { ledger }: ContactServices,
  organisationId: string,
  { id }: ContactClient,
  run: () => Promise<Result>,
): Promise<Result> {
  const turns = turnsAt.get(ledger) ?? new Map<string, Promise<unknown>>();
  turnsAt.set(ledger, turns);
  const name = `${organisationId} ${id}`;
  const before = turns.get(name) ?? Promise.resolve();
  const mine = before.then(run, run);
  turns.set(name, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(name) === mine) turns.delete(name);
  }
}
