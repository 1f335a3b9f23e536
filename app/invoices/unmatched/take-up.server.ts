import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { recordAct } from '#db/history/record-changes.server.ts';
import { write, prepared } from '#db/connection.server.ts';
import { invoiceLogs, invoiceRuns, invoices, unmatchedInvoices } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { scaleHalfUp } from '../../lib/money.ts';
import type { LedgerInvoice, LedgerLine } from '../ledger.ts';
import { type Contents, markCreated } from '../runs/steps.server.ts';
import { endedInvoicesOf, releaseInvoice } from '../refresh/release.server.ts';
import { endRestored } from './closed.server.ts';
import { readMark, findUnmatched, openUnmatched, type Unmatched } from './unmatched.server.ts';
import { candidatesFor, matchOf, type Match } from './unmatched-screen.server.ts';
import type { BillableLog } from '../preview/billable.server.ts';
import { toLink } from '../contacts/contact-answer.ts';
import { clientOfNumber, linkContact } from '../contacts/contact-links.server.ts';

type TakeUpServices = Pick<Services, 'db' | 'clock' | 'config' | 'ledger' | 'logger'>;

const NOT_FREE =
  'Some of this work was changed, deleted or invoiced since, so no changes were made. Check it again.';

/**
 * Takes up every invoice that only Xero knew and whose logs are certain, with these logs. Gives how many. Each is
 * matched anew, after those before it have taken their logs.
 */
export function takeUpAllExact(services: TakeUpServices): number {
  return write(services.db, () => {
    let count = 0;
    for (const unmatched of openUnmatched(services)) {
      const match = matchOf(services, unmatched);
      if (!match?.isExact) continue;
      takeUp(services, unmatched, match);
      count += 1;
    }
    return count;
  });
}

/**
 * Takes up an invoice that only Xero knew, with the logs that a person says are on it. Throws 404, and 409 where one
 * of them is not free any more, or none was given.
 */
export function takeUpWith(services: TakeUpServices, id: number, logIds: readonly number[]): void {
  write(services.db, () => {
    const unmatched = findUnmatched(services, id);
    if (!unmatched) throw notFound('The invoice');
    const free = candidatesFor(services, unmatched).filter((log) => logIds.includes(log.id));
    const clients = new Set(free.map(({ clientId }) => clientId));
    const [clientId] = clients;
    if (logIds.length === 0)
      throw conflict('Tick the work on this invoice, or set the invoice aside.');
    if (free.length < logIds.length || clientId === undefined) throw conflict(NOT_FREE);
    if (clients.size > 1)
      throw conflict('The work is for several clients. Choose work of one client.');
    const match = matchOf(services, unmatched);
    const isGuess = match?.logIds.toSorted().join() === [...logIds].toSorted().join();
    const lines = isGuess ? match.lines : null;
    takeUp(services, unmatched, { clientId, logIds: [...logIds], lines });
  });
}

/** Says that no work here is on an invoice that only Xero knows. Throws 404. */
export function putAside(services: TakeUpServices, id: number): void {
  const { db, clock } = services;
  write(db, () => {
    const unmatched = findUnmatched(services, id);
    if (!unmatched) throw notFound('The invoice');
    db.update(unmatchedInvoices)
      .set({ putAsideAt: clock() })
      .where(eq(unmatchedInvoices.id, id))
      .run();
    const { number, reference } = unmatched.invoice;
    recordAct(db.$client, {
      kind: 'invoice',
      action: 'put aside',
      after: { xeroInvoiceNumber: number, reference },
    });
    endRestored(services);
  });
}

/**
 * Makes the invoice one of ours: as claimed with these logs, sent, and made in Xero. Those that are still on an invoice
 * that has ended are released from it first.
 */
