import { isDeepStrictEqual } from 'node:util';
import type { Services } from '../../context.server.ts';
import type { ContactQuery, LedgerContact } from '../ledger.ts';
import {
  choose,
  nameContact,
  toLink,
  type ContactAnswer,
  type ContactClient,
  comparable,
} from './contact-answer.ts';
import {
  contactNumberOf,
  contactOf,
  firstNumber,
  isNumberOfAnother,
  linkUnlessLinked,
  numberAfter,
  otherClientOf,
  refreshLink,
} from './contact-links.server.ts';

/** The services that finding and making contacts needs. */
export type ContactServices = Pick<Services, 'db' | 'clock' | 'ledger' | 'checkpoint'>;

/**
 * No contact fits the client. `askedAt` is when the ledger was asked: what arrives there later was
 * not seen.
 */
export type NoContact = { outcome: 'none'; askedAt: Date };

/**
 * Finds the contacts of many clients in few calls, and stores the links: the contact that is linked
 * already, else the only one that fits by exact name or email or our number. 'choose' when two or
 * more fit, when the only one belongs to another client, and when the linked one is archived or
 * gone. Makes none. Throws LedgerError.
 */
export async function lookUpContacts(
  services: ContactServices,
  organisationId: string,
  clients: ContactClient[],
): Promise<Map<number, ContactAnswer | NoContact>> {
  const answers = new Map<number, ContactAnswer | NoContact>(
    await checkContacts(services, organisationId, clients),
  );
  const unlinked = clients.filter(({ id }) => !answers.has(id));
  if (unlinked.length === 0) return answers;
  const askedAt = services.clock();
  const terms = unlinked.flatMap(({ id, name, email }) => {
    return [name, email ?? '', contactNumberOf(services, id)];
  });
  const find = await indexOf(services, organisationId, { terms });
  for (const client of unlinked) {
    const fitting = find({ ...client, contactNumber: contactNumberOf(services, client.id) });
    answers.set(
      client.id,
      fitting.length === 0
        ? { outcome: 'none', askedAt }
        : linkOnlyContact(services, organisationId, client, fitting),
    );
  }
  return answers;
}

/**
 * Checks in Xero that the links of these clients still hold, forty in a call, and takes over the
 * contacts' present names, VAT and terms. Gives the answers by client id, without the clients that have no link.
 * Throws LedgerError.
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
  const found = await services.ledger.findContacts(organisationId, { ids });
  const byId = new Map(found.map((contact) => [contact.contactId, contact]));
  return new Map(
    linked.map(({ client, stored }): [number, ContactAnswer] => {
      const contact = byId.get(stored.contactId);
      if (!contact) {
        const name = nameContact({ name: stored.contactName, email: null });
        const gone = choose(
          `The contact ${name} that ${client.name} is linked to is archived or deleted in Xero. Restore it in Xero, or choose or create another one for the client.`,
        );
        return [client.id, gone];
      }
      const link = toLink(contact);
      if (!isDeepStrictEqual(link, stored)) refreshLink(services, organisationId, client.id, link);
      return [client.id, { outcome: 'linked', link }];
    }),
  );
}

/**
 * The contact that an earlier call made for this client: our contact number tells, even after a
 * rename. Throws LedgerError.
 */
export async function findMadeEarlier(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
): Promise<ContactAnswer | NoContact> {
  const askedAt = services.clock();
  const contactNumber = contactNumberOf(services, client.id);
  const find = await indexOf(services, organisationId, { terms: [contactNumber] });
  const made = find({ name: '', email: null, contactNumber });
  if (made.length === 0) return { outcome: 'none', askedAt };
  return linkOnlyContact(services, organisationId, client, made);
}

/**
 * Finds, for clients whose names the ledger calls taken, the contacts that have these names.
 * 'choose' where the ledger shows none. Throws LedgerError.
 */
