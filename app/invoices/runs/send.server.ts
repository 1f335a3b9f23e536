import type { Invoice, InvoiceRun } from '#db/schema.ts';
import { getClient } from '../../clients/clients.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { withXero } from '../../xero/connection/organisation.server.ts';
import { isXeroError, type XeroError } from '../../xero/client/faults.server.ts';
import { checkContacts, resolveContact, type ContactAnswer } from '../contacts/client-contact.server.ts';
import { waitFor, type Pause } from './pause.ts';
import type { RunServices } from './carry-on.server.ts';
import {
  contentsOf,
  invoicesOf,
  markFailed,
  markSending,
  markUnsentIfAlone,
  noteTrouble,
  noteUnknown,
  settleOutcomes,
  type Sending,
} from './steps.server.ts';

const IN_A_MINUTE =
  'Xero takes sixty calls a minute, and they are used up. The rest is sent then; nothing is lost.';

/** Invoices that go in one call. */
const BATCH = 20;

/**
 * Sends what is claimed, batch by batch: who it is for is found first, then the key is stored,
 * then Xero is called, then the answer is kept. Gives a pause when Xero asks for one or when
 * an outcome is unknown.
 */
export async function sendClaimed(
  services: RunServices,
  run: InvoiceRun,
  signal: AbortSignal,
): Promise<Pause | null> {
  const answers: Answers = new Map();
  for (;;) {
    const claimed = invoicesOf(services, run.id, 'claimed').slice(0, BATCH);
    if (claimed.length === 0 || signal.aborted) return null;
    const addressed = await addressAll(services, run, { claimed, answers });
    if (addressed.pause) return addressed.pause;
    const { batch } = addressed;
    if (batch.length === 0) continue;
    const sending = markSending(services, batch);
    // Another process may have taken all of it.
    if (sending.batch.length === 0) continue;
    services.checkpoint('marked as sending');
    const pause = await sendBatch(services, run, sending, { again: false });
    if (pause) return pause;
  }
}

/** The contacts of clients, by their id, as this run has found them already. */
type Answers = Map<number, ContactAnswer>;

type Addressed = { batch: { invoice: Invoice; contactId: string }[]; pause: Pause | null };

/**
 * Finds the contact of each, asking Xero once for a client: a call counts against its limits.
 * One that cannot be decided fails alone, with its reason.
 */
async function addressAll(
  services: RunServices,
  run: InvoiceRun,
  { claimed, answers }: { claimed: Invoice[]; answers: Answers },
): Promise<Addressed> {
  const batch: Addressed['batch'] = [];
  try {
    const unasked = new Set(
      claimed.map(({ clientId }) => clientId).filter((id) => !answers.has(id)),
    );
    const clients = [...unasked].map((id) => getClient(services, id));
    const checked = await checkContacts(services, run.tenantId, clients);
    for (const [clientId, answer] of checked) answers.set(clientId, answer);
  } catch (error) {
    return { batch, pause: refuseClaims(services, run, error) };
  }
  for (const invoice of claimed) {
    try {
      const client = getClient(services, invoice.clientId);
      const answer =
        answers.get(client.id) ?? (await resolveContact(services, run.tenantId, client));
      answers.set(client.id, answer);
      if (answer.outcome === 'linked') batch.push({ invoice, contactId: answer.link.contactId });
      else markFailed(services, [invoice.id], answer.message);
    } catch (error) {
      // What Xero has against one contact is no reason to keep the others.
      if (isXeroError(error) && error.kind === 'refused' && !error.isOutcomeUnknown) {
        markFailed(services, [invoice.id], toMessage(error));
        continue;
      }
      return { batch: [], pause: refuseClaims(services, run, error) };
    }
  }
  services.checkpoint('addressed');
  return { batch, pause: null };
}

/**
 * One call for a batch that is marked as sending. Whatever happens is kept: made, refused,
 * certainly not done, or unknown. When it is sent `again`, a call that was certainly not done
 * says nothing of the one before: that one stays unknown.
 */
export async function sendBatch(
  services: RunServices,
  run: InvoiceRun,
  { sendKey, batch }: Sending,
  { again }: { again: boolean },
): Promise<Pause | null> {
  try {
    const outcomes = await withXero(services, run.tenantId, (xero, session) =>
      xero.createInvoices(
        session,
        batch.map((invoice) => {
          const { contactId, ...contents } = contentsOf(invoice);
          return { ...contents, contactId: contactId ?? '', reference: invoice.reference };
        }),
        { idempotencyKey: sendKey },
      ),
    );
    services.checkpoint('answered');
    settleOutcomes(services, batch, outcomes);
    services.checkpoint('settled');
    return null;
  } catch (error) {
    if (!isXeroError(error) && !(error instanceof ProductError)) throw error;
    const isUnknown = again || (isXeroError(error) && error.isOutcomeUnknown);
    if (isUnknown || !markUnsentIfAlone(services, sendKey)) {
      noteUnknown(services, batch, error.message);
      return waitFor(services, isXeroError(error) ? error.retryAt : null, error.message);
    }
    services.checkpoint('unsent');
    if (isXeroError(error) && error.kind === 'refused') {
      markFailed(
        services,
        batch.map(({ id }) => id),
        toMessage(error),
      );
      return null;
    }
    return refuseClaims(services, run, error);
  }
}

/**
 * Xero has certainly not made what is still claimed. A limit of calls is waited for; anything
 * else frees the logs, and says why.
 */
function refuseClaims(services: RunServices, run: InvoiceRun, error: unknown): Pause | null {
  if (isXeroError(error) && error.kind === 'rate-limited') {
    const message = error.limit === 'day' ? error.message : IN_A_MINUTE;
    return waitFor(services, error.retryAt, message);
  }
  if (!isXeroError(error) && !(error instanceof ProductError)) throw error;
  const ids = invoicesOf(services, run.id, 'claimed').map(({ id }) => id);
  markFailed(services, ids, toMessage(error));
  noteTrouble(services, run.id, error.message);
  return null;
}

function toMessage(error: XeroError | ProductError): string {
  return isXeroError(error) && error.messages.length > 0 ? error.messages.join(' ') : error.message;
}
