import type { Invoice, InvoiceRun } from '#db/schema.ts';
import { getClient } from '../../clients/clients.server.ts';
import {
  UNKNOWN_CONTACT,
  type ContactAnswer,
  type UnknownContact,
} from '../contacts/contact-answer.ts';
import type { Lacking } from '../contacts/contact-calls.server.ts';
import { contactsOf, type StoredLink } from '../contacts/contact-links.server.ts';
import { vatQuestion } from '../contacts/contact-vat.server.ts';
import { lookUpContacts, type NoContact } from '../contacts/find-contacts.server.ts';
import { makeContacts } from '../contacts/make-contacts.server.ts';
import { CONTACTS_AT_ONCE, LedgerError } from '../ledger.ts';
import { waitAfter, waitFor, type Pause, refuseClaims } from './pause.server.ts';
import {
  type RunServices,
  contentsOf,
  invoicesOf,
  markFailed,
  markSending,
  markUnsentIfAlone,
  type Sending,
} from './steps.server.ts';
import { KEY_SAFE_FOR } from '../../lib/key-safe-for.ts';

const BATCH = 50;

/** The most characters of contents in one call, so that Xero has the time to answer it. */
const LARGEST_BATCH = 500_000;

/** What this run has already found out about contacts, by client id. */
export type KnownContacts = Map<number, ContactAnswer | NoContact | UnknownContact>;

/**
 * Finds the contacts of the next claimed invoices, or makes them, and marks these invoices as being
 * sent, under a new key. Null when nothing is claimed any more. An invoice whose contact cannot be
 * decided fails alone, with its reason. Gives a pause when the ledger asks for one, and for the
 * invoices whose contact is perhaps being made.
 */
export async function address(
  services: RunServices,
  run: InvoiceRun,
  known: KnownContacts,
  signal: AbortSignal,
): Promise<Sending | Pause | null> {
  for (;;) {
    const claimed = invoicesOf(services, run.id, 'claimed').filter(
      ({ clientId }) => known.get(clientId)?.outcome !== 'unknown',
    );
    if (signal.aborted) return null;
    if (claimed.length === 0) return waitForContacts(services, known);
    const batch = nextBatch(claimed);
    try {
      await askForContacts(services, run, claimed, known);
      if (batch.some(({ clientId }) => known.get(clientId)?.outcome === 'none')) {
        await makeNext(services, run, claimed, known);
      }
    } catch (error) {
      // A contact that may be in Xero is looked up there when the run goes on.
      if (error instanceof LedgerError && error.isOutcomeUnknown) return waitAfter(services, error);
      const pause = refuseClaims(services, run, error);
      if (pause) return pause;
      continue;
    }
    const links = contactsOf(services, run.tenantId);
    const addressed = batch.flatMap((invoice) =>
      addressOf(services, { run, links, known }, invoice),
    );
    services.checkpoint('addressed');
    if (addressed.length === 0) continue;
    const sending = markSending(services, addressed);
    // Another process may have taken all of them.
    if (sending.batch.length === 0) continue;
    services.checkpoint('marked as sending');
    // After a standstill, the time since the marking would no longer say when the call was sent.
    const markedAt = sending.batch[0]?.sentAt?.getTime() ?? 0;
    if (services.clock().getTime() - markedAt < KEY_SAFE_FOR) return sending;
    markUnsentIfAlone(services, sending.sendKey);
  }
}

/** The first invoices that fit into one call; a larger one than fits goes alone. */
function nextBatch(claimed: Invoice[]): Invoice[] {
  let size = 0;
  const end = claimed.findIndex(({ contents }, index) => {
    size += contents.length;
    return index === BATCH || (index > 0 && size > LARGEST_BATCH);
  });
  return end === -1 ? claimed : claimed.slice(0, end);
}

/** Looks for the contacts of all invoices at once, and once in a run, since calls count against the ledger's limits. */
async function askForContacts(
  services: RunServices,
  run: InvoiceRun,
  claimed: Invoice[],
  known: KnownContacts,
): Promise<void> {
  const unasked = new Set(claimed.map(({ clientId }) => clientId).filter((id) => !known.has(id)));
  if (unasked.size === 0) return;
  const clients = [...unasked].map((id) => getClient(services, id));
  const answers = await lookUpContacts(services, run.tenantId, clients);
  for (const [clientId, answer] of answers) known.set(clientId, answer);
}

/** Makes the next contacts that are missing, as many as one call takes. */
async function makeNext(
  services: RunServices,
  run: InvoiceRun,
  claimed: Invoice[],
  known: KnownContacts,
): Promise<void> {
  const lacking = new Map<number, Lacking>();
  for (const { clientId } of claimed) {
    const found = known.get(clientId);
    if (found?.outcome !== 'none' || lacking.has(clientId)) continue;
    if (lacking.size === CONTACTS_AT_ONCE) break;
    lacking.set(clientId, { client: getClient(services, clientId), askedAt: found.askedAt });
  }
  const answers = await makeContacts(services, run.tenantId, [...lacking.values()]);
  for (const [clientId, answer] of answers) known.set(clientId, answer);
}

/**
 * The invoice with its contact; nothing while that is unknown, or when it was marked as failed, as it is where the
 * contact has another VAT and nobody said which holds.
 */
function addressOf(
  services: RunServices,
  { run, links, known }: { run: InvoiceRun; links: Map<number, StoredLink>; known: KnownContacts },
  invoice: Invoice,
): { invoice: Invoice; contactId: string }[] {
  const answer = known.get(invoice.clientId);
  if (answer?.outcome === 'choose') markFailed(services, [invoice.id], answer.message);
  if (answer?.outcome !== 'linked') return [];
  const asked = vatQuestion(
    services.ledger.findOrganisation(run.tenantId),
    links.get(invoice.clientId),
    contentsOf(invoice).timeTaxCodes ?? [],
  );
  if (asked === null) return [{ invoice, contactId: answer.link.contactId }];
  markFailed(services, [invoice.id], asked.sentence);
  return [];
}

/** A pause until the contacts that may be on their way cannot arrive any more; null without any. */
function waitForContacts(services: RunServices, known: KnownContacts): Pause | null {
  const ends = [...known.values()].flatMap((answer) =>
    answer.outcome === 'unknown' ? [answer.until] : [],
  );
  if (ends.length === 0) return null;
  const retryAt = new Date(Math.max(...ends.map((end) => end.getTime())));
  return waitFor(services, { retryAt, message: UNKNOWN_CONTACT });
}