function takeUp(
  services: TakeUpServices,
  { id, tenantId, invoice }: Unmatched,
  { clientId, logIds, lines }: Omit<Match, 'isExact'>,
): void {
  const { db, clock } = services;
  const now = clock();
  const times = { createdAt: now, updatedAt: now };
  const ended = endedInvoicesOf(services, logIds).values();
  for (const invoiceId of new Set(Array.from(ended, (one) => one.id))) {
    releaseInvoice(services, invoiceId);
  }
  const theirs = { id, tenantId, invoice, clientIds: [clientId], isPutAside: false };
  const logs = candidatesFor(services, theirs).filter((log) => logIds.includes(log.id));
  const run = db
    .insert(invoiceRuns)
    .values({ userId: null, tenantId, status: 'done', startedAt: now, finishedAt: now })
    .returning({ id: invoiceRuns.id })
    .get();
  // A claim that failed here although its invoice was made leaves its reference to the invoice.
  db.update(invoices)
    .set({ reference: `${invoice.reference} (failed)` })
    .where(and(eq(invoices.reference, invoice.reference), eq(invoices.state, 'failed')))
    .run();
  const made = db
    .insert(invoices)
    .values({
      runId: run.id,
      tenantId,
      clientId,
      ...monthsOf(invoice, logs),
      state: 'claimed',
      reference: invoice.reference,
      contents: JSON.stringify(contentsOf(invoice, lines)),
      totalMinutes: logs.reduce((sum, { duration }) => sum + duration, 0),
      totalPence: invoice.totalPence,
      netPence: invoice.netPence,
      vatPence: invoice.vatPence,
      discount: lines?.discount ?? null,
      workTypeName: workTypeOf(logs),
      ...times,
    })
    .returning({ id: invoices.id })
    .get();
  for (const workLogId of logIds) {
    db.insert(invoiceLogs)
      .values({ invoiceId: made.id, workLogId, hasVat: invoice.vatPence !== 0 })
      .run();
  }
  const sent = { state: 'sending', sendKey: randomUUID(), sentAt: now } as const;
  db.update(invoices).set(sent).where(eq(invoices.id, made.id)).run();
  markCreated(services, made.id, invoice);
  db.delete(unmatchedInvoices).where(eq(unmatchedInvoices.id, id)).run();
  endRestored(services);
}

function monthsOf({ reference }: LedgerInvoice, logs: BillableLog[]) {
  const months = [...new Set(logs.map(({ day }) => day.slice(0, 7)))].sort();
  const month = months.at(-1) ?? readMark(reference)?.slice(3, 10) ?? '';
  return { month, firstMonth: months.length > 1 ? months[0] : null };
}

function workTypeOf(logs: BillableLog[]): string | null {
  const names = new Set(logs.map(({ workTypeName }) => workTypeName));
  const [name = null] = names;
  return names.size === 1 ? name : null;
}

function contentsOf(invoice: LedgerInvoice, known: Match['lines']): Contents {
  const { contactId, day, dueDay, currency, vatPence } = invoice;
  return {
    contactId,
    day: day ?? '',
    dueDay: dueDay ?? day ?? '',
    currency: currency ?? 'GBP',
    accountCode: '',
    hasVat: vatPence !== 0,
    lines: known?.lines ?? invoice.lines.map(toLine),
    ...(known && { origins: known.origins }),
  };
}

function toLine(line: LedgerLine) {
  const { description, netPence, vatPence } = line;
  const isWhole = line.quantity !== null && line.unitPrice !== null;
  return {
    description,
    quantity: isWhole ? (line.quantity ?? '1') : '1',
    unitPrice: isWhole ? (line.unitPrice ?? '0') : (netPence / 100).toFixed(2),
    taxCode: null,
    vatRateHundredths: netPence === 0 ? 0 : scaleHalfUp(vatPence, 10_000, netPence),
    netPence,
    vatPence,
  };
}

/**
 * Finds out whose the invoices are that only Xero knows, where their contact is linked to no client here: one that was
 * made since the backup has our number. Asks Xero only where there are such invoices. Throws LedgerError.
 */
export async function resolveContacts(
  services: Pick<Services, 'db' | 'clock' | 'ledger'>,
  tenantId: string,
): Promise<void> {
  const strangers = openUnmatched(services, tenantId).flatMap(({ invoice, clientIds }) =>
    clientIds.length === 0 && invoice.contactId !== null ? [invoice.contactId] : [],
  );
  if (strangers.length === 0) return;
  const ids = [...new Set(strangers)];
  // One that was archived since has our number as well.
  const query = { ids, withArchived: true };
  for (const contact of await services.ledger.findContacts(tenantId, query)) {
    const clientId = clientOfNumber(services, contact.contactNumber);
    if (clientId === null || !prepared(services.db, UNLINKED).get(clientId, tenantId)) continue;
    linkContact(services, tenantId, clientId, toLink(contact));
  }
}

const UNLINKED = `select 1 from clients c where c.id = ? and not exists
  (select 1 from client_contacts k where k.client_id = c.id and k.tenant_id = ?)`;
