import type { Services } from '../../context.server.ts';
import { ProductError } from '../../lib/errors.ts';
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
import { isLedgerError } from '../ledger.ts';

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

/** What a choice came to: a sentence for the toast, or one for the dialog and a status. */
export type ChoiceResult =
  { isDone: true; text: string } | { isDone: false; status: number; text: string };

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
    problems.push(sentenceOf(services, thrown).text);
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

/** Does what a person chose in the dialog. What Xero or a rule refuses is a sentence; nothing is lost. */
export async function applyChoice(
  services: ScreenServices,
  client: ContactClient,
  choice: ContactChoice,
): Promise<ChoiceResult> {
  const organisation = services.ledger.activeOrganisation();
  if (!organisation) return { isDone: false, status: 409, text: NOT_CONNECTED };
  const { organisationId } = organisation;
  const linked = (name: string) =>
    ({ isDone: true, text: `${client.name} is “${name}” in Xero` }) as const;
  try {
    switch (choice.kind) {
      case 'unlink':
        unlinkContact(services, organisationId, client.id);
        return { isDone: true, text: `${client.name} is no longer linked to a contact in Xero` };
      case 'link': {
        const link = await chooseContact(services, organisationId, client, choice.contactId);
        return linked(link.contactName);
      }
      case 'create': {
        const answer = await createLinkedContact(services, organisationId, client);
        if (answer.outcome === 'linked') return linked(answer.link.contactName);
        return { isDone: false, status: 409, text: answer.message };
      }
    }
  } catch (thrown) {
    return { isDone: false, ...sentenceOf(services, thrown) };
  }
}

/** What a person reads of a failure. Throws again what nobody wrote a sentence for. */
function sentenceOf(
  { logger }: Pick<Services, 'logger'>,
  thrown: unknown,
): { status: number; text: string } {
  if (thrown instanceof ProductError) return { status: thrown.status, text: thrown.message };
  if (!isLedgerError(thrown)) throw thrown;
  logger.warn({ error: thrown }, 'Xero was asked for contacts in vain');
  return { status: thrown.kind === 'refused' ? 422 : 503, text: thrown.message };
}
