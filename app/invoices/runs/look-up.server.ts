import type { Invoice, InvoiceRun } from '#db/schema.ts';
import { LedgerError } from '../ledger.ts';
import { waitFor, type Pause } from './pause.ts';
import type { RunServices } from './run-services.ts';
import { invoicesOf, markCreated, markUnsent, noteUnknown, type Sending } from './steps.server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Until this long after it was first sent, the same key cannot make a second invoice: the ledger remembers it for six minutes. */
const KEY_IS_SAFE = 4 * MINUTE;

/** After this long, no call that was sent can still arrive; what is not in the ledger then is not there. */
const CALL_IS_OVER = 10 * MINUTE;

export const UNKNOWN =
  'It is not known yet whether Xero made this invoice. It is looked up by its reference before anything is sent again.';

/** What was sent before, and is not in the ledger as far as that can be told. */
export type LookUp = {
  /** Those that were sent in one call, together; each is looked at once. */
  missing: Sending[];
  /** When the ledger was asked. */
  askedAt: number;
  /** Whether everything that was unknown has been looked at. */
  isOver: boolean;
};

/**
 * Looks up by our reference what may or may not be in the ledger, before anything is sent
 * (again). What is found is created. Gives a pause when the ledger cannot be asked.
 */
export async function lookUp(services: RunServices, run: InvoiceRun): Promise<LookUp | Pause> {
  const unknown = invoicesOf(services, run.id, 'sending');
  // Before the ledger is asked: what arrives there after its answer must count as young.
  const askedAt = services.clock().getTime();
  if (unknown.length === 0) return { missing: [], askedAt, isOver: true };
  try {
    const references = unknown.map(({ reference }) => reference);
    const found = await services.ledger.findInvoicesByReference(run.tenantId, references);
    services.checkpoint('looked up');
    for (const invoice of unknown) {
      const match = found.find(({ reference }) => reference === invoice.reference);
      if (match) markCreated(services, invoice.id, match);
    }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    noteUnknown(services, unknown, UNKNOWN);
    return waitFor(services, error);
  }
  services.checkpoint('found');
  const asked = new Set(unknown.map(({ sendKey }) => sendKey));
  const missing = invoicesOf(services, run.id, 'sending').filter(({ sendKey }) =>
    asked.has(sendKey),
  );
  return { missing: byKey(missing), askedAt, isOver: false };
}

/**
 * The next of what is missing that is to be sent again: the very same call, under the same key,
 * while the ledger remembers that. Once no call can be under way any more, what is missing is a
 * claim again. Between the two it waits: once all else is looked at, a pause. Null: nothing is
 * unknown any more.
 */
export function takeMissing(
  services: RunServices,
  run: InvoiceRun,
  lookedUp: LookUp,
): Sending | Pause | null {
  if (lookedUp.isOver) return null;
  const age = ({ sentAt }: Invoice, at: number) => at - (sentAt?.getTime() ?? 0);
  for (let next = lookedUp.missing.shift(); next; next = lookedUp.missing.shift()) {
    const { sendKey, batch } = next;
    const [first] = batch;
    if (!first) continue;
    if (age(first, lookedUp.askedAt) >= CALL_IS_OVER) {
      markUnsent(services, sendKey);
      continue;
    }
    const isSafe = age(first, services.clock().getTime()) < KEY_IS_SAFE;
    if (!isSafe || !isWhole(services, run, next)) continue;
    // Another process may have settled them meanwhile; and who sent them must learn of this call.
    if (noteUnknown(services, batch, UNKNOWN) === batch.length) return next;
  }
  lookedUp.isOver = true;
  return waitForUnknown(services, run);
}

/** A pause for what is still unknown; null where nothing is. */
function waitForUnknown(services: RunServices, run: InvoiceRun): Pause | null {
  const left = invoicesOf(services, run.id, 'sending');
  if (left.length === 0) return null;
  noteUnknown(services, left, UNKNOWN);
  const latest = Math.max(...left.map(({ sentAt }) => sentAt?.getTime() ?? 0));
  return { until: new Date(latest + CALL_IS_OVER), message: UNKNOWN };
}

/** Those that were sent in one call, together. */
function byKey(invoices: Invoice[]): Sending[] {
  const batches = new Map<string, Invoice[]>();
  for (const invoice of invoices) {
    const key = invoice.sendKey ?? '';
    batches.set(key, [...(batches.get(key) ?? []), invoice]);
  }
  return [...batches].map(([sendKey, batch]) => ({ sendKey, batch, isRepetition: true }));
}

/** Under the same key only the very same call may be sent again: every invoice that was in it. */
function isWhole(services: RunServices, run: InvoiceRun, { sendKey }: Sending): boolean {
  const settled = (['created', 'failed', 'released'] as const).flatMap((state) =>
    invoicesOf(services, run.id, state),
  );
  return !settled.some((invoice) => invoice.sendKey === sendKey);
}
