import type { Invoice, InvoiceRun } from '#db/schema.ts';
import { getClient } from '../../clients/clients.server.ts';
import {
  checkContacts,
  resolveContact,
  type ContactAnswer,
} from '../contacts/client-contact.server.ts';
import { LedgerError, reasonOf } from '../ledger.ts';
import type { Pause } from './pause.ts';
import { refuseClaims } from './refuse-claims.server.ts';
import type { RunServices } from './run-services.ts';
import { invoicesOf, markFailed, markSending, type Sending } from './steps.server.ts';

/** Invoices that go in one call. */
const BATCH = 20;

/** The contacts of clients, by their id, as this run has found them already. */
export type KnownContacts = Map<number, ContactAnswer>;

type Addressed = { invoice: Invoice; contactId: string };

/**
 * The next claims that can be sent, each with its contact, marked as being sent under a key of
 * their own; null when nothing is claimed any more. One whose contact cannot be decided fails
 * alone, with its reason. Gives a pause when the ledger asks for one.
 */
export async function address(
  services: RunServices,
  run: InvoiceRun,
  known: KnownContacts,
  signal: AbortSignal,
): Promise<Sending | Pause | null> {
  for (;;) {
    const claimed = invoicesOf(services, run.id, 'claimed').slice(0, BATCH);
    if (claimed.length === 0 || signal.aborted) return null;
    const addressed: Addressed[] = [];
    try {
      await askForLinked(services, run, { claimed, known });
      for (const invoice of claimed) {
        const contactId = await contactIdFor(services, run, { invoice, known });
        if (contactId !== null) addressed.push({ invoice, contactId });
      }
    } catch (error) {
      const pause = refuseClaims(services, run, error);
      if (pause) return pause;
      continue;
    }
    services.checkpoint('addressed');
    if (addressed.length === 0) continue;
    const sending = markSending(services, addressed);
    // Another process may have taken all of it.
    if (sending.batch.length === 0) continue;
    services.checkpoint('marked as sending');
    return sending;
  }
}

/** Asks for all linked contacts at once, and once a run: a call counts against the ledger's limits. */
async function askForLinked(
  services: RunServices,
  run: InvoiceRun,
  { claimed, known }: { claimed: Invoice[]; known: KnownContacts },
): Promise<void> {
  const unasked = new Set(claimed.map(({ clientId }) => clientId).filter((id) => !known.has(id)));
  const clients = [...unasked].map((id) => getClient(services, id));
  const checked = await checkContacts(services, run.tenantId, clients);
  for (const [clientId, answer] of checked) known.set(clientId, answer);
}

/** The contact that an invoice goes to; null: it has failed, and says why. */
async function contactIdFor(
  services: RunServices,
  run: InvoiceRun,
  { invoice, known }: { invoice: Invoice; known: KnownContacts },
): Promise<string | null> {
  try {
    const client = getClient(services, invoice.clientId);
    const answer = known.get(client.id) ?? (await resolveContact(services, run.tenantId, client));
    known.set(client.id, answer);
    if (answer.outcome === 'linked') return answer.link.contactId;
    markFailed(services, [invoice.id], answer.message);
  } catch (error) {
    // What the ledger has against one contact is no reason to keep the others.
    const isOnlyThisOne =
      error instanceof LedgerError && error.kind === 'refused' && !error.isOutcomeUnknown;
    if (!isOnlyThisOne) throw error;
    markFailed(services, [invoice.id], reasonOf(error));
  }
  return null;
}