export async function findNamesakes(
  services: ContactServices,
  organisationId: string,
  clients: ContactClient[],
): Promise<Map<number, ContactAnswer>> {
  if (clients.length === 0) return new Map();
  const terms = clients.map(({ name }) => name);
  const find = await indexOf(services, organisationId, { terms });
  return new Map(
    clients.map((client) => {
      const namesakes = find({ name: client.name, email: null, contactNumber: null });
      if (namesakes.length > 0) {
        return [client.id, linkOnlyContact(services, organisationId, client, namesakes)];
      }
      const name = nameContact({ name: client.name.trim(), email: null });
      const hidden = choose(
        `Xero has a contact called ${name} already, but does not show it. Choose a contact for ${client.name}, or rename one of the two.`,
      );
      return [client.id, hidden];
    }),
  );
}

/** Archived contacts keep the client's number: the next one for a new contact. */
type KeptNumber = { outcome: 'number kept'; contactNumber: string };

/**
 * Finds, for clients whose names or numbers the ledger calls taken, the contacts in use that have their numbers; and
 * for those whose numbers archived contacts keep the next one. Leaves out the clients whose numbers are not taken.
 * Throws LedgerError.
 */
export async function findNumbered(
  services: ContactServices,
  organisationId: string,
  clients: ContactClient[],
): Promise<Map<number, ContactAnswer | KeptNumber>> {
  const answers = new Map<number, ContactAnswer | KeptNumber>();
  if (clients.length === 0) return answers;
  const terms = clients.map(({ id }) => contactNumberOf(services, id));
  const find = await indexOf(services, organisationId, { terms, withArchived: true });
  for (const client of clients) {
    const first = contactNumberOf(services, client.id);
    const own = find({ name: '', email: null, contactNumber: first });
    const inUse = own.filter(({ isArchived = false }) => !isArchived);
    const kept = own.map(({ contactNumber }) => contactNumber);
    if (inUse.length > 0) {
      answers.set(client.id, linkOnlyContact(services, organisationId, client, inUse));
    } else if (own.length > 0) {
      answers.set(client.id, { outcome: 'number kept', contactNumber: numberAfter(first, kept) });
    }
  }
  return answers;
}

type Wanted = { name: string; email: string | null; contactNumber: string | null };

/** Asks the ledger, and gives a function that picks from its answer what has name, email or number. */
async function indexOf(
  { ledger }: ContactServices,
  organisationId: string,
  query: ContactQuery,
): Promise<(wanted: Wanted) => LedgerContact[]> {
  const found = await ledger.findContacts(organisationId, query);
  const pairs = found.flatMap((contact) => keysOf(contact).map((key) => ({ key, contact })));
  const index = Map.groupBy(pairs, ({ key }) => key);
  const having = (key: string) => index.get(key)?.map(({ contact }) => contact) ?? [];
  return (wanted) => [...new Set(keysOf(wanted).flatMap(having))];
}

function keysOf({ name, email, contactNumber }: Wanted): string[] {
  return [
    ['name', comparable(name)],
    ['email', comparable(email)],
    ['number', firstNumber(contactNumber ?? '')],
  ].flatMap(([field = '', text = '']) => (text === '' ? [] : [`${field} ${text}`]));
}

/** Links the client to the only contact, unless it belongs to another client; 'choose' then, and for several. */
function linkOnlyContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
  contacts: LedgerContact[],
): ContactAnswer {
  const [contact, ...others] = contacts;
  if (!contact || others.length > 0) {
    return choose(
      `More than one contact in Xero matches ${client.name}: ${contacts.map(nameContact).join(', ')}. Choose the right one for the client.`,
    );
  }
  const owner = otherClientOf(services, organisationId, client.id, contact.contactId);
  if (owner !== null || isNumberOfAnother(services, client.id, contact)) {
    const whose = owner === null ? 'another client' : `the client ${owner}`;
    return choose(
      `The only contact in Xero that matches ${client.name}, ${nameContact(contact)}, already belongs to ${whose}. Choose another contact for the client.`,
    );
  }
  const link = linkUnlessLinked(services, organisationId, client.id, toLink(contact));
  return { outcome: 'linked', link };
}
