import type { Services } from '../../context.server.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import {
  checkContact,
  chooseContact,
  createLinkedContact,
  suggestContacts,
  type ContactSuggestion,
} from './client-contact.server.ts';
import type { ContactClient } from './contact-answer.ts';
import type { ContactServices } from './find-contacts.server.ts';
import { contactOf, unlinkContact } from './contact-links.server.ts';
import type { ContactChoice } from './contact-choice.ts';
import { LedgerError } from '../ledger.ts';

type ScreenServices = ContactServices & Pick<Services, 'logger'>;

/** What the dialog shows. */
export type ContactScreen = {
  organisationName: string;
  /** The linked contact's name. */
  linkedName: string | null;
  /** The contacts to choose from, without the linked one. */
  suggestions: ContactSuggestion[];
  /** Sentences that say what is wrong with the link, or why there are no suggestions. */
  problems: string[];
};

const NOT_CONNECTED = 'Tallyhour is not connected to Xero. Connect it in Settings, then try again.';

/**
 * The data of a client's contact dialog; null when no Xero organisation is active. When Xero cannot
 * be asked, gives the stored link and a sentence that says so.
 */
export async function loadContactScreen(
  services: ScreenServices,
  client: ContactClient,
  search: string | null,
): Promise<ContactScreen | null> {
  const organisation = services.ledger.activeOrganisation();
  if (!organisation) return null;
  const { organisationId, name: organisationName } = organisation;
  const problems: string[] = [];
  let suggestions: ContactSuggestion[] = [];
  try {
    const answer = await checkContact(services, organisationId, client);
    if (answer?.outcome === 'choose') problems.push(answer.message);
    suggestions = await suggestContacts(services, organisationId, client, search);
  } catch (thrown) {
    problems.push(sentenceOf(services, thrown));
  }
  // Read after the check, which may have stored a new name.
  const link = contactOf(services, organisationId, client.id);
  return {
    organisationName,
    linkedName: link?.contactName ?? null,
    suggestions: suggestions.filter(({ contactId }) => contactId !== link?.contactId),
    problems,
  };
}

/**
 * Carries out a choice made in the dialog, and gives the text of the toast. Throws 409 when no
 * organisation is active or a person has to choose the contact, 404 when the chosen contact is
 * gone, and LedgerError.
 */
export async function applyChoice(
  services: ContactServices,
  client: ContactClient,
  choice: ContactChoice,
): Promise<string> {
  const organisation = services.ledger.activeOrganisation();
  if (!organisation) throw conflict(NOT_CONNECTED);
  const { organisationId } = organisation;
  const linked = (name: string) => `${client.name} is “${name}” in Xero`;
  switch (choice.kind) {
    case 'unlink':
      unlinkContact(services, organisationId, client.id);
      return `${client.name} is no longer linked to a contact in Xero`;
    case 'link': {
      const link = await chooseContact(services, organisationId, client, choice.contactId);
      return linked(link.contactName);
    }
    case 'create': {
      const answer = await createLinkedContact(services, organisationId, client);
      if (answer.outcome === 'choose') throw conflict(answer.message);
      return linked(answer.link.contactName);
    }
  }
}

/** The sentence for an error; rethrows an error that has none for people. */
function sentenceOf({ logger }: Pick<Services, 'logger'>, thrown: unknown): string {
  if (!(thrown instanceof ProductError)) throw thrown;
  if (thrown instanceof LedgerError) {
    logger.warn({ error: thrown }, 'The contacts could not be read from the ledger');
  }
  return thrown.message;
}
