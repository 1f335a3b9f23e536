import type { Services } from '../../context.server.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import {
  checkContact,
  chooseContact,
  createLinkedContact,
  suggestContacts,
  type ContactClient,
  type ContactServices,
  type ContactSuggestion,
} from './client-contact.server.ts';
import { contactOf, unlinkContact } from './contact-links.server.ts';
import type { ContactChoice } from './contact-choice.ts';
import { LedgerError } from '../ledger.ts';

type ScreenServices = ContactServices & Pick<Services, 'logger'>;

/** What the dialog shows. */
export type ContactScreen = {
  organisationName: string;
  /** The linked contact's name. */
  linkedName: string | null;
  /** Every contact to choose from; the linked one is not among them. */
  suggestions: ContactSuggestion[];
  /** Sentences: what is wrong with the link, and why there are no suggestions. */
  problems: string[];
};

const NOT_CONNECTED = 'Tallyhour is not connected to Xero. Connect it in Settings, then try again.';

/**
 * What the dialog of a client's contact shows; null when no Xero organisation is active. When
 * Xero cannot be asked, the stored link is shown with a sentence that says so.
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
  // Read last: the check takes over the name that the contact has in Xero now.
  const link = contactOf(services, organisationId, client.id);
  return {
    organisationName,
    linkedName: link?.contactName ?? null,
    suggestions: suggestions.filter(({ contactId }) => contactId !== link?.contactId),
    problems,
  };
}

/**
 * Does what a person chose in the dialog, and gives the sentence for the toast. Throws 409 without
 * an organisation and for what only a person can decide, 404, and LedgerError.
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

/** What a person reads of a failure. Throws again what nobody wrote a sentence for. */
function sentenceOf({ logger }: Pick<Services, 'logger'>, thrown: unknown): string {
  if (!(thrown instanceof ProductError)) throw thrown;
  if (thrown instanceof LedgerError) {
    logger.warn({ error: thrown }, 'The ledger was asked for contacts in vain');
  }
  return thrown.message;
}
