import type { Invoice, InvoiceRun } from '#db/schema.ts';
import { ProductError } from '../../lib/errors.ts';
import { withXero } from '../../xero/connection/organisation.server.ts';
import { isXeroError } from '../../xero/client/faults.server.ts';
import { sendBatch } from './send.server.ts';
import { invoicesOf, markCreated, markUnsent, noteUnknown, type Sending } from './steps.server.ts';
import { waitFor, type Pause } from './pause.ts';
import type { RunServices } from './carry-on.server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Until this long after it was first sent, the same key cannot make a second invoice: Xero remembers it for six minutes. */
const KEY_IS_SAFE = 4 * MINUTE;

/** After this long, no call that was sent can still arrive; what is not in Xero then is not there. */
const CALL_IS_OVER = 10 * MINUTE;

export const UNKNOWN =
  'It is not known yet whether Xero made this invoice. It is looked up by its reference before anything is sent again.';

/**
 * Settles what may or may not be in Xero: looked up by our reference before anything is sent
 * again. What is found is created. What is not is sent again under the same key while Xero
 * remembers it, and is free to be sent anew once no call can be under way any more. Between
 * the two it waits.
 */
export async function lookUpUnknown(
  services: RunServices,
  run: InvoiceRun,
  signal: AbortSignal,
): Promise<Pause | null> {
  const unknown = invoicesOf(services, run.id, 'sending');
  if (unknown.length === 0 || signal.aborted) return null;
  // Before Xero is asked: what arrives there after its answer must count as young.
  const askedAt = services.clock().getTime();
  try {
    const references = unknown.map(({ reference }) => reference);
    const found = await withXero(services, run.tenantId, (xero, session) =>
      xero.findInvoicesByReference(session, references),
    );
    services.checkpoint('looked up');
    for (const invoice of unknown) {
      const match = found.find(({ reference }) => reference === invoice.reference);
      if (match) markCreated(services, invoice.id, match);
    }
  } catch (error) {
    if (!isXeroError(error) && !(error instanceof ProductError)) throw error;
    noteUnknown(services, unknown, UNKNOWN);
    return waitFor(services, isXeroError(error) ? error.retryAt : null, error.message);
  }
  services.checkpoint('found');
  return settleMissing(services, run, { unknown, askedAt }, signal);
}

/** What Xero was asked for, and when. */
type LookUp = { unknown: Invoice[]; askedAt: number };

async function settleMissing(
  services: RunServices,
  run: InvoiceRun,
  { unknown, askedAt }: LookUp,
  signal: AbortSignal,
): Promise<Pause | null> {
  const age = ({ sentAt }: Invoice, at: number) => at - (sentAt?.getTime() ?? 0);
  const asked = new Set(unknown.map(({ sendKey }) => sendKey));
  const missing = invoicesOf(services, run.id, 'sending').filter(({ sendKey }) =>
    asked.has(sendKey),
  );
  for (const sending of byKey(missing)) {
    if (signal.aborted) return null;
    const { sendKey, batch } = sending;
    const [first] = batch;
    if (!first) continue;
    if (age(first, askedAt) >= CALL_IS_OVER) {
      markUnsent(services, sendKey);
      continue;
    }
    const isSafe = age(first, services.clock().getTime()) < KEY_IS_SAFE;
    if (!isSafe || !isWhole(services, run, sending)) continue;
    // Another process may have settled them meanwhile; and who sent them must learn of this call.
    if (noteUnknown(services, batch, UNKNOWN) < batch.length) continue;
    const pause = await sendBatch(services, run, sending, { again: true });
    if (pause) return pause;
  }
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
  return [...batches].map(([sendKey, batch]) => ({ sendKey, batch }));
}

/** Under the same key only the very same call may be sent again: every invoice that was in it. */
function isWhole(services: RunServices, run: InvoiceRun, { sendKey }: Sending): boolean {
  const settled = (['created', 'failed', 'released'] as const).flatMap((state) =>
    invoicesOf(services, run.id, state),
  );
  return !settled.some((invoice) => invoice.sendKey === sendKey);
}
