import type { Services } from '../../context.server.ts';
import { conflict, ProductError, notFound } from '../../lib/errors.ts';
import { type ContactClient, toLink, type ContactAnswer, fitOf } from './contact-answer.ts';
import { type ContactServices, checkContacts, findMadeEarlier } from './find-contacts.server.ts';
import {
  contactNumberOf,
  contactOf,
  firstNumber,
  linkContact,
  otherClientOf,
  unlinkContact,
} from './contact-links.server.ts';
import {
  type ContactChoice,
  NOT_LINKED,
  type ShownContact,
  SHOWN_LINK,
  SHOWN_ORGANISATION,
  readChoice,
} from './contact-choice.tsx';
import { LedgerError, type Organisation, type LedgerContact } from '../ledger.ts';
import { inPlainSpaces } from '../../lib/looks.ts';
import { makeContacts } from './make-contacts.server.ts';
import { z } from 'zod';
import { optionalText } from '../../lib/fields.ts';

/** What the dialog shows. */
export type ContactScreen = NonNullable<Awaited<ReturnType<typeof loadContactScreen>>>;

export const NOT_CONNECTED =
  'Tallyhour is not connected to Xero. Connect it in Settings, then try again.';

/**
 * The data of a client's contact dialog; null when no Xero organisation is active. When Xero cannot
 * be asked, gives the stored link and a sentence that says so.
 */
export async function loadContactScreen(
  services: ContactServices & Pick<Services, 'logger'>,
  client: ContactClient,
  search: string | null,
) {
  const organisation = services.ledger.activeOrganisation();
  if (!organisation) return null;
  const { organisationId, name: organisationName } = organisation;
  const problems: string[] = [];
  let suggestions: Awaited<ReturnType<typeof suggestContacts>> = [];
  let isGone = false;
  try {
    const answer = await checkContact(services, organisationId, client);
    isGone = answer?.outcome === 'choose';
    if (answer?.outcome === 'choose') problems.push(answer.message);
    suggestions = await suggestContacts(services, organisationId, client, search);
  } catch (thrown) {
    problems.push(sentenceOf(services, thrown));
  }
  // Read after the check, which may have stored a new name.
  const link = contactOf(services, organisationId, client.id);
  return {
    /** What a choice is made over. */
    shown: { organisationId, linked: link?.contactId ?? NOT_LINKED },
    organisationName,
    linkedName: link?.contactName ?? null,
    /** Whether one can be made: there is none, or the linked one is archived or deleted. */
    mayCreate: link === null || isGone,
    /** The contacts to choose from, without the linked one. */
    suggestions: suggestions.filter(({ contactId }) => contactId !== link?.contactId),
    /** Sentences that say what is wrong with the link, or why there are no suggestions. */
    problems,
  };
}

/**
 * Carries out a choice made in the dialog, and gives the text of the toast. Throws 409 when no
 * organisation is active or another one than was shown, when the client was linked to another contact
 * meanwhile, or a person has to choose the contact; 404 when the chosen contact is gone, and
 * LedgerError.
 */
export async function applyChoice(
  services: ContactServices,
  client: ContactClient,
  choice: ContactChoice,
  shown: ShownContact,
): Promise<string> {
  const { organisationId } = organisationShown(services, shown);
  // The link is neither the one that the page showed, nor the one that is wanted.
  const checkLink = (wanted: string) => {
    const link = contactOf(services, organisationId, client.id);
    const present = link?.contactId ?? NOT_LINKED;
    if (shown.linked === null || present === shown.linked || present === wanted) return;
    const what = link ? `linked to “${link.contactName}”` : 'unlinked';
    throw conflict(
      `${client.name} was ${what} since, so no changes were made. Check it, then choose again.`,
    );
  };
  const linked = (name: string) => `${client.name} is “${name}” in Xero`;
  switch (choice.kind) {
    case 'unlink':
      checkLink(NOT_LINKED);
      unlinkContact(services, organisationId, client.id);
      return `${client.name} is no longer linked to a contact in Xero`;
    case 'link': {
      const { contactId } = choice;
      const check = () => {
        checkLink(contactId);
      };
      return linked(await chooseContact(services, organisationId, client, contactId, check));
    }
    case 'create': {
      const answer = await createLinkedContact(services, organisationId, client, () => {
        checkLink(NOT_LINKED);
      });
      if (answer.outcome === 'choose') throw conflict(answer.message);
      return linked(answer.link.contactName);
    }
  }
}

