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
import { NOT_LINKED, type ShownContact } from './shown-contact.ts';
import { LedgerError, type Organisation } from '../ledger.ts';

type ScreenServices = ContactServices & Pick<Services, 'logger'>;

/** What the dialog shows. */
export type ContactScreen = {
  /** What a choice is made over. */
  shown: ShownContact;
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
    shown: { organisationId, linked: link?.contactId ?? NOT_LINKED },
    organisationName,
    linkedName: link?.contactName ?? null,
    suggestions: suggestions.filter(({ contactId }) => contactId !== link?.contactId),
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
  const checkLink = (wanted: string) => {
    requireLinkShown(services, { organisationId, client, wanted, shown });
  };
  const linked = (name: string) => `${client.name} is “${name}” in Xero`;
  switch (choice.kind) {
    case 'unlink':
      checkLink(NOT_LINKED);
      unlinkContact(services, organisationId, client.id);
      return `${client.name} is no longer linked to a contact in Xero`;
    case 'link': {
      const { contactId } = choice;
      const link = await chooseContact(services, organisationId, client, contactId, () => {
        checkLink(contactId);
      });
      return linked(link.contactName);
    }
    case 'create': {
      const answer = await createLinkedContact(services, organisationId, client);
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
    `This was made for ${before}, and ${active.name} is active now, so no contact was linked, made or unlinked. Look at the contacts in ${active.name} and choose there, or make ${before} active again in Settings.`,
  );
}

type LinkShown = {
  organisationId: string;
  client: ContactClient;
  /** The contact that the client is to be linked to, or {@link NOT_LINKED}. */
  wanted: string;
  shown: Pick<ShownContact, 'linked'>;
};

/** Throws 409 when a client's link is neither the one that the page showed nor the one that is wanted. */
function requireLinkShown(services: Pick<Services, 'db'>, of: LinkShown): void {
  const { organisationId, client, wanted, shown } = of;
  const link = contactOf(services, organisationId, client.id);
  const present = link?.contactId ?? NOT_LINKED;
  if (shown.linked === null || present === shown.linked || present === wanted) return;
  const what = link ? `linked to “${link.contactName}”` : 'unlinked';
  throw conflict(
    `${client.name} was ${what} meanwhile, so nothing was changed. Look at it, then choose again.`,
  );
}

/** The sentence for an error; rethrows an error that has none for people. */
function sentenceOf({ logger }: Pick<Services, 'logger'>, thrown: unknown): string {
  if (!(thrown instanceof ProductError)) throw thrown;
  if (thrown instanceof LedgerError) {
    logger.warn({ error: thrown }, 'The contacts could not be read from the ledger');
  }
  return thrown.message;
}
