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

/** The most invoices in one call. */
const BATCH = 20;

/** The answers about contacts that this run has already found, by client id. */
export type KnownContacts = Map<number, ContactAnswer>;

type Addressed = { invoice: Invoice; contactId: string };

/**
 * Finds the contacts of the next claimed invoices, and marks these invoices as being sent, under a
 * new key. Null when nothing is claimed any more. An invoice whose contact cannot be decided fails
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
    // Another process may have taken all of them.
    if (sending.batch.length === 0) continue;
    services.checkpoint('marked as sending');
    return sending;
  }
}

/**
 * Reads all linked contacts in one call, and once in a run, since calls count against the ledger's
 * limits.
 */
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

/** The contact that an invoice goes to; null when the invoice was marked as failed instead. */
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
    // The ledger's refusal of one contact must not keep the other invoices from being sent.
    const isOnlyThisOne =
      error instanceof LedgerError && error.kind === 'refused' && !error.isOutcomeUnknown;
    if (!isOnlyThisOne) throw error;
    markFailed(services, [invoice.id], reasonOf(error));
  }
  return null;
}
