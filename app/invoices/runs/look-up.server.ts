import type { Invoice, InvoiceRun } from '#db/schema.ts';
import { LedgerError } from '../ledger.ts';
import { waitAfter, waitForPerson, type Pause } from './pause.server.ts';
import { KEY_SAFE_FOR } from '../../lib/key-safe-for.ts';
import { CALL_OVER_AFTER } from '../../lib/call-over-after.ts';
import {
  type RunServices,
  correctSentAt,
  invoicesOf,
  markCreated,
  markUnsent,
  noteUnknown,
  type Sending,
} from './steps.server.ts';

export const UNKNOWN =
  'Xero has not confirmed this invoice yet. It is looked up by its reference before anything is sent again.';

/** Invoices that were sent before and were not found in the ledger. */
export type LookUp = {
  /** One entry for each call, with all its invoices; each is handled once. */
  missing: Sending[];
  /** When the ledger was asked, in milliseconds since 1970. */
  askedAt: number;
  isOver: boolean;
};

/**
 * Looks up, by our reference, the invoices that may or may not be in the ledger, before anything is
 * sent again. Those that are found are marked as created. Gives a pause when the ledger cannot be
 * asked.
 */
export async function lookUp(services: RunServices, run: InvoiceRun): Promise<LookUp | Pause> {
  correctSentAt(services, run.id);
  const unknown = invoicesOf(services, run.id, 'sending');
  // Taken before the ledger is asked, since its answer shows nothing that arrives later.
  const askedAt = services.clock().getTime();
  if (unknown.length === 0) return { missing: [], askedAt, isOver: true };
  if (!services.ledger.isConnected(run.tenantId)) return waitForConnection(services, run, unknown);
  const pause = await markFound(services, run, unknown);
  if (pause) return pause;
  services.checkpoint('found');
  const asked = new Set(unknown.map(({ sendKey }) => sendKey));
  const missing = invoicesOf(services, run.id, 'sending').filter(({ sendKey }) =>
    asked.has(sendKey),
  );
  return { missing: groupByKey(missing), askedAt, isOver: false };
}

/**
 * Asks for these invoices by their references, and marks those that are there as created. Gives a
 * pause when the ledger cannot be asked.
 */
export async function markFound(
  services: RunServices,
  run: InvoiceRun,
  unknown: Invoice[],
): Promise<Pause | null> {
  try {
    const references = unknown.map(({ reference }) => reference);
    const found = await services.ledger.findInvoicesByReference(run.tenantId, references);
    services.checkpoint('looked up');
    for (const invoice of unknown) {
      const match = found.find(({ reference }) => reference === invoice.reference);
      if (match) markCreated(services, invoice.id, match);
    }
    return null;
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return waitToAsk(services, run, unknown, error);
  }
}

/**
 * The next missing invoices to send again: exactly the same call under the same key, while the
 * ledger remembers the key. Once the call can no longer arrive, its invoices become claims again,
 * each after a look-up of its own, since no key protects what is then sent. In between neither is
 * safe: those are left, and lead to a pause at the end. Null when no outcome is unknown any more.
 */
export async function takeMissing(
  services: RunServices,
  run: InvoiceRun,
  lookedUp: LookUp,
): Promise<Sending | Pause | null> {
  if (lookedUp.isOver) return null;
  const age = ({ sentAt }: Invoice, at: number) => at - (sentAt?.getTime() ?? 0);
  for (let next = lookedUp.missing.shift(); next; next = lookedUp.missing.shift()) {
    const { batch } = next;
    const [first] = batch;
    if (!first) continue;
    if (age(first, lookedUp.askedAt) >= CALL_OVER_AFTER) {
      const pause = await confirmMissing(services, run, batch);
      if (pause) return pause;
      continue;
    }
    const isSafe = age(first, services.clock().getTime()) < KEY_SAFE_FOR;
    if (!isSafe || !isWholeCall(services, run, next)) continue;
    // Another process may have settled some meanwhile. The note also tells the process that sent
    // them first that there is a second call (`markUnsentIfAlone`).
    if (noteUnknown(services, batch, UNKNOWN) === batch.length) return next;
  }
  lookedUp.isOver = true;
  return waitForUnknown(services, run);
}

/**
 * Asks for each of these invoices alone, and makes those that are certainly not there claims again.
 * Each answer is stored before the next question, so that a limit of calls only delays it. Gives a
 * pause when the ledger cannot be asked.
 */
async function confirmMissing(
  services: RunServices,
  run: InvoiceRun,
  batch: Invoice[],
): Promise<Pause | null> {
  for (const invoice of batch) {
    const { id, reference, sendKey } = invoice;
    try {
      const found = await services.ledger.findInvoicesByReference(run.tenantId, [reference]);
      const match = found.find((one) => one.reference === reference);
      if (match) markCreated(services, id, match);
      else markUnsent(services, { id, sendKey });
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      return waitToAsk(services, run, batch, error);
    }
  }
  return null;
}

/** The name of an organisation, as sentences name it. */
export function organisationName({ ledger }: Pick<RunServices, 'ledger'>, id: string): string {
  return ledger.findOrganisation(id)?.name ?? 'an organisation that is no longer known';
}

function waitToAsk(
  services: RunServices,
  run: InvoiceRun,
  unknown: Invoice[],
  error: LedgerError,
): Pause {
  if (!services.ledger.isConnected(run.tenantId)) return waitForConnection(services, run, unknown);
  noteUnknown(services, unknown, UNKNOWN);
  return waitAfter(services, error);
}

/** A pause while the organisation that the invoices may be in is not connected: nobody can be asked. */
function waitForConnection(services: RunServices, run: InvoiceRun, unknown: Invoice[]): Pause {
  noteUnknown(services, unknown, UNKNOWN);
  const name = organisationName(services, run.tenantId);
  return waitForPerson(
    services,
    `Xero has not confirmed these invoices, and they cannot be looked up without the connection to ${name}. Connect ${name} again in Settings; then they are looked up automatically. Their logs stay on them until then.`,
  );
}

/** A pause for the invoices whose outcome is still unknown; null when there are none. */
function waitForUnknown(services: RunServices, run: InvoiceRun): Pause | null {
  const left = invoicesOf(services, run.id, 'sending');
  if (left.length === 0) return null;
  noteUnknown(services, left, UNKNOWN);
  const latest = Math.max(...left.map(({ sentAt }) => sentAt?.getTime() ?? 0));
  return { until: new Date(latest + CALL_OVER_AFTER), message: UNKNOWN };
}

function groupByKey(invoices: Invoice[]): Sending[] {
  const batches = Map.groupBy(invoices, ({ sendKey }) => sendKey ?? '');
  return [...batches].map(([sendKey, batch]) => ({ sendKey, batch, isRepetition: true }));
}

/** Whether no invoice of the call is settled yet: only exactly the same call may use its key again. */
function isWholeCall(services: RunServices, run: InvoiceRun, { sendKey }: Sending): boolean {
  const settled = (['created', 'failed', 'released'] as const).flatMap((state) =>
    invoicesOf(services, run.id, state),
  );
  return !settled.some((invoice) => invoice.sendKey === sendKey);
}
