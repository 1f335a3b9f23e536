import { and, eq, isNull } from 'drizzle-orm';
import { prepared } from '#db/connection.server.ts';
import { invoices, unmatchedInvoices, type UnmatchedInvoice } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { looksOf } from '../../lib/looks.ts';
import { installationId, readSetting } from '../../platform/settings-store.server.ts';
import type { LedgerInvoice } from '../ledger.ts';
import { readKeptInvoice } from '../refresh/store-reading.server.ts';
import { markCreated, type SettleServices } from '../runs/steps.server.ts';
import { createHmac, randomInt } from 'node:crypto';

type Store = Pick<Services, 'db'>;

/** An invoice in the ledger with our mark that the database does not know, and the clients it may be for. */
export type Unmatched = ReturnType<typeof toUnmatched>;

/**
 * Keeps an invoice that the ledger showed and that none of ours has by its id, if it carries our mark. One whose
 * reference is still claimed here was sent by a copy of this database, and is settled with it. In a restored database,
 * marks of before they named their installation count as ours, too.
 */
export function noticeUnmatched(
  services: SettleServices,
  tenantId: string,
  found: LedgerInvoice,
): void {
  const mark = readMark(found.reference);
  if (mark === null) return;
  const { db, clock } = services;
  const isIt = and(
    eq(unmatchedInvoices.tenantId, tenantId),
    eq(unmatchedInvoices.xeroInvoiceId, found.invoiceId),
  );
  const isOurs = isOwnMark(installationId(services), mark) || restoredAt(services) !== null;
  const known = prepared<{ id: number; state: string }>(db, WITH_MARK).all(tenantId, mark);
  // Of one that was voided since, too: its logs are released by a person, as those of any other.
  const claimed = isOurs && known.find(({ state }) => state === 'claimed');
  if (claimed) {
    const sent = { state: 'sending', sendKey: found.invoiceId, sentAt: clock() } as const;
    db.update(invoices).set(sent).where(eq(invoices.id, claimed.id)).run();
    markCreated(services, claimed.id, found);
    return;
  }
  if (found.status === 'deleted' || found.status === 'voided') {
    db.delete(unmatchedInvoices).where(isIt).run();
    return;
  }
  if (!isOurs) return;
  if (known.some(({ state }) => state !== 'failed')) return;
  const row = { contents: JSON.stringify(found), updatedAt: clock() };
  db.insert(unmatchedInvoices)
    .values({ tenantId, xeroInvoiceId: found.invoiceId, createdAt: clock(), ...row })
    .onConflictDoUpdate({
      target: [unmatchedInvoices.tenantId, unmatchedInvoices.xeroInvoiceId],
      set: row,
    })
    .run();
}

const WITH_MARK = `select id, state from invoices where tenant_id = ? and reference like '%' || ?`;

/** From when on a look at Xero tells what was invoiced since the backup; null where the database was not restored, or that is known. */
export function restoredAt(services: Store): Date | null {
  const text = readSetting(services, 'restored.at');
  return text === null ? null : new Date(text);
}

/** The invoices that nobody has taken up or put aside, oldest first; of one organisation, where it is given. */
export function openUnmatched(services: Store, tenantId?: string): Unmatched[] {
  const { db } = services;
  const isOpen = isNull(unmatchedInvoices.putAsideAt);
  const isOf =
    tenantId === undefined ? isOpen : and(isOpen, eq(unmatchedInvoices.tenantId, tenantId));
  const rows = db.select().from(unmatchedInvoices).where(isOf).orderBy(unmatchedInvoices.id).all();
  return rows.map((row) => toUnmatched(services, row));
}

/** One of them, or one that was put aside, which can still be taken up; null when it is neither any more. */
export function findUnmatched(services: Store, id: number): Unmatched | null {
  const row = services.db
    .select()
    .from(unmatchedInvoices)
    .where(eq(unmatchedInvoices.id, id))
    .get();
  return row ? toUnmatched(services, row) : null;
}

function toUnmatched({ db }: Store, row: UnmatchedInvoice) {
  const { id, tenantId } = row;
  const invoice = readKeptInvoice(row.contents);
  const { contactId, contactName } = invoice;
  const linked = prepared<{ id: number }>(db, LINKED).all(tenantId, contactId);
  const named = () =>
    prepared<{ id: number; name: string }>(db, 'select id, name from clients')
      .all()
      .filter(({ name }) => looksOf(name) === looksOf(contactName ?? ''));
  // By its contact, or else by its name; empty when nothing says whose it is, so that it may be anybody's.
  const clientIds = (linked.length > 0 ? linked : named()).map((client) => client.id);
  return { id, tenantId, invoice, clientIds, isPutAside: row.putAsideAt !== null };
}

const LINKED = `select client_id as id from client_contacts where tenant_id = ? and contact_id = ?`;

/**
 * Our mark in an invoice's reference, such as `TH-2026-10-7K3M9Q2XABCD`: the month, five letters by chance, three that
 * only this installation's invoices have, and four that depend on the ids of the logs on it. So an invoice that the
 * database has forgotten is known as ours, and its logs are told from others, whatever was edited since.
 */

/** Without characters that are easily mistaken for others, such as 0 and O. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const BY_CHANCE = 5;
const OF_INSTALLATION = 3;
const OF_LOGS = 4;

const MARK = new RegExp(`\\bTH-\\d{4}-\\d{2}-[${ALPHABET}]{12}\\b`);

/** A new mark for an invoice of this month (`yyyy-MM`) with these logs. */
export function newMark(installation: string, month: string, logIds: readonly number[]): string {
  const chance = Array.from({ length: BY_CHANCE }, () => ALPHABET[randomInt(ALPHABET.length)]);
  const start = `TH-${month}-${chance.join('')}`;
  return `${start}${lettersOf(installation, start)}${lettersOfLogs(installation, start, logIds)}`;
}

/** The mark in a reference, of whichever installation; null when there is none. */
export function readMark(reference: string): string | null {
  return MARK.exec(reference)?.[0] ?? null;
}

/** Whether this installation made a mark. False for its marks of before they said so. */
export function isOwnMark(installation: string, mark: string): boolean {
  const start = mark.slice(0, -OF_INSTALLATION - OF_LOGS);
  return mark.slice(start.length, -OF_LOGS) === lettersOf(installation, start);
}

/** Whether exactly these logs are on the invoice of a mark that this installation made. */
export function isMarkOf(installation: string, mark: string, logIds: readonly number[]): boolean {
  const start = mark.slice(0, -OF_INSTALLATION - OF_LOGS);
  return mark.endsWith(lettersOfLogs(installation, start, logIds));
}

const lettersOf = (installation: string, start: string) =>
  letters(installation, start, OF_INSTALLATION);

function lettersOfLogs(installation: string, start: string, logIds: readonly number[]): string {
  const ids = [...logIds].sort((one, other) => one - other).join(' ');
  return letters(installation, `${start} ${ids}`, OF_LOGS);
}

function letters(installation: string, text: string, count: number): string {
  const digest = createHmac('sha256', installation).update(text).digest();
  return [...digest.subarray(0, count)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