/** The active organisation. Throws 409 when there is none, or it is not the one that a page showed. */
export function organisationShown(
  { ledger }: Pick<Services, 'ledger'>,
  { organisationId }: Pick<ShownContact, 'organisationId'>,
): Organisation {
  const active = ledger.activeOrganisation();
  if (!active) throw conflict(NOT_CONNECTED);
  if (organisationId === null || organisationId === active.organisationId) return active;
  const before = ledger.findOrganisation(organisationId)?.name ?? 'another organisation';
  throw conflict(
    `This was made for ${before}, and ${active.name} is active now, so no changes were made. Check the contacts in ${active.name} and choose there, or make ${before} active again in Settings.`,
  );
}

/** The sentence for an error; rethrows an error that has none for people. */
export function sentenceOf({ logger }: Pick<Services, 'logger'>, thrown: unknown): string {
  if (!(thrown instanceof ProductError)) throw thrown;
  if (thrown instanceof LedgerError) {
    logger.warn({ error: thrown }, 'The contacts could not be read from the ledger');
  }
  return thrown.message;
}

const MOST_SUGGESTIONS = 20;

/**
 * Makes a contact for the client in Xero and stores the link, even when other contacts would fit,
 * because a person asked for it. Uses a contact that an earlier attempt made, and keeps an existing
 * link, but to a contact that is archived or deleted: that ends, unless `mayUnlink`, which is called just before, throws.
 * Throws 409 while an earlier attempt may still arrive, and LedgerError.
 */
export async function createLinkedContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
  mayUnlink: () => void = () => undefined,
): Promise<ContactAnswer> {
  const stored = await checkContact(services, organisationId, client);
  if (stored?.outcome === 'linked') return stored;
  if (stored) {
    mayUnlink();
    unlinkContact(services, organisationId, client.id);
  }
  const earlier = await findMadeEarlier(services, organisationId, client);
  if (earlier.outcome !== 'none') return earlier;
  const { askedAt } = earlier;
  const made = await makeContacts(services, organisationId, [{ client, askedAt }]);
  const answer = made.get(client.id);
  if (answer && answer.outcome !== 'unknown') return answer;
  const wait = (answer?.until.getTime() ?? 0) - services.clock().getTime();
  const minutes = Math.max(1, Math.ceil(wait / 60_000));
  throw conflict(
    `Xero may have created a contact for ${client.name} already, so no second one was sent. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  );
}

/** {@link checkContacts} of one client. */
export async function checkContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
): Promise<ContactAnswer | undefined> {
  return (await checkContacts(services, organisationId, [client])).get(client.id);
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
) {
  const typed = inPlainSpaces(search ?? '');
  const number = contactNumberOf(services, client.id);
  const own = [client.name, client.email ?? '', number].map(inPlainSpaces).filter(Boolean);
  const found = new Map<string, LedgerContact>();
  for (const text of typed === '' ? new Set(own) : [typed]) {
    for (const contact of await services.ledger.findContacts(organisationId, { search: text })) {
      found.set(contact.contactId, contact);
    }
  }
  const rankOf = (contact: LedgerContact) => {
    if (fitOf(client, contact) !== null) return 0;
    return typed === '' && firstNumber(contact.contactNumber ?? '') === number ? 1 : 2;
  };
  return [...found.values()]
    .sort((one, other) => rankOf(one) - rankOf(other))
    .slice(0, MOST_SUGGESTIONS)
    .map(({ contactId, name, email }) => ({
      contactId,
      name,
      email,
      fit: fitOf(client, { name, email }),
      /** The name of another client that is linked to this contact; null when there is none. */
      linkedTo: otherClientOf(services, organisationId, client.id, contactId),
    }));
}

/**
 * Links a client to the contact that a person chose, unless `mayLink`, which is called just before,
 * throws. Gives its name. Throws 404 when the contact is archived or gone, and LedgerError.
 */
export async function chooseContact(
  services: ContactServices,
  organisationId: string,
  client: ContactClient,
  contactId: string,
  mayLink: () => void = () => undefined,
): Promise<string> {
  const [contact] = await services.ledger.findContacts(organisationId, { ids: [contactId] });
  if (!contact) throw notFound('The contact in Xero');
  mayLink();
  linkContact(services, organisationId, client.id, toLink(contact));
  return contact.name;
}

/** The text in an address by which contacts are looked for. */
export const readSearch = (query: URLSearchParams) =>
  Array.from(query.get('q')?.trim() ?? '')
    .slice(0, 200)
    .join('');

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
